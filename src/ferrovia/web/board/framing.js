/** Where the camera goes, and where buttons cover nothing: the handle's part about the window. */

import { clearCorner } from './corner.js';

const BESIDE = 18; // units: half a route as it is lit, or a city with its ring

/**
 * @param {HTMLElement} window_
 * @param {{ board: import('./types.js').Board, camera: import('./camera.js').Camera,
 *   points: ReturnType<typeof import('./hit-test.js').pointsOf>,
 *   names: ReturnType<typeof import('./names.js').namesOf> }} parts
 */
export function framing(window_, { board, camera, points, names }) {
  return {
    fit: () => camera.fit(),
    backSoon: (/** @type {number} */ wait) => camera.backSoon(wait),
    /** A corner for buttons of this size; if necessary beside or below the whole board, which makes room. */
    clearCorner(
      /** @type {number} */ wide,
      /** @type {number} */ high,
      /** @type {import('./corner.js').Corner[] | undefined} */ wanted = undefined,
    ) {
      camera.reserve(0, 0);
      const whole = camera.whole();
      const things = [
        ...board.routes.map((_, number) => points.boxOf(number)),
        ...names.arrange(whole.scale, () => 0).flatMap(({ box }) => (box ? [box] : [])),
      ];
      const found = clearCorner(things, whole, [camera.width, camera.height], [wide, high], wanted);
      if (!found) camera.reserve(wide, high);
      return found ?? 'bottom right';
    },
    zoom: (/** @type {number} */ factor) => camera.fly(camera.closer(factor)),
    /** After a look at something larger, also back to the scale before it: where fingers find routes. */
    centre(/** @type {number} */ route, { above = 0 } = {}) {
      const { before } = camera;
      camera.stay();
      return camera.show(points.boxOf(route), above, before?.scale);
    },
    frame(/** @type {Iterable<number>} */ routes_, /** @type {Iterable<number>} */ cities_ = [], { above = 0 } = {}) {
      const boxes = [
        ...[...routes_].map(points.boxOf),
        ...[...cities_].map((number) => {
          const [x, y] = points.middle({ kind: 'city', number });
          return [x, y, x, y];
        }),
      ];
      if (boxes.length === 0) return Promise.resolve();
      return camera.show(
        [0, 1]
          .map((i) => Math.min(...boxes.map((box) => box[i])))
          .concat([2, 3].map((i) => Math.max(...boxes.map((box) => box[i])))),
        above,
      );
    },
    cornerBeside(
      /** @type {Iterable<number>} */ routes_,
      /** @type {Iterable<number>} */ cities_,
      /** @type {number} */ wide,
      /** @type {number} */ high,
      /** @type {import('./corner.js').Corner[]} */ wanted,
    ) {
      const boxes = [
        ...[...routes_].flatMap(points.boxesOf),
        ...[...cities_].map((number) => [0, 1, 0, 1].map((i) => points.middle({ kind: 'city', number })[i])),
      ].map(([left, top, right, bottom]) => [left - BESIDE, top - BESIDE, right + BESIDE, bottom + BESIDE]);
      return clearCorner(boxes, camera.goal, [camera.width, camera.height], [wide, high], wanted);
    },
    place(/** @type {number} */ route) {
      const [x, y] = points.middle({ kind: 'route', number: route });
      const box = window_.getBoundingClientRect();
      return {
        x: box.left + camera.width / 2 + (x - camera.at.x) * camera.at.scale,
        y: box.top + camera.height / 2 + (y - camera.at.y) * camera.at.scale,
      };
    },
  };
}
