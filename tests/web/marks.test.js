/** What the marks of a board mean, in its help and next to them. */

import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import { aboutCity, aboutRoute, cityLabel, legendOf, specialRules } from '../../src/ferrovia/web/marks.js';
import { smallBoard, speakWith } from './kit.js';

const europe = smallBoard();
const places = (marks) =>
  ['a', 'b', 'c', 'd'].map((id, no) => ({
    id,
    name: id.toUpperCase(),
    attraction: false,
    district: null,
    ...marks[no],
  }));
const plain = smallBoard().routes.map(({ id }, no) => ({
  id,
  cities: [
    ['a', 'b'],
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
  ][no],
  color: 'red',
  length: 2,
  tunnel: false,
  ferry: 0,
  carts: no === 3,
  twin: null,
}));
const city = (bonuses, marks = {}) =>
  smallBoard({
    cities: places(marks),
    routes: plain,
    stations: { each: 0, points_unused: 0 },
    bonuses: { longest_path: 0, attraction: 0, districts: false, merchandise: null, ...bonuses },
  });
const newYork = city({ attraction: 1 }, { 1: { attraction: true } });
const london = city({ districts: true }, { 0: { district: 4 }, 2: { district: 4 }, 3: { district: 2 } });
const amsterdam = city({ merchandise: { points: { 2: [8, 6], 3: [8, 6, 4] } } });

before(() =>
  speakWith({
    'mark.attraction': 'worth {count}',
    'mark.district': '{cities} give {count}',
    'mark.ferry': '{count} wilds',
    'mark.tunnel': 'three cards',
    'mark.cart': 'up to {count}',
    'about.merchandise': '{first}, then {rest}',
    'about.stations': '{each} for {count}',
    'about.doubles': 'up to {count}',
  }),
);

test('a flag says its points, a number names its whole district, a plain city says nothing', () => {
  assert.equal(aboutCity(newYork, 1), 'worth 1');
  assert.equal(aboutCity(newYork, 0), null);
  assert.equal(aboutCity(london, 0), 'A and C give 4');
  assert.equal(aboutCity(london, 3), 'D give 2');
  assert.equal(aboutCity(london, 1), null);
});

test('a number on a board without districts says nothing', () => {
  assert.equal(aboutCity(city({}, { 0: { district: 4 } }), 0), null);
});

test('tunnels, ferries and carts say what they cost or give', () => {
  assert.equal(aboutRoute(europe, 2), 'three cards');
  assert.equal(aboutRoute(europe, 3), '2 wilds');
  assert.equal(aboutRoute(europe, 0), null);
  assert.equal(aboutRoute(amsterdam, 3), 'up to 8');
});

test('a screen reader hears the name and the mark of a city', () => {
  assert.equal(cityLabel(newYork, 1), 'B. worth 1');
  assert.equal(cityLabel(newYork, 0), 'A');
});

test('the legend has every mark of this board and no other', () => {
  const kinds = (board) => legendOf(board).map(({ kind }) => kind);
  const always = ['space', 'piece', 'playable', 'wanted'];
  const special = (board) => kinds(board).filter((kind) => !always.includes(kind));
  for (const board of [europe, newYork, london, amsterdam])
    assert.deepEqual(
      always.filter((kind) => !kinds(board).includes(kind)),
      [],
    );
  assert.deepEqual(special(europe), ['gray', 'closed', 'tunnel', 'ferry', 'station']);
  assert.deepEqual(special(newYork), ['attraction']);
  assert.deepEqual(special(london), ['district']);
  assert.deepEqual(special(amsterdam), ['cart']);
});

test('the special rules are those of the board, with its numbers', () => {
  assert.deepEqual(specialRules(europe, 2), [
    '3 for 4',
    'about.tunnels',
    'about.ferries',
    'about.longest_path',
    'up to 3',
  ]);
  assert.deepEqual(specialRules(newYork, 2), ['about.attractions']);
  assert.deepEqual(specialRules(london, 2), ['about.districts']);
});

test('merchandise is worth what it is with these players, or with the most where nobody knows', () => {
  assert.deepEqual(specialRules(amsterdam, 2), ['8, then 6']);
  assert.deepEqual(specialRules(amsterdam, 0), ['8, then 6 and 4']);
});
