/** Land, water and names under a board, as SVG text. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { escaped, sceneryOf } from '../../src/ferrovia/web/board/scenery.js';
import { layouts } from './layouts.js';

const VIEW = [10, 20, 300, 200];
const drawn = (...shapes) => sceneryOf({ scenery: { base: 'water', shapes }, view: VIEW });
/** The paths in a group of this class. */
const pathsIn = (text, group) => {
  const [, inside] = new RegExp(`<g class="${group}">(?:<g>)?(.*?)</g>`).exec(text) ?? [];
  return [...(inside ?? '').matchAll(/ d="([^"]*)"/g)].map(([, d]) => d);
};
/** Points of a path of straight lines between absolute points. */
const pointsOf = (d) =>
  d
    .slice(1)
    .split('L')
    .map((pair) => pair.split(' ').map(Number));

/** A ring of steps to the right, down, left and up, as the server writes it. @param {number} steps per side */
const ring = (steps, length = 10) => {
  const side = (dx, dy) => Array.from({ length: steps }, () => `${dx * length} ${dy * length}`);
  return `M0 0l${[...side(1, 0), ...side(0, 1), ...side(-1, 0), ...side(0, -1).slice(1)].join(' ')}z`;
};

test('the ground reaches one board further on every side', () => {
  assert.match(drawn(), /class="sea-or-land is-water" x="-290" y="-180" width="900" height="600"/);
});

test('a coast is cut into short lines that join into the whole ring', () => {
  const lines = pathsIn(drawn({ kind: 'land', d: ring(50) }), 'coast').map(pointsOf);
  assert.ok(lines.length > 1);
  for (const line of lines) assert.ok(line.length <= 41);
  lines.slice(1).forEach((line, i) => assert.deepEqual(line[0], lines[i].at(-1)));
  assert.deepEqual(lines.at(-1).at(-1), lines[0][0]);
  assert.equal(
    lines.reduce((sum, line) => sum + line.length - 1, 0),
    200,
  );
});

test('shallow water has fewer points than its coast, and still goes round', () => {
  const text = drawn({ kind: 'land', d: ring(50, 2) });
  const [coast, shallow] = ['coast', 'shallows'].map((group) => pathsIn(text, group).map(pointsOf));
  const count = (lines) => lines.reduce((sum, line) => sum + line.length - 1, 0);
  assert.ok(count(shallow) < count(coast) / 3);
  assert.deepEqual(shallow.at(-1).at(-1), [0, 0]);
  for (const line of shallow)
    for (const [i, [x, y]] of line.slice(0, -2).entries())
      assert.ok(Math.hypot(line[i + 1][0] - x, line[i + 1][1] - y) >= 7);
});

test('islands are cut one by one, and a curved coast stays whole', () => {
  const two = pathsIn(drawn({ kind: 'land', d: ring(3) + ring(4).replace('M0 0', 'M500 500') }), 'coast');
  assert.deepEqual(
    two.map((d) => pointsOf(d)[0]),
    [
      [0, 0],
      [500, 500],
    ],
  );
  const curved = 'M0 0C10 10 20 10 30 0z';
  assert.deepEqual(pathsIn(drawn({ kind: 'land', d: curved }), 'coast'), [curved]);
});

test('a river has banks, water and a current, each narrower than the one below', () => {
  const widths = [...drawn({ kind: 'river', d: 'M0 0', width: 20 }).matchAll(/stroke-width="([\d.]+)"/g)];
  assert.deepEqual(
    widths.map(([, width]) => Number(width)),
    [25, 20, 9],
  );
});

test('names of waters are text, not markup, and each follows a line of its own', () => {
  const text = drawn({ kind: 'name', d: 'M0 0', text: '<b>Sea & "Sky"</b>' }, { kind: 'name', d: 'M0 0', text: 'Bay' });
  assert.ok(!text.includes('<b>'));
  assert.ok(text.includes('&#60;b&#62;Sea &#38; &#34;Sky&#34;&#60;/b&#62;'));
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, 2);
  assert.deepEqual(
    [...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id),
    ids,
  );
});

test('text for an attribute or an element has no character that could end it', () => {
  assert.equal(escaped(`<a b='c' d="e">&`), '&#60;a b=&#39;c&#39; d=&#34;e&#34;&#62;&#38;');
  assert.equal(escaped('Ámsterdam'), 'Ámsterdam');
});

const CLASS = { name: 'water-name', canal: 'river' };

for (const [board, layout] of Object.entries(layouts))
  test(`${board}: every coast is cut, and every shape is drawn`, () => {
    const text = sceneryOf(layout);
    for (const { kind } of layout.scenery.shapes) assert.ok(text.includes(`class="${CLASS[kind] ?? kind}"`), kind);
    assert.ok(!/NaN|undefined|Infinity/.test(text));
    for (const [, d] of text.matchAll(/<path d="([^"]*)"/g)) assert.ok(d.split('L').length <= 41, d.slice(0, 60));
  });
