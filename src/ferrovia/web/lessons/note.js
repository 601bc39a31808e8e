/**
 * A lesson at its table: one note at a time, next to where it happens. The server knows which action the lesson waits
 * for; the note follows from the learner's moves and from the notes already read.
 */

import { icon } from '../components.js';
import { h } from '../dom.js';
import { alsoSpeak, number, t } from '../i18n.js';
import { say } from '../announce.js';
import { focusOn, isByKeys } from '../focus.js';
import { ask } from '../net/api.js';
import { go } from '../route.js';
import { isSmall, remember, remembered } from '../settings.js';
import { change, state } from '../state.js';
import { theMap } from '../table/board-view.js';
import { isMyTurn, me } from '../table/model.js';
import { playForReal, setLearnt, trying } from './progress.js';
import { stepNumber } from './steps.js';

/**
 * @typedef {import('./steps.js').Lesson} Lesson
 * @typedef {import('./steps.js').Step} Step
 * @typedef {import('../shapes').Table} Table
 */

/** Loaded lessons by id; null while loading. @type {Map<string, Lesson | null>} */
const known = new Map();

/** @param {Table} table @returns {Lesson | null} */
function lessonAt({ info: { lesson: id } }) {
  if (!id) return null;
  if (!known.has(id)) {
    known.set(id, null);
    Promise.all([ask(`/api/lessons/${id}`), alsoSpeak('lessons')]).then(
      ([lesson]) => change(() => void known.set(id, lesson)),
      () => known.delete(id),
    );
  }
  return known.get(id) ?? null;
}

/** The last note read, by table: for browsers without storage. @type {Map<string, number>} */
const read = new Map();

/** The last note read at this table. @param {Table} table */
const readSoFar = ({ id }) => Math.max(read.get(id) ?? -1, Number(remembered(`lesson.${id}`) ?? -1));

/** The number of the note to show; the number of steps once the lesson is done. @param {Table} table */
function stepNo(table) {
  const lesson = lessonAt(table);
  if (!lesson || !table.view || (table.rows[0]?.number ?? 0) !== 1) return null; // the rows are still loading
  const moves = table.rows.filter((row) => row.kind === 'action' && row.seat === me(table)).length;
  return stepNumber(lesson.steps, moves, readSoFar(table));
}

/** @param {Table} table @returns {Step | undefined} */
function stepAt(table) {
  const no = stepNo(table);
  return no === null ? undefined : lessonAt(table)?.steps[no];
}

/** The route that the learner was asked to open, while it is open. @type {string | null} */
let looked = null;

/**
 * A step that asks to look at a route is done once the learner has read the reason and closed it.
 * @param {Table} table
 */
function followLook(table) {
  const no = stepNo(table);
  const step = stepAt(table);
  if (no === null || !step?.look) return;
  const opened = state.ui.route !== null && table.board.routes[state.ui.route].id === step.look;
  if (opened && isMyTurn(table) && state.ui.why) looked = step.look;
  else if (!opened && looked === step.look) {
    looked = null;
    if (isMyTurn(table)) markRead(table, no);
  }
}

/** @param {Table} table @param {number} no */
const markRead = (table, no) =>
  change(() => {
    read.set(table.id, Math.max(no, readSoFar(table)));
    remember(`lesson.${table.id}`, String(readSoFar(table)));
  });

/** What the note points at, for the style sheet. @param {Table} table */
export const lessonPlace = (table) => (stepNo(table) === null ? undefined : (stepAt(table)?.at ?? 'side'));

/** @param {Table} table */
export function lessonNote(table) {
  const no = stepNo(table);
  const lesson = lessonAt(table);
  if (no === null || !lesson) return null;
  const step = lesson.steps[no];
  if (!step) return finished(lesson);
  if (step.when && step.when !== table.view?.phase) return null;
  const words = t(`lesson.${lesson.id}.${step.id}`);
  return h(
    'aside',
    {
      class: 'tip lesson',
      key: `lesson-${lesson.id}-${step.id}`,
      'aria-label': t('lesson.title'),
      'data-step': step.id,
    },
    icon('bulb', 20),
    h('p', { key: 'words' }, words),
    h('i', { hidden: true, key: `said-${step.id}`, mount: () => arrive(table, step, words) }),
    h(
      'div',
      { class: 'tip-buttons' },
      h('small', null, `${number(no + 1)} / ${number(lesson.steps.length)}`),
      h('button', { type: 'button', on: { click: () => go('/learn') } }, t('lesson.leave')),
      !step.do &&
        !step.look &&
        h(
          'button',
          { type: 'button', class: 'is-next', 'data-next': '', on: { click: () => markRead(table, no) } },
          t('lesson.next'),
        ),
    ),
  );
}

/**
 * Announces a new note and brings its subject into view; with the keyboard, the focus goes there too.
 * @param {Table} table @param {Step} step @param {string} words
 */
