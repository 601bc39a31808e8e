/** The count: the leader, the sheet, and its story with highlights on the board. All numbers come from the server. */

import { emblem, icon, primary, quiet, tool } from '../components.js';
import { h } from '../dom.js';
import { way } from '../end/details.js';
import { glyph } from '../end/glyphs.js';
import { rowsOf } from '../end/rows.js';
import { say } from '../announce.js';
import { list, number, t } from '../i18n.js';
import { cityName, routeName } from '../words.js';
import { thePicture } from './editor.js';
import { alter, isCounted, open } from './session.js';
import { copyLink, printGame, saveFile, savePicture } from './sharing.js';

/**
 * @typedef {import('./session.js').Open} Open
 * @typedef {import('./session.js').Counted} Counted
 * @typedef {import('../protocol').CountStep} Step
 * @typedef {import('../protocol').CountPart} Part
 */

const PACE = 2600; // milliseconds per step of the story

/** With a real minus sign, which is as wide as a digit. @param {number} points */
export const signed = (points) => (points < 0 ? `−${number(-points)}` : number(points));

/**
 * A ticket by its cities; those that the board file lacks come with the count.
 * @param {Counted} it @param {string} id
 */
function ticketWords({ board, count }, id) {
  const cities = count.tickets.find((ticket) => ticket.id === id)?.cities ?? [];
  return cities.map((city) => cityName(board, city)).join(' – ');
}

/** Steps in which something scores. @param {Counted} it */
const stepsOf = ({ count }) => count.steps.filter((step) => step.points !== 0 || step.parts.length > 0);

/** @param {Open} it */
export function countPanel(it) {
  if (!isCounted(it))
    return h('p', { class: 'hint', role: 'status' }, it.asked === 'away' ? t('score.away') : t('score.counting'));
  return [
    it.problems.length > 0 && h('p', { class: 'problem' }, t('score.old_count')),
    !it.told && verdict(it),
    it.told ? story(it) : primary(t('score.tell'), () => tell(0, true), { class: 'primary is-wide' }),
    sheet(it),
    h(
      'div',
      { class: 'buttons score-share' },
      quiet([icon('link', 17), t('score.link')], copyLink),
      quiet([glyph('download', 17), t('score.picture')], savePicture),
      quiet([icon('log', 17), t('score.print')], printGame),
      quiet([glyph('download', 17), t('score.file')], saveFile),
    ),
  ];
}

/** @param {Counted} it */
export function verdictWords({ count, game }) {
  const names = count.winners.map((/** @type {number} */ seat) => game.players[seat].name);
  const over = count.few_trains.length > 0;
  if (names.length > 1) return t(over ? 'sheet.winners' : 'score.lead_together', { who: list(names) });
  return t(over ? 'sheet.winner' : 'score.is_ahead', { who: names[0] });
}

/** @param {Counted} it */
function verdict(it) {
  const { count, game } = it;
  const best = Math.max(...count.totals);
  const tied = count.sheets.filter((one) => one.tie_break && one.total === best);
  const over = count.few_trains.length > 0;
  return h(
    'section',
    { class: 'verdict', key: 'verdict' },
    h(
      'div',
      { class: 'crown' },
      count.winners.map((/** @type {number} */ seat) => emblem(game.players[seat].color, 36)),
    ),
    h(
      'div',
      null,
      h('b', null, verdictWords(it)),
      h('small', null, t('end.points', { count: best })),
      h('small', null, over ? t('score.final') : t('score.running')),
      tied.map((one) =>
        h(
          'small',
          { class: 'tie', key: one.seat },
          t('sheet.behind', { who: game.players[one.seat].name, why: t(`tie_break.${one.tie_break}`) }),
        ),
      ),
    ),
  );
}

// ------------------------------------------------------------------ the sheet

