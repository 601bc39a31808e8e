/** What a step of a replay shows to the chosen eyes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isJoined, positionOf, seenBy, shownOf } from '../../src/ferrovia/web/replay/knowledge.js';
import { smallBoard } from './kit.js';

const board = smallBoard();
const step = (more = {}) => ({
  events: [{ event: 'card_drawn', seat: 0, card: 'red' }],
  seen: [null, { action: 'draw', events: [{ event: 'card_drawn', seat: 0, card: null }] }],
  view: {
    owners: { 'a-b': 0, 'c-d': 1 },
    closed: { 'a-b/2': [0] },
    stations: { d: 1 },
    seats: [
      { cards: 2, tickets: 1 },
      { cards: 3, tickets: 2 },
    ],
  },
  hands: [
    { hand: { red: 2, blue: 0 }, tickets: ['a-c'], offer: ['b-d'] },
    { hand: { green: 3 }, tickets: ['b-d', 'a-c'] },
  ],
  completed: [[], []],
  ...more,
});

test('eyes see what the server says they saw; all open sees everything', () => {
  assert.equal(seenBy(step(), null)[0].card, 'red');
  assert.equal(seenBy(step(), 0)[0].card, 'red');
  assert.equal(seenBy(step(), 1)[0].card, null);
});

test('the hands of others are counted, not shown', () => {
  const own = shownOf(step(), 0, 0);
  assert.deepEqual([own.hand, own.own, own.offer], [[['red', 2]], ['a-c'], ['b-d']]);
  const other = shownOf(step(), 0, 1);
  assert.deepEqual([other.hand, other.own, other.offer, other.cards, other.tickets], [null, null, [], 2, 1]);
  const open = shownOf(step(), 1, null);
  assert.deepEqual([open.own, open.offer], [['b-d', 'a-c'], []]);
});

test('a ticket counts when the server says so, even if only a station completes it', () => {
  assert.equal(isJoined(step(), 0, 'a-c'), false);
  assert.equal(isJoined(step({ completed: [['a-c'], []] }), 0, 'a-c'), true);
  assert.equal(isJoined(step({ completed: [['a-c'], []] }), 1, 'a-c'), false);
  assert.deepEqual(positionOf(board, step({ completed: [['a-c'], []] }), 0).wanted, new Set());
});

test('the board marks closed routes and the cities of open tickets for the eyes', () => {
  const shown = positionOf(board, step(), 0);
  assert.deepEqual([shown.owners, shown.stations], [{ 0: 0, 3: 1 }, { 3: 1 }]);
  assert.deepEqual(shown.closed, new Set([1]));
  assert.deepEqual(shown.wanted, new Set([0, 2]));
  assert.deepEqual(positionOf(board, step(), null).wanted, new Set());
});

test('the board marks what the step has claimed or built', () => {
  const claimed = positionOf(board, step({ events: [{ event: 'tunnel_entered', route: 'b-c' }] }), null);
  assert.deepEqual([claimed.chosen, claimed.chosenCity], [2, null]);
  const built = positionOf(board, step({ events: [{ event: 'station_built', city: 'd' }] }), null);
  assert.deepEqual([built.chosen, built.chosenCity], [null, 3]);
});
