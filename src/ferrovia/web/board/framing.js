/** Where the camera goes, and where buttons cover nothing: the handle's part about the window. */

import { clearCorner, cornerBox } from './corner.js';

const BESIDE = 18; // units: half a route as it is lit, or a city with its ring
const EDGE = 6; // pixels between the edge of the window and what is in view

/**
 * @param {HTMLElement} window_
 * @param {{ board: import('./types.js').Board, camera: import('./camera.js').Camera,
 *   points: ReturnType<typeof import('./hit-test.js').pointsOf>,
 *   names: ReturnType<typeof import('./names.js').namesOf>, arrangeNames: () => void }} parts
 */
export function framing(window_, { board, camera, points, names, arrangeNames }) {
  /** Buttons over the board: corner, width, height. @type {[import('./corner.js').Corner, number, number] | null} */
  let buttons = null;

  /** @param {number} city */
  const boxOf = (city) => [0, 1, 0, 1].map((i) => points.middle({ kind: 'city', number: city })[i]);

  /** The names of cities that come before all others. @param {number[]} cities @param {number} scale */
  const namesAt = (cities, scale) => {
    const places = names.arrange(scale, (city) => (cities.includes(city) ? 1 : 0));
    return cities.map((city) => places[city].box).filter((box) => box !== null);
  };

  /** Everything on the board that buttons may cover. @param {number} scale */
  const allAt = (scale) => [
    ...board.routes.map((_, number) => points.boxOf(number)),
    ...names.arrange(scale, () => 0).flatMap(({ box }) => (box ? [box] : [])),
  ];

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
      const found = clearCorner(allAt(whole.scale), whole, [camera.width, camera.height], [wide, high], wanted);
      if (!found) camera.reserve(wide, high);
      return found ?? 'bottom right';
    },
    keepFree(
      /** @type {import('./corner.js').Corner} */ corner,
      /** @type {number} */ wide,
      /** @type {number} */ high,
    ) {
      buttons = [corner, wide, high];
      arrangeNames();
    },
    /** The part of the board under buttons: left, top, right, bottom. */
    covered() {
      if (!buttons) return null;
      const [corner, wide, high] = buttons;
      const [left, top] = camera.seen();
      const [a, b, c, d] = cornerBox(corner, [camera.width, camera.height], [wide, high]);
      const { scale } = camera.at;
      return /** @type {[number, number, number, number]} */ ([
        left + a / scale,
        top + b / scale,
        left + c / scale,
        top + d / scale,
      ]);
    },
    zoom: (/** @type {number} */ factor) => camera.fly(camera.closer(factor)),
    /** After a look at something larger, also back to the scale before it: where fingers find routes. */
    centre(/** @type {number} */ route, { above = 0 } = {}) {
      const { before } = camera;
      camera.stay();
      return camera.show(points.boxOf(route), above, before?.scale);
    },
    /** Routes, and cities with their names. */
    frame(/** @type {Iterable<number>} */ routes_, /** @type {Iterable<number>} */ cities_ = [], { above = 0 } = {}) {
      const cities = [...cities_];
      const boxes = [...[...routes_].map(points.boxOf), ...cities.map(boxOf)].map(drawn);
      if (boxes.length === 0) return Promise.resolve();
      const scaleNow = () => camera.viewOf(around(boxes), above, camera.at.scale, EDGE).scale;
      // Names are larger on the board, or move to another side, when the camera goes further away to show them.
      for (let before = Infinity, scale = scaleNow(); scale < before;) {
        boxes.push(...namesAt(cities, scale));
        [scale, before] = [scaleNow(), scale];
      }
      return camera.show(around(boxes), above, camera.at.scale, EDGE);
    },
    /** A corner where buttons cover nothing, or else none of these. */
    cornerBeside(
      /** @type {Iterable<number>} */ routes_,
      /** @type {Iterable<number>} */ cities_,
      /** @type {number} */ wide,
      /** @type {number} */ high,
      /** @type {import('./corner.js').Corner[]} */ wanted,
    ) {
      const cities = [...cities_];
      const things = [...[...routes_].flatMap(points.boxesOf), ...cities.map(boxOf)].map(drawn);
      const find = (/** @type {number[][]} */ boxes) =>
        clearCorner(boxes, camera.goal, [camera.width, camera.height], [wide, high], wanted);
      return find(allAt(camera.goal.scale)) ?? find([...things, ...namesAt(cities, camera.goal.scale)]);
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

/** A box with what is drawn around it. @param {number[]} box */
const drawn = ([left, top, right, bottom]) => [left - BESIDE, top - BESIDE, right + BESIDE, bottom + BESIDE];

/** The box around others. @param {number[][]} boxes */
const around = (boxes) => [
  ...[0, 1].map((i) => Math.min(...boxes.map((box) => box[i]))),
  ...[2, 3].map((i) => Math.max(...boxes.map((box) => box[i]))),
];
