/** Which part of the board is seen: whole, closer, moved, and back. In a window that only has a size. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

globalThis.ResizeObserver = class {
  observe() {}
  disconnect() {}
};
globalThis.requestAnimationFrame = () => 1; // nothing is drawn here
globalThis.cancelAnimationFrame = () => {};
globalThis.window = { setTimeout: () => 0 };

const { Camera } = await import('../../src/ferrovia/web/board/camera.js');

const VIEW = [0, 0, 1000, 600];

/** A calm camera, which is at once where it goes. */
function cameraIn(width, height) {
  const seen = {
    getBoundingClientRect: () => ({ left: 0, top: 0, width, height }),
    classList: { add() {}, remove() {} },
  };
  return new Camera(seen, { style: {} }, VIEW, { calm: () => true, moved() {}, resized() {} });
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

test('what is in sight moves nothing', async () => {
  const camera = cameraIn(1200, 800);
  const before = camera.at;
  await camera.show([450, 280, 550, 320]);
  assert.deepEqual(camera.at, before);
});
