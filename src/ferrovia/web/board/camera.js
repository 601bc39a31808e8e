/**
 * The visible part of the board and its scale. Moves with fingers, mouse, wheel and keys.
 *
 * The picture itself never changes: it is one element that is moved and scaled as a whole, so that a frame of panning
 * costs no drawing. While it moves it is its own layer (fast, slightly blurred); at rest it is drawn sharp.
 */

const CLOSEST = 3.2; // pixels per unit
const LARGEST = 1.7; // pixels per unit for a whole board: a tiny one need not fill a large window
const HANDY = 0.62; // pixels per unit at which a finger can hit a route: where a phone starts
const TOO_SMALL = 0.4; // pixels per unit: a whole board smaller than this is not a good start
const NEARLY = 1.25; // a view up to this much closer than the whole board gives way to it: nothing is cut at its edges
const MARGIN = 24; // pixels around what is shown
const STEP = 240; // milliseconds per step by button or key
const REST = 180; // milliseconds without movement before the picture is drawn sharp

/**
 * @typedef {{ x: number, y: number, scale: number }} Where  the unit in the middle of the window, and pixels a unit
 */

export class Camera {
  /**
   * @param {HTMLElement} window_ what is seen through
   * @param {HTMLElement} world   what is moved; its own top left corner is at (view.x - view.width, view.y -
   *   view.height)
   * @param {[number, number, number, number]} view
   * @param {{ calm: () => boolean, moved: (scale: number) => void, rested: () => void, resized: () => void,
   *   beginsWhole?: boolean }} how
   *   calm: no movement by itself; rested: it has come to rest; beginsWhole: the whole board first, however small,
   *   where nobody has to tap
   */
  constructor(window_, world, view, { calm, moved, rested, resized, beginsWhole = false }) {
    this.window = window_;
    this.world = world;
    this.view = view;
    this.calm = calm;
    this.moved = moved;
    this.rested = rested;
    this.resized = resized;
    this.beginsWhole = beginsWhole;
    /** @type {Where} */
    this.at = { x: view[0] + view[2] / 2, y: view[1] + view[3] / 2, scale: 1 };
    this.width = 0;
    this.height = 0;
    this.fitted = true; // whether it shows the whole board, and should keep doing so when the window changes
    this.started = false;
    /** Pixels on the right and at the bottom that the whole board leaves free. */
    this.reserved = { right: 0, bottom: 0 };
    /** Where `show` moved to last. */
    this.goal = this.at;
    /** Where the player looked before `show` moved away. @type {Where | null} */
    this.before = null;
    /** Whether `show` moved it last, and not the player. */
    this.led = false;
    this.frame = 0;
    this.rest = 0;
    this.still = 0;
    this.flight = 0;
    this.returning = 0;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(window_);
  }

  destroy() {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
    cancelAnimationFrame(this.flight);
    clearTimeout(this.returning);
    this.awake();
  }

  /** It is moving; cancels a pending rest. */
  awake() {
    clearTimeout(this.rest);
    cancelAnimationFrame(this.still);
  }

  resize() {
    const { width, height } = this.window.getBoundingClientRect();
    if (width === 0 || height === 0 || (width === this.width && height === this.height)) return;
    this.width = width;
    this.height = height;
    if (!this.started) {
      // The picture joins the page when it is in its place: the browser lays it out once, not twice.
      this.started = true;
      this.begin();
      this.place();
      this.window.prepend(this.world);
    } else {
      this.set(this.fitted ? this.whole() : this.at);
      this.draw();
    }
    queueMicrotask(this.resized);
  }

  /** The scale at which the whole board fits the window, less what is reserved. */
  wholeScale({ right, bottom } = this.reserved) {
    const margin = Math.min(12, this.width * 0.02);
    const [wide, high] = [this.width - right - 2 * margin, this.height - bottom - 2 * margin];
    const fits = Math.min(wide / this.view[2], high / this.view[3]);
    return Math.min(Math.max(fits, 0.05), LARGEST);
  }

  /** @returns {Where} */
  whole() {
    const [x, y, width, height] = this.view;
    const scale = this.wholeScale();
    const { right, bottom } = this.reserved;
    return { x: x + width / 2 + right / 2 / scale, y: y + height / 2 + bottom / 2 / scale, scale };
  }

