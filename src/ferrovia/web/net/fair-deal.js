/**
 * This browser's part of the fair deal: it stores the server's commitment first, and only then sends a random value.
 * Both stay here, to be compared with what the server reveals after the end (`end/fairness.js`).
 */

import { ApiError, ask, randomHex } from './api.js';

/** @param {string} name @returns {string | null} */
function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // a private window may have no storage
  }
}

/** Stores the first text under a name. @param {string} name @param {string} text */
function keep(name, text) {
  try {
    if (!localStorage.getItem(name)) localStorage.setItem(name, text);
  } catch {
    /* a private window may keep nothing */
  }
}

/** The commitment that this browser saw before the game. @param {string} table */
export const keptCommitment = (table) => kept(`deal.${table}`);

/** The value that this browser sent. @param {string} table */
export const keptValue = (table) => kept(`value.${table}`);

/** @param {string} table @param {string | null | undefined} commitment */
export const keepCommitment = (table, commitment) => commitment && keep(`deal.${table}`, commitment);

/**
 * Sends a random value for the deal of a table, and stores it once the server has accepted it.
 * @param {string} table
 * @param {number} seat
 * @param {(message: Omit<import('../protocol').GiveValue, 'id'>) => Promise<{ type: string }>} request
 */
export async function giveValue(table, seat, request) {
  const value = randomHex(32);
  const answer = await request({ type: 'value', seat, value });
  if (answer.type === 'accepted') keep(`value.${table}`, value);
}

/**
 * Starts a table whose seats are all taken: commitment, value, start.
 * @param {{ table: string, commitment: string, seats: Array<{ seat: number }> }} made
 */
export async function startFairly({ table, commitment, seats }) {
  keepCommitment(table, commitment);
  const address = /** @type {const} */ (`/api/tables/${table}/messages`);
  await giveValue(table, seats[0].seat, (message) => ask(address, { ...message, id: randomHex(12) }));
  const answer = await ask(address, { type: 'start', id: randomHex(12) });
  if (answer.type === 'refused') throw new ApiError(answer.refusal.code, answer.refusal.numbers, answer.refusal.rule);
}
