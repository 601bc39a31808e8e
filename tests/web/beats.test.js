/** The end told in beats: tickets one by one, sums that grow, rows that fill up. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { beatsOf, placesOf, rowsAt, sumsAt, ticketLights } from '../../src/ferrovia/web/end/beats.js';
import { rowsOf } from '../../src/ferrovia/web/end/rows.js';

const won = (ticket, points) => ({ ticket, points, completed: true });
const lost = (ticket, points) => ({ ticket, points: -points, completed: false });
const sheet = (seat, tickets, more = {}) => ({
  seat,
  routes: 10 + seat,
  tickets,
  stations: [],
  stations_unused: 4,
  longest_path_bonus: seat === 0 ? 10 : 0,
  longest_path: 9 - seat,
  ...more,
});
const europe = { stations: { each: 3 }, bonuses: { longest_path: 10, attraction: 0 } };
const result = { sheets: [sheet(0, [won('a-b', 20), lost('c-d', 5)]), sheet(1, [won('e-f', 8)])] };

test('tickets are turned over seat by seat from the first one, small ones first, between routes and bonuses', () => {
  const told = beatsOf(europe, result, 1).map(({ row, seat, ticket }) => [row, seat, ticket?.ticket ?? null]);
  assert.deepEqual(told, [
    ['routes', null, null],
    ['tickets_won', 1, 'e-f'],
    ['tickets_lost', 0, 'c-d'],
    ['tickets_won', 0, 'a-b'],
    ['stations', null, null],
    ['longest_path', null, null],
  ]);
});

test('sums grow beat by beat, up to the totals', () => {
  const beats = beatsOf(europe, result, 0);
  assert.deepEqual(sumsAt(beats, 0, 2), [0, 0]);
  assert.deepEqual(sumsAt(beats, 1, 2), [10, 11]);
  assert.deepEqual(sumsAt(beats, 2, 2), [5, 11]);
  assert.deepEqual(sumsAt(beats, beats.length, 2), [39, 23]);
});

test('a row of tickets fills up ticket by ticket', () => {
  const rows = rowsOf(europe, result);
  const beats = beatsOf(europe, result, 1);
  const wonAt = (told) => rowsAt(rows, beats, told)[1]?.cells.map(({ points }) => points) ?? null;
  assert.deepEqual([1, 2, 3, 4].map(wonAt), [null, [0, 8], [0, 8], [20, 8]]);
  assert.deepEqual(rowsAt(rows, beats, beats.length), rows);
});

test('a row of which nobody has a ticket is told with the last ticket', () => {
  const lucky = { sheets: [sheet(0, [won('a-b', 20)]), sheet(1, [])] };
  const rows = rowsOf(europe, lucky);
  const beats = beatsOf(europe, lucky, 0);
  assert.equal(rowsAt(rows, beats, 1)[2], null);
  assert.deepEqual(rowsAt(rows, beats, 2)[2], rows[2]);
});

test('equal sums share a place', () => {
  assert.deepEqual(placesOf([7, 12, 7]), [2, 1, 2]);
});

test('a completed ticket lights its way, a missed one its cities alone', () => {
  const board = {
    routes: [{ cities: [0, 1] }, { cities: [1, 2] }, { cities: [0, 3] }],
    routeNo: new Map([
      ['ab', 0],
      ['bc', 1],
      ['ad', 2],
    ]),
    ticketBy: new Map([
      ['a-c', { cities: [0, 2] }],
      ['a-d', { cities: [0, 3] }],
    ]),
  };
  const both = { sheets: [sheet(0, [won('a-c', 4), lost('a-d', 3)])] };
  const owners = { ab: 0, bc: 0, ad: 1 };
  assert.deepEqual(ticketLights(board, both, owners, 0, 'a-c').lit, new Set([0, 1]));
  const missed = ticketLights(board, both, owners, 0, 'a-d');
  assert.deepEqual([missed.lit, missed.litCities], [new Set(), new Set([0, 3])]);
});