  /**
   * Keeps the corner at the bottom right free of the whole board: by a strip below it or beside it, whichever leaves
   * the board larger.
   * @param {number} wide pixels @param {number} high pixels
   */
  reserve(wide, high) {
    const [below, beside] = [
      { right: 0, bottom: high },
      { right: wide, bottom: 0 },
    ];
    this.reserved = this.wholeScale(beside) > this.wholeScale(below) ? beside : below;
    if (this.fitted) this.set(this.whole());
    this.draw();
  }

  /** On a phone the whole board is too small for fingers: start closer, in its middle. */
  begin() {
    const where = this.whole();
    const small = !this.beginsWhole && where.scale < TOO_SMALL;
    this.fitted = !small;
    this.set(small ? { ...where, scale: HANDY } : where);
  }

  /** @param {Where} where */
  set(where) {
    this.at = this.within(where);
  }

  /** The nearest place that keeps the board in the window. @param {Where} where @returns {Where} */
  within({ x, y, scale }) {
    const least = Math.min(this.wholeScale(), HANDY);
    const held = Math.min(Math.max(scale, least), CLOSEST);
    const [left, top, width, height] = this.view;
    return {
      x: between(x, left, width, this.width / held, held, this.reserved.right),
      y: between(y, top, height, this.height / held, held, this.reserved.bottom),
      scale: held,
    };
  }

