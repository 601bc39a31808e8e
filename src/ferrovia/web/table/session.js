/**
 * One table, from the first hello to the score sheet: what the server says goes into `state.table`, what the player
 * wants goes to the server. Nothing here decides what is allowed.
 */

import { under } from '../base.js';
import { PROTOCOL, ask } from '../net/api.js';
import { loadInfo, loadPicture } from '../net/boards.js';
import { giveValue, keepCommitment } from '../net/fair-deal.js';
import { openLine } from '../net/socket.js';
import { rename } from '../route.js';
import { change, newUi, state } from '../state.js';
import { chooseRoute } from './choosing.js';
import { happened, takeOff } from './effects.js';
import { me } from './model.js';

/** @type {ReturnType<typeof openLine> | null} */
let line = null;

/** What we know of a table before the server has said anything. @param {string} id */
const newTable = (id) => ({
  id,
  /** What is printed on the board, and where it lies on the screen; null until loaded. */
  board: /** @type {any} */ (null),
  layout: /** @type {any} */ (null),
  /** Settings and seats (TableInfo of the protocol). */
  info: /** @type {any} */ (null),
  /** Seats this browser holds, through whose eyes it looks, whether it is the host. */
  held: /** @type {number[]} */ ([]),
  look: /** @type {number | null} */ (null),
  host: false,
  /** Number of the last row seen, and of the last one that changed the game. */
  number: 0,
  stateNo: 0,
  rows: /** @type {any[]} */ ([]),
  view: /** @type {any} */ (null),
  you: /** @type {any} */ (null),
  legal: /** @type {any[]} */ ([]),
  takeBack: false,
  clocks: /** @type {any} */ (null),
  clockAt: 0,
  result: /** @type {any} */ (null),
  deal: /** @type {any} */ (null),
  /** How far our tickets are, by id; filled by a question after each change. */
  outlooks: /** @type {Record<string, any>} */ ({}),
  /** The number of the position they tell of. */
  outlooksOf: -1,
  /** The connection. */
  net: { status: 'connecting', lostAt: 0, retryAt: 0, tries: 0 },
  /** An action is on its way, and the number of the position it leads to: nothing else can be sent meanwhile. */
  sending: false,
  awaited: 0,
  /** What the server refused last, or a notice of its (`trouble`, `closing`). */
  refused: /** @type {any} */ (null),
  notice: /** @type {string | null} */ (null),
  /** The card drawn last, by colour: its stack is outlined until the next action. */
  fresh: /** @type {string | null} */ (null),
  /** A tunnel whose cards are being turned up: { route, seat, cards, extra, at }. */
  reveal: /** @type {any} */ (null),
  /** When the last round was announced, to show its banner for a while. */
  lastRoundAt: 0,
  /** What the coach says, best first; null while thinking. @type {null | { moves: any[] | null }} */
  hint: /** @type {any} */ (null),
  /** Since when somebody is waited for who is not here, by seat; and after how many seconds a bot plays for them. */
  away: /** @type {Record<number, number>} */ ({}),
  grace: /** @type {number | null} */ (null),
  /** Links that were made at this table: seat number or 'watch' → address. */
  links: /** @type {Record<string, string>} */ ({}),
  unread: 0,
  /** Whether this browser has sent its value for the deal. */
  hasValue: false,
  /** A line of the chat that passes by: its row. */
  spoken: null,
});

/** Go to a table; a link's token makes this browser its holder first. @param {string} id @param {string} token */
export async function enter(id, token) {
  leave();
  change((s) => Object.assign(s, { table: newTable(id), ui: newUi(), trouble: null, end: null, dialog: null }));
  state.table.links = storedLinks(id);
  try {
    if (/^[sw]_/.test(token)) {
      await ask(`/api/tables/${id}/open`, { token });
      rename(`/table/${id}`);
    }
    connect(id);
  } catch (error) {
    change((s) => {
      s.trouble = /** @type {any} */ (error);
    });
  }
}

/**
 * Sit down with an invitation, or on an open chair of a public table.
 * @param {string} id
 * @param {{ name: string, token?: string, seat?: number }} wish
 */
export async function join(id, wish) {
  await ask(`/api/tables/${id}/join`, wish);
  rename(`/table/${id}`);
  await enter(id, '');
}