/** @param {Counted} it */
export function sheet(it) {
  const { count, game, board } = it;
  const at = it.told ? stepsOf(it)[it.told.at] : null;
  return h(
    'section',
    { class: 'sheet', key: 'sheet' },
    h(
      'table',
      null,
      h('caption', { class: 'sr' }, t('sheet.title')),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('td', null),
          game.players.map(({ name, color }, seat) =>
            h(
              'th',
              { key: seat, scope: 'col' },
              h('span', { class: 'head' }, emblem(color, 24), h('span', null, name)),
            ),
          ),
        ),
      ),
      h(
        'tbody',
        null,
        rowsOf(board, count).map((row) =>
          h(
            'tr',
            { key: row.id, class: row.id === at?.row && 'is-shown' },
            h(
              'th',
              { scope: 'row' },
              h('button', { type: 'button', on: { click: () => tellRow(row.id) } }, t(`sheet.${row.id}`)),
            ),
            row.cells.map((cell, seat) =>
              h(
                'td',
                { key: seat, class: row.id === at?.row && seat === at.seat && 'is-here' },
                signed(cell.points),
                cell.count !== null && h('small', null, number(cell.count)),
              ),
            ),
          ),
        ),
      ),
      h(
        'tfoot',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'row' }, t('sheet.total')),
          count.totals.map((/** @type {number} */ total, /** @type {number} */ seat) =>
            h('td', { key: seat, class: count.winners.includes(seat) && 'is-winner' }, signed(total)),
          ),
        ),
      ),
    ),
  );
}

/** From the first step of a row, for the chosen player if the row has one. @param {string} row */
function tellRow(row) {
  const it = open();
  if (!isCounted(it)) return;
  const steps = stepsOf(it);
  const own = steps.findIndex((step) => step.row === row && step.seat === it.seat);
  const first = steps.findIndex((step) => step.row === row);
  if (first >= 0) tell(own >= 0 ? own : first, false);
}

// ------------------------------------------------------------------ the story

/** @param {number} at @param {boolean} playing */
function tell(at, playing) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  alter((it) => Object.assign(it, { told: { at, part: null, playing: playing && !calm } }));
  const it = open();
  if (isCounted(it)) say(stepWords(it, stepsOf(it)[at]));
}

/** @param {number} by */
function move(by) {
  const it = open();
  if (!it.told || !isCounted(it)) return;
  const next = it.told.at + by;
  if (next >= 0 && next < stepsOf(it).length) tell(next, by > 0 && it.told.playing);
}

/** @param {Open} it @param {Step} step */
const stepWords = ({ game }, step) =>
  t('score.step', {
    who: game.players[step.seat].name,
    row: t(`sheet.${step.row}`),
    points: signed(step.points),
    total: signed(step.total),
  });

/** @param {Counted} it */
function story(it) {
  const steps = stepsOf(it);
  const told = /** @type {NonNullable<Open['told']>} */ (it.told);
  const step = steps[told.at];
  if (!step) return null;
  return h(
    'section',
    { class: 'score-story', key: 'story', 'aria-label': t('score.tell') },
    told.playing && h('i', { hidden: true, key: `timer-${told.at}`, mount: () => wait(told.at === steps.length - 1) }),
    h(
      'header',
      null,
      emblem(it.game.players[step.seat].color, 28),
      h('div', null, h('b', null, t(`sheet.${step.row}`)), h('small', null, it.game.players[step.seat].name)),
      h('b', { class: 'points' }, `${step.points > 0 ? '+' : ''}${signed(step.points)}`),
      h('small', { class: 'sum' }, t('score.sum', { total: signed(step.total) })),
    ),
    h(
      'ul',
      { class: 'score-list' },
      step.parts.map((part, i) => partRow(it, step, part, i)),
    ),
    step.parts.length === 0 && h('p', { class: 'fact' }, t('score.unused', { count: step.count })),
    h(
      'div',
      { class: 'score-steps' },
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          disabled: told.at === 0,
          'aria-label': t('score.before'),
          on: { click: () => move(-1) },
        },
        glyph('back'),
      ),
      h('span', null, `${number(told.at + 1)} / ${number(steps.length)}`),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'aria-label': t(told.playing ? 'score.pause' : 'score.play'),
          on: { click: () => alter((now) => Object.assign(now, { told: { ...told, playing: !told.playing } })) },
        },
        glyph(told.playing ? 'pause' : 'play'),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          disabled: told.at === steps.length - 1,
          'aria-label': t('score.next'),
          on: { click: () => move(1) },
        },
        glyph('forward'),
      ),
      tool('close', t('score.enough'), () => alter((now) => Object.assign(now, { told: null }))),
    ),
  );
}

