/**
 * A finished game by link: step, jump, play; from each seat's view or with everything open; curves, the coach, and a
 * branch to play on from here. Its state is in `state.replay` (`newReplay`).
 */

import { under } from '../base.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { ask, reasonOf } from '../net/api.js';
import { loadInfo, loadPicture } from '../net/boards.js';
import { startFairly } from '../net/fair-deal.js';
import { tool, sign } from '../components.js';
import { go, rename } from '../route.js';
import { switchTheme } from '../settings.js';
import { change, state } from '../state.js';
import { winnerWords } from '../table/model.js';
import { bar } from './bar.js';
import { replayMap, replayZoom, showReplay, theReplayMap } from './board-view.js';
import { isShown, toldOf } from './knowledge.js';
import { replaySide } from './sidebar.js';
import { boardName } from '../words.js';

/** @param {string} id @returns {import('../shapes').Replay} */
export const newReplay = (id) => ({
  id,
  game: null,
  board: null,
  layout: null,
  at: 0,
  playing: false,
  speed: 1,
  eyes: null,
  chances: null,
  computed: null,
  coach: {},
  can: { coach: false, branch: false, chances: false, chances_at_once: false },
  looking: null,
  problem: null,
  statistics: null,
});

/** The replay on the screen. Only its own parts use it, so it exists. */
export function theReplay() {
  if (!isShown(state.replay)) throw new Error('no replay is on the screen');
  return state.replay;
}

/** @param {string} id */
export async function openReplay(id) {
  const token = state.place.token ?? '';
  const wanted = Number.parseInt(token, 10);
  const replay = newReplay(id);
  change((s) => {
    s.replay = replay;
  });
  try {
    if (/^[sw]_/.test(token)) {
      // the link of a private game: this browser may watch from now on
      await ask(`/api/tables/${id}/open`, { token });
      rename(`/game/${id}`);
    }
    const game = await ask(`/api/tables/${id}/replay`);
    const [board, layout] = await loadPicture(game.table.board);
    change(() =>
      Object.assign(replay, {
        game,
        can: { ...replay.can, ...game.can },
        board,
        layout,
        at: within(Number.isNaN(wanted) ? 0 : wanted, game.steps.length),
      }),
    );
    if (replay.can.chances_at_once) void fetchChances();
  } catch (error) {
    if (state.replay === replay)
      change((s) => {
        s.trouble = reasonOf(error);
      });
  }
}

/** The server asks its network, which takes a second, or plays on from some moves many times, while we wait. */
export async function fetchChances() {
  const replay = theReplay();
  change(() => {
    replay.computed = 0;
  });
  for (let tries = 0; tries < 300 && state.replay === replay; tries += 1) {
    let found;
    try {
      found = await ask(`/api/tables/${replay.id}/chances`);
    } catch (error) {
      change(() => Object.assign(replay, { computed: null, problem: reasonOf(error) }));
      return;
    }
    if (found.method) {
      change(() => Object.assign(replay, { chances: found, computed: null }));
      return;
    }
    change(() => {
      replay.computed = found.done ?? 0;
    });
    await new Promise((next) => {
      window.setTimeout(next, 2000);
    });
  }
}

// ------------------------------------------------------------------ moving

/** @param {number} step @param {number} count */
const within = (step, count) => Math.min(Math.max(step, 0), count - 1);

/** @param {number} step @param {boolean} [playing] */
export function jump(step, playing = false) {
  const replay = theReplay();
  const to = within(step, replay.game.steps.length);
  const forward = to === replay.at + 1;
  const last = replay.game.steps.length - 1;
  change(() => Object.assign(replay, { at: to, playing: playing && to < last, looking: null, problem: null }));
  if (!playing) history.replaceState(null, '', `#${to}`);
  if (forward) animateStep(replay.game.steps[to]);
}

/** @param {import('../protocol').Step} step */
function animateStep(step) {
  const { board } = theReplay();
  for (const event of step.events) {
    if (event.event === 'route_claimed')
      theReplayMap()?.animate({ kind: 'claimed', route: board.routeNo.get(event.route), seat: event.seat });
    if (event.event === 'station_built')
      theReplayMap()?.animate({ kind: 'station', city: board.cityNo.get(event.city), seat: event.seat });
  }
}

