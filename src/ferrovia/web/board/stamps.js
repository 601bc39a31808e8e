/**
 * Symbols with their place written into the coordinates. The browser sorts elements that have a transform or an opacity
 * of their own in every frame of panning; with hundreds of them, sorting was most of a frame. Only geometry.
 */

/** @typedef {[string, ...number[]]} Step  a path command: M is absolute, all others are relative */
/** @typedef {{ paint: Record<string, string>, steps: Step[] }} Part  shapes with the same paint */
/** @typedef {{ x?: number, y?: number, angle?: number, wide?: number, high?: number }} Place  wide, high: factors */

const PAINT = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'];
const COUNTS = /** @type {Record<string, number>} */ ({ M: 2, L: 2, H: 1, V: 1, Q: 4, T: 2, C: 6, A: 7, Z: 0 });

/** @type {Map<string, Part[]>} */
const known = new Map();

/** A drawing of paths, circles and rectangles, read once. @param {string} body SVG @returns {Part[]} */
function read(body) {
  const before = known.get(body);
  if (before) return before;
  /** @type {Part[]} */
  const parts = [];
  for (const [, tag, text] of body.matchAll(/<(path|circle|rect) ([^>]*?)\/>/g)) {
    const given = Object.fromEntries(
      [...text.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const paint = Object.fromEntries(PAINT.filter((name) => name in given).map((name) => [name, given[name]]));
    const number = (/** @type {string} */ name) => Number(given[name] ?? 0);
    const steps =
      tag === 'path'
        ? relative(given.d)
        : tag === 'circle'
          ? circle(number('cx'), number('cy'), number('r'))
          : rectangle(number('x'), number('y'), number('width'), number('height'), number('rx'));
    const last = parts[parts.length - 1];
    if (last && JSON.stringify(last.paint) === JSON.stringify(paint)) last.steps.push(...steps);
    else parts.push({ paint, steps });
  }
  known.set(body, parts);
  return parts;
}

/** @param {number} cx @param {number} cy @param {number} r @returns {Step[]} */
const circle = (cx, cy, r) => [
  ['M', cx - r, cy],
  ['a', r, r, 0, 1, 1, 2 * r, 0],
  ['a', r, r, 0, 1, 1, -2 * r, 0],
  ['z'],
];

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {number} r @returns {Step[]} */
const rectangle = (x, y, w, h, r) => [
  ['M', x + r, y],
  ['l', w - 2 * r, 0],
  ['a', r, r, 0, 0, 1, r, r],
  ['l', 0, h - 2 * r],
  ['a', r, r, 0, 0, 1, -r, r],
  ['l', 2 * r - w, 0],
  ['a', r, r, 0, 0, 1, -r, -r],
  ['l', 0, 2 * r - h],
  ['a', r, r, 0, 0, 1, r, -r],
  ['z'],
];

/** Path data with relative commands only, except where a line begins. @param {string} d @returns {Step[]} */
function relative(d) {
  /** @type {Step[]} */
  const steps = [];
  let [x, y, left, top] = [0, 0, 0, 0];
  for (const [, letter, rest] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const kind = letter.toUpperCase();
    const isAbsolute = letter === kind;
    if (kind === 'Z') {
      steps.push(['z']);
      [x, y] = [left, top];
    }
    for (let i = 0; COUNTS[kind] > 0 && i < numbers.length; i += COUNTS[kind]) {
      let some = numbers.slice(i, i + COUNTS[kind]);
      if (kind === 'H') some = [some[0], isAbsolute ? y : 0];
      if (kind === 'V') some = [isAbsolute ? x : 0, some[0]];
      const own = kind === 'A' ? 5 : 0; // radii, angle and flags
      if (isAbsolute) some = some.map((n, at) => (at < own ? n : n - ((at - own) % 2 ? y : x)));
      x += some[some.length - 2];
      y += some[some.length - 1];
      if (kind === 'M' && i === 0) {
        [left, top] = [x, y];
        steps.push(['M', x, y]);
      } else steps.push(['HVLM'.includes(kind) ? 'l' : kind.toLowerCase(), ...some]);
    }
  }
  return steps;
}

/** @param {number} value */
const short = (value) => Math.round(value * 100) / 100;

/** @param {Step[]} steps @param {Required<Place>} place */
function placed(steps, { x, y, angle, wide, high }) {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  let d = '';
  for (const [kind, ...numbers] of steps) {
    const [from, dx, dy] = kind === 'M' ? [0, x, y] : kind === 'a' ? [5, 0, 0] : [0, 0, 0];
    d += kind;
    if (kind === 'a')
      d += `${short(numbers[0] * wide)} ${short(numbers[1] * high)} ${angle} ${numbers[3]} ${numbers[4]} `;
    for (let i = from; i < numbers.length; i += 2) {
      const [px, py] = [numbers[i] * wide, numbers[i + 1] * high];
      d += `${i > from ? ' ' : ''}${short(px * cos - py * sin + dx)} ${short(px * sin + py * cos + dy)}`;
    }
  }
  return d;
}

/**
 * A drawing at its place: one path, or a group if its parts are painted differently.
 * @param {string} name its class
 * @param {string} body SVG, around the middle
 * @param {Place} place
 * @returns {string} SVG
 */
export function stamp(name, body, { x = 0, y = 0, angle = 0, wide = 1, high = wide }) {
  const paths = read(body).map(({ paint, steps }) => {
    const attributes = Object.entries({ fill: 'currentColor', ...paint }).map(
      ([key, value]) => `${key}="${key === 'stroke-width' ? short(Number(value) * high) : value}"`,
    );
    return `${attributes.join(' ')} d="${placed(steps, { x, y, angle, wide, high })}"/>`;
  });
  if (paths.length === 1) return `<path class="${name}" ${paths[0]}`;
  return `<g class="${name}">${paths.map((path) => `<path ${path}`).join('')}</g>`;
}

/**
 * The tile of a space, rounded, as path data.
 * @param {import('./types.js').SpacePlace} place
 */
export const tileData = ([x, y, angle, length, width]) =>
  placed(rectangle(-length / 2, -width / 2, length, width, 3.6), { x, y, angle, wide: 1, high: 1 });
