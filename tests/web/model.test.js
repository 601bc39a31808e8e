/** What the table's screens ask of the state: ways to pay, closed routes, clocks. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ById } from '../../src/ferrovia/web/net/boards.js';
import {
  areBotsGettingReady,
  buildable,
  byWilds,
  claimable,
  clockLeft,
  clockWords,
  closedBy,
  closedRoutes,
  isJoined,
  isMyTurn,
  me,
  missingRoutes,
  waysFor,
} from '../../src/ferrovia/web/table/model.js';

const board = {
  routes: [{ id: 'a-b' }, { id: 'a-b/2' }, { id: 'b-c' }],
  cities: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
  routeNo: new ById([
    ['a-b', 0],
    ['a-b/2', 1],
    ['b-c', 2],
  ]),
  cityNo: new ById([
    ['a', 0],
    ['b', 1],
    ['c', 2],
  ]),
};
const view = (more = {}) => ({ phase: 'turn', actors: [0], closed: {}, seats: [{}, {}, {}], ...more });
const claim = (route, color, colored, wilds) => ({ kind: 'claim', route, color, colored, wilds });

test('a route is closed to the seats that the server names, and to no other', () => {
  const closed = { 'a-b/2': [0] };
  assert.deepEqual(closedRoutes({ board, view: view({ closed }), look: 0 }), new Set([1]));
  assert.deepEqual(closedRoutes({ board, view: view({ closed }), look: 1 }), new Set());
});

test('a spectator sees as closed what nobody may claim', () => {
  const some = view({ closed: { 'a-b/2': [0] } });
  const all = view({ closed: { 'a-b/2': [0, 1, 2] } });
  assert.deepEqual(closedRoutes({ board, view: some, look: null }), new Set());
  assert.deepEqual(closedRoutes({ board, view: all, look: null }), new Set([1]));
});

test('nothing is closed before the start', () => {
  assert.deepEqual(closedRoutes({ board, view: null, look: null }), new Set());
});

test('the way with the fewest wilds comes first, then the colour of which the hand has most', () => {
  const ways = [claim('b-c', 'red', 1, 1), claim('b-c', 'blue', 2, 0), claim('b-c', 'green', 2, 0)];
  assert.deepEqual(
    byWilds(ways, { blue: 2, green: 5 }).map((way) => way.color),
    ['green', 'blue', 'red'],
  );
});

test('the ways to pay for a route are its own', () => {
  const table = { board, legal: [claim('a-b', 'red', 1, 0), claim('b-c', 'blue', 2, 0)], you: { hand: {} } };
  assert.deepEqual(waysFor(table, 2), [claim('b-c', 'blue', 2, 0)]);
});

test('routes and cities that can be had are numbers', () => {
  const table = { board, legal: [claim('b-c', 'blue', 2, 0), { kind: 'station', city: 'b' }, { kind: 'draw' }] };
  assert.deepEqual(claimable(table), new Set([2]));
  assert.deepEqual(buildable(table), new Set([1]));
});

test('it is my turn only while my seat may act and something is legal', () => {
  const table = { you: { seat: 0 }, view: view(), legal: [{ kind: 'draw' }] };
  assert.equal(isMyTurn(table), true);
  assert.equal(isMyTurn({ ...table, legal: [] }), false);
  assert.equal(isMyTurn({ ...table, you: { seat: 1 } }), false);
  assert.equal(isMyTurn({ ...table, you: null }), false);
  assert.equal(isMyTurn({ ...table, view: view({ phase: 'over' }) }), false);
  assert.equal(me({ you: null }), null);
});

test('a clock that stands still keeps its time, and none goes below zero', () => {
  const clocks = { seats: [{ left: 5000, running: false }, { left: 10, running: true }, { left: null }] };
  const table = { clocks, clockAt: Date.now() - 60_000 };
  assert.equal(clockLeft(table, 0), 5000);
  assert.equal(clockLeft(table, 1), 0);
  assert.equal(clockLeft(table, 2), null);
});

test('minutes and seconds, rounded up', () => {
  assert.equal(clockWords(64_001), '1:05');
  assert.equal(clockWords(0), '0:00');
});

test('a ticket counts by own routes or by what stations borrow, and then lacks nothing', () => {
  const outlooks = {
    open: { joined: false, possible: true, missing: ['a-b'], trains: 2, borrowing: [] },
    own: { joined: true, possible: true, missing: [], trains: 0, borrowing: [] },
    lent: { joined: false, possible: true, missing: ['a-b'], trains: 2, borrowing: [{ station: 'b', route: 'b-c' }] },
    blocked: { joined: false, possible: false, missing: null, trains: null, borrowing: [] },
  };
  const ids = [...Object.keys(outlooks), 'unknown'];
  assert.deepEqual(
    ids.map((id) => [id, isJoined({ outlooks }, id), missingRoutes({ outlooks }, id)]),
    [
      ['open', false, ['a-b']],
      ['own', true, []],
      ['lent', true, []],
      ['blocked', false, []],
      ['unknown', false, []],
    ],
  );
});

test('a closed table says who closed it, unless it is somebody we do not know', () => {
  const rows = (reason) => [
    { kind: 'created', data: {} },
    { kind: 'closed', data: { reason } },
  ];
  for (const reason of ['host', 'operator', 'expired'])
    assert.equal(closedBy({ rows: rows(reason) }), `pill.closed.${reason}`); // without texts, `t` gives the key
  assert.equal(closedBy({ rows: rows('fire') }), '');
  assert.equal(closedBy({ rows: [] }), '');
});

test('bots that everybody has waited for in their first turns are getting ready', () => {
  const info = { seats: [{ kind: 'person' }, { kind: 'bot' }, { kind: 'bot' }] };
  const waited = (seconds, more) =>
    areBotsGettingReady({ info, view: view({ turns_played: 0, ...more }), clockAt: Date.now() - 1000 * seconds });
  assert.equal(waited(7, { actors: [1, 2], phase: 'choosing_start' }), true);
  assert.equal(waited(7, { actors: [1], turns_played: 2 }), true);
  assert.equal(waited(5, { actors: [1] }), false, 'not yet');
  assert.equal(waited(7, { actors: [0, 1] }), false, 'a person chooses too');
  assert.equal(waited(7, { actors: [1], turns_played: 3 }), false, 'it has moved before');
  assert.equal(waited(7, { actors: [], phase: 'over' }), false);
});
