/**
 * What the player can do now, always in the same place: draw, choose tickets, decide a tunnel, and (`pay.js`) pay and
 * build.
 */

import { h } from '../dom.js';
import { number, t } from '../i18n.js';
import { icon, primary, quiet, inactive } from '../components.js';
import { isTouch } from '../settings.js';
import { state } from '../state.js';
import { routeName, ticketName } from '../words.js';
import { askFor, askForStation, lookAt, stepBack, tick, tryTo } from './selection.js';
import { card, hand, holding, market } from './display.js';
import { isMyTurn, isSeated, legalText, me, stationCost, tunnelWays } from './model.js';
import { payDock, stationDock, waysList } from './pay.js';
import { act } from './requests.js';
import { sitDown } from './session.js';
import { progressWords } from './sidebar.js';
import { coach, keepAtLeast } from './status-bar.js';

/** @param {import('../shapes').Playing} table */
export function dock(table) {
  const { ui } = state;
  if (!isSeated(table)) return watcherDock(table);
  const mine = isMyTurn(table);
  if (mine && table.hint?.open) return coach.now()?.coachDock(table);
  if (mine && table.you.offer.length > 0) return offerDock(table);
  if (mine && isInTunnel(table)) return tunnelDock(table);
  if (ui.route !== null) return payDock(table);
  if (mine && ui.asking === 'station') return stationDock(table);
  return h(
    'section',
    { class: ['dock', !mine && 'is-waiting'], id: 'actions', tabindex: -1, key: 'turn', 'aria-label': t('dock.title') },
    market(table),
    hand(table),
    other(table),
  );
}

/** @param {import('../shapes').Seated} table @returns {table is import('../shapes').InTunnel} */
const isInTunnel = (table) => table.view.phase === 'in_tunnel' && table.view.tunnel !== null;

/** Tickets, a station, passing. @param {import('../shapes').Playing} table */
function other(table) {
  const { view, board } = table;
  const mine = isMyTurn(table);
  if (mine && table.legal.some((a) => a.kind === 'pass'))
    return h(
      'div',
      { class: 'group other is-question', key: 'pass' },
      h('h2', null, t('dock.nothing')),
      primary(t('dock.pass'), () => act('pass'), {
        class: ['primary', state.ui.advised === 'pass' && 'is-advised'],
      }),
    );
  const tickets = mine && legalText(table, 'tickets');
  if (tickets && state.ui.asking === 'tickets') {
    return h(
      'div',
      { class: 'group other is-question', key: 'sure' },
      h('h2', null, t('dock.tickets_sure', { count: tickets.count ?? 0 })),
      h(
        'div',
        { class: 'buttons' },
        quiet(t('cancel'), stepBack),
        primary(t('dock.tickets_yes'), () => act('tickets'), { 'data-next': true }),
      ),
    );
  }
  const cost = stationCost(table);
  const stations = view.seats[me(table) ?? 0].stations_left;
  return h(
    'div',
    { class: ['group other', mine && view.phase === 'second_card' && 'is-aside'], key: 'other' },
    h('h2', null, t('dock.or')),
    h(
      'button',
      {
        type: 'button',
        class: 'action',
        on: {
          click: () => (tickets ? askFor('tickets') : tryTo('tickets')),
        },
      },
      icon('ticket'),
      h(
        'span',
        null,
        t('dock.tickets'),
        view.ticket_deck
          ? noteWithCount(
              t('dock.tickets_note', { draw: board.drawn_tickets.count, keep: board.drawn_tickets.keep }),
              view.ticket_deck,
            )
          : h('small', null, t('dock.no_tickets')),
      ),
      h('kbd', null, 'T'),
    ),
    board.stations.each > 0 &&
      h(
        'button',
        {
          type: 'button',
          class: 'action',
          on: { click: askForStation },
        },
        icon('station'),
        h(
          'span',
          null,
          t('dock.station'),
          stations
            ? noteWithCount(cost === null ? '' : t('dock.station_note', { count: cost }), stations)
            : h('small', null, t('dock.no_stations')),
        ),
        h('kbd', null, 'B'),
      ),
  );
}

/** The cost or gain of an action if known (left out where two share a narrow row), and how many are left. */
const noteWithCount = (/** @type {string} */ note, /** @type {number} */ left) =>
  h('small', null, note && h('span', { class: 'terms' }, `${note} · `), t('dock.left', { count: left }));

/** @param {import('../shapes').Playing} table */
function watcherDock(table) {
  const open = table.info.seats.filter((s) => s.kind === 'open');
  const seat = open[0]?.seat;
  return h(
    'section',
    { class: 'dock is-watching', id: 'actions', key: 'watch', 'aria-label': t('dock.title') },
    market(table),
    h('p', { class: 'hint' }, icon('eye', 16), t('dock.watching')),
    seat !== undefined && table.info.public && quiet(t('dock.sit_down'), () => sitDown(seat)),
  );
}

