/**
 * The effects of news: moving wagons and cards, a tunnel revealed card by card, sounds, announcements.
 */

import { h, patch } from '../dom.js';
import { t } from '../i18n.js';
import { face } from '../components.js';
import { say } from '../announce.js';
import { ring } from '../settings.js';
import { change, isReady, state } from '../state.js';
import { animate, showKept } from './board-view.js';
import { isMyTurn, me } from './model.js';
import { linesOf, sentence } from './story.js';
import { boardName } from '../words.js';

let myTurnAt = -1;

/** @typedef {import('../protocol').Event} Event */

/** @param {import('../shapes').TableState} table @param {import('../protocol').Row[]} rows new ones only */
export function happened(table, rows) {
  if (!isReady(table)) return;
  const events = rows.flatMap((row) => row.events);
  for (const row of rows) {
    for (const line of linesOf(table, row))
      if (line.seat === null || line.seat !== me(table) || row.kind !== 'action') say(sentence(table, line));
    if (row.kind === 'chat' && row.seat !== me(table)) heard(table, row);
  }
  for (const event of events) {
    if (event.event === 'station_built')
      animate({ kind: 'station', city: table.board.cityNo.get(event.city), seat: event.seat });
    if (event.event === 'route_claimed')
      animate({ kind: 'claimed', route: table.board.routeNo.get(event.route), seat: event.seat });
    if (event.event === 'tickets_kept' && event.seat === me(table)) showKept(event.tickets ?? []);
    if (event.event === 'last_round_began')
      change(() => {
        table.lastRoundAt = Date.now();
      });
    if ((event.event === 'card_drawn' || event.event === 'card_taken') && event.seat === me(table))
      table.fresh = event.card;
  }
  const spends = (/** @type {Event} */ e) =>
    (e.event === 'route_claimed' ||
      e.event === 'station_built' ||
      e.event === 'tickets_kept' ||
      e.event === 'tunnel_entered') &&
    e.seat === me(table);
  if (events.some(spends)) table.fresh = null;
  if (rows.some((row) => row.kind === 'taken_back')) table.fresh = null;
  revealTunnel(table, events);
  announce(table, events);
}

const PASSING = 6000; // milliseconds that a chat line is shown while the chat is closed

/** @param {import('../shapes').Table} table @param {import('../shapes').Table['rows'][number]} row */
function heard(table, row) {
  if (state.ui.tab === 'chat' || !(row.data.text || row.data.phrase)) return;
  change(() => {
    table.unread += 1;
    table.spoken = row;
  });
  window.setTimeout(
    () =>
      change(() => {
        if (table.spoken === row) table.spoken = null;
      }),
    PASSING,
  );
}

/**
 * Three cards, one by one; then the price.
 * @param {import('../shapes').Table} table
 * @param {Event[]} events
 */
function revealTunnel(table, events) {
  const entered = events.find((e) => e.event === 'tunnel_entered');
  const priced = events.find((e) => e.event === 'tunnel_priced');
  if (!entered || !priced) return;
  const cards = events.flatMap((e) => (e.event === 'tunnel_card_shown' ? [e] : []));
  const reveal = {
    route: table.board.routeNo.get(entered.route),
    seat: entered.seat,
    cards,
    extra: priced.extra,
    at: Date.now(),
  };
  change(() => {
    table.reveal = reveal;
  });
  window.setTimeout(
    () =>
      change((s) => {
        if (s.table?.reveal === reveal) s.table.reveal = null;
      }),
    4200,
  );
}

/** @param {import('../shapes').Table} table @param {Event[]} events */
function announce(table, events) {
  const mine = isMyTurn(table);
  const begins =
    mine && table.stateNo !== myTurnAt && events.some((e) => e.event === 'turn_started' && e.seat === me(table));
  if (mine) myTurnAt = table.stateNo;
  const last = events.some((e) => e.event === 'last_round_began');
  if (last) say(t('pill.last_round'), 'assertive');
  if (begins) say(t('pill.your_turn'), 'assertive');
  if (begins && document.hidden && state.notify === 'on')
    import('../notify.js').then(({ call }) =>
      call(t('pill.your_turn'), t('notify.at', { board: boardName(table.board.name) }), table.id),
    );
  if (last) ring('last');
  else if (begins) ring('turn');
  else if (events.some((e) => e.event === 'route_claimed')) ring('route');
  else if (events.some((e) => e.event === 'card_drawn' || e.event === 'card_taken')) ring('card');
}

const CALM = 300;
const STEP = 90; // between two cards of one move

/** @type {Set<Animation>} */
const flying = new Set();

/**
 * Measures where things are before the redraw moves them.
 * @param {import('../shapes').TableState} table
 * @param {Event[]} events
 * @returns {Array<() => void>}
 */
export function takeOff(table, events) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden) return [];
  const draws = events.filter((e) => e.event === 'card_drawn' || e.event === 'card_taken');
  return draws.flatMap((event, i) => {
    const from =
      event.event === 'card_taken'
        ? document.querySelectorAll('.market .card')[event.slot]
        : document.querySelector('.pile');
    const start = from?.getBoundingClientRect();
    if (!start || start.width === 0) return [];
    const color = event.card;
    return [
      () =>
        land(
          start,
          color,
          event.seat === me(table) ? `.hand .card.is-${color}` : `.player:nth-child(${event.seat + 1}) .emblem-chip`,
          i * STEP,
        ),
    ];
  });
}

/** @param {DOMRect} start @param {string | null} color @param {string} goal @param {number} delay */
function land(start, color, goal, delay) {
  const end = document.querySelector(goal)?.getBoundingClientRect();
  if (!end || end.width === 0) return;
  const card = document.createElement('span');
  card.className = color ? `card flying is-${color}` : 'pile flying';
  card.setAttribute('aria-hidden', 'true');
  if (color) patch(card, face(color));
  else patch(card, h('span', null));
  Object.assign(card.style, {
    left: `${start.left}px`,
    top: `${start.top}px`,
    width: `${start.width}px`,
    height: `${start.height}px`,
  });
  document.body.append(card);
  const right = end.left + end.width / 2 - start.left - start.width / 2;
  const down = end.top + end.height / 2 - start.top - start.height / 2;
  const there = `translate(${right}px, ${down}px) scale(${Math.min(1, end.width / start.width)})`;
  const move = card.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: there, opacity: 0.9 },
    ],
    { duration: CALM, delay, easing: 'cubic-bezier(.2,.7,.2,1)', fill: 'backwards' },
  );
  flying.add(move);
  const gone = () => {
    flying.delete(move);
    card.remove();
  };
  move.finished.then(gone, gone);
}

/** Moves everything to its final place at once. */
export const landAll = () => flying.forEach((move) => move.finish());
