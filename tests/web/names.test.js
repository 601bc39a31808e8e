/** Names of cities at a zoom: large enough, apart from each other, the important ones first. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growth, namesOf } from '../../src/ferrovia/web/board/names.js';
import { layouts } from './layouts.js';

const SCALES = [0.24, 0.32, 0.4, 0.5, 0.62, 0.8, 1.2];
const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

const gap = ([left, top, right, bottom], { x, y }) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

for (const [board, layout] of Object.entries(layouts)) {
  const ids = Object.keys(layout.cities);
  const names = namesOf(layout, ids);

  test(`${board}: names are at least 11 pixels at every zoom`, () => {
    for (const scale of SCALES)
      for (const id of ids) {
        const { size } = layout.cities[id].label;
        assert.ok(size * growth(size, scale) * scale > 10.99, `${id} at ${scale}`);
      }
  });

  test(`${board}: names that have grown never lie on each other`, () => {
    for (const scale of SCALES.slice(0, 4)) {
      const boxes = names.arrange(scale, () => 0).flatMap(({ box }) => (box ? [box] : []));
      boxes.forEach((box, n) => boxes.slice(n + 1).forEach((other) => assert.ok(!meet(box, other))));
    }
  });

  test(`${board}: no name on a tablet stands nearer to another city than to its own`, () => {
    for (const scale of [0.5, 0.62])
      names
        .arrange(scale, () => 0)
        .forEach(({ box }, n) => {
          const distances = ids.map((id) => gap(box, layout.cities[id]));
          assert.equal(ids[distances.indexOf(Math.min(...distances))], ids[n], `at ${scale}`);
        });
  });

  test(`${board}: a laptop shows every name`, () => {
    const [, , width, height] = layout.view;
    const scale = Math.min(920 / width, 500 / height); // the map at 1280×720
    assert.equal(names.arrange(scale, () => 0).filter(({ box }) => box === null).length, 0);
  });

  test(`${board}: the names a player needs are shown on a phone too`, () => {
    for (const wanted of [
      [0, 1],
      [2, 3],
      [4, ids.length - 1],
    ]) {
      const places = names.arrange(0.24, (city) => Number(wanted.includes(city)));
      assert.ok(wanted.every((city) => places[city].box !== null));
    }
  });

  test(`${board}: no name is cut at the edge of a window, and the chosen ones are there`, () => {
    for (const scale of [0.4, 0.62, 1.2])
      for (const [x, y] of ids.map((id) => [layout.cities[id].x, layout.cities[id].y])) {
        const seen = [x - 40, y - 60, x - 40 + 500 / scale, y - 60 + 330 / scale];
        const isWithin = (box) => box.every((edge, i) => (i < 2 ? edge - seen[i] : seen[i] - edge) > -1e-6);
        const chosen = ids.findIndex((id) => layout.cities[id].x === x && layout.cities[id].y === y);
        const places = names.arrange(scale, (city) => (city === chosen ? 2 : 0), seen);
        assert.ok(places.every(({ box }) => box === null || !meet(box, seen) || isWithin(box)));
        assert.ok(places[chosen].box !== null, `${ids[chosen]} at ${scale}`);
        const boxes = places.flatMap(({ box }) => (box && meet(box, seen) ? [box] : []));
        if (scale === 0.4) boxes.forEach((box, n) => boxes.slice(n + 1).forEach((one) => assert.ok(!meet(box, one))));
      }
  });

  test(`${board}: no name lies under the buttons, and a chosen one beside them is there`, () => {
    for (const scale of [0.4, 0.62, 1.2])
      ids.forEach((id, chosen) => {
        const { x, y } = layout.cities[id];
        const seen = [x - 250 / scale, y - 165 / scale, x + 250 / scale, y + 165 / scale];
        const covered = [x + 14, y - 60 / scale, x + 14 + 60 / scale, y + 60 / scale];
        const places = names.arrange(scale, (city) => (city === chosen ? 2 : 0), seen, covered);
        assert.ok(places.every(({ box }) => box === null || !meet(box, covered)));
        assert.ok(places[chosen].box !== null, `${id} at ${scale}`);
      });
  });

  test(`${board}: a window that cuts no name moves none`, () => {
    const [left, top, width, height] = layout.view;
    const seen = [left - 50, top - 50, left + width + 50, top + height + 50];
    for (const scale of SCALES)
      assert.deepEqual(
        names.arrange(scale, () => 0, seen),
        names.arrange(scale, () => 0),
      );
  });

  test(`${board}: near enough, names stand where they were laid out`, () => {
    assert.ok(names.arrange(1.2, () => 0).every(({ transform }) => transform === ''));
  });
}
