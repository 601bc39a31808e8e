/** What the player can do now, always in the same place: draw, pay, decide a tunnel, choose tickets, build. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { icon, primary, quiet } from '../parts.js';
import { state } from '../state.js';
import { askFor, stepBack, tryTo } from './choosing.js';
import { hand, market } from './market.js';
import { isMyTurn, me } from './model.js';
import { offerDock } from './offer.js';
import { payDock, stationDock } from './pay.js';
import { act, join } from './session.js';
import { tunnelDock } from './tunnel.js';

/** @param {any} table */
export function dock(table) {
  const { view, you } = table;
  const { ui } = state;
  if (!you) return watcherDock(table);
  const mine = isMyTurn(table);
  if (mine && you.offer.length > 0) return offerDock(table);
  if (mine && view.phase === 'in_tunnel') return tunnelDock(table);
  if (ui.route !== null) return payDock(table);
  if (mine && ui.asking === 'station') return stationDock(table);
  return h('section', { class: ['dock', !mine && 'is-waiting'], id: 'actions', key: 'turn', 'aria-label': t('dock.title') }, market(table), hand(table), other(table));
}

/** Tickets, a station, passing. @param {any} table */
function other(table) {
  const { view, board } = table;
  const mine = isMyTurn(table);
  if (mine && table.legal.some((/** @type {any} */ a) => a.kind === 'pass')) return h('div', { class: 'group other' }, h('h2', null, t('dock.nothing')), primary(t('dock.pass'), () => act('pass')));
  if (state.ui.asking === 'tickets') {
    return h('div', { class: 'group other', key: 'sure' }, h('h2', null, t('dock.tickets_sure', { count: Math.min(board.drawn_tickets.count, view.ticket_deck) })),
      h('div', { class: 'buttons' }, quiet(t('cancel'), stepBack), primary(t('dock.tickets_yes'), () => act('tickets'))));
  }
  const stations = view.seats[me(table) ?? 0].stations;
  return h('div', { class: ['group other', mine && view.phase === 'second_card' && 'is-aside'], key: 'other' }, h('h2', null, t('dock.or')),
    h('button', { type: 'button', class: 'action', on: { click: () => (mine && view.phase === 'turn' && view.ticket_deck > 0 ? askFor('tickets') : tryTo('tickets')) } }, icon('ticket'),
      h('span', null, t('dock.tickets'), h('small', null, view.ticket_deck ? t('dock.tickets_note', { draw: board.drawn_tickets.count, keep: board.drawn_tickets.keep, left: view.ticket_deck }) : t('dock.no_tickets'))), h('kbd', null, 'T')),
    board.stations.each > 0 && h('button', { type: 'button', class: 'action', on: { click: () => (mine && view.phase === 'turn' ? askFor('station') : tryTo(`station ${board.cities[0].id} wild*1`)) } }, icon('station'),
      h('span', null, t('dock.station'), h('small', null, stations ? t('dock.station_note', { count: board.stations.each - stations + 1, left: stations }) : t('dock.no_stations'))), h('kbd', null, 'B')));
}

/** @param {any} table */
function watcherDock(table) {
  const open = table.info.seats.filter((/** @type {any} */ s) => s.kind === 'open');
  const seat = open[0]?.seat;
  return h('section', { class: 'dock is-watching', id: 'actions', key: 'watch', 'aria-label': t('dock.title') },
    table.view && market(table),
    h('p', { class: 'hint' }, icon('eye', 16), t('dock.watching')),
    seat !== undefined && table.info.public && quiet(t('dock.sit_down'), () => join(table.id, { name: state.lobby.name || t('player.guest'), seat })));
}
