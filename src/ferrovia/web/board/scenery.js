/** Land, water and lines under a board, as SVG text. Drawn once; nothing of it ever changes. */

/** @param {string} text */
export const escaped = (text) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

let names = 0; // every name on the page needs an id of its own for its line

/**
 * @param {import('./types.js').Layout} layout
 * @returns {string}
 */
export function sceneryOf({ scenery: { base, shapes }, view: [x, y, w, h] }) {
  const around = `<rect class="sea-or-land is-${base}" x="${x - w}" y="${y - h}" width="${3 * w}" height="${3 * h}"/>`;
  return `<g class="scenery" aria-hidden="true">${around}${shapes.map(shapeOf).join('')}</g>`;
}

/** @param {import('./types.js').Shape} shape */
function shapeOf({ kind, d, width = 1, text = '', size = 1 }) {
  switch (kind) {
    case 'land': // water lightens towards the coast: three wide, faint strokes under the land
      return `<g class="shallows"><path d="${d}"/><path d="${d}"/><path d="${d}"/></g><path class="land" d="${d}"/>`;
    case 'river':
      return `<path class="bank" stroke-width="${width + 5}" d="${d}"/><path class="river" stroke-width="${width}" d="${d}"/><path class="current" stroke-width="${width * 0.45}" d="${d}"/>`;
    case 'canal':
      return `<path class="bank" stroke-width="${width + 3}" d="${d}"/><path class="river" stroke-width="${width}" d="${d}"/>`;
    case 'street':
      return `<path class="street" stroke-width="${width}" d="${d}"/>`;
    case 'name': {
      const id = `water-name-${(names += 1)}`;
      return `<path id="${id}" d="${d}" fill="none"/><text class="water-name" font-size="${size}"><textPath href="#${id}" startOffset="50%" text-anchor="middle">${escaped(text)}</textPath></text>`;
    }
    default:
      return `<path class="${kind}" d="${d}"/>`;
  }
}
