/** Symbols with their place written into the coordinates. */

import assert from 'node:assert/strict';
import test from 'node:test';

import { stamp, tileData } from '../../src/ferrovia/web/board/stamps.js';
import { EMBLEMS, MARKS, PIECES } from '../../src/ferrovia/web/board/symbols.js';

const dataOf = (svg) => [...svg.matchAll(/ d="([^"]*)"/g)].map(([, d]) => d).join('');

test('a drawing is moved, turned and scaled in its coordinates', () => {
  const bar = '<path d="M0 0h10V4"/>';
  assert.equal(dataOf(stamp('mark', bar, { x: 5, y: 7 })), 'M5 7l10 0l0 4');
  assert.equal(dataOf(stamp('mark', bar, { x: 5, y: 7, angle: 90, wide: 2 })), 'M5 7l0 20l-8 0');
  assert.equal(dataOf(stamp('body', bar, { wide: 0.5, high: 1 })), 'M0 0l5 0l0 4');
});

test('absolute, relative and repeated commands mean the same', () => {
  const ways = ['M1 2L4 6L5 8Z', 'm1 2l3 4 1 2z', 'M1 2 4 6l1 2Z'];
  const [first, ...others] = ways.map((d) => dataOf(stamp('mark', `<path d="${d}"/>`, {})));
  for (const other of others) assert.equal(other, first);
  assert.equal(dataOf(stamp('mark', '<path d="M-3-9h6zm1 1h.5"/>', {})), 'M-3 -9l6 0zM-2 -8l0.5 0');
});

test('circles and arcs keep their radius, and lines their width in proportion', () => {
  const ring = stamp('mark', '<circle r="6" fill="none" stroke="currentColor" stroke-width="4"/>', { wide: 0.5 });
  assert.match(ring, /fill="none" stroke="currentColor" stroke-width="2" d="M-3 0a3 3 0 1 1 6 0a3 3 0 1 1 -6 0z"/);
});

test('every symbol is one element, and nothing of it gets lost', () => {
  for (const [name, body] of Object.entries({ ...MARKS, ...EMBLEMS, ...PIECES })) {
    const svg = stamp(name, body, { angle: 30, wide: 0.4 });
    assert.match(svg, new RegExp(`^<(path|g) class="${name}"`));
    assert.doesNotMatch(svg, /NaN|undefined|transform/);
    const shapes = body.match(/<(path|circle|rect) /g).length;
    assert.ok(dataOf(svg).match(/M/g).length >= shapes, name);
  }
});

test('a tile lies along its route', () => {
  assert.match(tileData([100, 50, 90, 40, 15]), /^M107.5 33.6l0 32.8a3.6 3.6 90 0 1 -3.6 3.6/);
});
