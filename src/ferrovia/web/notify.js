/** A word from the browser when it is one's turn and one looks elsewhere. Fetched when somebody wants that. */

import { under } from './base.js';

/**
 * @param {string} title
 * @param {string} words
 * @param {string} table one word a table: a new one takes the place of the old
 */
export function call(title, words, table) {
  try {
    const note = new Notification(title, {
      body: words,
      tag: `ferrovia-${table}`,
      icon: under('/static/icon-turn.svg'),
    });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    /* phones show none without an installed page; the title and the sound are left */
  }
}
