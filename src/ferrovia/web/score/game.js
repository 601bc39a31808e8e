/**
 * A game on a real table, as entered: plain data that is stored in the browser, put into links and sent to the server.
 * Nothing here knows a rule; every edit is a function from one game to the next.
 *
 * @typedef {{ name: string, color: number }} Player  color: which of `pieceColors`
 * @typedef {{ seat: number, cities: [string, string], points: number }} OtherTicket  a ticket that the board file lacks
 * @typedef {object} Game
 * @property {number} version
 * @property {string} id
 * @property {number} changed                     milliseconds
 * @property {string} board                       id of a board, or `sha256:<digest>`
 * @property {string} boardName
 * @property {string} digest                      of the board it was entered for
 * @property {Player[]} players
 * @property {Record<string, number>} owners      seat by route
 * @property {Record<string, number>} stations    seat by city
 * @property {Record<string, string>} borrows     the route that the station in a city borrows; left out: the best
 * @property {Record<string, number>} tickets     seat by ticket
 * @property {OtherTicket[]} others
 * @property {Record<string, number>} merchandise cards by seat; left out: one for each route with carts
 */

import { state } from '../state.js';

export const VERSION = 1;
/** The colours of pieces, which the server names. */
export const pieceColors = () => state.server.piece_colors;
export const MOST_NAME = 24;

