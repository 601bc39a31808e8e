/** Texts with gaps and plurals, and the log in words, from the client's real files. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';

import { ById } from '../../src/ferrovia/web/net/boards.js';
import { list, number, speak, t } from '../../src/ferrovia/web/i18n.js';
import { story } from '../../src/ferrovia/web/table/story.js';

const WEB = new URL('../../src/ferrovia/web/', import.meta.url);
const LOCALES = new URL('../../src/ferrovia/locales/', import.meta.url);

before(() => {
  // A browser would get the same files from the server.
  Object.assign(globalThis, { window: {}, document: { documentElement: {} } });
  globalThis.fetch = async (path) => {
    const [, set, name] = /^\/(api|static)\/texts\/([a-z.]+?)(?:\.json)?$/.exec(path) ?? [];
    const file = set === 'static' ? new URL(`texts/${name}.json`, WEB) : new URL(`${name}.json`, LOCALES);
    return new Response(await readFile(file));
  };
});

test('a text fills its gaps and chooses its plural', async () => {
  await speak('en');
  assert.equal(t('player.seat', { number: 3 }), 'Player 3');
  assert.notEqual(t('player.cards', { count: 1 }), t('player.cards', { count: 2 }).replace('2', '1'));
});

test('numbers and lists follow the language', async () => {
  await speak('es');
  assert.equal(number(12345), '12.345');
  assert.equal(list(['a', 'b', 'c']), 'a, b y c');
  await speak('en');
});

test('a key without a text is shown as it is', () => {
  assert.equal(t('no.such.key'), 'no.such.key');
});

test('the two cards of one turn make one line', async () => {
  await speak('en');
  const drawn = (no, card) => ({
    number: no,
    kind: 'action',
    time: 0,
    seat: 1,
    by: 'bot',
    data: {},
    events: [{ event: 'card_drawn', seat: 1, card }],
  });
  const table = {
    board: { routes: [], cities: [], routeNo: new ById([]), cityNo: new ById([]), ticketBy: new ById([]) },
    info: { seats: [{ seat: 0 }, { seat: 1, name: 'Bea', kind: 'person' }] },
    you: { seat: 0 },
    held: [0],
    view: null,
    rows: [drawn(1, null), drawn(2, null)],
    number: 2,
    storyOf: -1,
  };
  const lines = story(table);
  assert.equal(lines.length, 1);
  assert.equal(lines[0].seat, 1);
});
