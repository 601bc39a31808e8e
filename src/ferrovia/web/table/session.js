/** One table, from the first hello to the score sheet: messages from the server update `state.table`. */

import { under } from '../base.js';
import { PROTOCOL, ask, reasonOf } from '../net/api.js';
import { loadInfo, loadPicture } from '../net/boards.js';
import { giveValue, keepCommitment } from '../net/fair-deal.js';
import { rename } from '../route.js';
import { named } from '../settings.js';
import { change, newUi, state, theTable } from '../state.js';
import { chooseRoute } from './selection.js';
import { happened, takeOff } from './effects.js';
import { me } from './model.js';
import { LOST, hangUp, openTo, theLine } from './requests.js';

/** @typedef {import('../shapes').TableState} TableState */

/** Why the server closes a connection permanently, by code. @type {Record<number, string>} */
const TURNED_AWAY = { 4401: 'link/not_valid', 4404: 'table/unknown', 4410: 'visitor/banned' };

/** A table before the first message from the server. @param {string} id @returns {TableState} */
const newTable = (id) => ({
  id,
  board: null,
  layout: null,
  loading: false,
  info: null,
  held: [],
  look: null,
  host: false,
  number: 0,
  stateNo: 0,
  rows: [],
  view: null,
  you: null,
  legal: [],
  takeBack: false,
  clocks: null,
  clockAt: 0,
  result: null,
  watched: false,
  deal: null,
  outlooks: {},
  outlooksOf: -1,
  net: { status: 'connecting', lostAt: 0, retryAt: 0, tries: 0 },
  sending: false,
  awaited: 0,
  refused: null,
  notice: null,
  fresh: null,
  reveal: null,
  lastRoundAt: 0,
  hint: null,
  lines: [],
  storyOf: -1,
  away: {},
  grace: null,
  links: storedLinks(id),
  unread: 0,
  hasValue: false,
  spoken: null,
});

/**
 * Opens a table; with a link's token, this browser becomes its holder first.
 * @param {string} id
 * @param {string} token
 */
export async function enter(id, token) {
  leave();
  change((s) => Object.assign(s, { table: newTable(id), ui: newUi(), trouble: null, end: null, dialog: null }));
  try {
    if (/^[sw]_/.test(token)) {
      await ask(`/api/tables/${id}/open`, { token });
      rename(`/table/${id}`);
    }
    connect(id);
  } catch (error) {
    change((s) => {
      s.trouble = reasonOf(error);
    });
  }
}

/**
 * Joins with an invitation, or takes an open seat at a public table.
 * @param {string} id
 * @param {{ token?: string, seat?: number }} wish
 */
export async function join(id, wish) {
  await ask(`/api/tables/${id}/join`, { ...named(), ...wish });
  rename(`/table/${id}`);
  await enter(id, '');
}

/** Takes an open seat at the public table in view. @param {number} seat */
export async function sitDown(seat) {
  const table = theTable();
  try {
    await join(table.id, { seat });
  } catch (error) {
    change(() => {
      table.refused = reasonOf(error);
    });
  }
}

/** @param {string} id */
function connect(id) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const address = `${scheme}://${location.host}${under(`/api/tables/${id}/socket`)}`;
  openTo(address, {
    hello: () => ({
      type: 'hello',
      protocol: PROTOCOL,
      since: state.table?.number || null,
      look: state.table?.look ?? null,
    }),
    receive,
    changed: (net) =>
      change((s) => {
        if (s.table) s.table.net = { ...net };
      }),
  });
}

export const leave = hangUp;

/** @param {import('../net/socket.js').Heard} message */
function receive(message) {
  const { table } = state;
  if (!table) return;
  switch (message.type) {
    case 'welcome': {
      if (message.protocol !== PROTOCOL) {
        leave();
        change((s) => {
          s.trouble = { code: 'page/outdated' };
        });
        break;
      }
      // A browser with one seat sees its view at once; with several, the curtain stays down until a player lifts it.
      change(() =>
        Object.assign(table, {
          held: message.seats,
          look: message.look,
          host: message.host,
          net: { ...table.net, status: 'on' },
          notice: null,
          refused: table.refused === LOST ? null : table.refused,
        }),
      );
      if (message.seats.length === 1 && message.look === null) look(message.seats[0]);
      break;
    }
    case 'update':
      update(table, message);
      break;
    case 'presence':
      change(() =>
        table.info?.seats.forEach((seat) => {
          seat.online = message.online.includes(seat.seat);
        }),
      );
      noteAbsence(table);
      break;
    case 'notice':
      change(() => {
        table.notice = message.notice === 'well' ? null : message.notice;
        if (message.notice === 'revoked') Object.assign(table, { held: [], host: false });
      });
      break;
    case 'lost':
      if (message.code in TURNED_AWAY) {
        // waiting does not help: the seat was taken away, the table is gone, or the visitor is banned
        leave();
        change((s) => {
          s.trouble = { code: TURNED_AWAY[message.code] };
        });
      }
      break;
    default:
  }
}

