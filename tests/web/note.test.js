/** The place of a note about a mark on the board. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { besideMarks } from '../../src/ferrovia/web/board/note.js';

const NOTE = [200, 60];
const WINDOW = [390, 500];
const ROUTE = 12; // half its width
const isOn = ([left, top], [a, b, c, d]) => left < c && a < left + NOTE[0] && top < d && b < top + NOTE[1];

/** Ten spaces from one point to another, as boxes. */
function spaces([x1, y1], [x2, y2]) {
  const at = (i) => [x1 + ((x2 - x1) * i) / 10, y1 + ((y2 - y1) * i) / 10];
  return [...Array(10).keys()].map((i) => {
    const [[a, b], [c, d]] = [at(i), at(i + 1)];
    return [Math.min(a, c) - ROUTE, Math.min(b, d) - ROUTE, Math.max(a, c) + ROUTE, Math.max(b, d) + ROUTE];
  });
}

test('a note about a city is above it, or below it at the upper edge', () => {
  assert.deepEqual(besideMarks(NOTE, WINDOW, [195, 250], []), [95, 170]);
  assert.deepEqual(besideMarks(NOTE, WINDOW, [195, 30], []), [95, 50]);
});

test('a note covers nothing of its route where there is room at one of four sides', () => {
  for (const [from, to] of [
    [
      [60, 250],
      [330, 250],
    ],
    [
      [60, 60],
      [330, 60],
    ],
    [
      [60, 440],
      [330, 440],
    ],
    [
      [60, 100],
      [60, 400],
    ],
    [
      [330, 100],
      [330, 400],
    ],
  ]) {
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const at = besideMarks(NOTE, WINDOW, middle, spaces(from, to));
    assert.ok(!spaces(from, to).some((box) => isOn(at, box)), `${from} to ${to}`);
    assert.ok(at[0] >= 6 && at[1] >= 6 && at[0] + NOTE[0] <= 384 && at[1] + NOTE[1] <= 494);
  }
});
