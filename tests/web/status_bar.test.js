/** What the bar above the table says. Without texts, `t` gives the key. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { page, smallBoard } from './kit.js';

page();
const { topBar } = await import('../../src/ferrovia/web/table/status-bar.js');

const table = (turn, turns_left) => ({
  id: 't',
  board: { ...smallBoard(), name: 'Small' },
  layout: {},
  info: { seats: [0, 1].map((seat) => ({ seat, name: `P${seat}`, kind: 'person' })), clock: { kind: 'none' } },
  you: { seat: 0, hand: {}, tickets: [], offer: [] },
  view: { phase: 'turn', actors: [turn], turn, turns_left, seats: [], owners: {}, stations: {} },
  net: { status: 'on' },
  clocks: null,
  away: {},
  held: [0],
  legal: [{ code: 0, kind: 'draw', text: 'draw' }],
  rows: [],
});

/** The words of the mark for the last round. */
function lastOf(node) {
  if (typeof node !== 'object' || node === null) return [];
  const own = node.props.class === 'chip-last' ? [JSON.stringify(node.children)] : [];
  return [...own, ...node.children.flatMap(lastOf)];
}

test('in the last round, a player whose turn it is reads that it is their last', () => {
  assert.match(lastOf(topBar(table(0, 2)))[0], /pill\.last_turn/);
  assert.match(lastOf(topBar(table(1, 1)))[0], /pill\.turns_left/);
  assert.deepEqual(lastOf(topBar(table(0, null))), []);
});
