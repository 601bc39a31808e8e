/** The colours of the seats come from the server; the client has their looks. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SEAT_COLOURS, orderSeats } from '../../src/ferrovia/web/board/symbols.js';

test('the seats take the order that the server gives, and every look is still there', () => {
  const before = [...SEAT_COLOURS];
  orderSeats([...before].reverse());
  assert.deepEqual(SEAT_COLOURS, [...before].reverse());
  orderSeats(['plum', 'cobalt']);
  assert.deepEqual(SEAT_COLOURS.slice(0, 2), ['plum', 'cobalt']);
  assert.deepEqual([...SEAT_COLOURS].sort(), [...before].sort());
  orderSeats(['turquoise', ...before]);
  assert.deepEqual(SEAT_COLOURS, before, 'a colour without a look is passed over');
});
