/** What a pointer, a finger or an arrow key finds on the board. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ARROWS, pointsOf } from '../../src/ferrovia/web/board/hit-test.js';
import { layouts } from './layouts.js';

const layout = {
  cities: { a: { x: 0, y: 0 }, b: { x: 200, y: 0 }, c: { x: 100, y: 300 } },
  routes: [
    {
      spaces: [
        [60, -10, 0, 50, 15],
        [140, -10, 0, 50, 15],
      ],
      middle: [100, -10, 0],
    },
    {
      spaces: [
        [60, 11, 0, 50, 15],
        [140, 11, 0, 50, 15],
      ],
      middle: [100, 11, 0],
    },
    { spaces: [[150, 150, 90, 50, 15]], middle: [150, 150, 90] },
    { spaces: [[141, 300, 0, 50, 15]], middle: [141, 300, 0] },
  ],
};
const points = pointsOf(layout, ['a', 'b', 'c']);
const route = (number) => ({ kind: 'route', number });
const city = (number) => ({ kind: 'city', number });

test('a pointer finds the nearest route, also in the gap between two spaces', () => {
  assert.deepEqual(points.under({ x: 60, y: -12 }, 1, false), route(0));
  assert.deepEqual(points.under({ x: 100, y: 9 }, 1, false), route(1));
  assert.deepEqual(points.under({ x: 100, y: 150 }, 1, false), null);
});

test('the mark of a city wins over a route that begins there', () => {
  assert.deepEqual(points.under({ x: 5, y: 4 }, 1, false), city(0));
  assert.deepEqual(points.under({ x: 111, y: 300 }, 1, false), city(2));
  assert.deepEqual(points.under({ x: 114, y: 300 }, 1, false), route(3));
});

test('a finger may miss by more than a pointer, the more the farther the board is', () => {
  const beside = { x: 172, y: 150 };
  assert.equal(points.under(beside, 1, false), null);
  assert.deepEqual(points.under(beside, 1, true), route(2));
  assert.equal(points.under({ x: 195, y: 150 }, 1, true), null);
  assert.deepEqual(points.under({ x: 195, y: 150 }, 0.5, true), route(2));
});

test('a finger between the halves of a double route means both, on one half it means that one', () => {
  assert.deepEqual(points.meant({ x: 60, y: 2 }, 1), [1, 0]);
  assert.deepEqual(points.meant({ x: 60, y: -12 }, 1), [0]);
  assert.deepEqual(points.meant({ x: 400, y: 400 }, 1), []);
});

test('an arrow key goes that way or stays', () => {
  assert.deepEqual(points.next(route(1), 'ArrowUp', 'route'), route(0));
  assert.deepEqual(points.next(route(1), 'ArrowDown', 'route'), route(2));
  assert.deepEqual(points.next(city(0), 'ArrowRight', 'city'), city(1));
  assert.deepEqual(points.next(city(0), 'ArrowLeft', 'city'), city(0));
});

test('a route has a box from end to end', () => {
  assert.deepEqual(points.boxOf(0), [35, -10, 165, -10]);
});

for (const [board, real] of Object.entries(layouts)) {
  const ids = Object.keys(real.cities);
  const there = pointsOf(real, ids);

  test(`${board}: the middle of every space is its own route for a pointer`, () => {
    real.routes.forEach(({ spaces }, number) => {
      for (const [x, y] of spaces) assert.deepEqual(there.under({ x, y }, 1, false), route(number));
    });
  });

  test(`${board}: arrow keys reach every route and every city`, () => {
    for (const [kind, count] of [
      ['route', real.routes.length],
      ['city', ids.length],
    ]) {
      const reached = new Set([0]);
      for (const number of reached)
        for (const key of Object.keys(ARROWS)) reached.add(there.next({ kind, number }, key, kind).number);
      assert.equal(reached.size, count, kind);
    }
  });
}