/** @param {string} id */
function connect(id) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const address = `${scheme}://${location.host}${under(`/api/tables/${id}/socket`)}`;
  line = openLine(address, {
    hello: () => ({ type: 'hello', protocol: PROTOCOL, since: state.table.number || null, look: state.table.look }),
    receive,
    changed: (net) =>
      change((s) => {
        if (s.table) s.table.net = { ...net };
      }),
  });
}

export function leave() {
  line?.close();
  line = null;
}

export const retryNow = () => line?.retryNow();

/** @param {any} message */
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
      // A browser with one seat looks through it at once; with several, the curtain stays down until somebody lifts it.
      change((s) =>
        Object.assign(s.table, {
          held: message.seats,
          look: message.look,
          host: message.host,
          net: { ...s.table.net, status: 'on' },
          notice: null,
        }),
      );
      if (message.seats.length === 1 && message.look === null) look(message.seats[0]);
      break;
    }
    case 'update':
      update(message);
      break;
    case 'presence':
      change((s) =>
        s.table.info?.seats.forEach((/** @type {any} */ seat) => {
          seat.online = message.online.includes(seat.seat);
        }),
      );
      noteAbsence();
      break;
    case 'notice':
      change((s) => {
        s.table.notice = message.notice === 'well' ? null : message.notice;
        if (message.notice === 'revoked') Object.assign(s.table, { held: [], host: false });
      });
      break;
    case 'lost':
      if ([4401, 4404].includes(message.code)) {
        // not a matter of waiting: the seat was taken away, or the table is gone
        leave();
        change((s) => {
          s.trouble = { code: message.code === 4404 ? 'table/unknown' : 'link/not_valid' };
        });
      }
      break;
    default:
  }
}

/** @param {any} message an `update` of the protocol */
function update(message) {
  const fresh = message.snapshot
    ? []
    : message.rows.filter((/** @type {any} */ row) => row.number > state.table.number);
  const moved = message.state !== state.table.stateNo;
  const offerBefore = String(state.table.you?.offer);
  const seatBefore = me(state.table);
  const flights = takeOff(
    state.table,
    fresh.flatMap((/** @type {any} */ row) => row.events ?? []),
  );
  change((s) => {
    const { table } = s;
    table.rows = message.snapshot ? message.rows : [...table.rows, ...fresh];
    if (message.table) table.info = message.table;
    if (table.awaited && message.state >= table.awaited) Object.assign(table, { sending: false, awaited: 0 });
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
      const acted = fresh.some((/** @type {any} */ row) => row.kind === 'action' && row.seat === me(table));
      const { list, looking, tab, kept, route, color } = s.ui;
      s.ui = acted ? { ...newUi(), list, tab } : { ...newUi(), list, looking, tab, route, color };
      if (String(table.you?.offer) === offerBefore) s.ui.kept = kept;
      Object.assign(table, { refused: null, hint: null });
    }
  });
  if (message.table) keepCommitment(message.table.id, message.table.commitment);
  addToDeal();
  showPicture();
  noteAbsence();
  if (message.snapshot && message.rows.length < message.number) askHistory();
  // A curtain that is lifted shows other tickets in the same position.
  if (message.you && (moved || message.you.seat !== seatBefore)) askOutlooks();
  if (moved && state.ui.route !== null) chooseRoute(state.ui.route); // the same route in the new position
  happened(state.table, fresh);
  curtain();
  queueMicrotask(() => flights.forEach((land) => land())); // after the redraw, when the goals are in place
}

/** With several seats at one screen: when another of ours is to decide, the curtain falls by itself. */
function curtain() {
  const { held, look: seat, view } = state.table;
  if (held.length < 2 || seat === null || !view) return;
  if (
    view.phase !== 'over' &&
    !view.actors.includes(seat) &&
    view.actors.some((/** @type {number} */ actor) => held.includes(actor))
  )
    look(null);
}

/** Whose eyes to look through; null lets the curtain fall. @param {number | null} seat */
export function look(seat) {
  change((s) => {
    s.table.look = seat;
    s.ui = { ...newUi(), list: s.ui.list, tab: s.ui.tab }; // what one player has ticked or chosen is not for the next
  });
  line?.send({ type: 'look', seat });
}

