/** Scales and labels of the charts. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { niceStep, spread } from '../../src/ferrovia/web/end/scales.js';

test('a scale has round steps and three to six of them', () => {
  for (const span of [1, 7, 23, 61, 140, 333]) {
    const step = niceStep(span);
    assert.ok(span / step <= 6, `${span} in steps of ${step}`);
    assert.match(String(step), /^[125]0*$/);
  }
});

test('labels keep their distance and their order, and stay on the chart', () => {
  const found = spread([10, 12, 149, 148], 15, 150);
  const order = [0, 1, 3, 2];
  order.slice(1).forEach((at, i) => assert.ok(found[at] - found[order[i]] >= 15));
  assert.ok(Math.max(...found) <= 150);
  assert.deepEqual(spread([40], 15, 150), [40]);
});