/** @param {import('../shapes').Seated} table */
function offerDock(table) {
  const { you, board } = table;
  const { kept } = state.ui;
  const least = keepAtLeast(table);
  const start = table.view.phase === 'choosing_start';
  const keep = () => {
    if (kept.size >= least) act(`keep ${[...kept].sort((a, b) => a - b).join(' ')}`);
  };
  const chosen = you.offer
    .filter((_, i) => kept.has(i + 1))
    .reduce((sum, id) => sum + board.ticketBy.get(id).points, 0);
  return h(
    'form',
    {
      class: 'dock is-choice is-offer',
      id: 'actions',
      key: 'offer',
      'aria-label': t('offer.title'),
      on: {
        submit: (/** @type {Event} */ e) => {
          e.preventDefault();
          keep();
        },
      },
    },
    h(
      'div',
      { class: 'group offer', key: 'offer' },
      h('h2', null, t('offer.keep', { count: least }), h('small', null, t(start ? 'offer.start' : 'offer.later'))),
      h(
        'div',
        { class: 'row' },
        you.offer.map((id, i) => offered(table, id, i + 1)),
      ),
    ),
    holding(table),
    h(
      'div',
      { class: 'group confirm', key: 'confirm' },
      h(
        'p',
        { class: 'hint' },
        kept.size ? t('offer.worth', { count: chosen }) : t(isTouch() ? 'offer.tap' : 'offer.warning'),
      ),
      h(
        'div',
        { class: 'buttons' },
        primary(t('offer.confirm', { count: kept.size }), keep, {
          type: 'submit',
          disabled: kept.size < least,
          ...inactive(table.sending),
        }),
      ),
    ),
  );
}

/** @param {import('../shapes').Table} table @param {string} id @param {number} place */
function offered(table, id, place) {
  const ticket = table.board.ticketBy.get(id);
  const look = () => lookAt({ kind: 'ticket', what: id });
  const looked = state.ui.looking?.kind === 'ticket' && state.ui.looking.what === id;
  return h(
    'label',
    {
      class: ['offered', looked && 'is-focus', ticket.long && 'is-long'],
      key: id,
      on: { pointerenter: look, pointerleave: () => lookAt(null) },
    },
    h('input', {
      type: 'checkbox',
      checked: state.ui.kept.has(place),
      on: {
        change: () => {
          tick(place);
          look();
        },
        focus: look,
        blur: () => lookAt(null),
      },
    }),
    h(
      'span',
      null,
      h('b', null, ticketName(table.board, id)),
      h('small', null, [ticket.long && `${t('ticket.long')} · `, progressWords(table, id)]),
    ),
    h('i', null, number(ticket.points)),
  );
}

/** @param {import('../shapes').InTunnel} table */
function tunnelDock(table) {
  const { view, board } = table;
  const { route, shown, counts, extra } = view.tunnel;
  const ways = tunnelWays(table);
  const way = ways[state.ui.way] ?? ways[0] ?? null;
  const points = board.routes[board.routeNo.get(route)].points;
  return h(
    'form',
    {
      class: 'dock is-choice is-in-tunnel',
      id: 'actions',
      key: 'tunnel',
      'aria-label': t('tunnel.title', { route: routeName(board, route) }),
      on: {
        submit: (/** @type {Event} */ e) => {
          e.preventDefault();
          if (way) act(way.text);
        },
      },
    },
    h(
      'div',
      { class: 'group turned', key: 'turned' },
      h('h2', null, t('tunnel.turned'), h('small', null, t('tunnel.extra', { count: extra }))),
      h(
        'div',
        { class: 'row' },
        shown.map((c, i) =>
          h(
            'span',
            { class: ['turn', counts[i] && 'is-hit'], style: { '--delay': `${i * 380}ms` } },
            card(c, { still: true }),
            counts[i] && h('b', null, '+1'),
          ),
        ),
      ),
    ),
    h(
      'div',
      { class: 'group pay is-narrow', key: 'ways' },
      h('h2', null, t(way ? 'tunnel.pay' : 'tunnel.extra', { count: extra })),
      ways.length ? waysList(ways, 'extra') : h('p', { class: 'none' }, t('tunnel.cannot')),
    ),
    hand(table, way),
    h(
      'div',
      { class: 'group confirm', key: 'confirm' },
      h('p', { class: 'hint' }, t(way ? 'tunnel.or_back' : 'tunnel.only_back')),
      h(
        'div',
        { class: 'buttons' },
        quiet(t('tunnel.back'), () => act('back'), {
          ...inactive(table.sending),
          class: ['quiet', state.ui.advised === 'back' && 'is-advised'],
        }),
        way &&
          primary([t('tunnel.pay_claim'), h('span', null, `+${number(points)}`)], () => act(way.text), {
            type: 'submit',
            ...inactive(table.sending),
          }),
      ),
    ),
  );
}