function arrive(table, step, words) {
  say(words);
  const { routes, cities } = numbersOf(table, step);
  if (isByKeys()) requestAnimationFrame(() => leadTo(step, [...routes]));
  if (!isSmall() || (routes.size === 0 && cities.size === 0)) return;
  // The note has just taken up space: the board must learn its new size before the next frame.
  requestAnimationFrame(() => requestAnimationFrame(() => theMap()?.frame(routes, cities)));
}

/** @param {Step} step @param {number[]} routes */
function leadTo(step, routes) {
  if (!step.do && !step.look) focusOn('.lesson');
  else if (step.at === 'map' && routes.length > 0) theMap()?.focusRoute(routes[0]);
  else focusOn('#actions');
}

/** @param {Table} table @param {Step} step */
function numbersOf({ board }, step) {
  const routes = (step.routes ?? []).filter((id) => board.routeNo.has(id)).map((id) => board.routeNo.get(id));
  const cities = (step.cities ?? []).filter((id) => board.cityNo.has(id)).map((id) => board.cityNo.get(id));
  return { routes: new Set(routes), cities: new Set(cities) };
}

const BESIDE = 20; // pixels between the highlight and the note
const EDGE = 14;
const TOOLS = 64; // the zoom buttons are at the left edge

/** After the redraw. On wide screens a note about the board is next to what it highlights. @param {Table} table */
export function afterNote(table) {
  followLook(table);
  const note = document.querySelector('.table > .lesson');
  const map = document.querySelector('.table > .map');
  if (!(note instanceof HTMLElement) || !map) return;
  const around = map.getBoundingClientRect();
  const boxes = lessonPlace(table) === 'map' ? litBoxes(table) : [];
  const isBeside = boxes.length > 0 && matchMedia('(min-width: 1181px)').matches;
  note.classList.toggle('is-beside', isBeside);
  if (!isBeside) return;
  const left = Math.min(...boxes.map((box) => box.left)) - around.left;
  const right = Math.max(...boxes.map((box) => box.right)) - around.left;
  const middle = (Math.min(...boxes.map((box) => box.top)) + Math.max(...boxes.map((box) => box.bottom))) / 2;
  const { offsetWidth: wide, offsetHeight: high } = note;
  const roomRight = around.width - right;
  const x = roomRight > left ? right + BESIDE : left - BESIDE - wide;
  const within = (/** @type {number} */ at, /** @type {number} */ least, /** @type {number} */ most) =>
    Math.round(Math.max(least, Math.min(most, at)));
  note.style.setProperty('--x', `${within(x, TOOLS, around.width - wide - EDGE)}px`);
  note.style.setProperty('--y', `${within(middle - around.top - high / 2, EDGE, around.height - high - EDGE)}px`);
}

/** @param {Table} table @returns {DOMRect[]} */
function litBoxes(table) {
  const step = stepAt(table);
  if (!step) return [];
  const { routes, cities } = numbersOf(table, step);
  const names = [
    ...Array.from(routes, (no) => `[data-route="${no}"]`),
    ...Array.from(cities, (no) => `[data-city="${no}"]`),
  ];
  return names.flatMap((name) => document.querySelector(`.board-holder ${name}`)?.getBoundingClientRect() ?? []);
}

/** What the board shows for the note; nothing while the learner chooses or looks. @param {Table} table */
export function lessonLights(table) {
  const step = table.board ? stepAt(table) : undefined;
  if (!step || state.ui.route !== null || state.ui.looking) return null;
  const { routes, cities } = numbersOf(table, step);
  return routes.size || cities.size ? { lit: routes, litCities: cities, keep: ownRoutes(table) } : null;
}

/** @param {Table} table @returns {Set<number>} */
const ownRoutes = ({ board, view }) => new Set(Object.keys(view?.owners ?? {}).map((id) => board.routeNo.get(id)));

/** @param {Lesson} lesson */
function arriveAtEnd({ id }) {
  setLearnt(id);
  say(t(`lesson.${id}.finished`));
  if (isByKeys()) requestAnimationFrame(() => focusOn('.lesson'));
}

/** @param {Lesson} lesson */
const finished = (lesson) =>
  h(
    'aside',
    { class: 'tip lesson is-finished', key: `lesson-${lesson.id}-finished`, 'aria-label': t('lesson.title') },
    icon('check', 20),
    h('p', null, t(`lesson.${lesson.id}.finished`)),
    h('i', { hidden: true, key: 'learnt', mount: () => arriveAtEnd(lesson) }),
    h(
      'div',
      { class: 'tip-buttons' },
      h('button', { type: 'button', on: { click: () => go('/learn') } }, t('lesson.more')),
      h(
        'button',
        {
          type: 'button',
          class: 'is-next',
          'data-next': '',
          on: { click: () => trying(() => playForReal(lesson.board)) },
        },
        t('lesson.play'),
      ),
    ),
  );
