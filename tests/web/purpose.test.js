/** What a move is good for, said from the player's own tickets and cards. Without texts, `t` gives the key. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ById } from '../../src/ferrovia/web/net/boards.js';
import { purpose } from '../../src/ferrovia/web/table/purpose.js';

const routes = [
  { id: 'a-b', cities: [0, 1], color: 'red', points: 4 },
  { id: 'b-c', cities: [1, 2], color: null, points: 7 },
];
const board = {
  colors: ['red', 'blue'],
  cities: ['A', 'B', 'C'].map((name) => ({ id: name, name })),
  routes,
  routeNo: new ById(routes.map((route, n) => [route.id, n])),
  ticketBy: new ById([
    ['t1', { cities: [0, 2], points: 9 }],
    ['t2', { cities: [0, 1], points: 5 }],
  ]),
};
const table = (more = {}) => ({
  board,
  view: { tunnel: null },
  you: { tickets: ['t1'], offer: [], hand: { red: 1 } },
  outlooks: { t1: { joined: false, possible: true, missing: ['a-b'], borrowing: [] } },
  ...more,
});

test('a route on the way of a ticket serves it; another one is worth its points', () => {
  assert.equal(purpose(table(), { kind: 'claim', route: 'a-b' }), 'why.ticket');
  assert.equal(purpose(table(), { kind: 'claim', route: 'b-c' }), 'why.points');
  const tunnel = { view: { tunnel: { route: 'a-b' } } };
  assert.equal(purpose(table(tunnel), { kind: 'pay' }), 'why.ticket');
  assert.equal(purpose(table(tunnel), { kind: 'back' }), 'why.back');
});

test('a card pays for a missing route, or adds to the hand, or opens routes', () => {
  assert.equal(purpose(table(), { kind: 'take', card: 'red' }), 'why.colour');
  const joined = table({ outlooks: { t1: { joined: true, possible: true, missing: [], borrowing: [] } } });
  assert.equal(purpose(joined, { kind: 'take', card: 'red' }), 'why.more');
  assert.equal(purpose(joined, { kind: 'take', card: 'blue' }), 'why.any');
  assert.equal(purpose(table(), { kind: 'take', card: 'wild' }), 'why.wild');
  assert.equal(purpose(table(), { kind: 'draw' }), 'why.draw');
});

test('tickets are drawn when all are joined, kept when they share a way', () => {
  const joined = table({ outlooks: { t1: { joined: true, possible: true, missing: [], borrowing: [] } } });
  assert.equal(purpose(joined, { kind: 'tickets' }), 'why.tickets_done');
  assert.equal(purpose(table(), { kind: 'tickets' }), 'why.tickets');
  const offered = table({ you: { tickets: ['t1'], offer: ['t2'], hand: {} } });
  assert.equal(purpose(offered, { kind: 'keep', places: [1] }), 'why.worth');
  offered.outlooks.t2 = { joined: false, possible: true, missing: ['a-b'], borrowing: [] };
  assert.equal(purpose(offered, { kind: 'keep', places: [1] }), 'why.shared');
});

test('a ticket that a station joins needs no more cards', () => {
  const outlook = { joined: false, possible: true, missing: ['a-b'], borrowing: [{ station: 'B', route: 'b-c' }] };
  assert.equal(purpose(table({ outlooks: { t1: outlook } }), { kind: 'tickets' }), 'why.tickets_done');
  assert.equal(purpose(table({ outlooks: { t1: outlook } }), { kind: 'claim', route: 'a-b' }), 'why.points');
});

test('a pass needs no reason', () => {
  assert.equal(purpose(table(), { kind: 'pass' }), '');
});
