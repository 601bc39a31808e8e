/**
 * Lines over the moves of a game: scores, chances to win. One line per seat, distinguished by emblem and dashes, not by
 * colour alone.
 */

import { h, svg } from '../dom.js';
import { SEATS, emblem } from '../components.js';
import { t } from '../i18n.js';
import { smoothPath } from './smooth.js';

const WIDTH = 300;
const HEIGHT = 84;

/**
 * @param {{ id: string, title: string, values: Array<Array<number|null>|null>, at: number, top?: number, words: (value:
 *   number) => string, jump: (step: number) => void, band?: { low: number[][], high: number[][] }, knots?: number[],
 *   marks?: number[], only?: number|null }} what
 *   values: for every step a list by seat, null where nothing is known; top: largest value of the scale, otherwise that
 *   of the values; band: limits around them; knots: steps that a smooth line goes through; marks: steps to mark; only:
 *   the one seat to draw
 */
export function curve({ id, title, values, at, top, words, jump, band, knots, marks = [], only = null }) {
  const count = values.find((row) => row !== null)?.length ?? 0;
  const seats = Array.from({ length: count }, (_, seat) => seat).filter((seat) => only === null || seat === only);
  const all = values.flatMap((row) => (row ?? []).filter((value) => value !== null));
  const low = Math.min(0, ...all);
  const high = Math.max(top ?? 1, ...all);
  const x = (/** @type {number} */ step) => (values.length < 2 ? 0 : (step / (values.length - 1)) * WIDTH);
  const y = (/** @type {number} */ value) => HEIGHT - 3 - ((value - low) / (high - low || 1)) * (HEIGHT - 6);
  const steps = knots ?? values.map((_, step) => step);
  const points = (/** @type {Array<Array<number|null>|null>} */ rows, /** @type {number} */ seat) =>
    steps.flatMap((step) => {
      const value = rows[step]?.[seat];
      return value === null || value === undefined ? [] : [[x(step), y(value)]];
    });
  const line = (/** @type {number} */ seat) =>
    knots
      ? smoothPath(points(values, seat))
      : points(values, seat)
          .map(([px, py], n) => `${n ? 'L' : 'M'}${px.toFixed(1)} ${py.toFixed(1)}`)
          .join('');
  const area = (/** @type {number} */ seat) =>
    band && `${smoothPath(points(band.low, seat))}${smoothPath(points(band.high, seat).reverse(), 'L')}Z`;
  const latest = values.findLastIndex((row, step) => step <= at && row !== null);
  const now = values[latest] ?? [];
  const said = (/** @type {number} */ seat) => {
    const value = now[seat];
    return value === null || value === undefined ? '–' : words(value);
  };
  const spoken = seats.map((seat) => `${seat + 1}: ${said(seat)}`).join(', ');
  const point = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    jump(Math.round(((event.clientX - box.left) / box.width) * (values.length - 1)));
  };
  return h(
    'section',
    { class: 'panel curve', key: `curve-${id}`, 'data-curve': id },
    h('h2', null, title),
    h(
      'div',
      { class: 'curve-legend' },
      seats.map((seat) => h('span', { key: seat }, emblem(seat, 18), h('b', null, said(seat)))),
    ),
    svg(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': t('again.curve', { title, values: spoken }),
        on: { click: point },
      },
      svg('line', { class: 'zero', x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }),
      marks.map((step) =>
        svg('line', { key: `mark-${step}`, class: 'mark', x1: x(step), x2: x(step), y1: 0, y2: HEIGHT }),
      ),
      band &&
        seats.map((seat) => svg('path', { key: `band-${seat}`, class: `band seat-${SEATS[seat]}`, d: area(seat) })),
      seats.map((seat) =>
        svg('path', { key: `line-${seat}`, class: `line seat-${SEATS[seat]} dash-${seat}`, d: line(seat) }),
      ),
      svg('line', { class: 'now', x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }),
    ),
  );
}
