/**
 * Movement on the board: wagons arrive one by one, a path is drawn along its length. All can be finished at once.
 */

import { directions } from './drawing.js';

const WAGON = 260; // milliseconds one wagon takes
const APART = 60; // between two wagons
const PATH = 900; // a whole path of any length

/**
 * Something that arrives on the board.
 * @typedef {{ kind: 'claimed', route: number, seat: number } | { kind: 'station', city: number, seat: number } |
 *   { kind: 'path', routes: number[] }} Arrival
 */

export class Motion {
  /** @param {() => boolean} calm whether nothing may move */
  constructor(calm) {
    this.calm = calm;
    /** @type {Set<Animation>} */
    this.running = new Set();
  }

  /**
   * @param {Element|null} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} options
   * @returns {Promise<unknown>}
   */
  play(element, frames, options) {
    if (!element) return Promise.resolve();
    const animation = element.animate(frames, { easing: 'cubic-bezier(.2, .7, .2, 1)', fill: 'backwards', ...options });
    this.running.add(animation);
    return animation.finished.catch(() => {}).finally(() => this.running.delete(animation));
  }

  finish() {
    for (const animation of [...this.running]) animation.finish();
  }

  /** @param {Element} route the group of a claimed route */
  async wagonsArrive(route) {
    if (this.calm()) return;
    const wagons = [...route.querySelectorAll('.car')];
    const all = wagons.length * APART + WAGON;
    const moves = wagons.map((car, i) =>
      this.play(
        car,
        [
          { opacity: 0, transform: 'translateX(-14px) scale(.6)' },
          { opacity: 1, transform: 'none' },
        ],
        { duration: WAGON, delay: i * APART },
      ),
    );
    for (const line of route.querySelectorAll('.ribbon, .coupling'))
      moves.push(this.play(line, [{ opacity: 0 }, { opacity: 1 }], { duration: all * 0.6 }));
    await Promise.all(moves);
  }

  /** @param {Element} city the group of a city with a new station */
  async stationArrives(city) {
    if (this.calm()) return;
    await this.play(
      city.querySelector('.car'),
      [
        { opacity: 0, transform: 'translateY(-16px)' },
        { opacity: 1, transform: 'none' },
      ],
      { duration: 300 },
    );
  }

  /**
   * One stretch after the other, each along its length; the total time does not depend on their number.
   * @param {SVGPathElement[][]} stretches the paths of each stretch, edge and filling
   * @param {boolean[]} backwards
   */
  async draw(stretches, backwards) {
    if (this.calm()) return;
    const lengths = stretches.map(([path]) => path.getTotalLength());
    const total = lengths.reduce((a, b) => a + b, 0) || 1;
    let before = 0;
    const moves = stretches.flatMap((paths, i) => {
      const length = lengths[i];
      const from = backwards[i] ? -length : length;
      const timing = { duration: (length / total) * PATH, delay: (before / total) * PATH, easing: 'linear' };
      before += length;
      return paths.map((path) =>
        this.play(
          path,
          [
            { strokeDasharray: `${length} ${length}`, strokeDashoffset: from },
            { strokeDasharray: `${length} ${length}`, strokeDashoffset: 0 },
          ],
          timing,
        ),
      );
    });
    await Promise.all(moves);
  }
}

// ---------------------------------------------------------------- arrivals

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

  /** @param {Arrival} what */
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
