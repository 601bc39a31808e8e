/** One sentence next to a mark on the board, shown while a pointer or the focus is on the mark. */

const AWAY = 20; // pixels between a mark and its note
const EDGE = 6; // minimum distance of a note from the edges, in pixels
const BESIDE = 12; // pixels: half a route, or a city at its end

/**
 * @param {HTMLElement} window_
 * @param {{ camera: import('./camera.js').Camera, points: ReturnType<typeof import('./hit-test.js').pointsOf>,
 *   about: (thing: import('./hit-test.js').Thing) => string | null }} on
 */
export function noteIn(window_, { camera, points, about }) {
  const note = document.createElement('p');
  note.className = 'mark-note';
  note.hidden = true;
  note.setAttribute('aria-hidden', 'true'); // the mark's own label says the same
  window_.append(note);
  /** A finger does not hover: the next touch, wherever it is, ends the note. @param {PointerEvent} event */
  const touched = (event) => {
    if (event.pointerType !== 'mouse') show(null);
  };
  document.addEventListener('pointerdown', touched, { capture: true });
  /** @type {import('./hit-test.js').Thing | null} */
  let at = null;

  /** @param {import('./hit-test.js').Thing | null} thing */
  function show(thing) {
    const words = thing && about(thing);
    at = words ? thing : null;
    note.hidden = !words;
    if (words) note.textContent = words;
    place();
  }

  function place() {
    if (!at) return;
    const inWindow = (/** @type {number[]} */ numbers) =>
      numbers.map((value, i) =>
        i % 2
          ? camera.height / 2 + (value - camera.at.y) * camera.at.scale
          : camera.width / 2 + (value - camera.at.x) * camera.at.scale,
      );
    const middle = inWindow(points.middle(at));
    const marks = at.kind === 'route' ? points.boxesOf(at.number).map(inWindow) : [];
    const [left, top] = besideMarks(
      [note.offsetWidth, note.offsetHeight],
      [camera.width, camera.height],
      [middle[0], middle[1]],
      marks,
    );
    note.style.left = `${left}px`;
    note.style.top = `${top}px`;
  }

  return { show, place, destroy: () => document.removeEventListener('pointerdown', touched, { capture: true }) };
}

/**
 * The top left corner of a note: above the middle of its mark, below it, or at a side, wherever it covers least of it.
 * @param {[number, number]} note width and height in pixels
 * @param {[number, number]} window_ width and height
 * @param {[number, number]} middle of the mark
 * @param {number[][]} marks boxes that belong to the mark: left, top, right, bottom
 * @returns {[number, number]}
 */
export function besideMarks([wide, high], [width, height], [x, y], marks) {
  const places = [
    [x - wide / 2, y - AWAY - high],
    [x - wide / 2, y + AWAY],
    [x + AWAY, y - high / 2],
    [x - AWAY - wide, y - high / 2],
  ].map(([left, top]) => [within(left, width - wide), within(top, height - high)]);
  const kept = [[x, y, x, y], ...marks].map(([a, b, c, d]) => [a - BESIDE, b - BESIDE, c + BESIDE, d + BESIDE]);
  const covered = places.map(([left, top]) =>
    kept.reduce((sum, [a, b, c, d]) => sum + shared(left, left + wide, a, c) * shared(top, top + high, b, d), 0),
  );
  const [left, top] = places[covered.indexOf(Math.min(...covered))];
  return [left, top];
}

/** As near to a coordinate as the edges allow. @param {number} at @param {number} room */
const within = (at, room) => Math.max(EDGE, Math.min(at, room - EDGE));

/** The length that two intervals share. @param {number} a @param {number} b @param {number} c @param {number} d */
const shared = (a, b, c, d) => Math.max(0, Math.min(b, d) - Math.max(a, c));
