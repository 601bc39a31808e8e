/** The checks of a deal after the end: an honest one passes, and each kind of fraud fails its own check. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { page } from './kit.js';

page();
const { checkDeal } = await import('../../src/ferrovia/web/end/fairness.js');

/** @param {string} hex */
const hash = (hex) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
const [SERVER, FIRST, SECOND] = ['5a', '17', 'c3'].map((pair) => pair.repeat(32));

/** The reveal of an honest server; `more` replaces parts of it. */
const deal = (more = {}) => ({
  commitment: hash(SERVER),
  server_key: SERVER,
  values: [
    { seat: 2, value: SECOND },
    { seat: 0, value: FIRST },
  ],
  key: hash(SERVER + FIRST + SECOND), // in the order of the seats
  ...more,
});
const verdicts = (given, seen = hash(SERVER), own = FIRST) =>
  Object.fromEntries(checkDeal(given, seen, own).map(({ id, good }) => [id, good]));
const GOOD = { commitment: true, seen: true, own: true, key: true };

test('an honest deal passes every check, whatever the order of its values', () => {
  assert.deepEqual(verdicts(deal()), GOOD);
  assert.deepEqual(verdicts(deal({ values: [...deal().values].reverse() })), GOOD);
});

test('the checks leave the values in the order in which they are shown', () => {
  const given = deal();
  checkDeal(given, null, null);
  assert.deepEqual(given, deal());
});

test('a browser that was not there before the game cannot tell its own two checks', () => {
  assert.deepEqual(verdicts(deal(), null, null), { ...GOOD, seen: null, own: null });
});

test('a server key that was changed after the commitment is found', () => {
  const other = '99'.repeat(32);
  const found = verdicts(deal({ server_key: other, key: hash(other + FIRST + SECOND) }));
  assert.deepEqual(found, { ...GOOD, commitment: false });
});

test('a commitment that was replaced together with its key is found by the browser that saw the first', () => {
  const other = '99'.repeat(32);
  const given = deal({ server_key: other, commitment: hash(other), key: hash(other + FIRST + SECOND) });
  assert.deepEqual(verdicts(given), { ...GOOD, seen: false });
});

test('a value that was left out is found by its browser', () => {
  const given = deal({ values: [{ seat: 2, value: SECOND }], key: hash(SERVER + SECOND) });
  assert.deepEqual(verdicts(given), { ...GOOD, own: false });
});

test('a key that does not come from the values is found', () => {
  assert.deepEqual(verdicts(deal({ key: hash(SERVER) })), { ...GOOD, key: false });
});

test('text that is not hexadecimal fails, and is not hashed as if it were', () => {
  for (const part of ['server_key', 'commitment', 'key'])
    for (const text of ['', 'zz', 'abc', SERVER.toUpperCase(), `${SERVER} `]) {
      const found = verdicts(deal({ [part]: text }));
      assert.deepEqual([found.commitment, found.key], [false, false], `${part}: ${text}`);
    }
  const found = verdicts(deal({ values: [{ seat: 0, value: 'no value' }], key: hash('') }), null, null);
  assert.deepEqual([found.commitment, found.key], [false, false]);
});
