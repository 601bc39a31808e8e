/**
 * Questions about the table in play, answered from the state alone. No rules: the server lists what is possible.
 */

import { list, t } from '../i18n.js';
import { paymentWords } from '../words.js';

/**
 * The seat whose view we see; null for a spectator and behind the curtain.
 * @param {Pick<import('../shapes').Told, 'you'>} table
 * @returns {number | null}
 */
export const me = (table) => table.you?.seat ?? null;

/**
 * Whether the game has begun.
 * @template {import('../shapes').TableState} T
 * @param {T} table
 * @returns {table is T & { view: import('../protocol').GameView }}
 */
export const hasBegun = (table) => table.view !== null;

/**
 * Whether our seat sees its own cards: not for a spectator, nor while the curtain is down.
 * @template {import('../shapes').TableState} T
 * @param {T} table
 * @returns {table is T & { view: import('../protocol').GameView, you: import('../protocol').You }}
 */
export const isSeated = (table) => table.view !== null && table.you !== null;

/**
 * Whether our seat may act now.
 * @template {import('../shapes').TableState} T
 * @param {T} table
 * @returns {table is T & { view: import('../protocol').GameView, you: import('../protocol').You }}
 */
export const isMyTurn = (table) =>
  isSeated(table) &&
  table.view.phase !== 'over' &&
  table.view.actors.includes(table.you.seat) &&
  table.legal.length > 0;

/** @param {import('../shapes').Players} table @param {number} seat @returns {string} */
export function nameOf(table, seat) {
  return isYou(table, seat) ? t('player.you') : seatName(table.info.seats[seat]);
}

/** Whether texts call this seat "you". @param {import('../shapes').Players} table @param {number} seat */
export const isYou = (table, seat) => seat === me(table) && held(table).length < 2;

/**
 * A text about a seat, in its form for the viewer (`key.you`) if the seat is theirs.
 * @param {import('../shapes').Told} table
 * @param {number} seat
 * @param {string} key
 */
export const saidOf = (table, seat, key) => t(isYou(table, seat) ? `${key}.you` : key, { who: nameOf(table, seat) });

/** Says what a station is for and whose it is. @param {import('../shapes').Told} table @param {number} seat */
export const stationWords = (table, seat) => saidOf(table, seat, 'mark.station');

/** The winners in one sentence. @param {import('../shapes').Told} table @param {number[]} winners */
export const winnerWords = (table, winners) =>
  winners.length > 1
    ? t('sheet.winners', { who: list(winners.map((seat) => nameOf(table, seat))) })
    : saidOf(table, winners[0], 'sheet.winner');

/**
 * A seat's name for any viewer; bots have their own names.
 * @param {Pick<import('../protocol').SeatInfo, 'seat' | 'kind' | 'name'>} info
 */
export function seatName(info) {
  if (info.name) return info.name;
  if (info.kind === 'bot') return t(`bot.name.${info.seat}`);
  if (info.kind === 'open') return t('gather.open');
  return t('player.seat', { number: info.seat + 1 });
}

/**
 * A seat's name in a list of all seats. The viewer's typed name stays, with "you" as a note; without a name, "you" is
 * the name.
 * @param {Pick<import('../shapes').Table, 'held'>} table
 * @param {import('../protocol').SeatInfo} info
 */
export function listedName(table, info) {
  const [own, ...others] = held(table);
  return !info.name && info.seat === own && others.length === 0 ? t('player.you') : seatName(info);
}

/** The note beside it: "you", if the name does not say so. @param {string} name */
export const youNote = (name) => (name === t('player.you') ? '' : t('player.you'));

/** Seats that this browser holds. @param {Pick<import('../shapes').Table, 'held'>} table @returns {number[]} */
export const held = (table) => table.held ?? [];

/**
 * @param {import('../shapes').Table} table
 * @param {number} no number of a route
 * @returns {import('../shapes').Way[]} every way to pay for it, the sensible one first
 */
export function waysFor(table, no) {
  const id = table.board.routes[no].id;
  return waysTo(table, (a) => a.kind === 'claim' && a.route === id);
}

/** @param {import('../shapes').Table} table @param {number} no number of a city */
export function stationWays(table, no) {
  const id = table.board.cities[no].id;
  return waysTo(table, (a) => a.kind === 'station' && a.city === id);
}

/** Ways to pay a tunnel's extra cards. @param {import('../shapes').Table} table */
export const tunnelWays = (table) => waysTo(table, (a) => a.kind === 'pay');

/** @param {import('../protocol').Legal} action @returns {action is import('../shapes').Way} */
const isPaid = (action) => action.color !== undefined && action.colored !== undefined && action.wilds !== undefined;

/** @param {import('../shapes').Table} table @param {(action: import('../protocol').Legal) => boolean} fits */
const waysTo = (table, fits) => byWilds(table.legal.filter(isPaid).filter(fits), table.you?.hand ?? {});

/**
 * Fewest wilds first, then the colour that the hand has most of: it hurts least.
 * @param {import('../shapes').Way[]} ways
 * @param {Record<string, number>} hand
 */
export function byWilds(ways, hand) {
  const held = (/** @type {string | null} */ color) => (color === null ? 0 : (hand[color] ?? 0));
  return [...ways].sort((a, b) => a.wilds - b.wilds || held(b.color) - held(a.color));
}

