/** What is printed on a board, fetched once and numbered: the picture and the server's lists use the same order. */

import { change, state } from '../state.js';
import { ask } from './api.js';

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/** @param {string} path */
function once(path) {
  if (!known.has(path))
    known.set(
      path,
      ask(path).catch((error) => {
        known.delete(path);
        throw error;
      }),
    );
  return /** @type {Promise<any>} */ (known.get(path));
}

/** What the server allows and offers, kept in `state.server`. */
export async function loadInfo() {
  const server = await once('/api/info');
  if (state.server !== server) change((s) => Object.assign(s, { server }));
  return server;
}

/** The boards that come with the server, in short. @returns {Promise<any[]>} */
export const loadBoards = () => once('/api/boards');

/** @param {string} id @returns {Promise<import('../words.js').Board>} */
export async function loadBoard(id) {
  const facts = await once(`/api/boards/${id}`);
  return facts.cityNo ? facts : number(facts);
}

/** @param {string} id */
export const loadLayout = (id) => once(`/api/boards/${id}/layout`);

/**
 * Board and layout of a table. Somebody's own board may be called like one of ours; the digest says which it is.
 * @param {{ id: string, digest: string }} which @returns {Promise<[any, any]>}
 */
export async function loadPicture({ id, digest }) {
  const ref = await refOf({ id, digest });
  return Promise.all([loadBoard(ref), loadLayout(ref)]);
}

/** How the server names a board. @param {{ id: string, digest: string }} which */
export async function refOf({ id, digest }) {
  const ours = await loadBoards();
  return ours.some((board) => board.digest === digest) ? id : `sha256:${digest}`;
}

/** Put numbers where the server writes ids, and find things by id. @param {any} facts */
function number(facts) {
  const cityNo = new Map(facts.cities.map((/** @type {any} */ city, /** @type {number} */ no) => [city.id, no]));
  const routeNo = new Map(facts.routes.map((/** @type {any} */ route, /** @type {number} */ no) => [route.id, no]));
  const between = (/** @type {any} */ entry) => ({
    ...entry,
    cities: entry.cities.map((/** @type {string} */ id) => cityNo.get(id)),
  });
  const routes = facts.routes.map((/** @type {any} */ route) => ({
    ...between(route),
    twin: route.twin === null ? null : routeNo.get(route.twin),
  }));
  const tickets = facts.tickets.map(between);
  return Object.assign(facts, {
    routes,
    tickets,
    cityNo,
    routeNo,
    ticketBy: new Map(tickets.map((/** @type {any} */ ticket) => [ticket.id, ticket])),
  });
}
