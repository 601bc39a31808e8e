/**
 * News for everybody, in its own place next to the players: a refusal, the last round, the cards of a tunnel, a chat
 * line. It disappears by itself; a click dismisses it sooner.
 */

import { h } from '../dom.js';
import { pieces, t } from '../i18n.js';
import { emblem, icon, tool } from '../components.js';
import { change } from '../state.js';
import { reasonWords, routeName } from '../words.js';
import { switchChat } from './selection.js';
import { card } from './display.js';
import { me, nameOf, speaker, spokenWords } from './model.js';
import { wish } from './requests.js';

/**
 * Why the last wish was refused.
 * @param {import('../shapes').Players & Pick<import('../shapes').TableState, 'refused'>} table
 */
export const refusal = (table) =>
  table.refused &&
  h(
    'p',
    { class: 'banner is-refused', key: 'refused', role: 'alert' },
    h(
      'span',
      null,
      h('b', null, t('banner.not_possible')),
      ' ',
      reasonWords(table.refused, (s) => nameOf(table, s), me(table)),
      ' ',
      table.refused.rule && ruleLink(table.refused.rule),
    ),
    tool('close', t('close'), () =>
      change(() => {
        table.refused = null;
      }),
    ),
  );

/** @param {import('../shapes').Table} table */
export function news(table) {
  const list = [];
  if (table.notice)
    list.push(h('p', { class: 'banner is-refused', key: 'notice', role: 'alert' }, t(`notice.${table.notice}`)));
  const away = table.held.find((/** @type {number} */ seat) => table.info.seats[seat]?.stand_in);
  if (away !== undefined && table.view?.phase !== 'over')
    list.push(
      h(
        'p',
        { class: 'banner is-last', key: 'stand-in' },
        t('banner.stand_in'),
        h(
          'button',
          { type: 'button', class: 'back-again', on: { click: () => wish({ type: 'back', seat: away }) } },
          t('banner.back'),
        ),
      ),
    );
  list.push(refusal(table));
  if (table.reveal && (table.reveal.seat !== me(table) || table.view?.phase !== 'in_tunnel'))
    list.push(reveal(table, table.reveal));
  if ((table.view?.turns_left ?? 0) > 0 && Date.now() - table.lastRoundAt < 12000)
    list.push(
      h(
        'p',
        {
          class: 'banner is-last is-passing',
          key: 'last',
          on: {
            click: () =>
              change(() => {
                table.lastRoundAt = 0;
              }),
          },
        },
        icon(table.board.words.vehicle, 16),
        h('b', null, t('banner.last_round')),
        ' ',
        t('banner.one_more'),
      ),
    );
  if (table.spoken) list.push(bubble(table, table.spoken));
  return h('div', { class: 'news', key: 'news' }, list);
}

/**
 * A chat line, for players with the chat closed.
 * @param {import('../shapes').Table} table
 * @param {import('../shapes').Table['rows'][number]} said
 */
const bubble = (table, said) =>
  h(
    'button',
    { type: 'button', class: 'banner is-bubble is-passing', key: `said-${said.number}`, on: { click: switchChat } },
    said.seat !== null && emblem(said.seat, 22),
    h('b', null, speaker(table, said)),
    h('span', null, spokenWords(said)),
  );

/**
 * A tunnel's three cards, revealed one by one.
 * @param {import('../shapes').Table} table
 * @param {import('../shapes').Reveal} shown
 */
function reveal(table, { route, seat, cards, extra, at }) {
  return h(
    'div',
    {
      class: 'banner is-reveal is-passing',
      key: `reveal-${at}`,
      on: {
        click: () =>
          change(() => {
            table.reveal = null;
          }),
      },
    },
    emblem(seat, 22),
    h('span', null, h('b', null, nameOf(table, seat)), ' · ', routeName(table.board, route)),
    h(
      'span',
      { class: 'row' },
      cards.map((turned, i) =>
        h(
          'span',
          { class: ['turn', turned.counts && 'is-hit'], style: { '--delay': `${i * 380}ms` } },
          card(turned.card, { still: true }),
        ),
      ),
    ),
    h(
      'b',
      { class: 'price', style: { '--delay': `${cards.length * 380}ms` } },
      t('tunnel.extra', { count: extra ?? 0 }),
    ),
  );
}

/** @param {string} rule */
export const ruleLink = (rule) =>
  h(
    'button',
    {
      type: 'button',
      class: 'rule',
      on: {
        click: () =>
          change((s) => {
            s.dialog = 'help';
            s.rule = rule;
          }),
      },
    },
    pieces('banner.rule', { rule }),
  );
