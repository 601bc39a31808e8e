/** A smooth line goes through its points and never leaves the range between two of them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smoothPath, tangents } from '../../src/ferrovia/web/replay/smooth.js';

test('a line goes through every point', () => {
  assert.equal(smoothPath([]), '');
  assert.equal(smoothPath([[3, 4]]), 'M3.0 4.0');
  assert.match(smoothPath([[0, 0], [3, 3], [6, 0]]), /^M0\.0 0\.0C.* 3\.0 3\.0C.* 6\.0 0\.0$/); // prettier-ignore
});

test('peaks and level stretches stay flat', () => {
  assert.deepEqual(tangents([[0, 0], [1, 5], [2, 1]])[1], 0); // prettier-ignore
  assert.deepEqual(tangents([[0, 2], [1, 2], [2, 9]])[1], 0); // prettier-ignore
});

test('no control point lies outside the two points that it is between, forwards or backwards', () => {
  const points = [[0, 9], [1, 8], [2, 1], [5, 0.9], [6, 7], [9, 7.5]]; // prettier-ignore
  for (const way of [points, [...points].reverse()]) {
    const path = smoothPath(way).split('C').slice(1);
    path.forEach((part, n) => {
      const [, y1, , y2] = part.split(' ').map(Number);
      const [low, high] = [Math.min(way[n][1], way[n + 1][1]), Math.max(way[n][1], way[n + 1][1])];
      for (const y of [y1, y2]) assert.ok(y >= low - 0.1 && y <= high + 0.1, `${y} between ${low} and ${high}`);
    });
  }
});
