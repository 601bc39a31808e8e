/** What a player prepares before anything is sent, and how it is taken back step by step. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { page, smallBoard, speakWith } from './kit.js';

page();
const { newUi, state } = await import('../../src/ferrovia/web/state.js');
const {
  askFor,
  askForStation,
  chooseCity,
  choosePayment,
  chooseRoute,
  confirm,
  draw,
  lookAt,
  stepBack,
  stepPayment,
  switchChat,
  switchList,
  tick,
} = await import('../../src/ferrovia/web/table/selection.js');
await speakWith({});

const WAYS = [
  { kind: 'claim', text: 'claim a-b 2 red', route: 'a-b', color: 'red', colored: 2, wilds: 0 },
  { kind: 'claim', text: 'claim a-b 1 red 1 wild', route: 'a-b', color: 'red', colored: 1, wilds: 1 },
  { kind: 'claim', text: 'claim a-b 2 wild', route: 'a-b', color: null, colored: 0, wilds: 2 },
];
const STATION = { kind: 'station', text: 'station d 1 red', city: 'd', color: 'red', colored: 1, wilds: 0 };

beforeEach(() => {
  Object.assign(state, {
    ui: newUi(),
    dialog: null,
    askWild: 'always',
    table: {
      board: smallBoard(),
      layout: {},
      info: { seats: [{ seat: 0, kind: 'person', name: 'Ana' }] },
      you: { seat: 0, hand: { red: 3, wild: 2 } },
      held: [0],
      look: 0,
      view: { phase: 'turn', actors: [0], owners: {}, stations: {}, closed: {}, seats: [{}], display: ['wild'] },
      legal: [...WAYS, STATION, { kind: 'take', text: 'take wild' }, { kind: 'draw', text: 'draw' }],
      rows: [],
      refused: null,
      hint: null,
      stateNo: 1,
      sending: false, // true once an action has left for the server
      net: { status: 'on' },
    },
  });
});

test('a chosen route offers its first payment and gives up what was being done', () => {
  state.ui.asking = 'tickets';
  state.ui.list = true;
  chooseRoute(0);
  assert.deepEqual([state.ui.route, state.ui.way, state.ui.asking, state.ui.list], [0, 0, null, false]);
});

test('a click on the sea gives up the choice, and sends nothing', () => {
  chooseRoute(0);
  chooseRoute(null);
  assert.deepEqual([state.ui.route, state.ui.city, state.table.sending], [null, null, false]);
});

test('no route is chosen before the start, after the end, or while a city for a station is wanted', () => {
  state.ui.asking = 'station';
  chooseRoute(0);
  assert.equal(state.ui.route, null);
  state.ui.asking = null;
  state.table.view.phase = 'over';
  chooseRoute(0);
  assert.equal(state.ui.route, null);
  state.table.view = null;
  chooseRoute(0);
  assert.equal(state.ui.route, null);
});

test('a city is chosen only for a station', () => {
  chooseCity(3);
  assert.equal(state.ui.city, null);
  askFor('station');
  chooseCity(3);
  assert.equal(state.ui.city, 3);
});

test('the payments go round in both directions', () => {
  chooseRoute(0);
  stepPayment(1);
  assert.equal(state.ui.way, 1);
  stepPayment(-1);
  stepPayment(-1);
  assert.equal(state.ui.way, 2);
  stepPayment(1);
  assert.equal(state.ui.way, 0);
  choosePayment(1);
  assert.equal(state.ui.way, 1);
});

test('without anything to pay for, no payment is marked', () => {
  stepPayment(1);
  assert.equal(state.ui.way, 0);
});

test('a choice sends nothing until it is confirmed', () => {
  chooseRoute(0);
  stepPayment(1);
  assert.equal(state.table.sending, false);
  confirm();
  assert.equal(state.table.sending, true);
});

test('a face-up wild asks once, then it is taken', () => {
  draw('take wild');
  assert.deepEqual([state.ui.asking, state.table.sending], ['wild', false]);
  draw('take wild');
  assert.equal(state.table.sending, true);
});

test('a face-up wild does not ask those who want no question, nor an unseen card anybody', () => {
  draw('draw');
  assert.deepEqual([state.ui.asking, state.table.sending], [null, true]);
  Object.assign(state.table, { sending: false });
  state.askWild = 'never';
  draw('take wild');
  assert.deepEqual([state.ui.asking, state.table.sending], [null, true]);
});

test('asking for the same thing twice gives it up', () => {
  askFor('tickets');
  assert.equal(state.ui.asking, 'tickets');
  askFor('tickets');
  assert.equal(state.ui.asking, null);
});

test('a city for a station is asked for only where the server lists one, in any phase', () => {
  askForStation();
  assert.equal(state.ui.asking, 'station');
  Object.assign(state.ui, newUi());
  state.table.legal = WAYS;
  askForStation();
  assert.equal(state.ui.asking, null);
});

test('a ticket is ticked and unticked', () => {
  tick(1);
  tick(2);
  tick(1);
  assert.deepEqual(state.ui.kept, new Set([2]));
});

test('the list of actions makes room for itself', () => {
  chooseRoute(0);
  switchList();
  assert.deepEqual([state.ui.list, state.ui.route], [true, null]);
  switchList();
  assert.equal(state.ui.list, false);
});

test('an opened chat has been read', () => {
  Object.assign(state.table, { unread: 3, spoken: 'hello' });
  switchChat();
  assert.deepEqual([state.ui.tab, state.table.unread, state.table.spoken], ['chat', 0, null]);
  switchChat();
  assert.equal(state.ui.tab, null);
});

test('Escape steps back one thing at a time, the innermost first', () => {
  state.dialog = 'help';
  state.table.hint = { open: true };
  state.table.refused = { code: 'x' };
  Object.assign(state.ui, { list: true, city: 3, asking: 'station', tab: 'chat' });
  lookAt({ kind: 'ticket', id: 'a-c' });
  const seen = () => [
    state.dialog,
    state.ui.list,
    state.table.hint.open,
    state.ui.city,
    state.ui.asking,
    state.ui.looking?.id ?? null,
    state.ui.tab,
    state.table.refused?.code ?? null,
  ];
  const left = seen();
  const gone = [null, false, false, null, null, null, null, null];
  gone.forEach((nothing, i) => {
    stepBack();
    left[i] = nothing;
    assert.deepEqual(seen(), left);
  });
});
