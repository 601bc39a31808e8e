/** The charts of the statistics: scores by turn as lines, routes by length as bars. Each is also a table. */

import { emblem, SEATS } from '../components.js';
import { h, svg } from '../dom.js';
import { number, t } from '../i18n.js';
import { seatName } from '../table/model.js';
import { niceStep, spread } from './scales.js';
import { signed } from './presentation.js';

/**
 * @typedef {import('../protocol').StatisticsData} Statistics
 * @typedef {import('../protocol').SeatInfo} SeatInfo
 */

const WIDTH = 340;
const HEIGHT = 170;
const LEFT = 30;
const BOTTOM = 20;
const RIGHT = 26;
const TOP = 8;

/**
 * Scores after every turn; the last step adds tickets and bonuses.
 * @param {Statistics} found
 * @param {SeatInfo[]} seats
 */
export function scoresChart({ scores }, seats) {
  const all = scores.flat();
  const step = niceStep(Math.max(...all, 1) - Math.min(...all, 0));
  const low = Math.floor(Math.min(...all, 0) / step) * step;
  const high = Math.ceil(Math.max(...all, 1) / step) * step;
  const last = scores.length - 1;
  // The final count has its own room: it is not a turn.
  const turns = WIDTH - LEFT - RIGHT - 34;
  const x = (/** @type {number} */ i) => (i === last ? WIDTH - RIGHT : LEFT + (turns * i) / Math.max(last - 1, 1));
  const y = (/** @type {number} */ value) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const marks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step);
  const ends = spread(
    scores[last].map((total) => y(total)),
    15,
    HEIGHT - BOTTOM,
  );
  const players = seats.length;
  return h(
    'figure',
    { class: 'chart', key: 'scores' },
    h('figcaption', null, h('b', null, t('stat.scores')), h('small', null, t('stat.scores_note'))),
    svg(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': spokenScores(scores[last], seats) },
      marks.map((value) => [
        svg('line', {
          key: `line-${value}`,
          class: value === 0 ? 'zero' : 'grid',
          x1: LEFT,
          x2: WIDTH - RIGHT,
          y1: y(value),
          y2: y(value),
        }),
        svg('text', { key: `mark-${value}`, x: LEFT - 5, y: y(value) + 3.5, class: 'scale is-end' }, signed(value)),
      ]),
      svg('rect', {
        class: 'count',
        x: x(last - 1),
        y: TOP,
        width: x(last) - x(last - 1),
        height: HEIGHT - TOP - BOTTOM,
      }),
      [0, 0.5, 1].map((share) => {
        const turn = Math.round((last - 1) * share);
        return svg('text', { key: `turn-${share}`, x: x(turn), y: HEIGHT - 6, class: 'scale' }, number(turn));
      }),
      seats.map((_, seat) =>
        svg('path', {
          key: `path-${seat}`,
          class: `line seat-${SEATS[seat]} dash-${seat}`,
          d: `M${scores.map((row, i) => `${x(i).toFixed(1)} ${y(row[seat]).toFixed(1)}`).join('L')}`,
        }),
      ),
      seats.map((_, seat) =>
        svg(
          'g',
          {
            key: `end-${seat}`,
            class: `flag seat-${SEATS[seat]}`,
            transform: `translate(${WIDTH - 11} ${ends[seat]})`,
          },
          svg('rect', { x: -8, y: -7, width: 16, height: 14, rx: 4 }),
          svg('use', { href: `#emblem-${SEATS[seat]}`, x: -5, y: -5, width: 10, height: 10 }),
        ),
      ),
    ),
    h(
      'details',
      null,
      h('summary', null, t('stat.as_table')),
      h(
        'table',
        { class: 'numbers' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col' }, t('stat.turn')),
            seats.map((seat) => h('th', { key: seat.seat, scope: 'col' }, seatName(seat))),
          ),
        ),
        h(
          'tbody',
          null,
          scores.map(
            (row, i) =>
              (i % players === 0 || i >= last - 1) &&
              h(
                'tr',
                { key: i },
                h('th', { scope: 'row' }, i === last ? t('sheet.total') : number(i)),
                row.map((value, seat) => h('td', { key: seat }, signed(value))),
              ),
          ),
        ),
      ),
    ),
  );
}

/** @param {number[]} totals @param {SeatInfo[]} seats */
const spokenScores = (totals, seats) =>
  `${t('stat.scores')}: ${seats.map((seat, i) => `${seatName(seat)} ${signed(totals[i])}`).join(', ')}`;

/**
 * One row of bars per seat: a table with bars in its cells.
 * @param {Statistics} found @param {SeatInfo[]} seats @param {import('../shapes').Board} board
 */
export function routesChart(found, seats, board) {
  const lengths = [...new Set(board.routes.map(({ length }) => length))].sort((a, b) => a - b);
  const count = (/** @type {number} */ seat, /** @type {number} */ length) =>
    found.seats[seat].routes_by_length[String(length)] ?? 0;
  const most = Math.max(1, ...seats.flatMap(({ seat }) => lengths.map((length) => count(seat, length))));
  return h(
    'figure',
    { class: 'chart', key: 'routes' },
    h('figcaption', null, h('b', null, t('stat.by_length'))),
    h(
      'table',
      { class: 'bars' },
      h('caption', { class: 'sr' }, t('stat.by_length')),
      h(
        'tbody',
        null,
        seats.map(({ seat }) =>
          h(
            'tr',
            { key: seat, class: `seat-${SEATS[seat]}` },
            h('th', { scope: 'row' }, emblem(seat, 22), h('span', { class: 'sr' }, seatName(seats[seat]))),
            lengths.map((length) => {
              const value = count(seat, length);
              return h(
                'td',
                { key: length },
                h('span', { class: value === 0 && 'is-none' }, number(value)),
                h('i', { 'aria-hidden': 'true', style: { '--share': String(value / most) } }),
              );
            }),
          ),
        ),
      ),
      h(
        'tfoot',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'row' }, h('span', { class: 'sr' }, t('stat.length'))),
          lengths.map((length) => h('td', { key: length }, number(length))),
        ),
      ),
    ),
  );
}
