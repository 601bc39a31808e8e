/** Shows the end beat by beat: timers, highlights, sounds, and announcements for screen readers. */

import { say } from '../announce.js';
import { list, number, t } from '../i18n.js';
import { remember, ring } from '../settings.js';
import { change, state } from '../state.js';
import { theMap } from '../table/board-view.js';
import { isYou, me, nameOf, winnerWords } from '../table/model.js';
import { beatsOf, sumsAt, ticketLights } from './beats.js';
import { lightsOf } from './rows.js';

/**
 * @typedef {import('../shapes').Ended} Ended
 * @typedef {import('../shapes').End} End
 * @typedef {Pick<import('../shapes').State, 'table' | 'end'>} State
 * @typedef {import('./beats.js').Beat} Beat
 */

const PACE = 1700; // milliseconds per row
const TICKET = 1250; // per ticket, if there are few
const ALL_TICKETS = 24000; // at most, for all tickets

/** With a real minus sign, which is as wide as a digit. @param {number} points */
export const signed = (points) => (points < 0 ? `−${number(-points)}` : number(points));
/** @param {number} points */
export const gained = (points) => (points > 0 ? `+${number(points)}` : signed(points));

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The table whose end is shown. */
export const ended = () => /** @type {Ended} */ (state.table);

/** @param {Ended} table */
export const beatsOfTable = (table) => beatsOf(table.board, table.result, table.view.first);

/** The state of the end, created when it is first drawn. @param {State} now @returns {End} */
export function endOf(now) {
  const table = /** @type {Ended} */ (now.table);
  if (now.end?.table === table.id) return now.end;
  // Late visitors, and people who prefer reduced motion, see the finished sheet.
  const done = calm() || !table.watched;
  now.end = {
    table: table.id,
    run: 0,
    told: done ? beatsOfTable(table).length : 0,
    done,
    row: null,
    ticket: null,
    seat: me(table) ?? table.result.winners[0] ?? 0,
    page: 'sheet',
    statistics: null,
    checking: false,
  };
  if (me(table) !== null && !table.info.lesson) remember('finished', 'yes');
  queueMicrotask(() => theMap()?.fit()); // a phone may stand close to the last route
  return now.end;
}

/** @param {Partial<End>} what */
export const changeEnd = (what) => change((s) => Object.assign(endOf(s), what));

// ------------------------------------------------------------------ beat by beat

/** Continues until everything is shown or a player takes over. Called when the sheet appears on the page. */
export function startTelling() {
  const table = ended();
  const beats = beatsOfTable(table);
  const tickets = beats.filter(({ ticket }) => ticket !== null).length;
  const pace = Math.min(TICKET, ALL_TICKETS / Math.max(tickets, 1));
  let timer = window.setTimeout(next, 400);
  function next() {
    const { told, done } = endOf(state);
    if (done) return;
    if (told === beats.length) {
      finish(table);
      return;
    }
    tell(table, beats, told);
    timer = window.setTimeout(next, beats[told].ticket ? pace : PACE);
  }
  return () => window.clearTimeout(timer);
}

/** @param {Ended} table @param {Beat[]} beats @param {number} place */
function tell(table, beats, place) {
  const beat = beats[place];
  const longest = table.result.sheets.reduce((a, b) => (b.longest_path > a.longest_path ? b : a));
  const seat = beat.seat ?? (beat.row === 'longest_path' ? longest.seat : endOf(state).seat);
  changeEnd({ told: place + 1, row: beat.row, ticket: beat.ticket?.ticket ?? null, seat });
  if (beat.row === 'longest_path') drawPath(table, seat);
  frame(table);
  requestAnimationFrame(keepInSight);
  if (beat.ticket?.completed) ring('card');
  announce(table, beats, place);
}

/** @param {Ended} table */
function finish(table) {
  changeEnd({ done: true, row: null, ticket: null, seat: me(table) ?? table.result.winners[0] ?? 0 });
  theMap()?.fit();
  ring('end');
  say(verdictWords(table));
}

/** A screen reader hears a row, or all tickets of a seat, at once: tickets come faster than speech. */
function announce(/** @type {Ended} */ table, /** @type {Beat[]} */ beats, /** @type {number} */ place) {
  const { row, seat, gains, last } = beats[place];
  const sums = sumsAt(beats, place + 1, gains.length);
  if (seat === null) {
    const each = gains.map((points, who) => `${nameOf(table, who)} ${gained(points)}`);
    say(`${t(`sheet.${row}`)}: ${list(each)}.`);
  } else if (last) {
    const { tickets } = table.result.sheets[seat];
    say(
      t('end.tickets_told', {
        who: nameOf(table, seat),
        done: tickets.filter(({ completed }) => completed).length,
        all: tickets.length,
        total: signed(sums[seat]),
      }),
    );
  }
}

/** Keeps the current row in view, even if the sheet is longer than its window. */
const keepInSight = () => document.querySelector('.sheet tbody .is-shown')?.scrollIntoView({ block: 'nearest' });

/** Shows everything at once: the sheet, without further movement. */
export const skip = () => {
  changeEnd({ told: beatsOfTable(ended()).length });
  finish(ended());
};

export const tellAgain = () => {
  const { run } = endOf(state);
  changeEnd({ run: run + 1, told: 0, done: false, row: null, ticket: null, page: 'sheet', checking: false });
};

// ------------------------------------------------------------------ one thing, looked at

/** @param {string | null} row @param {number} [seat] @param {string | null} [ticket] */
export function show(row, seat, ticket = null) {
  const table = ended();
  const end = endOf(state);
  changeEnd({ told: beatsOfTable(table).length, done: true, row, ticket, seat: seat ?? end.seat });
  if (row === 'longest_path') drawPath(table, endOf(state).seat);
  frame(table);
}

/** After the redraw that highlights it. @param {Ended} table @param {number} seat */
function drawPath(table, seat) {
  const routes = table.result.sheets[seat].longest_path_routes.map((route) => table.board.routeNo.get(route));
  requestAnimationFrame(() => theMap()?.animate({ kind: 'path', routes }));
}

/** Brings the highlights into view: on a phone the board is larger than its window. @param {Ended} table */
function frame(table) {
  const { lit, litCities, keep } = lights(table, endOf(state));
  const routes = lit?.size ? lit : litCities?.size ? [] : (keep ?? []);
  theMap()?.frame(routes, litCities ?? []);
}

/** @param {Ended} table @param {End} end */
const lights = (table, { row, seat, ticket }) =>
  ticket
    ? ticketLights(table.board, table.result, table.view.owners, seat, ticket)
    : lightsOf(table.board, table.result, table.view.owners, row, seat);

/** What the board highlights while the sheet is shown and read. @param {State} now */
export const endLights = (now) => lights(/** @type {Ended} */ (now.table), endOf(now));

/** The label of a button that shows the points of a seat. @param {Ended} table @param {number} seat */
export const showWords = (table, seat) =>
  isYou(table, seat) ? t('end.show_yours') : t('end.show_of', { who: nameOf(table, seat) });

/** @param {Ended} table */
export const verdictWords = (table) => winnerWords(table, table.result.winners);
