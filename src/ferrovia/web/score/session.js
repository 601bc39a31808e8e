/** The open game: edits with undo, stored after each, counted by the server as soon as it answers. */

import { say } from '../announce.js';
import { t } from '../i18n.js';
import { ApiError, ask } from '../net/api.js';
import { rename } from '../route.js';
import { change, state } from '../state.js';
import { positionOf } from './game.js';
import { keep, linkTo } from './storage.js';

/**
 * @typedef {import('./game.js').Game} Game
 * @typedef {{ what: 'owners' | 'stations' | 'tickets', id: string, owner: number }} Taken
 * @typedef {import('../protocol').Count} Count
 * @typedef {object} Open  a game on the screen
 * @property {Game} game
 * @property {import('../shapes').Board} board
 * @property {import('../shapes').Layout} layout
 * @property {Game[]} past
 * @property {Game[]} future
 * @property {number} seat               whose pieces are entered
 * @property {'board' | 'tickets' | 'count'} tab
 * @property {string} search             what is typed into the search of the tab
 * @property {number | null} city        a city tapped to find its tickets
 * @property {{ seat: number, text: string } | null} naming  a name while it is typed
 * @property {Taken | null} taken        something tapped that another player has
 * @property {Count | null} count       the server's latest count without problems
 * @property {import('../protocol').EntryProblem[]} problems
 * @property {'fresh' | 'asking' | 'away'} asked
 * @property {string | null} refusal     why the server does not count
 * @property {boolean} unkept            the browser does not keep the game
 * @property {{ at: number, part: number | null, playing: boolean } | null} told
 * @property {string | null} printed     the picture on the page that is printed
 */

const PAUSE = 120; // milliseconds from an entry to the request: fingers are faster
export const AGAIN = 4000; // milliseconds before an unreachable server is asked again
const MOST_UNDO = 200;

/** @typedef {Open & { count: Count }} Counted  a game that the server has counted */

/** @param {Open} it @returns {it is Counted} */
export const isCounted = (it) => it.count !== null;

/** @returns {Open} */
export const open = () => /** @type {Open} */ (state.score?.open);

/** @param {(open: Open) => void} how */
export const alter = (how) =>
  change((s) => {
    if (s.score?.open) how(s.score.open);
  });

/** Make an entry. @param {(game: Game) => Game} how */
export function enter(how) {
  const { game, past } = open();
  const next = { ...how(game), changed: Date.now() };
  alter((it) => Object.assign(it, { past: [...past.slice(-MOST_UNDO), game], future: [], taken: null }));
  put(next);
}

/** Stores the game; in a browser without storage, the address carries it. @param {Game} game */
export function keepOrCarry(game) {
  const good = keep(game);
  if (good) rename(`/score/${game.id}`);
  else
    linkTo(game).then((link) => {
      if (state.score?.open?.game === game) rename(link);
    });
  return good;
}

/** @param {Game} game */
function put(game) {
  const good = keepOrCarry(game);
  alter((it) => {
    const seat = Math.min(it.seat, game.players.length - 1);
    Object.assign(it, { game, seat, unkept: !good, told: null, printed: null });
  });
  countSoon();
}

export function undo() {
  const { game, past, future } = open();
  const before = past.at(-1);
  if (!before) return;
  alter((it) => Object.assign(it, { past: past.slice(0, -1), future: [game, ...future], taken: null }));
  put(before);
  say(t('score.undone'));
}

export function redo() {
  const { game, past, future } = open();
  if (future.length === 0) return;
  alter((it) => Object.assign(it, { past: [...past, game], future: future.slice(1), taken: null }));
  put(future[0]);
}

// ------------------------------------------------------------------ the count

let timer = 0;
let asked = 0;

/** @param {number} [pause] */
export function countSoon(pause = PAUSE) {
  clearTimeout(timer);
  timer = window.setTimeout(countNow, pause);
}

export const stopCounting = () => clearTimeout(timer);

/** Asks the server; of several pending requests only the last answer counts. */
export async function countNow() {
  const at = state.score?.open;
  if (!at) return;
  const { game } = at;
  const number = ++asked;
  const still = () => number === asked && state.score?.open === at;
  if (at.asked === 'fresh') alter((it) => Object.assign(it, { asked: 'asking' }));
  try {
    /** @type {Count | import('../protocol').NoCount} */
    const found = await ask('/api/score', positionOf(game));
    if (!still()) return;
    const { problems } = found;
    const count = found.sheets === null ? at.count : found;
    alter((it) => Object.assign(it, { problems, count, asked: 'fresh', refusal: null }));
  } catch (error) {
    if (!still()) return;
    const code = error instanceof ApiError ? error.code : 'net/trouble';
    const away = ['net/unreachable', 'net/trouble', 'limit/too_many'].includes(code);
    alter((it) => Object.assign(it, { asked: away ? 'away' : 'fresh', refusal: away ? null : code }));
    if (away) countSoon(AGAIN);
  }
}
