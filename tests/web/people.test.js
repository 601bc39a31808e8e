/** The names of the people and bots at a table. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { page, smallBoard, speakReally } from './kit.js';

page();
const { verdictWords } = await import('../../src/ferrovia/web/end/presentation.js');
const { bar } = await import('../../src/ferrovia/web/replay/bar.js');
const { standing } = await import('../../src/ferrovia/web/lobby/lobby.js');
const { newReplay, replayScreen } = await import('../../src/ferrovia/web/replay/screen.js');
const { replaySide } = await import('../../src/ferrovia/web/replay/sidebar.js');
const { people } = await import('../../src/ferrovia/web/table/menu.js');
const { playersPanel } = await import('../../src/ferrovia/web/table/sidebar.js');
const { seatName, stationWords } = await import('../../src/ferrovia/web/table/model.js');

test('a bot has the name of its seat, as in the terminal', async () => {
  await speakReally('en');
  const names = [0, 1, 2, 3, 4].map((seat) => seatName({ seat, kind: 'bot', name: null }));
  assert.deepEqual(names, ['Ada', 'Bruno', 'Clara', 'Davi', 'Elsa']);
});

// A nameless viewer in seat 0, a nameless other player, a bot, and somebody with a name.
const SEATS = [
  { seat: 0, kind: 'person', name: null },
  { seat: 1, kind: 'person', name: null },
  { seat: 2, kind: 'bot', name: null },
  { seat: 3, kind: 'person', name: 'Bea' },
];
const board = smallBoard({ name: 'Small', words: { vehicle: 'train', tickets: 'ticket' } });
const seatView = (seat) => ({ seat, trains: 9, score: 0, cards: 0, tickets: 0 });
const step = (number, seat, events) => ({
  number,
  seat,
  action: null,
  events,
  seen: [null, null, null, null],
  view: { phase: 'turn', actors: [0], owners: {}, stations: {}, closed: {}, seats: SEATS.map((_, i) => seatView(i)) },
  hands: SEATS.map(() => ({ hand: {}, tickets: [], offer: [] })),
});
const replay = (more = {}) => ({
  ...newReplay('g'),
  board,
  layout: {},
  at: 1,
  can: { coach: true, branch: true, chances: false, chances_at_once: false },
  game: {
    table: { seats: SEATS },
    steps: [step(0, null, []), step(1, 0, [{ event: 'passed', seat: 0 }])],
    result: { winners: [0], totals: [4, 3, 2, 1] },
    yours: [0],
    ...more,
  },
});

/** All words of a description, in the order of the page. */
const words = (node) => (typeof node === 'string' ? node : node.children.map(words).filter(Boolean).join('|'));
/** The texts of the elements with this tag and, if given, this class. */
const texts = (node, tag, name) =>
  [node]
    .flat()
    .flatMap((one) =>
      typeof one !== 'object' || one === null
        ? []
        : [
            ...(one.tag === tag && (!name || [one.props.class].flat().includes(name)) ? [words(one)] : []),
            ...texts(one.children, tag, name),
          ],
    );

const LANGUAGES = [
  ['en', 'You', 'Player 2', 'You won the game!', 'You had to pass.', 'You take your own seat'],
  ['es', 'Tú', 'Jugador 2', '¡Ganaste la partida!', 'Tuviste que pasar.', 'Ocupas tu propio sitio'],
  ['pt', 'Você', 'Jogador 2', 'Você ganhou a partida!', 'Você teve que passar.', 'Você fica com o seu próprio lugar'],
];

for (const [language, you, second, won, passed, branch] of LANGUAGES)
  test(`a replay calls its viewer "${you}" and a nameless player by the seat`, async () => {
    await speakReally(language);
    const shown = replay();
    const named = [you, second, 'Clara', 'Bea'];
    const side = replaySide(shown);
    assert.deepEqual(texts(side, 'label', 'eye').slice(1), named);
    assert.deepEqual(
      texts(side, 'header').map((head) => head.split('|')[0]),
      named,
    );
    assert.ok(texts(side, 'p', 'fact').some((note) => note.startsWith(branch)));
    assert.ok(texts(replayScreen({ replay: shown }), 'span').includes(won));
    assert.ok(words(bar(shown)).includes(passed));
  });

test('a replay whose viewer holds no seat, or several, names every seat', async () => {
  await speakReally('en');
  for (const yours of [[], [0, 1]]) {
    const shown = replay({ yours });
    assert.deepEqual(texts(replaySide(shown), 'label', 'eye').slice(1), ['Player 1', 'Player 2', 'Clara', 'Bea']);
    assert.ok(texts(replayScreen({ replay: shown }), 'span').includes('Player 1 won the game.'));
    assert.ok(words(bar(shown)).includes('Player 1 had to pass.'));
  }
});

test('players who share a screen are named at the end, none of them is "you"', async () => {
  await speakReally('en');
  const table = { info: { seats: SEATS }, you: { seat: 1 }, held: [0, 1], result: { winners: [1] } };
  assert.equal(verdictWords(table), 'Player 2 won the game.');
  assert.equal(verdictWords({ ...table, held: [1] }), 'You won the game!');
});

test('a station of the viewer is "yours", not "of You"', async () => {
  for (const [language, , second, , , ,] of LANGUAGES) {
    await speakReally(language);
    const table = { board, info: { seats: SEATS }, you: { seat: 0 }, held: [0] };
    assert.doesNotMatch(stationWords(table, 0), /You\b|Tú|Você/);
    assert.match(stationWords(table, 1), new RegExp(second));
  }
});

test('the lobby says "you" of one held seat alone', async () => {
  await speakReally('en');
  const entry = { status: 'over', seats: SEATS, totals: [1, 2, 3, 4], winners: [1], yours: [1], actors: [], open: [] };
  assert.equal(standing(entry), 'you won · 1 : 2 : 3 : 4');
  assert.equal(standing({ ...entry, yours: [0] }), 'Player 2 won · 1 : 2 : 3 : 4');
  assert.equal(standing({ ...entry, yours: [0, 1] }), 'Player 2 won · 1 : 2 : 3 : 4');
});

test('among the players and in the menu, a nameless viewer is "you" alone', async () => {
  await speakReally('es');
  const table = {
    ...{
      id: 't',
      board,
      info: { seats: SEATS, status: 'playing' },
      you: { seat: 0 },
      held: [0],
      away: {},
      grace: null,
    },
    ...{ view: null, clocks: null, rows: [], legal: [], host: false, outlooks: {} },
  };
  const shown = texts(playersPanel(table), 'div', 'who').map((who) => who.split('|')[0]);
  assert.deepEqual(shown, ['Tú', 'Jugador 2', 'Clara', 'Bea']);
  const chairs = texts(people(table), 'div', 'chair-name');
  assert.equal(chairs[0], 'Tú');
  assert.match(chairs[1], /^Jugador 2/);
  const named = { ...table, info: { ...table.info, seats: [{ ...SEATS[0], name: 'Ana' }, ...SEATS.slice(1)] } };
  assert.equal(texts(playersPanel(named), 'div', 'who')[0], 'Ana|Tú');
  assert.equal(texts(people(named), 'div', 'chair-name')[0], 'Ana|Tú');
});
