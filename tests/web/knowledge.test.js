/** What a step of a replay shows to the chosen eyes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ById } from '../../src/ferrovia/web/net/boards.js';
import { positionOf, seenBy, shownOf } from '../../src/ferrovia/web/replay/knowledge.js';

const step = {
  events: [{ event: 'card_drawn', seat: 0, card: 'red' }],
  seen: [null, { action: 'draw', events: [{ event: 'card_drawn', seat: 0, card: null }] }],
  view: {
    owners: { 'a-b': 0 },
    closed: { 'a-b/2': [0] },
    stations: {},
    seats: [
      { cards: 2, tickets: 1 },
      { cards: 3, tickets: 2 },
    ],
  },
  hands: [
    { hand: { red: 2, blue: 0 }, tickets: ['a-c'], offer: [] },
    { hand: { green: 3 }, tickets: ['b-c', 'a-b'], offer: [] },
  ],
};
const board = {
  routes: [
    { id: 'a-b', cities: [0, 1] },
    { id: 'a-b/2', cities: [0, 1] },
  ],
  routeNo: new ById([
    ['a-b', 0],
    ['a-b/2', 1],
  ]),
  cityNo: new ById([]),
  ticketBy: new ById([
    ['a-c', { cities: [0, 2] }],
    ['b-c', { cities: [1, 2] }],
    ['a-b', { cities: [0, 1] }],
  ]),
};

test('eyes see what the server says they saw; all open sees everything', () => {
  assert.equal(seenBy(step, null)[0].card, 'red');
  assert.equal(seenBy(step, 0)[0].card, 'red');
  assert.equal(seenBy(step, 1)[0].card, null);
});

test('the hands of others are counted, not shown', () => {
  assert.deepEqual(shownOf(step, 0, 0).hand, [['red', 2]]);
  const other = shownOf(step, 0, 1);
  assert.deepEqual([other.hand, other.own, other.cards, other.tickets], [null, null, 2, 1]);
  assert.deepEqual(shownOf(step, 1, null).own, ['b-c', 'a-b']);
});

test('the board marks closed routes and the cities of open tickets for the eyes', () => {
  const shown = positionOf(board, step, 0);
  assert.deepEqual(shown.owners, { 0: 0 });
  assert.deepEqual(shown.closed, new Set([1]));
  assert.deepEqual(shown.wanted, new Set([0, 2]));
  assert.deepEqual(positionOf(board, step, null).wanted, new Set());
});
