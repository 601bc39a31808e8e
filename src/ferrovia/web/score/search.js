/** Finds routes, tickets and cities by typed text: parts of names, without accents, in any order. */

/** @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {string} typed */
const wordsOf = (typed) =>
  plain(typed)
    .split(/[\s,–-]+/)
    .filter(Boolean);

/** Whether a name, or one of its words, begins with the typed word. @param {string} name @param {string} word */
const begins = (name, word) => {
  const known = plain(name);
  return known.startsWith(word) || known.split(/[\s'.-]+/).some((part) => part.startsWith(word));
};

/** Whether each word typed belongs to one of the names, the first two to different ones.
 * @param {string[]} names @param {string} typed */
export function fits(names, typed) {
  const words = wordsOf(typed);
  if (words.length === 0) return true;
  const all = words.every((word) => names.some((name) => begins(name, word)));
  if (!all || words.length === 1 || names.length < 2) return all;
  const [a, b] = names;
  const split = words.map((_, i) => [words.slice(0, i), words.slice(i)]);
  return [...split, [words, []]].some(
    ([first, second]) =>
      (first.every((word) => begins(a, word)) && second.every((word) => begins(b, word))) ||
      (first.every((word) => begins(b, word)) && second.every((word) => begins(a, word))),
  );
}

/** @param {import('../shapes').Board} board @param {{ cities: number[] }} entry */
export const namesOf = (board, entry) => entry.cities.map((city) => board.cities[city].name);
