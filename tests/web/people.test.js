/** The names of the people and bots at a table. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { speakReally } from './kit.js';

const { seatName } = await import('../../src/ferrovia/web/table/model.js');

test('a bot has the name of its seat, as in the terminal', async () => {
  await speakReally('en');
  const names = [0, 1, 2, 3, 4].map((seat) => seatName({ seat, kind: 'bot', name: null }));
  assert.deepEqual(names, ['Ada', 'Bruno', 'Clara', 'Davi', 'Elsa']);
});