/** Numbers of the routes that can be claimed now. @param {import('../shapes').Table} table @returns {Set<number>} */
export const claimable = (table) =>
  new Set(table.legal.filter((a) => a.kind === 'claim').map((a) => table.board.routeNo.get(a.route)));

/**
 * Numbers of the cities where a station can be built now.
 * @param {import('../shapes').Table} table
 * @returns {Set<number>}
 */
export const buildable = (table) =>
  new Set(table.legal.filter((a) => a.kind === 'station').map((a) => table.board.cityNo.get(a.city)));

/** The cards that a station costs now; null if none can be built. @param {import('../shapes').Table} table */
export function stationCost(table) {
  const way = table.legal.filter(isPaid).find((a) => a.kind === 'station');
  return way ? way.colored + way.wilds : null;
}

/**
 * A city without a station, to ask the server why none can be built; any city if all have one.
 * @param {Pick<import('../shapes').Playing, 'board' | 'view'>} table
 * @returns {string}
 */
export const freeCity = ({ board, view }) =>
  (board.cities.find(({ id }) => view.stations[id] === undefined) ?? board.cities[0]).id;

/** @param {import('../shapes').Table} table @param {string} text */
export const legalText = (table, text) => table.legal.find((a) => a.text === text);

/** @param {import('../shapes').Way} way */
export const wayWords = (way) => paymentWords(way.color, way.colored, way.wilds);

/**
 * Numbers of the routes that our seat may never claim; for spectators, those that no seat may claim.
 * @param {Pick<import('../shapes').Table, 'board' | 'view' | 'look'>} table
 * @returns {Set<number>}
 */
export function closedRoutes({ board, view, look }) {
  if (!view) return new Set();
  const closed = Object.entries(view.closed).filter(([, seats]) =>
    look === null ? seats.length === view.seats.length : seats.includes(look),
  );
  return new Set(closed.map(([id]) => board.routeNo.get(id)));
}

/** The progress of a ticket, from the server. @param {import('../shapes').Table} table @param {string} id */
export const outlookOf = (table, id) => table.outlooks?.[id] ?? null;

/**
 * Whether a ticket counts as complete: by own routes, or with routes that own stations borrow. False if unknown.
 * @param {import('../shapes').Table} table
 * @param {string} id
 */
export function isJoined(table, id) {
  const outlook = outlookOf(table, id);
  return outlook !== null && (outlook.joined || outlook.borrowing.length > 0);
}

/** Routes that a ticket lacks; none once it counts. @param {import('../shapes').Table} table @param {string} id */
export const missingRoutes = (table, id) => (isJoined(table, id) ? [] : (outlookOf(table, id)?.missing ?? []));

const CLOSED_BY = ['host', 'operator', 'expired'];

/** Who closed the table; '' for a reason we do not know. @param {Pick<import('../shapes').Table, 'rows'>} table */
export function closedBy({ rows }) {
  const reason = rows.findLast((row) => row.kind === 'closed')?.data.reason;
  return CLOSED_BY.some((known) => known === reason) ? t(`pill.closed.${reason}`) : '';
}

/**
 * Milliseconds left for the seats with a running clock.
 * @param {import('../shapes').TableState} table
 * @param {number} seat
 */
export function clockLeft(table, seat) {
  const clock = table.clocks?.seats?.[seat];
  if (!clock || clock.left === null || clock.left === undefined) return null;
  return Math.max(0, clock.running ? clock.left - (Date.now() - table.clockAt) : clock.left);
}

/** 1:05, or days and hours for slow games. @param {number} ms */
export function clockWords(ms) {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 2 * 86400) return t('clock.days', { count: Math.floor(seconds / 86400) });
  if (seconds >= 2 * 3600) return t('clock.hours', { count: Math.floor(seconds / 3600) });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** One person and bots: then the coach is allowed. @param {import('../shapes').TableState} table */
export const canAskCoach = ({ you, info }) =>
  you !== null && info?.seats.filter((seat) => seat.kind === 'person').length === 1;

/**
 * Milliseconds until a bot plays for an absent player that others wait for; null if no countdown runs.
 * @param {import('../shapes').Table} table
 * @param {number} seat
 */
export const botIn = (table, seat) =>
  table.away[seat] === undefined || table.grace === null
    ? null
    : Math.max(0, 1000 * table.grace - (Date.now() - table.away[seat]));

const SLOW_START = 6000; // milliseconds of waiting before the page says why

/**
 * Whether everybody waits for the first moves of bots that may still be compiled: that takes a minute, once per server.
 * @param {import('../shapes').Playing} table
 */
export const areBotsGettingReady = ({ view, info, clockAt }) =>
  view.actors.length > 0 &&
  view.actors.every((seat) => info.seats[seat].kind === 'bot') &&
  view.turns_played < info.seats.length &&
  Date.now() - clockAt > SLOW_START;

/**
 * The sender of a chat line.
 * @param {import('../shapes').Table} table
 * @param {import('../shapes').Table['rows'][number]} row
 */
export const speaker = (table, row) =>
  row.seat === null ? t('chat.host') : listedName(table, table.info.seats[row.seat]);

/**
 * A chat line; phrases appear in the reader's own language.
 * @param {import('../shapes').Table['rows'][number]} row
 * @returns {string}
 */
export const spokenWords = (row) => (row.data.phrase ? t(`server.phrase.${row.data.phrase}`) : String(row.data.text));
