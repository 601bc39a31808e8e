/** Questions about one table that are asked early and needed later. */

import { ask } from './api.js';

/** @type {Map<string, Promise<any>>} */
const asked = new Map();

/** A link's token makes this browser its holder, once. @param {string} id @param {string} token @returns {Promise<any>} */
export function openTable(id, token) {
  if (!/^[sw]_/.test(token)) return Promise.resolve(null);
  const key = `${id} ${token}`;
  if (!asked.has(key)) asked.set(key, ask(`/api/tables/${id}/open`, { token }).finally(() => { window.setTimeout(() => asked.delete(key), 5000); }));
  return /** @type {Promise<any>} */ (asked.get(key));
}

/** What everybody at the table may know about it. @param {string} id @returns {Promise<any>} */
export const tableInfo = (id) => ask(`/api/tables/${id}`);
