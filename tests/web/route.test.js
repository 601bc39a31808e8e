/** Addresses of the page. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.location = { pathname: '/', hash: '' };
globalThis.document = { baseURI: 'http://table.example/', querySelector: () => null };
const { readPlace } = await import('../../src/ferrovia/web/route.js');

const at = (pathname, hash = '') => {
  Object.assign(globalThis.location, { pathname, hash });
  return readPlace();
};

test('a table has an id, and its secret is behind the number sign', () => {
  assert.deepEqual(at('/table/aB3_-', '#s%C3%AD'), { name: 'table', id: 'aB3_-', token: 'sí' });
  assert.deepEqual(at('/game/x1', '#40'), { name: 'game', id: 'x1', token: '40' });
});

test('a link that was cut inside a character is read as it is', () => {
  assert.equal(at('/table/x', '#s%C3').token, 's%C3');
});

test('the referee opens without or with a game, the other pages take no id', () => {
  assert.deepEqual(at('/score'), { name: 'score', id: '', token: '' });
  assert.deepEqual(at('/score/g1'), { name: 'score', id: 'g1', token: '' });
  assert.deepEqual(at('/record', '#x'), { name: 'record', id: '', token: '' });
  assert.deepEqual(at('/learn/x'), { name: 'learn', id: '', token: '' });
  assert.deepEqual(at('/rules', '#tunnels'), { name: 'rules', id: '', token: 'tunnels' });
});

test('everything else is nowhere, except the lobby', () => {
  assert.equal(at('/').name, 'lobby');
  for (const path of ['/nonsense', '/table', '/table/', '/table/a b', `/game/${'x'.repeat(65)}`, '/score/a.b'])
    assert.equal(at(path).name, 'nowhere', path);
});
