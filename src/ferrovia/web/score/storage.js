/** Games stored in this browser, one entry each; and games in links. */

import { NoGame, readGame } from './game.js';

/** @typedef {import('./game.js').Game} Game */

const STEM = 'ferrovia.score.';

/** @param {Game} game @returns {boolean} false: the browser keeps nothing, or has no room left */
export function keep(game) {
  try {
    localStorage.setItem(STEM + game.id, JSON.stringify(game));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} id */
export function forget(id) {
  try {
    localStorage.removeItem(STEM + id);
  } catch {
    /* then there was nothing stored */
  }
}

/** @param {string} id @returns {Game | null} null: not in this browser */
export function kept(id) {
  try {
    const text = localStorage.getItem(STEM + id);
    return text === null ? null : readGame(JSON.parse(text));
  } catch {
    return null;
  }
}

/** All games of this browser, latest first. @returns {Game[]} */
export function allKept() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(STEM))
      .flatMap((key) => kept(key.slice(STEM.length)) ?? [])
      .sort((a, b) => b.changed - a.changed);
  } catch {
    return [];
  }
}

// ------------------------------------------------------------------ links

/** @param {Uint8Array} bytes */
const toLetters = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** @param {string} letters */
const toBytes = (letters) =>
  Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} through */
const passed = async (bytes, through) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());

/** A game as a link to this server: everything is behind the `#`, which browsers do not send. @param {Game} game */
export async function linkTo(game) {
  const bytes = new TextEncoder().encode(JSON.stringify(game));
  const packed = await passed(bytes, new CompressionStream('deflate-raw'));
  return `/score#${toLetters(packed)}`;
}

/** @param {string} token what stands behind the `#` @returns {Promise<Game>} */
export async function gameOfLink(token) {
  let data;
  try {
    data = JSON.parse(new TextDecoder().decode(await passed(toBytes(token), new DecompressionStream('deflate-raw'))));
  } catch {
    throw new NoGame('broken');
  }
  return readGame(data);
}
