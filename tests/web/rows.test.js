/** The score sheet as rows, and paths through owned routes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { join, rowsOf } from '../../src/ferrovia/web/end/rows.js';

const sheet = (more = {}) => ({
  routes: 10,
  tickets: [
    { points: 8, completed: true },
    { points: -5, completed: false },
  ],
  stations: ['paris'],
  stations_unused: 8,
  longest_path_bonus: 10,
  longest_path: 20,
  ...more,
});
const europe = { stations: { each: 3 }, bonuses: { longest_path: 10, attraction: 0 } };

test('a board has the rows that it scores, in the order in which they are told', () => {
  const rows = rowsOf(europe, { sheets: [sheet()] });
  assert.deepEqual(
    rows.map((row) => row.id),
    ['routes', 'tickets_won', 'tickets_lost', 'stations', 'longest_path'],
  );
});

test('tickets are counted apart, won and lost', () => {
  const [, won, lost, stations] = rowsOf(europe, { sheets: [sheet()] });
  assert.deepEqual(won.cells, [{ points: 8, count: 1 }]);
  assert.deepEqual(lost.cells, [{ points: -5, count: 1 }]);
  assert.deepEqual(stations.cells, [{ points: 8, count: 2 }]);
});

test('two cities are joined by the routes that may be used, or not at all', () => {
  const routes = [{ cities: [0, 1] }, { cities: [1, 2] }, { cities: [0, 2] }, { cities: [3, 4] }];
  const board = { routes };
  assert.deepEqual(new Set(join(board, new Set([0, 1]), [0, 2])), new Set([0, 1]));
  assert.deepEqual(new Set(join(board, new Set([0, 1, 2]), [0, 2])), new Set([2]));
  assert.equal(join(board, new Set([0, 3]), [0, 4]).length, 0);
});