/** @param {boolean} last */
function wait(last) {
  const timer = window.setTimeout(() => {
    if (last) alter((it) => Object.assign(it, { told: it.told && { ...it.told, playing: false } }));
    else move(1);
  }, PACE);
  return () => window.clearTimeout(timer);
}

/** @param {Counted} it @param {Step} step @param {Part} part @param {number} i */
function partRow(it, step, part, i) {
  const pressed = it.told?.part === i;
  return h(
    'li',
    { key: `${part.what}-${i}`, class: pressed && 'is-held' },
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': String(pressed),
        on: {
          click: () =>
            alter((now) => {
              if (now.told) now.told = { ...now.told, part: pressed ? null : i, playing: false };
            }),
        },
      },
      h('span', null, partName(it, step, part), partFact(it, step, part)),
      part.points !== 0 && h('b', null, `${part.points > 0 ? '+' : ''}${signed(part.points)}`),
    ),
  );
}

/** @param {Counted} it @param {Step} step @param {Part} part */
export function partName(it, step, part) {
  const { board } = it;
  switch (step.row) {
    case 'routes':
    case 'merchandise':
      return routeName(board, part.what);
    case 'tickets_won':
    case 'tickets_lost':
      return ticketWords(it, part.what);
    case 'districts':
      return t('score.district', { number: part.what });
    case 'longest_path':
      return t('sheet.trains', { count: step.count });
    default:
      return cityName(board, part.what);
  }
}

/** @param {Counted} it @param {Step} step @param {Part} part */
function partFact({ board }, step, part) {
  if (step.row === 'stations')
    return part.routes.length > 0 && h('small', null, t('score.uses', { route: routeName(board, part.routes[0]) }));
  if ((step.row === 'tickets_won' && part.routes.length > 1) || step.row === 'longest_path')
    return h('small', null, way(board, part.routes));
  return null;
}

// ------------------------------------------------------------------ the board

/** What the board highlights during a step. @param {Open} it */
export function lightsOfStep(it) {
  const step = it.told && isCounted(it) ? stepsOf(it)[it.told.at] : null;
  if (!step) return { chosen: null };
  const { board, game } = it;
  const parts = it.told?.part === null || it.told === null ? step.parts : [step.parts[it.told.part]].filter(Boolean);
  const own = Object.keys(game.owners).filter((id) => game.owners[id] === step.seat && board.routeNo.has(id));
  const plain = step.row === 'routes' && it.told?.part === null;
  const routes = plain ? [] : parts.flatMap((part) => part.routes);
  const cities = step.row === 'routes' ? [] : parts.flatMap((part) => part.cities);
  const numbers = (/** @type {string[]} */ ids, /** @type {import('../shapes').ById<number>} */ known) =>
    new Set(ids.flatMap((id) => known.find(id) ?? []));
  return {
    chosen: null,
    aside: true,
    you: game.players[step.seat].color,
    lit: numbers(routes, board.routeNo),
    litCities: numbers(cities, board.cityNo),
    keep: step.row === 'longest_path' ? null : numbers(own, board.routeNo),
  };
}

/** The step that the camera has moved to. */
let shown = '';

/** After the redraw: brings the step into view, and draws a longest path along its length. @param {Open} it */
export function tellingNow(it) {
  const key = it.told ? `${it.game.id} ${it.told.at} ${it.told.part}` : '';
  if (key === shown) return;
  shown = key;
  const lights = lightsOfStep(it);
  if (!it.told || !lights.litCities) return;
  const routes = lights.lit?.size ? lights.lit : lights.litCities.size ? [] : (lights.keep ?? []);
  thePicture()?.frame(routes, lights.litCities);
  const step = isCounted(it) ? stepsOf(it)[it.told.at] : undefined;
  if (step?.row === 'longest_path')
    requestAnimationFrame(() => {
      const path = step.parts[0]?.routes.map((/** @type {string} */ id) => it.board.routeNo.get(id)) ?? [];
      thePicture()?.animate({ kind: 'path', routes: path });
    });
}
