/**
 * The coach, on request: up to three moves with the chance to win, the lead each leaves the player, and its purpose. A
 * click prepares a move; nothing is sent.
 */

import { h } from '../dom.js';
import { percent, t } from '../i18n.js';
import { icon, tool } from '../components.js';
import { focusOn } from '../focus.js';
import { say } from '../announce.js';
import { change, state, theTable } from '../state.js';
import { actionWords } from './actions.js';
import { askFor, chooseCity, choosePayment, chooseRoute, lookAt } from './selection.js';
import { holding } from './display.js';
import { isMyTurn, stationWays, tunnelWays, waysFor } from './model.js';
import { purpose } from './purpose.js';
import { askForAdvice } from './requests.js';

const MOST = 3;

/** How long the coach took last time, in milliseconds, for the progress bar. */
let patience = 2000;

/** Asks, or shows the answer for this position again. */
export async function askCoach() {
  const table = theTable();
  const { hint } = table;
  if (!isMyTurn(table) || hint?.moves === null) return;
  if (hint) {
    change(() => {
      hint.open = !hint.open;
    });
    return;
  }
  const asked = table.stateNo;
  const began = performance.now();
  change(() => {
    table.hint = { moves: null, open: true };
  });
  const answer = await askForAdvice();
  patience = Math.max(600, performance.now() - began);
  if (table.stateNo !== asked) return;
  const moves = (answer?.moves ?? []).slice(0, MOST);
  change(() => {
    table.hint = moves.length ? { moves, open: true } : null;
  });
  if (moves.length)
    say(
      [
        t('banner.hint'),
        ...moves.map((move) =>
          [actionWords(table, move), ...worth(move), purpose(table, move)].filter(Boolean).join(', '),
        ),
      ].join(' '),
    );
}

/**
 * Chance to win and points ahead, if the coach knows them.
 * @param {import('../shapes').Advice} move
 * @returns {string[]}
 */
export const worth = (move) =>
  [
    typeof move.value === 'number' && t('coach.chance', { share: percent(move.value) }),
    typeof move.margin === 'number' && margin(Math.round(move.margin)),
  ].filter((words) => words !== false);

/** @param {number} points ahead of the best other player */
const margin = (points) =>
  points === 0 ? t('coach.level') : t(points > 0 ? 'coach.ahead' : 'coach.behind', { count: Math.abs(points) });

const close = () =>
  change((s) => {
    if (s.table?.hint) s.table.hint.open = false;
  });

/** Replaces the decision that it advises on. @param {import('../shapes').Seated} table */
export function coachDock(table) {
  const moves = table.hint?.moves ?? null;
  const rated = moves?.some((move) => typeof move.value === 'number');
  return h(
    'section',
    { class: 'dock is-choice is-hint', id: 'actions', key: 'hint', 'aria-label': t('dock.hint') },
    h(
      'div',
      { class: 'group advice', key: 'advice' },
      h(
        'header',
        null,
        icon('bulb', 16),
        h('h2', null, t('banner.hint'), rated && h('small', null, t('coach.head'))),
        tool('close', t('close'), close),
      ),
      moves === null
        ? h(
            'p',
            { class: 'thinking', role: 'status', style: { '--patience': `${Math.round(patience)}ms` } },
            t('banner.thinking'),
            h('i', { 'aria-hidden': 'true' }),
          )
        : h(
            'ol',
            null,
            moves.map((move) => h('li', { key: move.text }, choice(table, move))),
          ),
    ),
    holding(table),
  );
}

/**
 * A move to look at, and to prepare with a click.
 * @param {import('../shapes').Seated} table
 * @param {import('../shapes').Advice} move
 */
function choice(table, move) {
  const routes = move.route ? [table.board.routeNo.get(move.route)] : [];
  const cities = move.city ? [table.board.cityNo.get(move.city)] : [];
  const look = () => {
    if (routes.length + cities.length) lookAt({ kind: 'log', what: { routes, cities } });
  };
  const reason = purpose(table, move);
  return h(
    'button',
    {
      type: 'button',
      on: {
        click: () => prepare(table, move),
        pointerenter: look,
        pointerleave: () => lookAt(null),
        focus: look,
        blur: () => lookAt(null),
      },
    },
    h('span', null, actionWords(table, move)),
    typeof move.value === 'number' &&
      h('b', { title: t('coach.chance', { share: percent(move.value) }) }, percent(move.value)),
    h('small', null, [reason, typeof move.margin === 'number' && worth(move).at(-1)].filter(Boolean).join(' · ')),
  );
}

/**
 * The coach's move, ready to confirm or not.
 * @param {import('../shapes').Seated} table
 * @param {import('../shapes').Advice} move
 */
async function prepare(table, move) {
  lookAt(null);
  close();
  if (move.kind === 'claim') {
    const no = table.board.routeNo.get(move.route);
    await chooseRoute(no);
    mark(waysFor(table, no), move);
  } else if (move.kind === 'station') {
    const no = table.board.cityNo.get(move.city);
    if (state.ui.asking !== 'station') askFor('station');
    await chooseCity(no);
    mark(stationWays(table, no), move);
  } else if (move.kind === 'keep')
    change((s) => {
      s.ui.kept = new Set(move.places);
    });
  else if (move.kind === 'tickets') askFor('tickets');
  else if (move.kind === 'pay') mark(tunnelWays(table), move);
  else
    change((s) => {
      s.ui.advised = move.text;
    });
  requestAnimationFrame(() => {
    const meant = document.querySelector('#actions .is-advised');
    if (meant instanceof HTMLElement) meant.focus();
    else focusOn('#actions');
  });
}

/** @param {Array<{ text: string }>} ways @param {import('../shapes').Advice} move */
function mark(ways, move) {
  const way = ways.findIndex((one) => one.text === move.text);
  if (way >= 0) choosePayment(way);
}
