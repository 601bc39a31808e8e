/** The score sheet as rows, what each row lights on the board, and paths through owned routes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { borrowed, join, lightsOf, rowsOf } from '../../src/ferrovia/web/end/rows.js';
import { smallBoard } from './kit.js';

const sheet = (more = {}) => ({
  routes: 10,
  tickets: [
    { ticket: 'a-c', points: 5, completed: true },
    { ticket: 'b-d', points: -7, completed: false },
  ],
  stations: [{ city: 'b', borrows: 'b-c' }],
  stations_unused: 8,
  attractions: [],
  attraction_points: 0,
  districts: [],
  district_points: 0,
  merchandise: 0,
  merchandise_points: 0,
  longest_path_bonus: 10,
  longest_path: 5,
  longest_path_routes: ['a-b', 'b-c'],
  ...more,
});
const europe = smallBoard();
const withBonus = (bonuses) =>
  smallBoard({
    stations: { each: 0 },
    bonuses: { longest_path: 0, attraction: 0, districts: false, merchandise: null, ...bonuses },
  });
const ids = (board) => rowsOf(board, { sheets: [sheet()] }).map((row) => row.id);

test('a board has the rows that it scores, in the order in which they are told', () => {
  const first = ['routes', 'tickets_won', 'tickets_lost'];
  assert.deepEqual(ids(europe), [...first, 'stations', 'longest_path']);
  assert.deepEqual(ids(withBonus({ attraction: 1 })), [...first, 'attractions']);
  assert.deepEqual(ids(withBonus({ districts: true })), [...first, 'districts']);
  assert.deepEqual(ids(withBonus({ merchandise: { points: {} } })), [...first, 'merchandise']);
});

test('tickets are counted apart, won and lost; stations by how many are left', () => {
  const [, won, lost, stations, path] = rowsOf(europe, { sheets: [sheet(), sheet({ tickets: [] })] });
  assert.deepEqual(won.cells, [
    { points: 5, count: 1 },
    { points: 0, count: 0 },
  ]);
  assert.deepEqual(lost.cells[0], { points: -7, count: 1 });
  assert.deepEqual(stations.cells[0], { points: 8, count: 2 });
  assert.deepEqual(path.cells[0], { points: 10, count: 5 });
});

const OWNERS = { 'a-b': 0, 'b-c': 1, 'c-d': 1 };
const lights = (id, more = {}, board = europe) => lightsOf(board, { sheets: [sheet(more)] }, OWNERS, id, 0);

test('a row of routes keeps the seat’s own and dims the others', () => {
  assert.deepEqual(lights('routes').keep, new Set([0]));
  assert.equal(lights('routes').aside, true);
});

test('completed tickets light their way, which a station may lend', () => {
  const { lit, litCities } = lights('tickets_won');
  assert.deepEqual([lit, litCities], [new Set([0, 2]), new Set([0, 2])]);
});

test('missed tickets light their cities alone', () => {
  const { lit, litCities } = lights('tickets_lost');
  assert.deepEqual([lit, litCities], [null, new Set([1, 3])]);
});

test('stations light their cities and what they borrow; an idle one borrows nothing', () => {
  const { lit, litCities } = lights('stations');
  assert.deepEqual([lit, litCities], [new Set([2]), new Set([1])]);
  assert.deepEqual(borrowed(europe, sheet({ stations: [{ city: 'd', borrows: null }] })), []);
});

test('the longest path lights its routes and its two ends', () => {
  const { lit, litCities } = lights('longest_path');
  assert.deepEqual([lit, litCities], [new Set([0, 2]), new Set([0, 2])]);
});

test('a longest path that closes a circle has no ends', () => {
  const { litCities } = lights('longest_path', { longest_path_routes: ['a-b', 'a-b/2'] });
  assert.deepEqual(litCities, new Set());
});

test('attractions and districts light their places', () => {
  assert.deepEqual(lights('attractions', { attractions: ['c'] }).litCities, new Set([2]));
  const places = ['a', 'b', 'c', 'd'].map((id, no) => ({ id, district: [1, null, 1, 2][no] }));
  const london = smallBoard({ cities: places });
  assert.deepEqual(lights('districts', { districts: [1] }, london).litCities, new Set([0, 2]));
});

test('no row lights nothing', () => {
  const { lit, litCities, keep } = lights(null);
  assert.deepEqual([lit, litCities, keep], [null, null, null]);
});

test('two cities are joined by the fewest routes that may be used, or not at all', () => {
  const routes = [{ cities: [0, 1] }, { cities: [1, 2] }, { cities: [0, 2] }, { cities: [3, 4] }];
  const board = { routes };
  assert.deepEqual(join(board, new Set([0, 1]), [0, 2]), [0, 1]);
  assert.deepEqual(join(board, new Set([0, 1, 2]), [0, 2]), [2]);
  assert.deepEqual(join(board, new Set([0, 3]), [0, 4]), []);
  assert.deepEqual(join(board, new Set([0]), undefined), []);
});
