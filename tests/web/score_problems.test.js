/** Impossible entries of a counted game, in words. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { smallBoard, speakReally } from './kit.js';

await speakReally('en');
const { alsoSpeak } = await import('../../src/ferrovia/web/i18n.js');
const { problemWords, routeOfProblem } = await import('../../src/ferrovia/web/score/problems.js');
await alsoSpeak('score');

const board = smallBoard();
const open = { board, game: { players: [{ name: 'Ana' }, { name: 'Bea' }] } };
const words = (code, numbers = {}, reason = 'the reason') =>
  problemWords(open, { code: `position/${code}`, numbers, reason });

/** Each problem with the numbers that the server sends, and its sentence. */
const SENTENCES = [
  ['two_owners', { route: 'a-b', seat: 1, other: 0 }, 'A – B is entered for Ana and for Bea.'],
  [
    'both_halves',
    { route: 'a-b', seat: 0 },
    'Ana has both halves of A – B. Nobody may own both halves of a double route.',
  ],
  [
    'closed_half',
    { route: 'a-b/2', seat: 1, other: 0, players: 2 },
    'Ana and Bea both have A – B. With 2 players, only one route of a double can be used.',
  ],
  ['too_many_trains', { seat: 1, needed: 50, trains: 45 }, 'Bea would need 50 trains and has 45. Check their routes.'],
  ['no_stations', { seat: 0 }, 'This board has no stations.'],
  ['too_many_stations', { seat: 0, each: 3, built: 4 }, 'Ana has 4 stations, and a player has only 3.'],
  ['two_stations', { city: 'c', seat: 1, other: 0 }, 'C has stations of Ana and Bea; a city has room for one.'],
  ['ticket_twice', { ticket: 'a-c', other: 'seats[0].tickets' }, 'A – C is entered for two players.'],
  [
    'borrowed_route',
    { route: 'c-d', city: 'c', seat: 1 },
    'The station of Bea in C cannot borrow C – D. Choose another route.',
  ],
];

for (const [code, numbers, sentence] of SENTENCES)
  test(`${code} is a sentence with names`, () => assert.equal(words(code, numbers), sentence));

test('a problem without a text of its own gives the reason of the server', () => {
  assert.equal(words('ledger'), 'This cannot be counted: the reason');
});

test('a sentence whose gaps cannot all be filled gives the reason of the server', () => {
  assert.equal(words('two_owners', { route: 'a-b', seat: 1 }), 'This cannot be counted: the reason');
  assert.equal(words('too_many_trains', {}), 'This cannot be counted: the reason');
});

test('a ticket of another board keeps its id', () => {
  assert.equal(words('ticket_twice', { ticket: 'x-y' }), 'x-y is entered for two players.');
});

test('the route of a problem is shown on the board if the board has it', () => {
  assert.equal(routeOfProblem(board, { numbers: { route: 'b-c' } }), 2);
  assert.equal(routeOfProblem(board, { numbers: { route: 'x-y' } }), null);
  assert.equal(routeOfProblem(board, { numbers: {} }), null);
});
