/** SHA-256 where the browser has none: compared with Node's own. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { bytesOf, hexOf, sha256 } from '../../src/ferrovia/web/end/sha256.js';

/** Bytes of every value, the same in every run. @param {number} length */
const sample = (length) => Uint8Array.from({ length }, (_, i) => (i * 167 + 13) % 256);

test('the hash of every length around the ends of blocks is that of the standard', () => {
  for (const length of [...Array(200).keys(), 1000, 65537])
    assert.equal(hexOf(sha256(sample(length))), createHash('sha256').update(sample(length)).digest('hex'), `${length}`);
});

test('the hash leaves its bytes as they were', () => {
  const bytes = sample(70);
  sha256(bytes);
  assert.deepEqual(bytes, sample(70));
});

test('bytes become hexadecimal digits and back', () => {
  assert.deepEqual(bytesOf('00ff0a'), Uint8Array.of(0, 255, 10));
  assert.equal(hexOf(Uint8Array.of(0, 255, 10)), '00ff0a');
  assert.deepEqual(bytesOf(hexOf(sample(256))), sample(256));
  assert.deepEqual(bytesOf(''), new Uint8Array());
});
