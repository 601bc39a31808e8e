/** The referee's games as data: entries, corrections, links, files, and finding things by typing. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { gameOfPosition } from '../../src/ferrovia/web/score/files.js';
import { fits } from '../../src/ferrovia/web/score/search.js';
import {
  borrow,
  give,
  haveCards,
  newGame,
  positionOf,
  readGame,
  strangers,
  withoutPlayer,
} from '../../src/ferrovia/web/score/game.js';
import { gameOfLink, linkTo } from '../../src/ferrovia/web/score/storage.js';
import { withNextColor, withOneMore } from '../../src/ferrovia/web/score/players.js';
import { state } from '../../src/ferrovia/web/state.js';

state.server.piece_colors = ['blue', 'red', 'green', 'yellow', 'black'];

const EUROPE = { ref: 'europe', name: 'Europe', digest: 'd'.repeat(64) };
const players = ['Ana', 'Bea', 'Carlos'].map((name, color) => ({ name, color }));
const entered = () => {
  let game = newGame(EUROPE, players);
  game = give(game, 'owners', 'brest-paris', 0);
  game = give(game, 'owners', 'paris-zurich', 2);
  game = give(game, 'stations', 'paris', 1);
  game = borrow(game, 'paris', 'paris-zurich');
  game = give(game, 'tickets', 'brest-marseille', 2);
  game = haveCards(game, 2, 3);
  return { ...game, others: [{ seat: 2, cities: ['roma', 'paris'], points: 7 }] };
};

test('a station that is taken back borrows nothing any more', () => {
  const game = give(entered(), 'stations', 'paris', null);
  assert.deepEqual(game.stations, {});
  assert.deepEqual(game.borrows, {});
});

test('a player who is removed takes their entries along, and the others keep theirs', () => {
  const game = withoutPlayer(entered(), 1);
  assert.deepEqual(
    game.players.map(({ name }) => name),
    ['Ana', 'Carlos'],
  );
  assert.deepEqual(game.owners, { 'brest-paris': 0, 'paris-zurich': 1 });
  assert.deepEqual([game.stations, game.borrows], [{}, {}]);
  assert.deepEqual(game.tickets, { 'brest-marseille': 1 });
  assert.deepEqual(game.merchandise, { 1: 3 });
  assert.equal(game.others[0].seat, 1);
});

test('the position names what each player has', () => {
  const [, bea, carlos] = positionOf(entered()).seats;
  assert.deepEqual(bea.borrows, { paris: 'paris-zurich' });
  assert.deepEqual(carlos.other_tickets, [{ cities: ['roma', 'paris'], points: 7 }]);
  assert.equal(carlos.merchandise, 3);
});

test('a saved position becomes the same game again', () => {
  const game = entered();
  const again = gameOfPosition(JSON.parse(JSON.stringify(positionOf(game))), EUROPE);
  assert.deepEqual({ ...again, id: '', changed: 0 }, { ...game, id: '', changed: 0 });
});

test('a position without names and colours gets some', () => {
  const game = gameOfPosition({ board: 'europe', seats: [{ routes: ['brest-paris'] }, {}] }, EUROPE);
  assert.equal(new Set(game.players.map(({ color }) => color)).size, 2);
  assert.ok(game.players.every(({ name }) => name !== ''));
});

test('a link carries the whole game', async () => {
  const game = entered();
  const link = await linkTo(game);
  assert.deepEqual(await gameOfLink(link.split('#')[1]), game);
  await assert.rejects(gameOfLink(link.split('#')[1].slice(0, 40)), { code: 'broken' });
});

test('data that is no game is refused', () => {
  const game = entered();
  assert.throws(() => readGame({ ...game, version: 2 }), { code: 'newer' });
  for (const wrong of [
    null,
    7,
    {},
    { ...game, id: '../x' },
    { ...game, players: [] },
    { ...game, owners: { 'brest-paris': 3 } },
    { ...game, borrows: { paris: 7 } },
    { ...game, others: [{ seat: 0, cities: ['roma'], points: 7 }] },
    { ...game, merchandise: { 0: 'three' } },
  ])
    assert.throws(() => readGame(wrong), { code: 'broken' });
});

test('entries that a board does not have are found', () => {
  const board = {
    routeNo: new Map([['brest-paris', 0]]),
    cityNo: new Map([['paris', 0]]),
    ticketBy: new Map(),
  };
  assert.deepEqual(strangers(entered(), board).length, 2);
});

test('a new player gets a free colour, and colours change places', () => {
  assert.equal(withOneMore([{ name: '', color: 1 }])[1].color, 0);
  const changed = withNextColor(
    [
      { name: 'Ana', color: 0 },
      { name: 'Bea', color: 1 },
    ],
    0,
  );
  assert.deepEqual(
    changed.map(({ color }) => color),
    [1, 0],
  );
});

test('routes are found by parts of two names, in any order, without accents', () => {
  for (const typed of ['', 'zur', 'zur par', 'par zur', 'paris – zurich', 'ZÜR'])
    assert.ok(fits(['Paris', 'Zürich'], typed), typed);
  for (const typed of ['rom', 'zur rom', 'par rom']) assert.ok(!fits(['Paris', 'Zürich'], typed), typed);
});