export function togglePlay() {
  const replay = theReplay();
  const atEnd = replay.at >= replay.game.steps.length - 1;
  change(() => {
    replay.playing = !replay.playing;
  });
  if (replay.playing && atEnd) jump(0, true);
}

/** Plays on automatically while the screen is open. */
function keepPlaying() {
  let last = performance.now();
  const timer = window.setInterval(() => {
    const { replay } = state;
    if (!replay?.playing) {
      last = performance.now();
      return;
    }
    if (performance.now() - last < 1100 / replay.speed) return;
    last = performance.now();
    jump(replay.at + 1, true);
  }, 60);
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target?.closest('.board-view, input, select, textarea, dialog')
    )
      return;
    const act = {
      ArrowLeft: () => jump(theReplay().at - 1),
      ArrowRight: () => jump(theReplay().at + 1),
      Home: () => jump(0),
      End: () => jump(Infinity),
      ' ': togglePlay,
    }[event.key];
    if (!act || (event.key === ' ' && target?.closest('button, a'))) return;
    event.preventDefault();
    act();
  };
  addEventListener('keydown', keys);
  return () => {
    window.clearInterval(timer);
    removeEventListener('keydown', keys);
  };
}

// ------------------------------------------------------------------ the coach, and playing on

/** @param {number} seat */
export async function askCoach(seat) {
  const replay = theReplay();
  const key = `${replay.at} ${seat}`;
  change(() => {
    replay.coach[key] = 'asking';
  });
  try {
    const { moves } = await ask(`/api/tables/${replay.id}/analysis?step=${replay.at}&seat=${seat}`);
    change(() => {
      replay.coach[key] = moves;
    });
  } catch (error) {
    change(() => {
      delete replay.coach[key];
      replay.can.coach = false;
      replay.problem = reasonOf(error);
    });
  }
}

/** Creates a table from the current position. @param {number} seat */
export async function branch(seat) {
  const replay = theReplay();
  try {
    const made = await ask(`/api/tables/${replay.id}/branch`, {
      step: replay.at,
      seat,
      ...(state.lobby.name.trim() ? { name: state.lobby.name.trim() } : {}),
      level: (await loadInfo()).default_level,
    });
    await startFairly(made);
    go(made.link ?? `/table/${made.table}`);
  } catch (error) {
    change(() => {
      replay.problem = reasonOf(error);
      replay.can.branch = false;
    });
  }
}

// ------------------------------------------------------------------ the screen

/** @param {import('../shapes').State} now */
export function replayScreen(now) {
  const { replay } = now;
  const ready = isShown(replay);
  queueMicrotask(showReplay); // after this redraw
  return h(
    'div',
    { class: ['table', 'is-replay', !ready && 'is-loading'], key: `replay-${replay?.id}`, 'data-shape': 'landscape' },
    h('i', { hidden: true, key: 'player', mount: keepPlaying }),
    h(
      'header',
      { class: 'top' },
      h(
        'a',
        {
          class: 'brand',
          href: under('/'),
          on: {
            click: (/** @type {Event} */ e) => {
              e.preventDefault();
              go('/');
            },
          },
        },
        sign(),
        h('b', null, 'Ferrovia'),
        h('span', null, boardName(replay?.board?.name ?? '')),
      ),
      h(
        'div',
        { class: 'status', role: 'status' },
        h('h1', null, t(ready ? 'again.title' : 'again.loading')),
        ready && h('span', null, winnerWords(toldOf(replay), replay.game.result.winners)),
      ),
      h(
        'nav',
        { class: 'tools', 'aria-label': t('tools.title') },
        tool('sun', t('tools.theme'), switchTheme),
        tool('menu', t('tools.menu'), () =>
          change((s) => {
            s.dialog = 'menu';
          }),
        ),
      ),
    ),
    h('main', { class: 'map', 'aria-busy': String(!ready) }, ready && [replayMap(replay), replayZoom()]),
    ready && bar(replay),
    ready && h('aside', { class: 'side', 'aria-label': t('again.title') }, replaySide(replay)),
  );
}
