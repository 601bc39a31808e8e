/**
 * The coach looks over the shoulder when asked: up to three moves with the chance to win and the margin that each
 * promises.
 */

import { h } from '../dom.js';
import { number, percent, t } from '../i18n.js';
import { icon, tool } from '../components.js';
import { say } from '../announce.js';
import { change, state } from '../state.js';
import { actionWords } from './actions.js';
import { askFor, chooseCity, choosePayment, chooseRoute, lookAt } from './choosing.js';
import { isMyTurn, stationWays, waysFor } from './model.js';
import { act, inquire } from './session.js';

const MOST = 3;

/** How long the coach took last, in milliseconds: the bar that is shown meanwhile goes by it. */
let patience = 2000;

export async function askCoach() {
  const { table } = state;
  if (!isMyTurn(table) || table.hint?.moves === null) return;
  const asked = table.stateNo;
  const began = performance.now();
  change(() => {
    table.hint = { moves: null };
  });
  const answer = await inquire('coach');
  patience = Math.max(600, performance.now() - began);
  if (table.stateNo !== asked) return;
  const moves = (answer?.moves ?? []).slice(0, MOST);
  change(() => {
    table.hint = moves.length ? { moves } : null;
  });
  if (moves.length)
    say(
      [
        t('banner.hint'),
        ...moves.map((/** @type {any} */ move) => [actionWords(table, move), ...worth(move)].join(', ')),
      ].join(' '),
    );
}

/** Chance to win and points ahead, where the coach knows them. @param {any} move @returns {string[]} */
const worth = (move) =>
  [
    typeof move.value === 'number' && t('coach.chance', { share: percent(move.value) }),
    typeof move.margin === 'number' && t('coach.margin', { points: signed(move.margin) }),
  ].filter((words) => words !== false);

/** @param {number} points */
const signed = (points) => `${points < 0 ? '−' : '+'}${number(Math.round(Math.abs(points)))}`;

/** @param {import('../shapes').Table} table */
export function coachBanner(table) {
  const moves = table.hint?.moves ?? null;
  return h(
    'section',
    { class: 'banner is-hint', key: 'hint', 'aria-label': t('dock.hint') },
    h(
      'header',
      null,
      icon('bulb', 16),
      h('b', null, t('banner.hint')),
      moves?.some((move) => typeof move.value === 'number') && h('small', null, t('coach.head')),
      tool('close', t('close'), () =>
        change(() => {
          table.hint = null;
        }),
      ),
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
  );
}

/** A move to look at, and with a click to get ready. @param {import('../shapes').Table} table @param {any} move */
function choice(table, move) {
  const routes = move.route ? [table.board.routeNo.get(move.route)] : [];
  const cities = move.city ? [table.board.cityNo.get(move.city)] : [];
  const look = () => {
    if (routes.length + cities.length) lookAt({ kind: 'log', what: { routes, cities } });
  };
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
    h('small', null, worth(move).at(-1)),
  );
}

/**
 * What the coach means, ready to be confirmed or not; a card, which is one click anyway, is drawn.
 * @param {import('../shapes').Table} table
 * @param {any} move
 */
async function prepare(table, move) {
  lookAt(null);
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
  else if (move.kind === 'draw' || move.kind === 'take') act(move.text);
}

/** @param {any[]} ways @param {any} move */
function mark(ways, move) {
  const way = ways.findIndex((one) => one.text === move.text);
  if (way >= 0) choosePayment(way);
}
