/** Trains, stations and paths that arrive on the board: moved, or outlined for a while if nothing may move. */

import { directions } from './drawing.js';
import { Motion } from './motion.js';

const MARKED = 2000; // milliseconds that an outline stays if nothing may move

/** @typedef {import('./hit-test.js').Thing} Thing */

/**
 * @param {Pick<ReturnType<typeof import('./drawing.js').build>, 'routes' | 'cities' | 'lights'>} parts of the picture
 * @param {{ board: import('./types.js').Board, calm: () => boolean, marked: Set<string>,
 *   isOwned: (route: number, seat: number) => boolean, hasStation: (city: number, seat: number) => boolean,
 *   redraw: (thing: Thing) => void }} picture
 *   marked: what is outlined, which `redraw` shows; isOwned, hasStation: whether that is drawn already
 */
export function arrivalsOn({ routes, cities, lights }, { board, calm, marked, isOwned, hasStation, redraw }) {
  const motion = new Motion(calm);
  /** Routes and cities whose arrival waits until they are drawn. @type {Map<string, () => void>} */
  const awaited = new Map();

  /** It is drawn: whoever waits for it goes on. @param {string} what */
  function arrive(what) {
    const act = awaited.get(what);
    awaited.delete(what);
    act?.();
  }

  /**
   * Wait for the position that shows it, but not forever.
   * @param {string} what
   * @param {() => boolean} there
   * @returns {Promise<void>}
   */
  function untilDrawn(what, there) {
    if (there()) return Promise.resolve();
    return new Promise((done) => {
      awaited.set(what, done);
      window.setTimeout(() => arrive(what), 1000);
    });
  }

  /** A two-second outline instead of a movement. @param {Thing} thing */
  async function mark(thing) {
    const what = `${thing.kind} ${thing.number}`;
    marked.add(what);
    redraw(thing);
    await new Promise((done) => {
      window.setTimeout(done, MARKED);
    });
    marked.delete(what);
    redraw(thing);
  }

  /** Draws a path along its length. @param {number[]} path */
  async function drawAlong(path) {
    const stretches = path
      .map((n) => ({
        n,
        paths: /** @type {SVGPathElement[]} */ ([
          ...lights.querySelectorAll(`.trail[data-of="${n}"], .trail-edge[data-of="${n}"]`),
        ]),
      }))
      .filter(({ paths }) => paths.length > 0);
    await motion.draw(
      stretches.map(({ paths }) => paths),
      directions(
        board,
        stretches.map(({ n }) => n),
      ),
    );
  }

  /** @param {import('./motion.js').Arrival} what */
  async function animate(what) {
    if (what.kind === 'claimed') {
      await untilDrawn(`route ${what.route}`, () => isOwned(what.route, what.seat));
      await (calm() ? mark({ kind: 'route', number: what.route }) : motion.wagonsArrive(routes[what.route]));
    } else if (what.kind === 'station') {
      await untilDrawn(`city ${what.city}`, () => hasStation(what.city, what.seat));
      await (calm() ? mark({ kind: 'city', number: what.city }) : motion.stationArrives(cities[what.city]));
    } else await drawAlong(what.routes);
  }

  /** Jumps to the end of all movement. */
  function finish() {
    for (const what of [...awaited.keys()]) arrive(what);
    motion.finish();
  }

  return { arrive, animate, finish };
}