  /** Moves the picture to `at` in the next frame. */
  draw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.place();
    });
  }

  /** Moves the picture to `at` now. */
  place() {
    const { x, y, scale } = this.at;
    const [left, top, width, height] = this.view;
    const dx = this.width / 2 - (x - (left - width)) * scale;
    const dy = this.height / 2 - (y - (top - height)) * scale;
    this.world.style.transform = `translate(${dx.toFixed(2)}px, ${dy.toFixed(2)}px) scale(${scale.toFixed(4)})`;
    this.moved(scale);
  }

  /** From the first moment of a flight until the picture has come to rest. */
  stir() {
    this.window.classList.add('is-moving');
    this.awake();
    // A single slow frame does not count as rest: another one without movement must follow.
    this.rest = window.setTimeout(() => {
      this.still = requestAnimationFrame(() => {
        this.rested();
        this.window.classList.remove('is-moving');
      });
    }, REST);
  }

  /** @param {Where} where */
  move(where) {
    this.stir();
    this.fitted = false;
    this.set(where);
    this.draw();
  }

  /** Moves by pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.stay();
    const { x, y, scale } = this.at;
    this.move({ x: x - dx / scale, y: y - dy / scale, scale });
  }

  /**
   * Zooms around a fixed point of the window; by default the middle.
   * @param {number} factor
   * @param {{ x: number, y: number }} [point]
   */
  zoomAt(factor, point) {
    this.move(this.closer(factor, point));
  }

  /** @param {number} factor @param {{ x: number, y: number }} [point] @returns {Where} */
  closer(factor, point) {
    this.stay();
    const { x, y, scale } = this.at;
    const next = Math.min(Math.max(scale * factor, Math.min(this.wholeScale(), HANDY)), CLOSEST);
    const px = point ? point.x - this.width / 2 : 0;
    const py = point ? point.y - this.height / 2 : 0;
    return { x: x + px / scale - px / next, y: y + py / scale - py / next, scale: next };
  }

  /**
   * Moves there smoothly, or at once.
   * @param {Where} where
   * @param {number} [duration]
   * @returns {Promise<void>}
   */
  fly(where, duration = STEP) {
    cancelAnimationFrame(this.flight);
    if (this.calm() || duration === 0) {
      this.move(where);
      return Promise.resolve();
    }
    this.stir();
    const from = this.at;
    const start = performance.now();
    return new Promise((done) => {
      const step = (/** @type {number} */ now) => {
        const share = Math.min(Math.max((now - start) / duration, 0), 1);
        const eased = 1 - (1 - share) ** 3;
        this.move({
          x: mix(from.x, where.x, eased),
          y: mix(from.y, where.y, eased),
          scale: from.scale * (where.scale / from.scale) ** eased,
        });
        if (share < 1) this.flight = requestAnimationFrame(step);
        else done();
      };
      this.flight = requestAnimationFrame(step);
    });
  }

  stop() {
    cancelAnimationFrame(this.flight);
  }

  /** Keeps gliding after a swipe. @param {number} vx @param {number} vy pixels a millisecond */
  glide(vx, vy) {
    if (this.calm() || Math.hypot(vx, vy) < 0.25) return;
    let last = performance.now();
    const step = (/** @type {number} */ now) => {
      const passed = Math.min(now - last, 40);
      last = now;
      this.pan(vx * passed, vy * passed);
      const fade = Math.exp(-passed / 220);
      vx *= fade;
      vy *= fade;
      if (Math.hypot(vx, vy) > 0.03) this.flight = requestAnimationFrame(step);
    };
    this.flight = requestAnimationFrame(step);
  }

  /** The whole board; a second time, a readable zoom. */
  async fit() {
    this.stay();
    await this.fly(this.whole());
    this.fitted = true;
    this.set(this.whole()); // the window may have changed on the way
    this.draw();
  }

  /** After `show` moved away: back to where the player was, unless they have moved since. */
  back() {
    const { before } = this;
    this.stay();
    return before ? this.fly(before) : Promise.resolve();
  }

  /** `back`, unless the player looks, moves or chooses something until then. @param {number} wait milliseconds */
  backSoon(wait) {
    this.lookAgain();
    if (!this.before) return;
    this.window.classList.add('is-returning');
    this.returning = window.setTimeout(() => this.back(), wait);
  }

  lookAgain() {
    clearTimeout(this.returning);
    this.window.classList.remove('is-returning');
  }

  /** The player is where they want to be: there is nothing to return to. */
  stay() {
    this.lookAgain();
    this.before = null;
    this.led = false;
  }

  /**
   * Where the camera stays or goes to have a box in view.
   * @param {number[]} box left, top, right, bottom
   * @param {number} below pixels covered at the bottom
   * @param {number} closest pixels per unit: it zooms out to see the whole box, but in only up to this scale
   * @param {number} margin pixels around the box
   * @returns {Where}
   */
  viewOf([left, top, right, bottom], below, closest, margin) {
    const { x, y, scale } = this.at;
    const halfWidth = (this.width / 2 - margin) / scale;
    const halfHeight = (this.height / 2 - margin) / scale;
    const inside =
      left > x - halfWidth && right < x + halfWidth && top > y - halfHeight && bottom < y + halfHeight - below / scale;
    if (inside && closest <= scale) return this.at;
    const wide = (this.width - 2 * margin) / (right - left);
    const high = (this.height - below - 2 * margin) / (bottom - top);
    const fits = Math.min(wide, high);
    if (below === 0 && fits < Math.min(scale, NEARLY * this.wholeScale())) return this.whole();
    const next = Math.min(Math.max(scale, closest), Math.max(fits, this.wholeScale()));
    return { x: (left + right) / 2, y: (top + bottom) / 2 + below / 2 / next, scale: next };
  }

  /**
   * Brings a box into view if it is not; the arguments are those of `viewOf`.
   * @param {number[]} box @param {number} below @param {number} closest @param {number} margin
   */
  show(box, below = 0, closest = this.at.scale, margin = MARGIN) {
    this.lookAgain();
    this.led = true;
    const there = this.viewOf(box, below, closest, margin);
    this.goal = this.within(there);
    if (there === this.at) return Promise.resolve();
    if (there.scale < this.at.scale * 0.95) this.before ??= this.at;
    return this.fly(there);
  }

  /** The part of the board in the window: left, top, right, bottom. @returns {[number, number, number, number]} */
  seen() {
    const { x, y, scale } = this.at;
    const [wide, high] = [this.width / 2 / scale, this.height / 2 / scale];
    return [x - wide, y - high, x + wide, y + high];
  }

  /** Converts a point of the page to board units. @param {number} clientX @param {number} clientY */
  toUnits(clientX, clientY) {
    const box = this.window.getBoundingClientRect();
    const { x, y, scale } = this.at;
    return {
      x: x + (clientX - box.left - this.width / 2) / scale,
      y: y + (clientY - box.top - this.height / 2) / scale,
    };
  }
}

/** @param {number} a @param {number} b @param {number} share */
const mix = (a, b, share) => a + (b - a) * share;

/**
 * The centre of the view, limited so that the board neither leaves the window nor sticks to its edge.
 * @param {number} middle
 * @param {number} start
 * @param {number} size
 * @param {number} seen
 * @param {number} scale
 * @param {number} reserved pixels that the whole board leaves free: it moves aside by half of them
 */
function between(middle, start, size, seen, scale, reserved) {
  const slack = Math.max(Math.min(80 / scale, size * 0.12), reserved / 2 / scale);
  if (seen >= size) {
    const free = (seen - size) / 2;
    return Math.min(
      Math.max(middle, start + size / 2 - Math.min(free, slack)),
      start + size / 2 + Math.min(free, slack),
    );
  }
  return Math.min(Math.max(middle, start + seen / 2 - slack), start + size - seen / 2 + slack);
}
