/** One sentence next to a mark on the board, shown while a pointer or the focus is on the mark. */

const AWAY = 20; // pixels between a mark and its note
const EDGE = 6; // minimum distance of a note from the edges, in pixels

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

  /** Above the mark, or below it if there is no room. */
  function place() {
    if (!at) return;
    const [x, y] = points.middle(at);
    const [left, top] = [
      camera.width / 2 + (x - camera.at.x) * camera.at.scale,
      camera.height / 2 + (y - camera.at.y) * camera.at.scale,
    ];
    const [wide, high] = [note.offsetWidth, note.offsetHeight];
    const over = top - AWAY - high;
    note.style.left = `${Math.max(EDGE, Math.min(left - wide / 2, camera.width - wide - EDGE))}px`;
    note.style.top = `${over < EDGE ? top + AWAY : over}px`;
  }

  return { show, place, destroy: () => document.removeEventListener('pointerdown', touched, { capture: true }) };
}
