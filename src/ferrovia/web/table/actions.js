/** All actions as a list (key L): the full game without the picture, for screen readers and people who like lists. */

import { h } from '../dom.js';
import { cardWords, colorName, list, t } from '../i18n.js';
import { tool, inactive } from '../components.js';
import { change } from '../state.js';
import { cityName, paymentWords, routeFacts, routeName, ticketName } from '../words.js';
import { isMyTurn, me, missingRoutes, nameOf, outlookOf } from './model.js';
import { act } from './requests.js';
import { progressWords } from './sidebar.js';

/** What an action costs. @param {import('../protocol').Legal} action */
const paid = ({ color, colored = 0, wilds = 0 }) => paymentWords(color, colored, wilds);

/** One action in words. @param {import('../shapes').Table} table @param {import('../protocol').Legal} action */
export function actionWords(table, action) {
  const { board } = table;
  switch (action.kind) {
    case 'draw':
      return t('acts.draw');
    case 'take':
      return t('market.take', { color: colorName(action.card ?? '') });
    case 'tickets':
      return t('acts.tickets');
    case 'keep':
      return t('acts.keep', {
        tickets: list((action.places ?? []).map((p) => ticketName(board, table.you?.offer[p - 1] ?? ''))),
      });
    case 'claim':
      return t('acts.claim', { route: routeName(board, action.route ?? ''), payment: paid(action) });
    case 'station':
      return t('acts.station', { city: cityName(board, action.city ?? ''), payment: paid(action) });
    case 'pay':
      return t('acts.pay', { payment: paid(action) });
    case 'back':
      return t('tunnel.back');
    default:
      return t('dock.pass');
  }
}

/** @param {import('../shapes').Table} table */
export function actionList(table) {
  const { board, legal } = table;
  const of = (/** @type {string[]} */ kinds) => legal.filter((a) => kinds.includes(a.kind));
  const button = (/** @type {import('../protocol').Legal} */ a, /** @type {string} */ words) =>
    h(
      'li',
      { key: a.text },
      h('button', { type: 'button', ...inactive(table.sending), on: { click: () => act(a.text) } }, words),
    );
  const plain = (/** @type {string} */ title, /** @type {import('../protocol').Legal[]} */ actions) =>
    actions.length > 0 &&
    h(
      'section',
      { key: title },
      h('h3', null, title),
      h(
        'ul',
        null,
        actions.map((a) => button(a, actionWords(table, a))),
      ),
    );
  /** @type {Map<string, import('../protocol').Legal[]>} */
  const places = new Map();
  for (const a of of(['claim', 'station'])) {
    const title =
      a.kind === 'claim' ? routeName(board, a.route ?? '') : `${t('dock.station')}: ${cityName(board, a.city ?? '')}`;
    places.set(title, [...(places.get(title) ?? []), a]);
  }
  const groups = (/** @type {string} */ title, /** @type {string} */ kind) => {
    const found = [...places].filter(([, actions]) => actions[0].kind === kind).sort(([a], [b]) => a.localeCompare(b));
    return (
      found.length > 0 &&
      h(
        'section',
        { key: kind },
        h('h3', null, title),
        found.map(([name, actions]) =>
          h(
            'details',
            { key: name },
            h(
              'summary',
              null,
              name,
              kind === 'claim' && h('small', null, routeFacts(board, board.routeNo.get(actions[0].route))),
            ),
            h(
              'ul',
              null,
              actions.map((a) => button(a, paid(a))),
            ),
          ),
        ),
      )
    );
  };
  return h(
    'div',
    {
      class: 'list-form',
      key: 'list',
      role: 'dialog',
      'aria-modal': 'false',
      'aria-label': t('acts.title'),
      tabindex: -1,
      mount: undefined,
    },
    h(
      'header',
      null,
      h('h2', null, t('acts.title')),
      tool('close', t('close'), () =>
        change((s) => {
          s.ui.list = false;
        }),
      ),
    ),
    !isMyTurn(table) && h('p', { class: 'empty' }, t('acts.none')),
    plain(t('acts.decide'), of(['keep', 'pay', 'back', 'pass'])),
    plain(t('market.title'), of(['draw', 'take'])),
    groups(t('acts.claims'), 'claim'),
    groups(t('acts.stations'), 'station'),
    plain(t('dock.tickets'), of(['tickets'])),
    h(
      'section',
      { key: 'words' },
      h('h3', null, t('acts.position')),
      positionWords(table).map((line) => h('p', null, line)),
    ),
  );
}

/**
 * The position in words: hand, tickets and what they lack, the display, everybody's stock.
 * @param {import('../shapes').Table} table
 * @returns {string[]}
 */
function positionWords(table) {
  const { view, you, board, info } = table;
  if (!view) return [];
  const lines = [];
  if (you) {
    const cards = Object.entries(you.hand)
      .filter(([, count]) => Number(count) > 0)
      .map(([color, count]) => cardWords(color, Number(count)));
    lines.push(t('acts.hand', { cards: cards.length ? list(cards) : t('screen.no_cards') }));
    for (const id of you.tickets) {
      const borrowed = outlookOf(table, id)?.borrowing.map(({ route }) => route) ?? [];
      const routes = [...missingRoutes(table, id), ...borrowed].map((route) => routeName(board, route));
      const points = t('ticket.points', { count: board.ticketBy.get(id).points });
      const progress = progressWords(table, id) + (routes.length ? `: ${list(routes)}` : '');
      lines.push(`${ticketName(board, id)} (${points}): ${progress}.`);
    }
    const own = Object.entries(view.owners)
      .filter(([, seat]) => seat === me(table))
      .map(([id]) => routeName(board, id));
    if (own.length) lines.push(t('acts.network', { routes: list(own) }));
  }
  lines.push(t('acts.display', { cards: list(view.display.map(colorName)) }));
  for (const seat of view.seats) {
    const counts = [
      t('player.points', { count: seat.score }),
      t('player.trains', { count: seat.trains }),
      t('player.cards', { count: seat.cards }),
      t('player.tickets', { count: seat.tickets }),
    ];
    lines.push(`${nameOf(table, seat.seat)}: ${counts.join(', ')}.`);
  }
  return info ? lines : [];
}
