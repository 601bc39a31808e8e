/** Finds a corner of the window with room for buttons, so that they cover nothing when the whole board is visible. */

/** @typedef {'top left' | 'bottom left' | 'top right' | 'bottom right'} Corner */
/** @type {Corner[]} */
export const CORNERS = ['top left', 'bottom left', 'top right', 'bottom right'];

/**
 * A corner of the window, in pixels: left, top, right, bottom.
 * @param {Corner} corner
 * @param {[number, number]} window_ width and height
 * @param {[number, number]} buttons width and height, with their distance from the edges
 * @returns {[number, number, number, number]}
 */
export function cornerBox(corner, [width, height], [wide, high]) {
  const left = corner.endsWith('left') ? 0 : width - wide;
  const top = corner.startsWith('top') ? 0 : height - high;
  return [left, top, left + wide, top + high];
}

/**
 * The first corner with nothing in it; null if there is none.
 * @param {number[][]} things boxes in units: left, top, right, bottom
 * @param {{ x: number, y: number, scale: number }} where the middle of the window in units, and pixels a unit
 * @param {[number, number]} window_ width and height in pixels
 * @param {[number, number]} buttons width and height in pixels, with their distance from the edges
 * @param {Corner[]} [wanted] in this order
 * @returns {Corner | null}
 */
export function clearCorner(things, { x, y, scale }, [width, height], buttons, wanted = CORNERS) {
  const isClear = (/** @type {Corner} */ corner) => {
    const [left, top, right, bottom] = cornerBox(corner, [width, height], buttons);
    return !things.some((box) => {
      const [a, b] = [(box[0] - x) * scale + width / 2, (box[1] - y) * scale + height / 2];
      const [c, d] = [(box[2] - x) * scale + width / 2, (box[3] - y) * scale + height / 2];
      return a < right && c > left && b < bottom && d > top;
    });
  };
  return wanted.find(isClear) ?? null;
}
