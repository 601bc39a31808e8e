/** The game that is open: edits with undo, kept after each, counted by the server as soon as it answers. */

import { say } from '../announce.js';
import { t } from '../i18n.js';
import { ask } from '../net/api.js';
import { change, state } from '../state.js';
import { positionOf } from './game.js';
import { keep } from './keeping.js';

/**
 * @typedef {import('./game.js').Game} Game
 * @typedef {{ what: 'owners' | 'stations' | 'tickets', id: string, owner: number }} Taken
 * @typedef {object} Open  a game on the screen
 * @property {Game} game
 * @property {any} board numbered facts
 * @property {any} layout
 * @property {Game[]} past
 * @property {Game[]} future
 * @property {number} seat               whose pieces are entered
 * @property {'board' | 'tickets' | 'count'} tab
 * @property {string} search             what is typed into the search of the tab
 * @property {number | null} city        a city tapped to find its tickets
 * @property {Taken | null} taken        something tapped that another player has
 * @property {any} count                 the server's latest count without problems
 * @property {any[]} problems
 * @property {'fresh' | 'asking' | 'away'} asked
 * @property {string | null} refusal     why the server does not count
 * @property {boolean} unkept            the browser does not keep the game
 * @property {{ at: number, part: number | null, playing: boolean } | null} told
 * @property {string | null} printed     the picture on the page that is printed
 */

const PAUSE = 120; // milliseconds after an entry until the server is asked: fingers are faster
const AGAIN = 4000; // milliseconds until a server that is away is asked again
const MOST_UNDO = 200;

/** @returns {Open} */
export const open = () => /** @type {Open} */ (state.score.open);

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

/** @param {Game} game */
function put(game) {
  const good = keep(game);
  alter((it) => Object.assign(it, { game, unkept: !good, told: null, printed: null }));
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

/** Ask the server; of several questions on their way only the last one's answer counts. */
export async function countNow() {
  const at = state.score?.open;
  if (!at) return;
  const { game } = at;
  const number = ++asked;
  const still = () => number === asked && state.score?.open === at;
  if (at.asked === 'fresh') alter((it) => Object.assign(it, { asked: 'asking' }));
  try {
    const found = await ask('/api/score', positionOf(game));
    if (!still()) return;
    const problems = found.problems ?? [];
    const count = problems.length ? at.count : found;
    alter((it) => Object.assign(it, { problems, count, asked: 'fresh', refusal: null }));
  } catch (error) {
    if (!still()) return;
    const { code } = /** @type {any} */ (error);
    const away = ['net/unreachable', 'net/trouble', 'limit/too_many'].includes(code);
    alter((it) => Object.assign(it, { asked: away ? 'away' : 'fresh', refusal: away ? null : code }));
    if (away) countSoon(AGAIN);
  }
}
