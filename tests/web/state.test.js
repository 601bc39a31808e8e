/** The one object that the page shows. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { boardOnPage, change, drawWith, state } from '../../src/ferrovia/web/state.js';

test('the page is about the board of its table, replay, record or score', () => {
  const [table, replay, open] = [1, 2, 3].map((board) => ({ board }));
  Object.assign(state, { table, replay, score: { open } });
  const on = (name) => {
    state.place = { name, id: '', token: '' };
    return boardOnPage();
  };
  assert.deepEqual(['table', 'game', 'record', 'score'].map(on), [1, 2, 2, 3]);
  assert.deepEqual(['lobby', 'rules', 'learn'].map(on), [null, null, null]);
  Object.assign(state, { table: null, replay: null, score: null });
  assert.deepEqual(['table', 'game', 'record', 'score'].map(on), [null, null, null, null]);
});

test('all changes of one moment are drawn once', async () => {
  let drawn = 0;
  drawWith(() => {
    drawn += 1;
  });
  change((now) => Object.assign(now, { copied: 'a' }));
  change((now) => Object.assign(now, { copied: 'b' }));
  assert.deepEqual([state.copied, drawn], ['b', 0]);
  await Promise.resolve();
  assert.equal(drawn, 1);
  change(() => {});
  await Promise.resolve();
  assert.equal(drawn, 2);
});
