/** The list of lessons and this browser's progress: requested once, kept here. */

import { ApiError, ask } from '../net/api.js';
import { startFairly } from '../net/fair-deal.js';
import { go } from '../route.js';
import { named, remember, remembered } from '../settings.js';
import { change } from '../state.js';

/** @param {string} id */
export const isLearnt = (id) => remembered(`learnt.${id}`) === 'yes';

/** @param {string} id */
export const setLearnt = (id) => remember(`learnt.${id}`, 'yes');

/**
 * Opens the table of a lesson: the unfinished one, or a new one.
 * @param {string} id @param {boolean} [again]
 */
export async function beginLesson(id, again = false) {
  const made = await ask(`/api/lessons/${id}`, { ...named(), again });
  go(`/table/${made.table}`);
}

/** A game against the easy bot, with a normal deal. @param {string} board */
export async function playForReal(board) {
  const made = await ask('/api/tables', {
    board,
    seats: [
      { kind: 'me', ...named() },
      { kind: 'bot', level: 'easy' },
    ],
  });
  await startFairly(made);
  go(`/table/${made.table}`);
}

/** Runs a button's action; problems appear in the lobby. @param {() => Promise<void>} act */
export async function trying(act) {
  try {
    await act();
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'net/unreachable';
    change((s) => {
      s.trouble = { code };
    });
  }
}
