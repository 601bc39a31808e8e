/**
 * The end of a game in beats: one per row of the sheet, and one per revealed ticket. No page, no state.
 */

import { borrowed, join, rowsOf } from './rows.js';

/**
 * @typedef {import('../shapes').Board} Board
 * @typedef {import('../protocol').ResultData} ResultData
 * @typedef {import('../protocol').TicketScoreData} TicketScore
 *
 * @typedef {{ row: string, seat: number | null, ticket: TicketScore | null, gains: number[], last: boolean }} Beat
 *   seat and ticket: whose ticket is turned over; null where a row is told for everybody at once; gains: points by
 *   seat; last: no other ticket of this seat follows
 */

/**
 * @param {Board} board
 * @param {ResultData} result
 * @param {number} first the seat whose tickets come first
 * @returns {Beat[]}
 */
export function beatsOf(board, result, first) {
  const rows = rowsOf(board, result);
  const whole = (/** @type {typeof rows[number]} */ row) => ({
    row: row.id,
    seat: null,
    ticket: null,
    gains: row.cells.map(({ points }) => points),
    last: true,
  });
  const [routes, , , ...others] = rows;
  return [whole(routes), ...ticketBeats(result, first), ...others.map(whole)];
}

/** Seat by seat, low tickets first. @param {ResultData} result @param {number} first @returns {Beat[]} */
function ticketBeats({ sheets }, first) {
  const inOrder = [...sheets.slice(first), ...sheets.slice(0, first)];
  return inOrder.flatMap(({ seat, tickets }) =>
    [...tickets]
      .sort((a, b) => Math.abs(a.points) - Math.abs(b.points))
      .map((ticket, i) => ({
        row: ticket.completed ? 'tickets_won' : 'tickets_lost',
        seat,
        ticket,
        gains: sheets.map((_, other) => (other === seat ? ticket.points : 0)),
        last: i === tickets.length - 1,
      })),
  );
}

/** Every seat's points after the first beats. @param {Beat[]} beats @param {number} told @param {number} seats */
export const sumsAt = (beats, told, seats) =>
  Array.from({ length: seats }, (_, seat) => beats.slice(0, told).reduce((sum, { gains }) => sum + gains[seat], 0));

/**
 * The rows of the sheet after the first beats. Ticket rows fill up ticket by ticket; a row not shown yet is null.
 * @param {import('./rows.js').Row[]} rows
 * @param {Beat[]} beats
 * @param {number} told
 * @returns {Array<import('./rows.js').Row | null>} in the order of `rows`
 */
export function rowsAt(rows, beats, told) {
  const tickets = beats.findLastIndex(({ ticket }) => ticket !== null);
  return rows.map((row) => {
    const own = beats.filter((beat) => beat.row === row.id);
    const done = beats.slice(0, told).filter((beat) => beat.row === row.id);
    if (told >= beats.length || (own.length > 0 && own.length === done.length)) return row;
    if (own.length === 0 && told > tickets) return row; // no seat has such a ticket
    if (done.length === 0) return null;
    return {
      id: row.id,
      cells: row.cells.map((_, seat) => ({
        points: done.reduce((sum, { gains }) => sum + gains[seat], 0),
        count: done.filter((beat) => beat.seat === seat).length,
      })),
    };
  });
}

/** Places by points, from 1; equal points share one. @param {number[]} sums */
export const placesOf = (sums) => sums.map((own) => 1 + sums.filter((other) => other > own).length);

/**
 * What one ticket highlights on the board: its cities, and the path between them if it is completed.
 * @param {Board} board
 * @param {ResultData} result
 * @param {Record<string, number>} owners seat by route id
 * @param {number} seat
 * @param {string} id
 */
export function ticketLights(board, result, owners, seat, id) {
  const sheet = result.sheets[seat];
  const ticket = sheet.tickets.find((one) => one.ticket === id);
  const ends = board.ticketBy.get(id)?.cities;
  const own = new Set(
    Object.keys(owners)
      .filter((route) => owners[route] === seat)
      .map((route) => board.routeNo.get(route)),
  );
  const usable = new Set([...own, ...borrowed(board, sheet)]);
  return {
    lit: new Set(ticket?.completed ? join(board, usable, ends) : []),
    litCities: new Set(ends ?? []),
    keep: own,
    wanted: new Set(),
    aside: true,
    you: seat,
  };
}
