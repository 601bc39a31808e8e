/** Cards on the table: the pile, the display, and the player's hand grouped by colour. */

import { h } from '../dom.js';
import { cardWords, colorName, number, t } from '../i18n.js';
import { face, icon, mark } from '../components.js';
import { change, state } from '../state.js';
import { draw } from './selection.js';
import { isMyTurn, legalText, me } from './model.js';

/**
 * A card to look at or, with `act`, to take.
 * @param {string} color
 * @param {{ still?: boolean, count?: number | null, fresh?: boolean, spend?: number, key?: string, label?: string,
 *   act?: (() => void) | null, lock?: boolean, pressed?: boolean | null, asking?: boolean, advised?: boolean }} [more]
 */
export function card(
  color,
  {
    still = false,
    count = null,
    fresh = false,
    spend = 0,
    key = '',
    label = colorName(color),
    act = null,
    lock = false,
    pressed = null,
    asking = false,
    advised = false,
  } = {},
) {
  const classes = [
    'card',
    `is-${color}`,
    count === 0 && 'is-empty',
    fresh && 'is-fresh',
    spend && 'is-spent',
    lock && 'is-locked',
    asking && 'is-asking',
    advised && 'is-advised',
  ];
  const inside = [
    face(color),
    count !== null && h('b', { class: 'count' }, number(count)),
    spend ? h('i', { class: 'spend' }, `−${number(spend)}`) : null,
    lock && h('i', { class: 'lock' }, icon('lock', 13)),
    key && h('kbd', { 'aria-hidden': 'true' }, key),
  ];
  if (still) return h('span', { class: classes, role: 'img', 'aria-label': label }, inside);
  return h(
    'button',
    {
      type: 'button',
      class: classes,
      'aria-label': label,
      title: label,
      on: { click: act },
      'aria-pressed': pressed === null ? undefined : String(pressed),
    },
    inside,
  );
}

/** The pile and the five face-up cards. @param {import('../shapes').Playing} table */
export function market(table) {
  const { view } = table;
  const mine = isMyTurn(table);
  const second = view.phase === 'second_card';
  const words = !mine
    ? me(table) !== null && t('market.not_your_turn')
    : second
      ? t('market.second')
      : state.ui.asking === 'wild'
        ? t('market.sure_wild')
        : t('market.first');
  return h(
    'div',
    { class: ['group market', !mine && 'is-idle'], key: 'market' },
    h('h2', null, t('market.title'), h('small', null, words)),
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        {
          type: 'button',
          class: ['pile', view.deck + view.discard === 0 && 'is-empty', state.ui.advised === 'draw' && 'is-advised'],
          title: pileTip(view),
          'aria-label': t('market.pile', { count: view.deck }),
          on: { click: () => draw('draw') },
        },
        h('span', null, icon('cards', 22)),
        h('b', null, number(view.deck)),
        h('kbd', { 'aria-hidden': 'true' }, 'D'),
      ),
      view.display.map((color, i) =>
        card(color, {
          key: String(i + 1),
          label: t('market.take', { color: colorName(color) }),
          act: () => draw(`take ${color}`),
          lock: mine && !legalText(table, `take ${color}`),
          advised: state.ui.advised === `take ${color}` && view.display.indexOf(color) === i,
          asking: color === 'wild' && state.ui.asking === 'wild' && !!legalText(table, 'take wild'),
        }),
      ),
    ),
  );
}

/** @param {import('../protocol').GameView} view */
const pileTip = (view) =>
  `${t('market.pile', { count: view.deck })} · ${t('market.discards', { count: view.discard })}`;

/**
 * One stack per colour; during payment each shows what it gives.
 * @param {import('../shapes').Table} table
 * @param {import('../shapes').Way | null} [way] the payment that is marked
 */
export function hand(table, way = null) {
  const { you, board } = table;
  if (!you) return null;
  const total = Object.values(you.hand).reduce((sum, count) => sum + Number(count), 0);
  const spend = (/** @type {string} */ color) =>
    !way ? 0 : color === 'wild' ? way.wilds : color === way.color ? way.colored : 0;
  return h(
    'div',
    { class: 'group hand', key: 'hand' },
    h('h2', null, t('hand.title'), h('small', null, t('hand.cards', { count: Number(total) }))),
    h(
      'div',
      { class: 'row' },
      [...board.card_colors, 'wild'].map((color) => {
        const count = you.hand[color] ?? 0;
        return card(color, {
          count,
          fresh: !way && table.fresh === color,
          spend: spend(color),
          label: cardWords(color, count),
          pressed: state.ui.color === color,
          act: () =>
            change((s) => {
              s.ui.color = s.ui.color === color || count === 0 ? null : color;
            }),
        });
      }),
    ),
  );
}

/**
 * A small hand and display, next to a decision that needs them in view.
 * @param {import('../shapes').Seated} table
 */
export function holding(table) {
  const { you, view, board } = table;
  const held = [...board.card_colors, 'wild'].filter((color) => you.hand[color] > 0);
  return h(
    'div',
    { class: 'group holding', key: 'holding' },
    few(
      'is-hand',
      t('hand.title'),
      held.map((color) => [color, you.hand[color]]),
    ),
    few(
      'is-display',
      t('market.face_up'),
      view.display.map((color) => [color, 1]),
    ),
  );
}

/** @param {string} name @param {string} title @param {Array<[string, number]>} stacks colour and count */
const few = (name, title, stacks) =>
  h(
    'div',
    { class: name },
    h('h2', null, title),
    h(
      'div',
      { class: 'row' },
      stacks.map(([color, count]) =>
        h(
          'span',
          { class: `mini is-${color}`, role: 'img', 'aria-label': cardWords(color, count) },
          mark(`mark-${color}`, 17),
          count > 1 && h('b', null, number(count)),
        ),
      ),
    ),
  );
