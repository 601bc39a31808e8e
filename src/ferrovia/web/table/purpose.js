/** The purpose of a move in one sentence, from what the player sees: tickets, hand, display. Decides nothing. */

import { colorName, list, t } from '../i18n.js';
import { routeName, ticketName } from '../words.js';
import { isJoined, missingRoutes, outlookOf } from './model.js';

/**
 * @param {import('../shapes').Seated} table
 * @param {import('../protocol').Legal} move an action as the server lists it
 * @returns {string} '' where there is nothing to say
 */
export function purpose(table, move) {
  switch (move.kind) {
    case 'claim':
      return ofRoute(table, move.route);
    case 'pay':
      return ofRoute(table, table.view.tunnel?.route);
    case 'take':
      return move.card === 'wild' ? t('why.wild') : ofColour(table, move.card ?? '');
    case 'draw':
      return t('why.draw');
    case 'station':
      return t('why.station');
    case 'tickets':
      return openTickets(table).length === 0 ? t('why.tickets_done') : t('why.tickets');
    case 'keep':
      return ofTickets(table, move.places ?? []);
    case 'back':
      return t('why.back');
    default:
      return '';
  }
}

/**
 * Own tickets that are not connected and still possible.
 * @param {import('../shapes').Seated} table
 * @returns {string[]}
 */
const openTickets = (table) =>
  table.you.tickets.filter((/** @type {string} */ id) => !isJoined(table, id) && outlookOf(table, id)?.possible);

/** @param {import('../shapes').Seated} table @param {string | undefined} route */
function ofRoute(table, route) {
  const found = route && table.board.routes[table.board.routeNo.get(route)];
  if (!found) return '';
  const served = openTickets(table).filter((id) => missingRoutes(table, id).includes(route));
  if (served.length === 0) return t('why.points', { count: found.points });
  return t('why.ticket', { ticket: list(served.slice(0, 2).map((id) => ticketName(table.board, id))) });
}

/** @param {import('../shapes').Seated} table @param {string} color */
function ofColour(table, color) {
  const { board } = table;
  for (const id of openTickets(table))
    for (const route of missingRoutes(table, id)) {
      const no = board.routeNo.get(route);
      if (board.routes[no].color === color)
        return t('why.colour', { color: colorName(color), route: routeName(board, no) });
    }
  const held = table.you.hand[color] ?? 0;
  return held ? t('why.more', { count: held + 1, color: colorName(color) }) : t('why.any', { color: colorName(color) });
}

/**
 * Tickets with overlapping paths need fewer routes together.
 * @param {import('../shapes').Seated} table
 * @param {number[]} places from 1
 */
function ofTickets(table, places) {
  const ids = places.map((place) => table.you.offer[place - 1]);
  const ways = [...ids, ...openTickets(table)].map((id) => missingRoutes(table, id));
  const shared = ways.flat().length - new Set(ways.flat()).size;
  if (shared > 0) return t('why.shared', { count: shared });
  const points = ids.reduce((sum, id) => sum + table.board.ticketBy.get(id).points, 0);
  return t('why.worth', { count: points });
}
