/** Land, water and lines under a board, as SVG text. Drawn once; it never changes. */

/** @param {string} text */
export const escaped = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

let names = 0; // every name on the page needs its own id for its line

/**
 * @param {import('./types.js').Layout} layout
 * @returns {string}
 */
export function sceneryOf({ scenery: { base, shapes }, view: [x, y, w, h] }) {
  const around = `<rect class="sea-or-land is-${base}" x="${x - w}" y="${y - h}" width="${3 * w}" height="${3 * h}"/>`;
  return `<g class="scenery" aria-hidden="true">${around}${shapes.map(shapeOf).join('')}</g>`;
}

/** @param {string[]} paths */
const lines = (paths) => paths.map((d) => `<path d="${d}"/>`).join('');

const PIECE = 40; // points

/**
 * The points of a coast, ring by ring; null for paths that do not consist of straight steps.
 * @param {string} d as `straight_path` of the server's geometry writes it: M x y l dx dy … z
 * @returns {number[][] | null} x and y in turn
 */
function ringsOf(d) {
  const rings = d.split(/(?=M)/);
  if (!rings.every((ring) => /^M-?\d+ -?\d+l[-\d ]+z$/.test(ring))) return null;
  return rings.map((ring) => {
    const points = (ring.match(/-?\d+/g) ?? []).map(Number);
    for (let i = 2; i < points.length; i += 1) points[i] += points[i - 2];
    return points;
  });
}

/**
 * Cuts a coast into short lines. The browser draws a board tile by tile and skips lines that are not on the tile; a
 * coast in one piece is on every tile, and was most of the work.
 * @param {number[][]} rings
 * @param {number} [apart] units between two points: wide strokes need no more detail
 * @returns {string[]}
 */
function pieces(rings, apart = 0) {
  return rings.flatMap((ring) => {
    const points = [`${ring[0]} ${ring[1]}`];
    let [x, y] = ring;
    for (let i = 2; i + 1 < ring.length; i += 2) {
      if (Math.hypot(ring[i] - x, ring[i + 1] - y) < apart) continue;
      [x, y] = [ring[i], ring[i + 1]];
      points.push(`${x} ${y}`);
    }
    points.push(points[0]);
    const cut = [];
    for (let i = 0; i < points.length - 1; i += PIECE) cut.push(`M${points.slice(i, i + PIECE + 1).join('L')}`);
    return cut;
  });
}

/** @param {string} kind @param {number} width @param {string} d */
const stroke = (kind, width, d) => `<path class="${kind}" stroke-width="${width}" d="${d}"/>`;

/** @param {import('./types.js').Shape} shape */
function shapeOf({ kind, d, width = 1, text = '', size = 1 }) {
  switch (kind) {
    case 'land': {
      // water lightens towards the coast: three wide, faint strokes under the land
      const rings = ringsOf(d);
      const shallow = lines(rings ? pieces(rings, 7) : [d]);
      const shallows = `<g class="shallows">${`<g>${shallow}</g>`.repeat(3)}</g>`;
      return `${shallows}<path class="land" d="${d}"/><g class="coast">${lines(rings ? pieces(rings) : [d])}</g>`;
    }
    case 'river':
      return stroke('bank', width + 5, d) + stroke('river', width, d) + stroke('current', width * 0.45, d);
    case 'canal':
      return stroke('bank', width + 3, d) + stroke('river', width, d);
    case 'street':
      return stroke('street', width, d);
    case 'name': {
      const id = `water-name-${(names += 1)}`;
      const name = `<textPath href="#${id}" startOffset="50%" text-anchor="middle">${escaped(text)}</textPath>`;
      return `<path id="${id}" d="${d}" fill="none"/><text class="water-name" font-size="${size}">${name}</text>`;
    }
    default:
      return `<path class="${kind}" d="${d}"/>`;
  }
}
