/** The log in words: rows of the table become lines, and lines become sentences. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isOwn, keyOf, linesOf, sentence, story } from '../../src/ferrovia/web/table/story.js';
import { smallBoard, speakReally, speakWith } from './kit.js';

const board = smallBoard();
const table = (more = {}) => ({
  board,
  info: {
    seats: [
      { seat: 0, name: 'Ana', kind: 'person' },
      { seat: 1, name: 'Bea', kind: 'person' },
    ],
  },
  you: { seat: 0 },
  held: [0],
  view: null,
  rows: [],
  number: 0,
  storyOf: -1,
  ...more,
});
const row = (number, seat, events, kind = 'action') => ({
  number,
  kind,
  time: 0,
  seat,
  by: 'person',
  data: {},
  events,
});
const drawn = (seat, card, ...more) => [{ event: 'card_drawn', seat, card }, ...more];
const TURN = { event: 'turn_started', seat: 0 };
const PAID = { color: 'red', colored: 2, wilds: 1 };

/** One event of every kind that the log tells, by seat 1. */
const EVERY = [
  { event: 'card_drawn', seat: 1, card: 'red' },
  { event: 'card_taken', seat: 1, card: 'wild' },
  { event: 'route_claimed', seat: 1, route: 'a-b', points: 2, ...PAID },
  { event: 'tunnel_entered', seat: 1, route: 'b-c', ...PAID },
  { event: 'tunnel_priced', seat: 1, extra: 2 },
  { event: 'tunnel_left', seat: 1, route: 'b-c' },
  { event: 'station_built', seat: 1, city: 'd', ...PAID },
  { event: 'tickets_kept', seat: 1, kept: 2, tickets: ['a-c', 'b-d'] },
  { event: 'tickets_chosen', seat: 1 },
  { event: 'merchandise_taken', seat: 1 },
  { event: 'display_reset' },
  { event: 'deck_reshuffled', cards: 30 },
  { event: 'last_round_began', seat: 1 },
  { event: 'passed', seat: 1 },
  { event: 'game_ended', reason: 'last_round' },
];

test('the two cards of one turn make one line', () => {
  const lines = story(table({ number: 2, rows: [row(1, 1, drawn(1, null)), row(2, 1, drawn(1, null, TURN))] }));
  assert.equal(lines.length, 1);
  assert.deepEqual([lines[0].seat, lines[0].number, lines[0].gaps.cards.length], [1, 2, 2]);
});

test('cards of different turns or seats stay apart', () => {
  const twice = [row(1, 1, drawn(1, null, TURN)), row(2, 1, drawn(1, null))];
  assert.equal(story(table({ number: 2, rows: twice })).length, 2);
  const both = [row(1, 1, drawn(1, null)), row(2, 0, drawn(0, 'red'))];
  assert.equal(story(table({ number: 2, rows: both })).length, 2);
});

test('the story is told anew only when the table has moved', () => {
  const at = table({ number: 1, rows: [row(1, 1, drawn(1, null))] });
  const lines = story(at);
  at.rows.push(row(2, 1, [{ event: 'passed', seat: 1 }]));
  assert.equal(story(at), lines);
  at.number = 2;
  assert.equal(story(at).length, 2);
});

test('a line knows its places on the board, its points and its mood', () => {
  const lines = linesOf(table(), row(1, 1, EVERY));
  const of = (key) => lines.find((line) => line.key === `event.${key}`);
  assert.deepEqual([of('route_claimed').routes, of('route_claimed').points], [[0], 2]);
  assert.deepEqual(of('tunnel_left').routes, [2]);
  assert.deepEqual(of('station_built').cities, [3]);
  assert.deepEqual(
    [of('last_round_began').mood, of('game_ended').mood, of('passed').mood],
    ['loud', 'loud', undefined],
  );
  assert.deepEqual([of('display_reset').seat, of('deck_reshuffled').seat], [null, null]);
});

test('a tunnel is told with the cards that were turned up', () => {
  const shown = ['red', 'wild', 'blue'].map((card) => ({ event: 'tunnel_card_shown', card }));
  const [line] = linesOf(table(), row(1, 1, [...shown, { event: 'tunnel_priced', seat: 1, extra: 2 }]));
  assert.deepEqual(line.gaps.turned, ['red', 'wild', 'blue']);
});

test('people come and go in the story, but one’s own arrival is no news', () => {
  assert.deepEqual(linesOf(table(), row(1, 0, [], 'joined')), []);
  assert.equal(linesOf(table(), row(1, 1, [], 'joined'))[0].key, 'story.joined');
  assert.equal(linesOf(table(), row(1, 1, [], 'taken_back'))[0].key, 'story.taken_back');
  assert.deepEqual(linesOf(table(), row(1, 1, [], 'chat')), []);
});

test('own lines say you, unless several players share the browser', () => {
  const [line] = linesOf(table(), row(1, 0, [{ event: 'passed', seat: 0 }]));
  assert.equal(keyOf(table(), line), 'event.passed.you');
  assert.equal(isOwn(table({ held: [0, 1] }), line), false);
  assert.equal(keyOf(table({ you: { seat: 1 } }), line), 'event.passed');
  assert.equal(keyOf(table({ you: null }), line), 'event.passed');
});

test('unseen cards are not named, cards from the deck say where they come from', async () => {
  await speakWith({
    'log.cards': '{who} takes {cards}',
    'log.drawn': '{who} draws {cards}',
    'log.two_unseen': 'two unseen',
    'log.unseen': 'unseen',
    'log.from_deck': '{card} of the deck',
  });
  const said = (...cards) => sentence(table(), { ...linesOf(table(), row(1, 1, drawn(1, null)))[0], gaps: { cards } });
  assert.equal(said({ card: null, unseen: true }, { card: null, unseen: true }), 'Bea draws two unseen');
  assert.equal(
    said({ card: 'red', unseen: true }, { card: 'blue', unseen: false }),
    'Bea draws red of the deck and blue',
  );
  assert.equal(said({ card: 'blue', unseen: false }, { card: null, unseen: true }), 'Bea draws blue and unseen');
  assert.equal(said({ card: 'blue', unseen: false }), 'Bea takes blue');
});

for (const language of ['en', 'es', 'pt'])
  test(`every line is a whole sentence (${language}), about others and about oneself`, async () => {
    await speakReally(language);
    for (const you of [0, 1])
      for (const line of linesOf(table({ you: { seat: you }, held: [you] }), row(1, 1, EVERY))) {
        const words = sentence(table({ you: { seat: you }, held: [you] }), line);
        assert.doesNotMatch(words, /[{}]|undefined|event\.|log\.|story\.|ended\./, words);
        assert.match(words, /^[\p{Lu}\d¡¿].*[.!]$/u, words);
      }
  });
