/** A smooth line through points that never leaves the range of its neighbours (monotone cubic, Fritsch–Carlson). */

/**
 * @param {number[][]} points x and y; x strictly rising or strictly falling
 * @param {'M'|'L'} [begin] how the path gets to the first point
 */
export function smoothPath(points, begin = 'M') {
  if (!points.length) return '';
  const slopes = tangents(points);
  const put = (/** @type {number} */ value) => value.toFixed(1);
  const parts = [`${begin}${put(points[0][0])} ${put(points[0][1])}`];
  for (let n = 1; n < points.length; n += 1) {
    const [[x0, y0], [x1, y1]] = [points[n - 1], points[n]];
    const third = (x1 - x0) / 3;
    const controls = [x0 + third, y0 + third * slopes[n - 1], x1 - third, y1 - third * slopes[n], x1, y1];
    parts.push(`C${controls.map(put).join(' ')}`);
  }
  return parts.join('');
}

/**
 * The slope at every point: zero at a peak, otherwise at most three times that of either side.
 * @param {number[][]} points
 */
export function tangents(points) {
  const rises = points.slice(1).map(([x, y], n) => (y - points[n][1]) / (x - points[n][0]));
  return points.map((_, n) => {
    const [before, after] = [rises[n - 1] ?? rises[n] ?? 0, rises[n] ?? rises[n - 1] ?? 0];
    if (before * after <= 0) return 0;
    const mean = (before + after) / 2;
    return Math.sign(mean) * Math.min(Math.abs(mean), 3 * Math.abs(before), 3 * Math.abs(after));
  });
}
