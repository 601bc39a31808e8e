/**
 * Lines over the moves of a game: scores, chances to win. One line a seat, told apart by emblem and dashes, not by
 * colour alone.
 */

import { h, svg } from '../dom.js';
import { SEATS, emblem } from '../components.js';
import { t } from '../i18n.js';

const WIDTH = 300;
const HEIGHT = 84;

/**
 * @param {{ id: string, title: string, values: Array<Array<number|null>|null>, at: number, top?: number, words: (value:
 *   number) => string, jump: (step: number) => void }} what
 *   values: for every step a list by seat, null where nothing is known; top: largest value of the scale, otherwise that
 *   of the values
 */
export function curve({ id, title, values, at, top, words, jump }) {
  const seats = values.find((row) => row !== null)?.length ?? 0;
  const all = values.flatMap((row) => (row ?? []).filter((value) => value !== null));
  const low = Math.min(0, ...all);
  const high = Math.max(top ?? 1, ...all);
  const x = (/** @type {number} */ step) => (values.length < 2 ? 0 : (step / (values.length - 1)) * WIDTH);
  const y = (/** @type {number} */ value) => HEIGHT - 3 - ((value - low) / (high - low || 1)) * (HEIGHT - 6);
  const line = (/** @type {number} */ seat) =>
    values
      .map((row, step) =>
        row === null || row[seat] === null || row[seat] === undefined
          ? null
          : `${x(step).toFixed(1)} ${y(/** @type {number} */ (row?.[seat])).toFixed(1)}`,
      )
      .filter(Boolean)
      .join('L');
  const latest = values.findLastIndex((row, step) => step <= at && row !== null);
  const now = values[latest] ?? [];
  const spoken = now.map((value, seat) => `${seat + 1}: ${value === null ? '–' : words(value)}`).join(', ');
  const point = (/** @type {MouseEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    jump(Math.round(((event.clientX - box.left) / box.width) * (values.length - 1)));
  };
  return h(
    'section',
    { class: 'panel curve', key: `curve-${id}` },
    h('h2', null, title),
    h(
      'div',
      { class: 'curve-legend' },
      now.map((value, seat) =>
        h('span', { key: seat }, emblem(seat, 18), h('b', null, value === null ? '–' : words(value))),
      ),
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
      Array.from({ length: seats }, (_, seat) =>
        svg('path', {
          key: `line-${seat}`,
          class: `line seat-${SEATS[seat]} dash-${seat}`,
          d: line(seat) ? `M${line(seat)}` : '',
        }),
      ),
      svg('line', { class: 'now', x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }),
    ),
  );
}
