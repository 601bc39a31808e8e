/** Games as files in the position format, which `ferrovia score` reads too. */

import { ApiError, ask } from '../net/api.js';
import { loadBoard } from '../net/boards.js';
import { MOST_NAME, NoGame, newGame, pieceColors, positionOf, readGame } from './game.js';
import { colorWords } from './players.js';

/** @typedef {import('./game.js').Game} Game */

/** @param {Game} game */
export const fileOf = (game) =>
  new File([`${JSON.stringify(positionOf(game), null, 2)}\n`], `ferrovia-${game.board.slice(0, 12)}.json`, {
    type: 'application/json',
  });

/** @param {Blob} file @param {string} name */
export function download(file, name) {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** Reads a game from an untrusted file; throws NoGame. @param {File} file @returns {Promise<Game>} */
export async function gameOfFile(file) {
  /** @type {unknown} */
  let data;
  try {
    data = JSON.parse(await file.text());
  } catch {
    throw new NoGame('file');
  }
  if (!isTable(data) || typeof data.board !== 'string') throw new NoGame('file');
  try {
    const found = await ask('/api/score', data);
    const codes = (found.problems ?? []).map((/** @type {{ code: string }} */ problem) => problem.code);
    if (codes.includes('position/wrong_type')) throw new NoGame('file');
    if (codes.includes('position/rules_version')) throw new NoGame('other_rules');
    return gameOfPosition(data, await loadBoard(data.board));
  } catch (error) {
    if (error instanceof NoGame) throw error;
    const code = error instanceof ApiError ? error.code : '';
    throw new NoGame(code === 'board/unknown' ? 'board' : code === 'net/unreachable' ? 'away' : 'file');
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isTable = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value @returns {unknown[]} */
const entries = (value) => (Array.isArray(value) ? value : []);

/**
 * Entries that the board lacks stay in the game: the page says so, and nothing is lost.
 * @param {Record<string, unknown>} data @param {import('../words.js').Board} board @returns {Game}
 */
export function gameOfPosition(data, board) {
  const seats = entries(data.seats).map((seat) => (isTable(seat) ? seat : {}));
  const players = seats.map((seat, i) => {
    const color = pieceColors().indexOf(String(seat.color));
    const free = pieceColors().findIndex((word, at) => at >= i && !seats.some((other) => other.color === word));
    const look = color >= 0 ? color : Math.max(free, 0);
    const name = typeof seat.name === 'string' ? seat.name.trim().slice(0, MOST_NAME) : '';
    return { name: name || colorWords(look), color: look };
  });
  /** @param {string} key */
  const bySeat = (key) =>
    Object.fromEntries(seats.flatMap((seat, i) => entries(seat[key]).map((id) => [String(id), i])));
  const game = newGame({ ref: String(data.board), name: board.name, digest: board.digest }, players);
  return readGame({
    ...game,
    digest: typeof data.board_digest === 'string' ? data.board_digest : board.digest,
    owners: bySeat('routes'),
    stations: bySeat('stations'),
    tickets: bySeat('tickets'),
    borrows: Object.assign({}, ...seats.map((seat) => (isTable(seat.borrows) ? seat.borrows : {}))),
    others: seats.flatMap((seat, i) =>
      entries(seat.other_tickets).map((one) =>
        isTable(one) ? { seat: i, cities: one.cities, points: one.points } : null,
      ),
    ),
    merchandise: Object.fromEntries(seats.flatMap((seat, i) => ('merchandise' in seat ? [[i, seat.merchandise]] : []))),
  });
}
