/** Parts of the page that are loaded on demand, on a connection that comes and goes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { page } from './kit.js';

page();
const { lazy } = await import('../../src/ferrovia/web/lazy.js');

test('a part that does not come is asked for once, and tried again once, however many redraws want it', async (t) => {
  const later = t.mock.method(globalThis, 'setTimeout', () => 0);
  let asked = 0;
  let isBack = false;
  const part = lazy(async () => {
    asked += 1;
    if (!isBack) throw new Error('no connection');
    return 'the part';
  });
  for (let redraw = 0; redraw < 5; redraw += 1) assert.equal(part.now(), null);
  await assert.rejects(part.come());
  assert.equal(asked, 1);
  assert.equal(later.mock.callCount(), 1);
  isBack = true;
  assert.equal(await part.come(), 'the part');
  assert.equal(part.now(), 'the part');
  assert.equal(asked, 2);
});
