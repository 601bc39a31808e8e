/** Numbers for the charts: round steps, and labels that do not touch. */

/** A step that gives the scale three to six lines. @param {number} span */
export function niceStep(span) {
  const raw = span / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  return Math.max(1, power * ([1, 2, 5, 10].find((step) => power * step >= raw) ?? 10));
}

/**
 * Heights at which labels do not touch, as close to the wanted ones as possible.
 * @param {number[]} wanted
 * @param {number} gap
 * @param {number} lowest none lies further down
 */
export function spread(wanted, gap, lowest) {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const found = [...wanted];
  order.forEach((at, i) => {
    if (i > 0) found[at] = Math.max(found[at], found[order[i - 1]] + gap);
  });
  order.reverse().forEach((at, i) => {
    found[at] = Math.min(found[at], i === 0 ? lowest : found[order[i - 1]] - gap);
  });
  return found;
}
