/** Plural forms as people say them, whatever the browser's own rules count as singular. */

import assert from 'node:assert/strict';
import test from 'node:test';

const TEXTS = {
  cards: { one: '{count} carta', other: '{count} cartas' },
  none: { zero: 'nenhuma carta', one: '{count} carta', other: '{count} cartas' },
};
Object.assign(globalThis, {
  window: globalThis,
  document: { documentElement: {} },
  fetch: async () => ({ ok: true, json: async () => TEXTS }),
});
const { speak, t } = await import('../../../src/ferrovia/web/i18n.js');

test('nought is a plural in Portuguese too', async () => {
  await speak('pt');
  assert.equal(t('cards', { count: 0 }), '0 cartas');
  assert.equal(t('cards', { count: 1 }), '1 carta');
  assert.equal(t('cards', { count: 2 }), '2 cartas');
  assert.equal(t('none', { count: 0 }), 'nenhuma carta');
});
