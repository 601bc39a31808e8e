/**
 * A finished game from one seat's view: what the seat could know at a step, or everything. Only for display; nothing is
 * secret after the end.
 */

import { closedRoutes } from '../table/model.js';

/**
 * @typedef {number|null} Eyes a seat, or null for all open
 * @typedef {import('../protocol').Step} Step
 */

/**
 * Whether game, board and layout have loaded.
 * @param {import('../shapes').Replay | null} replay
 * @returns {replay is import('../shapes').ShownReplay}
 */
export const isShown = (replay) =>
  replay !== null && replay.game !== null && replay.board !== null && replay.layout !== null;

/**
 * The game as its viewer is told of it: "you" is the one seat that this browser holds.
 * @param {import('../shapes').ShownReplay} replay
 * @returns {import('../shapes').Told}
 */
export const toldOf = ({ game, board }) => ({
  board,
  info: game.table,
  you: game.yours.length === 1 ? { seat: game.yours[0] } : null,
  held: game.yours,
});

/** What the viewer could see at a step. @param {Step} step @param {Eyes} eyes */
export const seenBy = (step, eyes) => (eyes === null ? step.events : (step.seen[eyes]?.events ?? step.events));

/**
 * Hand and tickets of a seat as the viewer sees them.
 * @param {Step} step @param {number} seat @param {Eyes} eyes
 * @returns {{ cards: number, tickets: number, hand: Array<[string, number]>|null, own: string[]|null, offer: string[]
 *   }} null: hidden
 */
export function shownOf(step, seat, eyes) {
  const open = eyes === null || eyes === seat;
  const hand = step.hands[seat];
  const counts = step.view.seats[seat];
  return {
    cards: counts.cards,
    tickets: counts.tickets,
    hand: open
      ? Object.entries(hand.hand)
          .filter(([, count]) => Number(count) > 0)
          .map(([color, count]) => [color, Number(count)])
      : null,
    own: open ? hand.tickets : null,
    offer: open ? (hand.offer ?? []) : [],
  };
}

/**
 * Whether a ticket counts for its seat at a step, also with routes that stations borrow.
 * @param {Step} step
 * @param {number} seat
 * @param {string} ticket
 */
export const isJoined = (step, seat, ticket) => step.completed[seat].includes(ticket);

/**
 * What the board shows at a step (fields of board/types.js `Position`).
 * @param {import('../shapes').Board} board
 * @param {Step} step
 * @param {Eyes} eyes
 */
export function positionOf(board, step, eyes) {
  const byNumber = (
    /** @type {Record<string, number>} */ entries,
    /** @type {import('../shapes').ById<number>} */ numbers,
  ) => Object.fromEntries(Object.entries(entries).map(([id, seat]) => [numbers.get(id), seat]));
  const claimed = step.events.find((event) => event.event === 'route_claimed' || event.event === 'tunnel_entered');
  const built = step.events.find((event) => event.event === 'station_built');
  const open = eyes === null ? [] : step.hands[eyes].tickets.filter((ticket) => !isJoined(step, eyes, ticket));
  return {
    owners: byNumber(step.view.owners, board.routeNo),
    stations: byNumber(step.view.stations, board.cityNo),
    wanted: new Set(open.flatMap((ticket) => board.ticketBy.get(ticket).cities)),
    you: eyes,
    closed: closedRoutes({ board, view: step.view, look: eyes }),
    chosen: claimed ? board.routeNo.get(claimed.route) : null,
    chosenCity: built ? board.cityNo.get(built.city) : null,
  };
}