/** @param {TableState} table @param {import('../protocol').Update} message */
function update(table, message) {
  const fresh = message.snapshot ? [] : message.rows.filter((row) => row.number > table.number);
  const moved = message.state !== table.stateNo;
  const offerBefore = String(table.you?.offer);
  const seatBefore = me(table);
  const flights = takeOff(
    table,
    fresh.flatMap((row) => row.events),
  );
  change((s) => {
    table.rows = message.snapshot ? message.rows : [...table.rows, ...fresh];
    if (message.table) table.info = message.table;
    // A seated host is identified by the seat. The role can pass to us, or to another player.
    const seated = table.info?.host ?? null;
    if (seated !== null) table.host = table.held.includes(seated);
    if (table.awaited && message.state >= table.awaited) Object.assign(table, { sending: false, awaited: 0 });
    table.watched ||= table.view !== null && table.view.phase !== 'over' && message.view?.phase === 'over';
    Object.assign(table, {
      number: message.number,
      stateNo: message.state,
      view: message.view,
      you: message.you,
      legal: message.legal,
      takeBack: message.take_back,
      clocks: message.clocks,
      clockAt: Date.now(),
      result: message.result,
      deal: message.deal,
      storyOf: -1,
    });
    if (moved) {
      const acted = fresh.some((row) => row.kind === 'action' && row.seat === me(table));
      const { list, looking, tab, kept, route, color } = s.ui;
      s.ui = acted ? { ...newUi(), list, tab } : { ...newUi(), list, looking, tab, route, color };
      if (String(table.you?.offer) === offerBefore) s.ui.kept = kept;
      Object.assign(table, { refused: null, hint: null });
    }
  });
  // Later the server could promise what it has already dealt.
  if (message.table?.status === 'open') keepCommitment(message.table.id, message.table.commitment);
  addToDeal(table);
  showPicture(table);
  noteAbsence(table);
  if (message.snapshot && message.rows.length < message.number) askHistory(table);
  // Lifting the curtain shows other tickets in the same position.
  if (message.you && (moved || message.you.seat !== seatBefore)) askOutlooks(table);
  if (moved && state.ui.route !== null) chooseRoute(state.ui.route); // the same route in the new position
  happened(table, fresh);
  curtain(table);
  queueMicrotask(() => flights.forEach((land) => land())); // after the redraw, when the targets are in place
}

/**
 * With several seats at one screen: the curtain falls by itself when another of them is to act.
 * @param {TableState} table
 */
function curtain({ held, look: seat, view }) {
  if (held.length < 2 || seat === null || !view) return;
  if (view.phase !== 'over' && !view.actors.includes(seat) && view.actors.some((actor) => held.includes(actor)))
    look(null);
}

/** Chooses the seat to view; null lets the curtain fall. @param {number | null} seat */
export function look(seat) {
  change((s) => {
    if (s.table) s.table.look = seat;
    s.ui = { ...newUi(), list: s.ui.list, tab: s.ui.tab }; // one player's choices are not for the next
  });
  theLine()?.send({ type: 'look', seat });
}

/** @param {TableState} table */
async function showPicture(table) {
  if (table.board || !table.info || table.loading) return;
  table.loading = true;
  try {
    const [board, layout] = await loadPicture(table.info.board);
    change((s) => {
      if (s.table === table) Object.assign(table, { board, layout, storyOf: -1 });
    });
  } catch (error) {
    change((s) => {
      s.trouble = reasonOf(error);
    });
  }
  table.loading = false;
  loadInfo().catch(() => {}); // phrases and limits: nothing waits for them
}

/**
 * The absent player that others wait for: after a while the server lets a bot play, and everybody sees the countdown.
 * @param {TableState} table
 */
async function noteAbsence(table) {
  const { view, info } = table;
  if (!info) return;
  const slow = (info.clock.seconds ?? 0) >= 86400;
  const waits = info.seats.some((seat) => seat.kind === 'person' && seat.online);
  const isAway = (/** @type {import('../protocol').SeatInfo} */ { kind, online, stand_in: replaced }) =>
    kind === 'person' && !online && !replaced;
  const gone =
    !view || view.phase === 'over' || slow || !waits ? [] : view.actors.filter((seat) => isAway(info.seats[seat]));
  if (String(gone) === String(Object.keys(table.away))) return;
  change(() => {
    table.away = Object.fromEntries(gone.map((seat) => [seat, table.away[seat] ?? Date.now()]));
  });
  if (gone.length === 0 || table.grace !== null) return;
  const known = await loadInfo().catch(() => null);
  change(() => {
    table.grace = known?.limits?.grace ?? null;
  });
}

/** @param {TableState} table */
async function askHistory(table) {
  const answer = await theLine()?.request({ type: 'history', since: 0 });
  if (answer?.type !== 'answer' || state.table !== table) return;
  const { rows } = answer.data;
  change(() => {
    const known = new Set(rows.map((row) => row.number));
    table.rows = [...rows, ...table.rows.filter((row) => !known.has(row.number))].sort((a, b) => a.number - b.number);
    table.storyOf = -1;
  });
}

/** @param {TableState} table */
async function askOutlooks(table) {
  const asked = table.stateNo;
  const seat = me(table);
  const answer = await theLine()?.request({ type: 'ask', what: 'outlook' });
  if (answer?.type === 'answer' && state.table === table && table.stateNo === asked && me(table) === seat)
    change(() => Object.assign(table, { outlooks: answer.data.outlooks, outlooksOf: asked }));
}

/** Sends our part of the fair deal, now that the server's commitment is known. @param {TableState} table */
function addToDeal(table) {
  const { info, held } = table;
  const line = theLine();
  if (!line || info?.status !== 'open' || held.length === 0 || info.seats[held[0]].value || table.hasValue) return;
  table.hasValue = true;
  giveValue(info.id, held[0], line.request);
}

/**
 * Only the creator can show a link again, so links stay in this browser tab.
 * @param {string} id
 * @param {Record<string, string>} links
 */
export function keepLinks(id, links) {
  try {
    sessionStorage.setItem(`links.${id}`, JSON.stringify(links));
  } catch {
    /* then they are shown once */
  }
}
/** @param {string} id @returns {Record<string, string>} */
function storedLinks(id) {
  try {
    return JSON.parse(sessionStorage.getItem(`links.${id}`) ?? '{}');
  } catch {
    return {};
  }
}
