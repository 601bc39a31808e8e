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
import { placeNote } from './placing.js';
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

const EDGE = 14;

/** The parts of the screen beside the board that a note can point at. @type {Record<Step['at'], string | null>} */
const POINTED = {
  map: null,
  dock: '.dock',
  market: '.market .row',
  pile: '.pile',
  tickets: '.panel.tickets',
  side: '.side',
};

/** The note and the board that it was placed for. */
let placedFor = '';

/** After the redraw. On wide screens a note lies on the map and covers nothing it is about. @param {Table} table */
export function afterNote(table) {
  followLook(table);
  const note = document.querySelector('.table > .lesson');
  const map = document.querySelector('.table > .map');
  if (!(note instanceof HTMLElement) || !map) return;
  const isPlaced = matchMedia('(min-width: 1181px)').matches;
  note.classList.toggle('is-placed', isPlaced);
  const { left, top, right, bottom } = map.getBoundingClientRect();
  const moved = map.querySelector('.board-view > *')?.getAttribute('style');
  const now = [isPlaced, note.dataset.step, right - left, bottom - top, note.offsetHeight, moved].join();
  if (now === placedFor) return;
  placedFor = now;
  if (!isPlaced) return;
  const room = { left: left + EDGE, top: top + EDGE, right: right - EDGE, bottom: bottom - EDGE };
  const { near, covered } = boxesOf(table, stepAt(table));
  const { x, y } = placeNote({ wide: note.offsetWidth, high: note.offsetHeight }, room, near, covered);
  note.style.setProperty('--x', `${Math.round(x - left)}px`);
  note.style.setProperty('--y', `${Math.round(y - top)}px`);
}

/**
 * The boxes that a note should be near and those that it should not cover. A note about the whole board covers no city.
 * @param {Table} table @param {Step} [step]
 */
function boxesOf(table, step) {
  const { routes, cities } = step ? numbersOf(table, step) : { routes: new Set(), cities: new Set() };
  const ends = new Set([...cities, ...[...routes].flatMap((no) => table.board.routes[no].cities)]);
  const pointed = POINTED[step?.at ?? 'side'];
  const isAboutAll = !pointed && ends.size === 0;
  const boxes = (/** @type {string} */ names) =>
    Array.from(document.querySelectorAll(names), (element) => element.getBoundingClientRect());
  const near = pointed ? boxes(pointed) : [];
  const covered = { subject: boxes('.zoom'), others: /** @type {DOMRect[]} */ ([]) };
  table.board.routes.forEach((_, no) => {
    const found = boxes(`.board-holder [data-route="${no}"] .space`);
    if (!pointed && routes.has(no)) near.push(...found);
    covered[routes.has(no) ? 'subject' : 'others'].push(...found);
  });
  const names = document.querySelectorAll('.board-holder .labels > text');
  table.board.cities.forEach((_, no) => {
    const found = boxes(`.board-holder [data-city="${no}"]`);
    if (!pointed && cities.has(no)) near.push(...found);
    if (!names[no].matches('.is-hidden')) found.push(names[no].getBoundingClientRect());
    covered[isAboutAll || ends.has(no) ? 'subject' : 'others'].push(...found);
  });
  return { near, covered };
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
