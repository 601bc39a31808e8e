/** A picture is shared with the browser's own dialog on a phone that has one, and saved everywhere else. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { handOver } from '../../src/ferrovia/web/end/sharing.js';
import { page } from './kit.js';

const canvas = (blob = new Blob(['picture'])) => ({ toBlob: (done) => done(blob) });

/** What was shared and what was saved. */
let done = { shared: [], saved: [] };

/** A device with or without fingers, whose browser may share files. @param {boolean} fingers @param {object} browser */
function device(fingers, browser) {
  globalThis.matchMedia = () => ({ matches: fingers });
  Object.defineProperty(globalThis, 'navigator', { value: browser, configurable: true });
}

const sharing = (answer = async () => {}) => ({
  canShare: ({ files }) => files.length === 1,
  share: (what) => {
    done.shared.push(what);
    return answer();
  },
});

beforeEach(() => {
  done = { shared: [], saved: [] };
  page();
  globalThis.setTimeout = () => 0; // the address is given back much later
  globalThis.URL.createObjectURL = (file) => `blob:${file.name}`;
  globalThis.document.createElement = () => ({
    click() {
      done.saved.push([this.href, this.download]);
    },
  });
});

test('a phone shares the file with its title', async () => {
  device(true, sharing());
  await handOver(canvas(), 'end.png', 'Ana won the game.');
  const [{ files, title }] = done.shared;
  assert.deepEqual([files[0].name, files[0].type, title], ['end.png', 'image/png', 'Ana won the game.']);
  assert.deepEqual(done.saved, []);
});

test('a player who changes their mind gets no error and no file', async () => {
  device(
    true,
    sharing(async () => {
      throw new DOMException('cancelled', 'AbortError');
    }),
  );
  await handOver(canvas(), 'end.png', '');
  assert.deepEqual([done.shared.length, done.saved], [1, []]);
});

test('a desktop, and a phone that cannot share files, save it', async () => {
  for (const [fingers, browser] of [
    [false, sharing()],
    [true, {}],
    [true, { ...sharing(), canShare: () => false }],
  ]) {
    done.saved = [];
    device(fingers, browser);
    await handOver(canvas(), 'end.png', '');
    assert.deepEqual([done.shared, done.saved], [[], [['blob:end.png', 'end.png']]]);
  }
});

test('a picture that could not be made is not handed over', async () => {
  device(true, sharing());
  await handOver(canvas(null), 'end.png', '');
  assert.deepEqual(done, { shared: [], saved: [] });
});
