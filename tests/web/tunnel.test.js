/** The cards of a tunnel: the server says which of them count, and the page repeats it. */

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { page, smallBoard } from './kit.js';

page();
const { dock } = await import('../../src/ferrovia/web/table/dock.js');
const { happened } = await import('../../src/ferrovia/web/table/effects.js');
const { news } = await import('../../src/ferrovia/web/table/news.js');

// By the rules of R9 the red card and the wild would count; this server says otherwise.
const SHOWN = ['red', 'blue', 'wild'];
const COUNTS = [false, true, false];

const board = smallBoard({ card_colors: ['red', 'blue'] });
const table = () => ({
  id: 't',
  board,
  info: { seats: [0, 1].map((seat) => ({ seat, name: `P${seat}`, kind: 'person' })) },
  you: { seat: 0, hand: { wild: 0, red: 1, blue: 1 }, tickets: [], offer: [] },
  view: {
    phase: 'in_tunnel',
    actors: [0],
    turn: 0,
    display: [],
    seats: [],
    tunnel: { route: 'b-c', color: 'red', colored: 3, wilds: 0, shown: SHOWN, counts: COUNTS, extra: 1 },
  },
  held: [0],
  legal: [{ code: 0, kind: 'pay', text: 'pay wild*0', color: 'red', colored: 1, wilds: 0 }],
  rows: [],
});

/** All descriptions of elements with this class, in the order of the page. */
function withClass(node, name) {
  if (typeof node !== 'object' || node === null) return [];
  const own = [node.props.class].flat().includes(name) ? [node] : [];
  return [...own, ...node.children.flatMap((child) => withClass(child, name))];
}

/** For each card turned up, whether it is marked. */
const marked = (node) => withClass(node, 'turn').map((card) => card.props.class.includes('is-hit'));

test('the dock marks the cards that count as the server says', () => {
  const drawn = dock(table());
  assert.deepEqual(marked(drawn), COUNTS);
  assert.equal(withClass(drawn, 'turn').filter((card) => JSON.stringify(card).includes('+1')).length, 1);
});

test('a tunnel that cannot be paid does not ask to pay', () => {
  const hint = (seen) => JSON.stringify(withClass(dock(seen), 'hint'));
  assert.match(hint(table()), /tunnel\.or_back/);
  const poor = { ...table(), legal: [{ code: 1, kind: 'back', text: 'back' }] };
  assert.match(hint(poor), /tunnel\.only_back/);
  const ways = (seen) => JSON.stringify(withClass(dock(seen), 'group pay is-narrow'));
  assert.match(ways(table()), /tunnel\.pay/);
  assert.match(ways(poor), /tunnel\.cannot/);
  assert.doesNotMatch(ways(poor), /tunnel\.pay/);
});

test('the news mark the cards that count as the server says', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const seen = { ...table(), view: { ...table().view, phase: 'turn', tunnel: null } };
  const events = [
    { event: 'tunnel_entered', seat: 1, route: 'b-c', color: 'red', colored: 3, wilds: 0 },
    ...SHOWN.map((card, i) => ({ event: 'tunnel_card_shown', card, counts: COUNTS[i] })),
    { event: 'tunnel_priced', seat: 1, extra: 1 },
  ];
  happened(seen, [{ number: 1, kind: 'action', time: 0, seat: 1, by: 'person', data: {}, events }]);
  assert.deepEqual(marked(news(seen)), COUNTS);
  mock.timers.reset();
});
