/** A browser notification when it is the player's turn and the page is hidden. Loaded on demand. */

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
      icon: new URL('icon-turn.svg', import.meta.url).href,
    });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    /* phones show none without an installed page; the title and the sound remain */
  }
}
