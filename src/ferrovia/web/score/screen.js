/** The referee at `/score`: games stored in this browser, a new one, and the open game. */

import { alsoSpeak } from '../i18n.js';
import { ApiError } from '../net/api.js';
import { loadBoard, loadBoards, loadInfo, loadLayout } from '../net/boards.js';
import { rename } from '../route.js';
import { change, state } from '../state.js';
import { gameScreen, showGame } from './editor.js';
import { NoGame } from './game.js';
import { allKept, gameOfLink, keep, kept } from './storage.js';
import { AGAIN, countNow, keepOrCarry, stopCounting } from './session.js';
import { startScreen } from './start.js';

/**
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('../shapes').Score} Score
 */

/** What the page remembers. @returns {Score} */
const newScore = () => ({
  boards: [],
  games: allKept(),
  board: 'europe',
  players: [0, 1].map((color) => ({ name: '', color })),
  trouble: null,
  upload: null,
  open: null,
  loading: false,
});

/** @param {(score: Score) => void} how */
const alter = (how) =>
  change((s) => {
    if (s.score) how(s.score);
  });

/** @param {{ id: string, token: string }} place */
export async function arriveAtScore(place) {
  stopCounting();
  const isReached = await loadInfo().then(
    () => true,
    () => false,
  );
  if (state.place !== place) return;
  const { boards, board, players } = state.score ?? newScore();
  change((s) => {
    s.score = { ...newScore(), boards, board, players, loading: place.id !== '' || place.token !== '' };
  });
  await alsoSpeak('score');
  if (!isReached) {
    trouble('away');
    window.setTimeout(() => {
      if (state.place === place && !state.score?.open) arriveAtScore(place);
    }, AGAIN);
  } else if (place.token) await openLink(place.token);
  else if (place.id) await openKept(place.id);
  else change(() => {});
  if (!state.score?.open) loadForStart();
}

/** @param {string} id */
async function openKept(id) {
  const game = kept(id);
  if (game) await openGame(game);
  else trouble('unknown');
}

/** @param {string} code */
const trouble = (code) => alter((score) => Object.assign(score, { trouble: code, loading: false }));

/** Stores a game from a link here too; the user's own game of the same name stays. @param {string} token */
async function openLink(token) {
  try {
    let game = await gameOfLink(token);
    const own = kept(game.id);
    if (own && JSON.stringify(own) !== JSON.stringify(game))
      game = { ...game, id: `${game.id.slice(0, 16)}-${Date.now()}` };
    if (keep(game)) rename(`/score/${game.id}`);
    await openGame(game);
  } catch (error) {
    rename('/score');
    trouble(error instanceof NoGame ? error.code : 'broken');
  }
}

/** @param {Game} game */
export async function openGame(game) {
  try {
    const [board, layout] = await Promise.all([loadBoard(game.board), loadLayout(game.board)]);
    /** @type {import('./session.js').Open} */
    const open = {
      ...{ game, board, layout, past: [], future: [], seat: 0, tab: 'board', search: '', city: null, taken: null },
      ...{ naming: null, count: null, problems: [], asked: 'fresh', refusal: null, told: null, printed: null },
      unkept: !keepOrCarry(game),
    };
    alter((score) => Object.assign(score, { open, trouble: null, loading: false }));
    countNow();
  } catch (error) {
    alter((score) => void (score.games = allKept()));
    trouble(error instanceof ApiError && error.code === 'net/unreachable' ? 'away' : 'board');
  }
}

async function loadForStart() {
  try {
    const boards = await loadBoards();
    alter((score) => {
      if (score.boards.length === 0) score.boards = boards.map((board) => ({ ...board, ref: board.id }));
    });
  } catch {
    trouble(state.score?.trouble ?? 'away');
  }
}

export function scoreScreen() {
  const { score } = state;
  if (!score || score.loading) return null;
  return score.open ? gameScreen(score.open) : startScreen(score);
}

/** After the redraw: the board shows the game. */
export function afterScore() {
  if (state.score?.open) showGame(state.score.open);
}
