/** In the tunnel: what was turned up, card by card, what it costs, and the decision. The same prompt whether one can pay or not. */

import { h } from '../dom.js';
import { number, t } from '../i18n.js';
import { primary, quiet } from '../parts.js';
import { state } from '../state.js';
import { routeName } from '../words.js';
import { card, hand } from './market.js';
import { byWilds } from './model.js';
import { waysList } from './pay.js';
import { act } from './session.js';

/** @param {any} table */
export function tunnelDock(table) {
  const { view, board } = table;
  const { route, shown, extra, color } = view.tunnel;
  const ways = byWilds(table.legal.filter((/** @type {any} */ a) => a.kind === 'pay'), table.you.hand);
  const way = ways[state.ui.way] ?? ways[0] ?? null;
  const points = board.routes[board.routeNo.get(route)].points;
  const hit = (/** @type {string} */ c) => c === 'wild' || c === color;
  return h('form', { class: 'dock is-choice is-in-tunnel', id: 'actions', key: 'tunnel', 'aria-label': t('tunnel.title', { route: routeName(board, route) }), on: { submit: (/** @type {Event} */ e) => { e.preventDefault(); if (way) act(way.text); } } },
    h('div', { class: 'group turned', key: 'turned' }, h('h2', null, t('tunnel.turned'), h('small', null, t('tunnel.extra', { count: extra }))),
      h('div', { class: 'row' }, shown.map((/** @type {string} */ c, /** @type {number} */ i) => h('span', { class: ['turn', hit(c) && 'is-hit'], style: { '--delay': `${i * 380}ms` } }, card(c, { still: true }), hit(c) && h('b', null, '+1'))))),
    h('div', { class: 'group pay is-narrow', key: 'ways' }, h('h2', null, t('tunnel.pay', { count: extra })), ways.length ? waysList(ways, 'extra') : h('p', { class: 'none' }, t('tunnel.cannot'))),
    hand(table, way),
    h('div', { class: 'group confirm', key: 'confirm' }, h('p', { class: 'hint' }, t('tunnel.or_back')),
      h('div', { class: 'buttons' }, quiet(t('tunnel.back'), () => act('back'), { disabled: table.sending }),
        way && primary([t('tunnel.pay_claim'), h('span', null, `+${number(points)}`)], () => act(way.text), { type: 'submit', disabled: table.sending }))));
}
