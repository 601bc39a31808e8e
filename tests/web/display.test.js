/** The cards on the table: which of them the server lets the player take. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { page, smallBoard, speakWith } from './kit.js';

page();
const { newUi, state } = await import('../../src/ferrovia/web/state.js');
const { market } = await import('../../src/ferrovia/web/table/display.js');
await speakWith({});
Object.assign(state, { ui: newUi() });

const table = (legal, view = {}) => ({
  board: smallBoard(),
  you: { seat: 0, hand: {} },
  held: [0],
  view: { phase: 'second_card', actors: [0], display: ['red', 'wild'], deck: 5, discard: 0, ...view },
  legal: legal.map((text) => ({ text })),
});

const locked = (shown) => shown.children[1].children.slice(1).map((card) => card.props.class.includes('is-locked'));

test('a face-up card is locked unless the server lists it', () => {
  assert.deepEqual(locked(market(table(['draw', 'take red']))), [false, true]);
  assert.deepEqual(locked(market(table(['draw', 'take red', 'take wild']))), [false, false]);
  assert.deepEqual(locked(market(table(['draw', 'take wild'], { phase: 'turn' }))), [true, false]);
});

test('no card is locked while others play', () => {
  assert.deepEqual(locked(market(table([], { actors: [1] }))), [false, false]);
});
