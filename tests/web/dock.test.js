/** The player's actions: the numbers in them come from the server. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { page, smallBoard, speakWith } from './kit.js';

page();
const { newUi, state } = await import('../../src/ferrovia/web/state.js');
const { freeCity } = await import('../../src/ferrovia/web/table/model.js');
const { dock } = await import('../../src/ferrovia/web/table/dock.js');
await speakWith({
  'dock.tickets_sure': 'draw {count}?',
  'dock.station_note': 'costs {count}',
});
beforeEach(() => Object.assign(state, { ui: newUi() }));

const seat = { stations_left: 2 };
const table = (legal, more = {}) => ({
  board: smallBoard({ drawn_tickets: { count: 3, keep: 1 }, card_colors: ['red'] }),
  info: { seats: [{ seat: 0, kind: 'person', name: 'Ana' }] },
  you: { seat: 0, hand: { red: 1, wild: 0 }, offer: [], tickets: [] },
  held: [0],
  view: { phase: 'turn', actors: [0], display: [], deck: 5, discard: 0, ticket_deck: 9, owners: {}, seats: [seat] },
  legal,
  ...more,
});
const words = (node) => (typeof node === 'string' ? node : node.children.map(words).join(' '));

test('the question before drawing tickets has the number of the server', () => {
  state.ui.asking = 'tickets';
  assert.match(words(dock(table([{ kind: 'tickets', text: 'tickets', count: 2 }]))), /draw 2\?/);
});

const STATION = { kind: 'station', text: 'station a red*1+wild*2', city: 'a', color: 'red', colored: 1, wilds: 2 };

test('the price of a station is that of the actions the server lists', () => {
  assert.match(words(dock(table([STATION]))), /costs 3/);
  assert.doesNotMatch(words(dock(table([{ kind: 'draw', text: 'draw' }]))), /costs/);
});

test('the question why goes to a city without a station', () => {
  assert.equal(freeCity({ ...table([]), view: { stations: { a: 1, b: 0 } } }), 'c');
});
