/** Which part of the board is seen: whole, closer, moved, and back. In a window that only has a size. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.ResizeObserver = class {
  observe() {}
  disconnect() {}
};
/** What waits for a frame or for time, by its number. */
const frames = new Map();
const timers = new Map();
let numbers = 0;
globalThis.requestAnimationFrame = (act) => (frames.set((numbers += 1), act), numbers);
globalThis.cancelAnimationFrame = (number) => frames.delete(number);
globalThis.clearTimeout = (number) => timers.delete(number);
globalThis.window = { setTimeout: (act) => (timers.set((numbers += 1), act), numbers) };

/** Everything that waits in a map happens now. */
function pass(waiting, ...given) {
  const all = [...waiting.values()];
  waiting.clear();
  for (const act of all) act(...given);
}

const { Camera } = await import('../../src/ferrovia/web/board/camera.js');

const VIEW = [0, 0, 1000, 600];

/** A camera; a calm one is at once where it goes. */
function cameraIn(width, height, calm = true, more = {}) {
  frames.clear();
  timers.clear();
  const names = new Set();
  const seen = {
    getBoundingClientRect: () => ({ left: 0, top: 0, ...seen.size }),
    size: { width, height },
    prepend() {},
    classList: { add: (name) => names.add(name), remove: (name) => names.delete(name), contains: (n) => names.has(n) },
  };
  const how = { calm: () => calm, moved() {}, rested() {}, resized() {}, ...more };
  const camera = new Camera(seen, { style: {} }, VIEW, how);
  camera.resize();
  return camera;
}

test('a large window shows the whole board in its middle', () => {
  const camera = cameraIn(1200, 800);
  assert.deepEqual([camera.at.x, camera.at.y], [500, 300]);
  assert.ok(camera.at.scale * 1000 <= 1200);
  assert.ok(camera.fitted);
});

test('a phone begins closer than the whole board, so that a finger finds a route', () => {
  const camera = cameraIn(360, 400);
  assert.ok(camera.wholeScale() < 0.4);
  assert.equal(camera.at.scale, 0.62);
  assert.ok(!camera.fitted);
});

test('a phone shows the whole board first where nobody has to tap', () => {
  const camera = cameraIn(360, 400, true, { beginsWhole: true });
  assert.equal(camera.at.scale, camera.wholeScale());
  assert.ok(camera.fitted);
});

test('the point under the finger stays where it is when one goes closer', () => {
  const camera = cameraIn(1200, 800);
  camera.zoomAt(2);
  const before = camera.toUnits(700, 450);
  camera.zoomAt(1.2, { x: 700, y: 450 });
  const after = camera.toUnits(700, 450);
  assert.ok(Math.hypot(after.x - before.x, after.y - before.y) < 1e-6);
});

test('the board does not leave the window, however far it is pushed', () => {
  const camera = cameraIn(1200, 800);
  camera.zoomAt(2);
  camera.pan(-1e6, -1e6);
  const { x, y } = camera.toUnits(0, 0);
  assert.ok(x < 1000);
  assert.ok(y < 600);
});

test('what is out of sight is shown from further away, and then the player is back', async () => {
  const camera = cameraIn(1200, 800);
  camera.zoomAt(2.5);
  const before = camera.at;
  await camera.show([50, 50, 950, 550]);
  assert.ok(camera.at.scale < before.scale);
  await camera.back();
  assert.deepEqual(camera.at, before);
});

test('something nearly as large as the board is shown with the whole board, and something smaller closer', async () => {
  const camera = cameraIn(360, 400);
  await camera.show([100, 200, 920, 260]);
  assert.deepEqual(camera.at, camera.whole());
  const other = cameraIn(360, 400);
  await other.show([100, 200, 750, 260]);
  assert.ok(other.at.scale > 1.25 * other.wholeScale());
});

test('what is in sight moves nothing', async () => {
  const camera = cameraIn(1200, 800);
  const before = camera.at;
  await camera.show([450, 280, 550, 320]);
  assert.deepEqual(camera.at, before);
});

test('a flight is a movement from its first moment until it rests', () => {
  let rests = 0;
  const camera = cameraIn(1200, 800, false, { rested: () => (rests += 1) });
  camera.fly(camera.closer(2));
  assert.ok(camera.window.classList.contains('is-moving'), 'before the first frame');
  pass(frames, performance.now() + 1000);
  pass(frames, performance.now() + 1000);
  assert.ok(camera.window.classList.contains('is-moving'), 'it has just arrived');
  assert.equal(rests, 0);
  pass(timers);
  pass(frames);
  assert.ok(!camera.window.classList.contains('is-moving'));
  assert.equal(rests, 1);
});

test('the whole board fits a window that changes on the way there', async () => {
  const camera = cameraIn(1200, 800, false);
  camera.zoomAt(2);
  const landed = camera.fit();
  camera.window.size = { width: 600, height: 400 };
  camera.resize();
  pass(frames, performance.now() + 1000);
  await landed;
  assert.deepEqual(camera.at, camera.whole());
});

test('a look at something further away ends a little later, unless the player looks or chooses again', () => {
  const camera = cameraIn(1200, 800);
  const far = [50, 50, 950, 550];
  camera.zoomAt(2.5);
  const before = camera.at;
  camera.show(far);
  camera.backSoon(500);
  assert.ok(camera.window.classList.contains('is-returning'));
  camera.show(far);
  assert.ok(!camera.window.classList.contains('is-returning'), 'looked again');
  camera.backSoon(500);
  pass(timers);
  assert.deepEqual(camera.at, before);
  camera.show(far);
  camera.backSoon(500);
  camera.stay();
  pass(timers);
  assert.notDeepEqual(camera.at, before, 'chosen there');
});

test('the whole board makes room for buttons where that costs it least', () => {
  const sideways = cameraIn(518, 345); // a phone on its side; the buttons stand one above the other
  sideways.reserve(64, 152);
  assert.equal(sideways.wholeScale(), (518 - 64 - 2 * 518 * 0.02) / 1000);
  const { x, scale } = sideways.whole();
  assert.ok((1000 - x) * scale <= 518 / 2 - 64, 'it ends before the buttons');
  const upright = cameraIn(390, 420); // they stand side by side
  upright.reserve(152, 64);
  assert.equal(upright.wholeScale(), (390 - 2 * 390 * 0.02) / 1000, 'below it there is room already');
  upright.reserve(0, 0);
  assert.deepEqual(upright.whole(), { x: 500, y: 300, scale: upright.wholeScale() });
});

test('a board moves aside for buttons as far as it must', () => {
  const camera = cameraIn(1200, 300);
  camera.reserve(400, 150);
  assert.deepEqual(camera.at, camera.whole());
});
