/** Buttons on the map stand where nothing of the whole board lies. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearCorner } from '../../src/ferrovia/web/board/corner.js';
import { namesOf } from '../../src/ferrovia/web/board/names.js';
import { pointsOf } from '../../src/ferrovia/web/board/hit-test.js';
import { layouts } from './layouts.js';

/** The map in windows of 1280×720, 1440×900 and 1920×1080: beside the players, above the cards. */
const WINDOWS = [
  [944, 526],
  [1104, 706],
  [1584, 886],
];

for (const [board, layout] of Object.entries(layouts))
  test(`${board}: the zoom buttons cover nothing on large screens`, () => {
    const ids = Object.keys(layout.cities);
    const [x, y, width, height] = layout.view;
    for (const [wide, high] of WINDOWS) {
      const scale = Math.min((wide - 24) / width, (high - 24) / height, 1.7);
      const names = namesOf(layout, ids).arrange(scale, () => 0);
      const things = [
        ...layout.routes.map((_, n) => pointsOf(layout, ids).boxOf(n)),
        ...names.flatMap(({ box }) => (box ? [box] : [])),
      ];
      const where = { x: x + width / 2, y: y + height / 2, scale };
      assert.notEqual(clearCorner(things, where, [wide, high], [56, 128]), null, `${wide}×${high}`);
    }
  });

test('the first clear corner is taken, and none is said to be clear that is not', () => {
  const where = { x: 50, y: 50, scale: 1 };
  const room = /** @type {[number, number]} */ ([20, 20]);
  assert.equal(clearCorner([], where, [100, 100], room), 'top left');
  assert.equal(clearCorner([[0, 0, 5, 5]], where, [100, 100], room), 'bottom left');
  assert.equal(clearCorner([[0, 0, 5, 100]], where, [100, 100], room), 'top right');
  assert.equal(clearCorner([[0, 0, 100, 100]], where, [100, 100], room), null);
});
