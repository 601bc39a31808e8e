/** Which note of a lesson is shown. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stepNumber } from '../../src/ferrovia/web/lessons/steps.js';

const steps = [
  { id: 'welcome', at: 'map' },
  { id: 'take', at: 'market', do: ['take red'] },
  { id: 'unseen', at: 'pile', do: ['draw'] },
  { id: 'refused', at: 'map', look: 'a-b' },
  { id: 'claim', at: 'map', do: ['claim a-c red*2'] },
  { id: 'count', at: 'side' },
];

test('the first note comes first, and reading it brings the next one', () => {
  assert.equal(stepNumber(steps, 0, -1), 0);
  assert.equal(stepNumber(steps, 0, 0), 1);
});

test('a step that asks for a move ends with the move, not by being read', () => {
  assert.equal(stepNumber(steps, 0, 1), 1);
  assert.equal(stepNumber(steps, 1, 0), 2);
});

test('a route to look at waits until it was looked at', () => {
  assert.equal(stepNumber(steps, 2, 0), 3);
  assert.equal(stepNumber(steps, 2, 3), 4);
});

test('a browser that forgot what was read goes on after the last move', () => {
  assert.equal(stepNumber(steps, 2, -1), 3);
  assert.equal(stepNumber(steps, 3, -1), 5);
});

test('the lesson is done when the last note was read', () => {
  assert.equal(stepNumber(steps, 3, 5), steps.length);
});
