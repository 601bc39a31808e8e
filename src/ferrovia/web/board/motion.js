/**
 * Movement on the board: wagons arrive one by one, a path is drawn along its length. All can be finished at once.
 */

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
