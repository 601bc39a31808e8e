/** Board facts, loaded once and numbered: the picture and the server's lists use the same order. */

import { orderSeats } from '../board/symbols.js';
import { change, state } from '../state.js';
import { ask } from './api.js';

/** Parts of a board by their ids. @template Thing */
export class ById {
  /** @type {Map<string, Thing>} */
  #known;

  /** @param {Iterable<[string, Thing]>} entries */
  constructor(entries) {
    this.#known = new Map(entries);
  }

  /** The part with an id from the same server, which always exists. @param {string | undefined} id */
  get(id) {
    const found = this.find(id);
    if (found === undefined) throw new Error(`the board has no ${id}`);
    return found;
  }

  /** The part with an id that may belong to another board. @param {string | undefined} id */
  find(id) {
    return id === undefined ? undefined : this.#known.get(id);
  }

  /** @param {string} id */
  has(id) {
    return this.#known.has(id);
  }
}

/**
 * Requests each item once, and again only after a failure.
 * @template T @param {(id: string) => Promise<T>} fetch
 * @returns {(id?: string) => Promise<T>}
 */
function once(fetch) {
  /** @type {Map<string, Promise<T>>} */
  const known = new Map();
  return (id = '') => {
    const coming =
      known.get(id) ??
      fetch(id).catch((error) => {
        known.delete(id);
        throw error;
      });
    known.set(id, coming);
    return coming;
  };
}

const fetchInfo = once(() => ask('/api/info'));

/** The server's limits and offers, kept in `state.server`. */
export async function loadInfo() {
  const server = await fetchInfo();
  orderSeats(server.seat_colors);
  if (state.server !== server) change((s) => Object.assign(s, { server }));
  return server;
}

/** The boards that come with the server, in short, in the order in which they are offered. */
export const loadBoards = once(() => ask('/api/boards'));

export const loadBoard = once(async (id) => number(await ask(`/api/boards/${id}`)));

export const loadLayout = once((id) => ask(`/api/boards/${id}/layout`));

/** Board and layout of a table. @param {{ digest: string }} which */
export const loadPicture = (which) => Promise.all([loadBoard(refOf(which)), loadLayout(refOf(which))]);

/** The server's name for a board: a custom one may have the id of a built-in one. @param {{ digest: string }} which */
export const refOf = ({ digest }) => `sha256:${digest}`;

/**
 * Replaces the server's ids with numbers, and finds parts by id.
 * @param {import('../protocol').BoardData} facts
 * @returns {import('../shapes').Board}
 */
export function number(facts) {
  const cityNo = new ById(facts.cities.map(({ id }, no) => [id, no]));
  const routeNo = new ById(facts.routes.map(({ id }, no) => [id, no]));
  /** @param {string[]} ids @returns {[number, number]} */
  const ends = ([from, to]) => [cityNo.get(from), cityNo.get(to)];
  const tickets = facts.tickets.map((ticket) => ({ ...ticket, cities: ends(ticket.cities) }));
  return {
    ...facts,
    routes: facts.routes.map((route) => ({
      ...route,
      cities: ends(route.cities),
      twin: route.twin === null ? null : routeNo.get(route.twin),
    })),
    tickets,
    cityNo,
    routeNo,
    ticketBy: new ById(tickets.map((ticket) => [ticket.id, ticket])),
  };
}
