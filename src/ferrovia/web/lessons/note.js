/**
 * A lesson at its table: one note at a time, next to where it happens. The server knows which action the lesson waits
 * for; which note is shown follows from the learner's moves and from the notes that were read.
 */

import { icon } from '../components.js';
import { h } from '../dom.js';
import { alsoSpeak, number, t } from '../i18n.js';
import { say } from '../announce.js';
import { ask } from '../net/api.js';
import { go } from '../route.js';
import { isSmall, remember, remembered } from '../settings.js';
import { change, state } from '../state.js';
import { theMap } from '../table/board-view.js';
import { me } from '../table/model.js';
import { playForReal, setLearnt, trying } from './course.js';

/**
 * @typedef {{ id: string, at: string, do?: string[], look?: string, when?: string, routes?: string[],
 *   cities?: string[] }} Step
 * @typedef {{ id: string, board: string, steps: Step[] }} Lesson
 */

/** Lessons that came, by id; null while one is on its way. @type {Map<string, Lesson | null>} */
const known = new Map();

/** @param {string} id @returns {Lesson | null} */
function lessonOf(id) {
  if (!known.has(id)) {
    known.set(id, null);
    Promise.all([ask(`/api/lessons/${id}`), alsoSpeak('lessons')]).then(
      ([lesson]) => change(() => void known.set(id, lesson)),
      () => known.delete(id),
    );
  }
  return known.get(id) ?? null;
}

/** How many notes were read at this table. @param {any} table */
const readSoFar = (table) => Number(remembered(`lesson.${table.id}`) ?? -1);

/** The note to show, by number; as many as there are steps: the lesson is done. @param {any} table */
function stepNo(table) {
  const lesson = lessonOf(table.info.lesson);
  if (!lesson || !table.view || (table.rows[0]?.number ?? 0) !== 1) return null; // the rows are on their way
  const own = (/** @type {any} */ row) => row.kind === 'action' && row.seat === me(table);
  const moves = table.rows.filter(own).length;
  const read = readSoFar(table);
  let done = 0;
  for (const [no, step] of lesson.steps.entries()) {
    if (step.do) {
      if (done === moves) return no;
      done += 1;
    } else if (no > read && done === moves && !seen(table, step)) return no;
  }
  return lesson.steps.length;
}

/** A step that asks to open a route is done while it is open. @param {any} table @param {Step} step */
const seen = (table, step) =>
  step.look !== undefined && state.ui.route !== null && table.board.routes[state.ui.route].id === step.look;

/** @param {any} table @param {number} no */
const markRead = (table, no) =>
  change(() => {
    remember(`lesson.${table.id}`, String(Math.max(no, readSoFar(table))));
  });

/** What the lesson points at, for the style sheet. @param {any} table @returns {string | undefined} */
export function lessonPlace(table) {
  const no = stepNo(table);
  return no === null ? undefined : lessonOf(table.info.lesson)?.steps[no]?.at;
}

/** Beside the board where there is room; on small screens above it. @param {any} table */
export function lessonNote(table) {
  const no = stepNo(table);
  const lesson = lessonOf(table.info.lesson);
  if (no === null || !lesson) return null;
  const step = lesson.steps[no];
  if (!step) return finished(lesson);
  if (step.when && step.when !== table.view.phase) return null;
  const words = t(`lesson.${lesson.id}.${step.id}`);
  const before = lesson.steps[no - 1];
  if (before?.look && no - 1 > readSoFar(table)) queueMicrotask(() => markRead(table, no - 1));
  return h(
    'aside',
    {
      class: 'tip lesson',
      key: `lesson-${lesson.id}-${step.id}`,
      'aria-label': t('lesson.title'),
      mount: undefined,
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
        h('button', { type: 'button', class: 'is-next', on: { click: () => markRead(table, no) } }, t('lesson.next')),
    ),
  );
}

/**
 * A new note is spoken, and what it is about comes into sight.
 * @param {any} table @param {Step} step @param {string} words
 */
function arrive(table, step, words) {
  say(words);
  const { routes, cities } = numbersOf(table, step);
  if (isSmall() && (routes.size || cities.size)) requestAnimationFrame(() => theMap()?.frame(routes, cities));
}

/** @param {any} table @param {Step} step */
function numbersOf({ board }, step) {
  const numbers = (/** @type {string[]} */ ids, /** @type {Map<string, number>} */ from) =>
    new Set(/** @type {number[]} */ (ids.map((id) => from.get(id)).filter((no) => no !== undefined)));
  return { routes: numbers(step.routes ?? [], board.routeNo), cities: numbers(step.cities ?? [], board.cityNo) };
}

/** What the board shows for the note; nothing while the learner chooses or looks. @param {any} table */
export function lessonLights(table) {
  const no = table.board && table.info?.lesson ? stepNo(table) : null;
  const step = no === null ? undefined : lessonOf(table.info.lesson)?.steps[no];
  if (!step || state.ui.route !== null || state.ui.looking) return null;
  const { routes, cities } = numbersOf(table, step);
  return routes.size || cities.size ? { lit: routes, litCities: cities, keep: ownRoutes(table) } : null;
}

/** @param {any} table @returns {Set<number>} */
const ownRoutes = ({ board, view }) =>
  new Set(Object.keys(view?.owners ?? {}).map((id) => /** @type {number} */ (board.routeNo.get(id))));

/** @param {Lesson} lesson */
const finished = (lesson) =>
  h(
    'aside',
    { class: 'tip lesson is-finished', key: `lesson-${lesson.id}-finished`, 'aria-label': t('lesson.title') },
    icon('check', 20),
    h('p', null, t(`lesson.${lesson.id}.finished`)),
    h('i', { hidden: true, key: 'learnt', mount: () => setLearnt(lesson.id) }),
    h(
      'div',
      { class: 'tip-buttons' },
      h('button', { type: 'button', on: { click: () => go('/learn') } }, t('lesson.more')),
      h(
        'button',
        { type: 'button', class: 'is-next', on: { click: () => trying(() => playForReal(lesson.board)) } },
        t('lesson.play'),
      ),
    ),
  );