/** Why external data is not a game: the rest of a text key, `score.trouble.<code>`. */
export class NoGame extends Error {
  /** @param {'broken' | 'newer' | 'file' | 'other_rules' | 'board' | 'away'} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** @param {{ ref: string, name: string, digest: string }} board @param {Player[]} players @returns {Game} */
export const newGame = (board, players) => ({
  version: VERSION,
  id: [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  changed: Date.now(),
  board: board.ref,
  boardName: board.name,
  digest: board.digest,
  players,
  owners: {},
  stations: {},
  borrows: {},
  tickets: {},
  others: [],
  merchandise: {},
});

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isTable = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value @param {number} most @returns {value is string} */
const isText = (value, most) => typeof value === 'string' && value.length > 0 && value.length <= most;

/** Reads a game from untrusted data. @param {unknown} data @returns {Game} */
export function readGame(data) {
  if (!isTable(data) || typeof data.version !== 'number') throw new NoGame('broken');
  if (data.version > VERSION) throw new NoGame('newer');
  const players = Array.isArray(data.players) ? data.players : [];
  const isSeat = (/** @type {unknown} */ seat) =>
    Number.isInteger(seat) && /** @type {number} */ (seat) >= 0 && Number(seat) < players.length;
  const tables = [data.owners, data.stations, data.tickets];
  const most = pieceColors().length || Infinity; // without a connection a stored game is still a game
  const isColor = (/** @type {number} */ color) => Number.isInteger(color) && color >= 0 && color < most;
  const good =
    isText(data.id, 64) &&
    /^[A-Za-z0-9_-]+$/.test(String(data.id)) &&
    isText(data.board, 80) &&
    isText(data.boardName, 200) &&
    isText(data.digest, 64) &&
    players.length > 0 &&
    players.length <= most &&
    players.every((one) => isText(one?.name, MOST_NAME) && isColor(one.color)) &&
    tables.every((table) => isTable(table) && Object.values(table).every(isSeat)) &&
    isTable(data.borrows) &&
    Object.values(data.borrows).every((route) => isText(route, 200)) &&
    isTable(data.merchandise) &&
    Object.values(data.merchandise).every(Number.isInteger) &&
    Array.isArray(data.others) &&
    data.others.every(
      (one) =>
        isSeat(one?.seat) && Number.isInteger(one.points) && Array.isArray(one.cities) && one.cities.length === 2,
    );
  if (!good) throw new NoGame('broken');
  const { version, id, board, boardName, digest, owners, stations, borrows, tickets, others, merchandise } =
    /** @type {Game} */ (/** @type {unknown} */ (data));
  const changed = typeof data.changed === 'number' && Number.isFinite(data.changed) ? data.changed : Date.now();
  return {
    ...{ version, id, changed, board, boardName, digest },
    ...{ players, owners, stations, borrows, tickets, others, merchandise },
  };
}

/** @param {Record<string, number>} table @param {number} seat */
const heldBy = (table, seat) => Object.keys(table).filter((id) => table[id] === seat);

/** The server's input: a position, plus entries that the format of games in play lacks. @param {Game} game */
export const positionOf = (game) => ({
  board: game.board,
  board_digest: game.digest,
  seats: game.players.map(({ name, color }, seat) => ({
    name,
    color: pieceColors()[color],
    routes: heldBy(game.owners, seat),
    stations: heldBy(game.stations, seat),
    tickets: heldBy(game.tickets, seat),
    borrows: Object.fromEntries(Object.entries(game.borrows).filter(([city]) => game.stations[city] === seat)),
    other_tickets: game.others.filter((one) => one.seat === seat).map(({ cities, points }) => ({ cities, points })),
    ...(seat in game.merchandise ? { merchandise: game.merchandise[seat] } : {}),
  })),
});

/**
 * @template Value
 * @param {Record<string, Value>} table @param {string} key @returns {Record<string, Value>}
 */
const without = (table, key) => Object.fromEntries(Object.entries(table).filter(([one]) => one !== key));

/**
 * Gives something to a player, or takes it back with `null`.
 * @param {Game} game @param {'owners' | 'stations' | 'tickets'} what @param {string} id @param {number | null} seat
 * @returns {Game}
 */
export function give(game, what, id, seat) {
  const table = seat === null ? without(game[what], id) : { ...game[what], [id]: seat };
  const borrows = what === 'stations' ? without(game.borrows, id) : game.borrows;
  return { ...game, [what]: table, borrows };
}

/** @param {Game} game @param {string} city @param {string} route '' for the best choice @returns {Game} */
export const borrow = (game, city, route) => ({
  ...game,
  borrows: route ? { ...game.borrows, [city]: route } : without(game.borrows, city),
});

/** @param {Game} game @param {number} seat @param {number | null} cards null: as many as follow @returns {Game} */
export const haveCards = (game, seat, cards) => ({
  ...game,
  merchandise: cards === null ? without(game.merchandise, String(seat)) : { ...game.merchandise, [seat]: cards },
});

/**
 * A game without one of its players and their entries.
 * @param {Game} game @param {number} seat @returns {Game}
 */
export function withoutPlayer(game, seat) {
  const still = (/** @type {Record<string, number>} */ table) =>
    Object.fromEntries(
      Object.entries(table)
        .filter(([, owner]) => owner !== seat)
        .map(([id, owner]) => [id, owner > seat ? owner - 1 : owner]),
    );
  const stations = still(game.stations);
  return {
    ...game,
    players: game.players.filter((_, i) => i !== seat),
    owners: still(game.owners),
    stations,
    tickets: still(game.tickets),
    borrows: Object.fromEntries(Object.entries(game.borrows).filter(([city]) => city in stations)),
    others: game.others
      .filter((one) => one.seat !== seat)
      .map((one) => ({ ...one, seat: one.seat > seat ? one.seat - 1 : one.seat })),
    merchandise: Object.fromEntries(
      Object.entries(game.merchandise)
        .map(([owner, cards]) => /** @type {const} */ ([Number(owner), cards]))
        .filter(([owner]) => owner !== seat)
        .map(([owner, cards]) => [owner > seat ? owner - 1 : owner, cards]),
    ),
  };
}

/**
 * Entries that the board does not have: they are from another edition.
 * @param {Game} game @param {import('../shapes').Board} board
 */
export const strangers = (game, board) => [
  ...Object.keys(game.owners).filter((id) => !board.routeNo.has(id)),
  ...Object.keys(game.stations).filter((id) => !board.cityNo.has(id)),
  ...Object.keys(game.tickets).filter((id) => !board.ticketBy.has(id)),
];
