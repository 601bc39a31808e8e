/** Districts of a board, for their progress during the game. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { page, smallBoard } from './kit.js';

page();
const { districtsOf } = await import('../../src/ferrovia/web/table/bonus.js');

/** A board whose cities are in these districts. */
const boardOf = (...districts) => ({ ...smallBoard(), cities: districts.map((district) => ({ district })) });

test('districts come in the order of their numbers, each with its places', () => {
  assert.deepEqual(districtsOf(boardOf(10, 2, 1, 2, 10, 10)), [
    { district: 1, places: 1 },
    { district: 2, places: 2 },
    { district: 10, places: 3 },
  ]);
});

test('places without a district count for none', () => {
  assert.deepEqual(districtsOf(boardOf(null, 3, undefined)), [{ district: 3, places: 1 }]);
  assert.deepEqual(districtsOf(smallBoard()), []);
});