async function showPicture() {
  const { table } = state;
  if (table.board || !table.info || table.loading) return;
  table.loading = true;
  try {
    const [board, layout] = await loadPicture(table.info.board);
    change((s) => {
      if (s.table === table) Object.assign(table, { board, layout, storyOf: -1 });
    });
  } catch (error) {
    change((s) => {
      s.trouble = /** @type {any} */ (error);
    });
  }
  table.loading = false;
  loadInfo().catch(() => {}); // phrases and limits: nothing waits for them
}

/**
 * Who is to decide and is not here, while somebody waits: the server lets a bot play after a while, and everybody sees
 * how long that is.
 */
async function noteAbsence() {
  const { table } = state;
  const { view, info } = table;
  const slow = (info?.clock?.seconds ?? 0) >= 86400;
  const waits = info?.seats.some((/** @type {any} */ seat) => seat.kind === 'person' && seat.online);
  const gone =
    !view || view.phase === 'over' || slow || !waits
      ? []
      : view.actors.filter(
          (/** @type {number} */ seat) =>
            info.seats[seat].kind === 'person' && !info.seats[seat].online && !info.seats[seat].stand_in,
        );
  if (String(gone) === String(Object.keys(table.away))) return;
  change(() => {
    table.away = Object.fromEntries(gone.map((/** @type {number} */ seat) => [seat, table.away[seat] ?? Date.now()]));
  });
  if (gone.length === 0 || table.grace !== null) return;
  const known = await loadInfo().catch(() => null);
  change(() => {
    table.grace = known?.limits?.grace ?? null;
  });
}

async function askHistory() {
  const { table } = state;
  const answer = await line?.request({ type: 'history', since: 0 });
  const rows = answer?.data?.rows;
  if (!rows || state.table !== table) return;
  change(() => {
    const known = new Set(rows.map((/** @type {any} */ row) => row.number));
    table.rows = [...rows, ...table.rows.filter((/** @type {any} */ row) => !known.has(row.number))].sort(
      (a, b) => a.number - b.number,
    );
    table.storyOf = -1;
  });
}

async function askOutlooks() {
  const { table } = state;
  const asked = table.stateNo;
  const seat = me(table);
  const answer = await line?.request({ type: 'ask', what: 'outlook' });
  if (answer?.data?.outlooks && state.table === table && table.stateNo === asked && me(table) === seat)
    change(() => Object.assign(table, { outlooks: answer.data.outlooks, outlooksOf: asked }));
}

/**
 * Do something in the game. Late and double clicks end here or at the server, which refuses a second one.
 * @param {string} action
 */
export async function act(action) {
  const { table } = state;
  if (table.sending || table.net.status !== 'on') return;
  change(() => Object.assign(table, { sending: true, refused: null }));
  const answer = await line?.request({ type: 'action', state: table.stateNo, action, seat: me(table) });
  change(() => {
    // The answer may come before the position it led to: until then there is nothing to click.
    table.awaited = answer?.type === 'accepted' ? answer.number : 0;
    table.sending = table.stateNo < table.awaited;
    if (answer?.type === 'refused') table.refused = answer.refusal;
  });
}

/**
 * Everything else that is answered with yes or no: `start`, `rematch`, `host`, `chat`, `take_back` …
 * @param {object} message
 * @returns {Promise<any>}
 */
export async function wish(message) {
  const { table } = state;
  if (!line || table.net.status !== 'on') return null;
  const answer = await line.request(message);
  change(() => {
    table.refused = answer.type === 'refused' ? answer.refusal : null;
  });
  return answer.type === 'refused' ? null : (answer.data ?? {});
}

export const takeBack = () => wish({ type: 'take_back', state: state.table.stateNo, seat: me(state.table) });

/**
 * Why something is not possible, or what a tunnel risks: answered by the server from what our seat knows.
 * @param {'why_not' | 'tunnel_odds' | 'coach'} what
 * @param {string} [of]
 */
export async function inquire(what, of) {
  if (!line || state.table.net.status !== 'on') return null;
  const answer = await line.request({ type: 'ask', what, ...(of === undefined ? {} : { of }) });
  return answer.type === 'answer' ? answer.data : null;
}

/** Our part of the fair deal, now that the server's promise is known. */
function addToDeal() {
  const { table } = state;
  const { info, held } = table;
  if (!line || info?.status !== 'open' || held.length === 0 || info.seats[held[0]].value || table.hasValue) return;
  table.hasValue = true;
  giveValue(info.id, held[0], line.request);
}

/**
 * Links can be shown only by who made them: they stay in this browser's tab.
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
