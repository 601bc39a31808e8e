/** Where the camera is sent, and where buttons and notes cover nothing. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pointsOf } from '../../src/ferrovia/web/board/hit-test.js';
import { namesOf } from '../../src/ferrovia/web/board/names.js';
import { layouts } from './layouts.js';

globalThis.ResizeObserver = class {
  observe() {}
  disconnect() {}
};
globalThis.requestAnimationFrame = () => 1;
globalThis.cancelAnimationFrame = () => {};
globalThis.window = { setTimeout: () => 1 };

const { Camera } = await import('../../src/ferrovia/web/board/camera.js');
const { framing } = await import('../../src/ferrovia/web/board/framing.js');

/** A board in a window of this size, whose top left corner is at (30, 50) of the page. */
function framed(name, width, height) {
  const layout = layouts[name];
  const ids = Object.keys(layout.cities);
  const points = pointsOf(layout, ids);
  const box = { left: 30, top: 50, width, height };
  const window_ = { getBoundingClientRect: () => box, classList: { add() {}, remove() {} }, prepend() {} };
  const camera = new Camera(window_, { style: {} }, layout.view, {
    calm: () => true,
    moved() {},
    rested() {},
    resized() {},
  });
  camera.resize();
  const names = namesOf(layout, ids);
  return {
    camera,
    points,
    names,
    layout,
    ...framing(window_, { board: { routes: layout.routes }, camera, points, names }),
  };
}

/** Whether a point of the board is in the window. */
const isSeen = ({ camera: { at, width, height } }, [x, y]) =>
  Math.abs(x - at.x) * at.scale <= width / 2 && Math.abs(y - at.y) * at.scale <= height / 2;

test('routes and cities that are framed are all in the window', async () => {
  for (const size of [
    [390, 500],
    [518, 344],
    [944, 526],
  ]) {
    const view = framed('europe', ...size);
    await view.frame([0, 50, 100], [3]);
    for (const route of [0, 50, 100]) {
      const [left, top, right, bottom] = view.points.boxOf(route);
      assert.ok(isSeen(view, [left, top]) && isSeen(view, [right, bottom]), `${size}: ${route}`);
    }
    assert.ok(isSeen(view, view.points.middle({ kind: 'city', number: 3 })), `${size}`);
  }
});

test('cities that are framed have their whole names in the window', async () => {
  for (const [name, places] of Object.entries(layouts))
    for (const size of [
      [390, 330],
      [390, 500],
      [518, 344],
    ]) {
      const count = Object.keys(places.cities).length;
      for (let first = 0; first < count; first += 1) {
        const view = framed(name, ...size);
        const cities = [first, (first * 7 + 3) % count, (first * 5 + 1) % count];
        await view.frame([], cities);
        const shown = view.names.arrange(view.camera.at.scale, (city) => (cities.includes(city) ? 1 : 0));
        for (const city of cities)
          if (shown[city].box) {
            const [left, top, right, bottom] = shown[city].box;
            const isWhole = isSeen(view, [left, top]) && isSeen(view, [right, bottom]);
            assert.ok(isWhole, `${name} ${size}: ${Object.keys(places.cities)[city]}`);
          }
      }
    }
});

test('framing nothing leaves the camera alone, also on its way back', async () => {
  const view = framed('europe', 390, 500);
  view.camera.show = () => assert.fail('it was sent somewhere');
  await view.frame([], []);
});

test('a route in the middle of the window has its place there', async () => {
  const view = framed('europe', 390, 500);
  await view.centre(40);
  const { x, y } = view.place(40);
  const unit = view.camera.toUnits(x, y);
  const [wantedX, wantedY] = view.points.middle({ kind: 'route', number: 40 });
  assert.ok(Math.hypot(unit.x - wantedX, unit.y - wantedY) < 1e-6);
  assert.ok(x >= 30 && x <= 420 && y >= 50 && y <= 550);
});

test('the whole board makes room for buttons only where no corner is clear', () => {
  const roomy = framed('europe', 944, 526);
  assert.notEqual(roomy.clearCorner(56, 128), null);
  assert.deepEqual(roomy.camera.reserved, { right: 0, bottom: 0 });
  const full = framed('new_york', 200, 260);
  assert.equal(full.clearCorner(150, 60), 'bottom right');
  assert.notDeepEqual(full.camera.reserved, { right: 0, bottom: 0 });
});

test('room that was made before is given back when it is not needed any more', () => {
  const view = framed('new_york', 200, 260);
  view.clearCorner(150, 60);
  view.clearCorner(2, 2);
  assert.deepEqual(view.camera.reserved, { right: 0, bottom: 0 });
});

/** Whether something at a corner of the window lies on a lit route, which is 18 units wide on either side. */
function liesOn({ camera, points }, corner, [wide, high], route) {
  const { x, y, scale } = camera.at;
  const left = corner.endsWith('left') ? 0 : camera.width - wide;
  const top = corner.startsWith('top') ? 0 : camera.height - high;
  return points.boxesOf(route).some((box) => {
    const [a, c] = [box[0] - 18, box[2] + 18].map((unit) => (unit - x) * scale + camera.width / 2);
    const [b, d] = [box[1] - 18, box[3] + 18].map((unit) => (unit - y) * scale + camera.height / 2);
    return a < left + wide && c > left && b < top + high && d > top;
  });
}

test('a corner beside a lit route does not lie on it, and is found where there is one', async () => {
  const [corners, size] = [
    ['top left', 'bottom right'],
    [250, 330],
  ];
  const found = new Set();
  for (const route of layouts.europe.routes.keys()) {
    const view = framed('europe', 390, 500);
    await view.frame([route]);
    const corner = view.cornerBeside([route], [], ...size, corners);
    found.add(corner);
    assert.equal(corner, corners.find((one) => !liesOn(view, one, size, route)) ?? null, `${route}`);
  }
  assert.deepEqual(found, new Set([...corners, null]));
});

test('a corner beside a lit city does not lie on it', async () => {
  const view = framed('europe', 390, 500);
  await view.frame([], [0]);
  assert.equal(view.cornerBeside([], [0], 390, 500, ['top left']), null);
  assert.equal(view.cornerBeside([], [0], 20, 20, ['top left']), 'top left');
});

test('buttons beside something lit cover nothing else either, where a corner is clear', async () => {
  const view = framed('new_york', 390, 420);
  const size = [120, 50];
  await view.frame([0]);
  const covers = (corner) => layouts.new_york.routes.some((_, other) => liesOn(view, corner, size, other));
  assert.ok(covers('top left') && !liesOn(view, 'top left', size, 0));
  assert.ok(!covers('top right'));
  assert.equal(view.cornerBeside([0], [], ...size, ['top left', 'top right']), 'top right');
  assert.equal(view.cornerBeside([0], [], ...size, ['top left']), 'top left');
});
