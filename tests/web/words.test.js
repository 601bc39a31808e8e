/** Names and sentences about a board. */

import assert from 'node:assert/strict';
import { before, test } from 'node:test';

import {
  boardName,
  cityName,
  ownedWords,
  paymentWords,
  reasonWords,
  routeFacts,
  routeName,
  routeWords,
  ticketName,
} from '../../src/ferrovia/web/words.js';
import { smallBoard, speakWith } from './kit.js';

const board = smallBoard();
const nameOf = (seat) => ['Ana', 'Bea'][seat];

before(() =>
  speakWith({
    'board_name.new_york': 'Nueva York',
    'card.count': '{count} {color}',
    'cards.wild': { one: '1 wild', other: '{count} wilds' },
    'cards.red': { one: '1 roja', other: '{count} rojas' },
    'color.red': 'Red',
    'route.spaces': '{count} spaces',
    'route.ferry': 'ferry of {count}',
    'route.owned': 'of {who}',
    'route.payable': 'for {ways}',
    'route.or': ' or ',
    'reason.route/taken': 'It is {owner}’s.',
    'reason.route/taken.you': 'It is yours.',
    'reason.route/too_few_cards': { one: 'One {color} is missing.', other: '{count} {color} are missing.' },
    'server.chat/muted': 'Wait {count} seconds.',
    'refusal.unknown': 'No ({code}).',
  }),
);

test('a board has a name in the player’s language, or the one of its file', () => {
  assert.deepEqual([boardName('New York'), boardName('My Garden')], ['Nueva York', 'My Garden']);
});

test('cities, routes and tickets are named by number or id', () => {
  assert.deepEqual([cityName(board, 2), cityName(board, 'c')], ['C', 'C']);
  assert.deepEqual([routeName(board, 2), routeName(board, 'b-c')], ['B – C', 'B – C']);
  assert.deepEqual([ticketName(board, 'b-d'), ticketName(board, 'lost')], ['B – D', 'lost']);
});

test('a payment names only what is paid', () => {
  assert.equal(paymentWords('red', 3, 1), '3 rojas and 1 wild');
  assert.equal(paymentWords('red', 1, 0), '1 roja');
  assert.equal(paymentWords('teal', 3, 0), '3 teal', 'a colour of a custom board');
  assert.equal(paymentWords(null, 0, 2), '2 wilds');
});

test('the facts of a route are its length, its colour and what is special', () => {
  assert.equal(routeFacts(board, 0), '2 spaces · Red');
  assert.equal(routeFacts(board, 2), '3 spaces · route.any_colour · route.tunnel');
  assert.equal(routeFacts(board, 3, false), '4 spaces · ferry of 2');
});

test('a free route is read with the ways to pay for it or the reason against it, a taken one with its owner', () => {
  assert.equal(
    routeWords(board, 0, { ways: ['2 Red', '2 wilds'] }),
    'A – B, 2 spaces, Red, route.free, for 2 Red or 2 wilds',
  );
  assert.equal(routeWords(board, 0, { reason: 'closed' }), 'A – B, 2 spaces, Red, route.free, closed');
  assert.equal(routeWords(board, 0, { owner: 'Bea', ways: ['x'], reason: 'y' }), 'A – B, 2 spaces, Red, of Bea');
  assert.equal(ownedWords('player.you'), 'route.yours');
});

test('a reason names people and colours, and speaks to the owner', () => {
  const taken = { code: 'route/taken', numbers: { owner: 1 } };
  assert.equal(reasonWords(taken, nameOf, 0), 'It is Bea’s.');
  assert.equal(reasonWords(taken, nameOf, 1), 'It is yours.');
  assert.equal(reasonWords(taken, nameOf, null), 'It is Bea’s.');
});

test('a reason counts what is missing, in the right plural', () => {
  const few = (missing) => ({ code: 'route/too_few_cards', numbers: { missing, needed: 4, color: 'red' } });
  assert.equal(reasonWords(few(1), nameOf, 0), 'One Red is missing.');
  assert.equal(reasonWords(few(2), nameOf, 0), '2 Red are missing.');
  assert.equal(reasonWords({ code: 'chat/muted', numbers: { seconds: 9 } }, nameOf, 0), 'Wait 9 seconds.');
});

test('a reason of a newer server is shown by its code', () => {
  assert.equal(reasonWords({ code: 'moon/full' }, nameOf, 0), 'No (moon/full).');
});
