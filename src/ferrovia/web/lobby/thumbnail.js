/** A board as a small picture: land, tracks, cities, no text. */

import { h, svg } from '../dom.js';

/** @param {import('../words.js').Board} board @param {any} layout null until it is loaded */
export function thumbnail(board, layout) {
  if (!layout) return h('span', { class: 'thumb is-empty', key: 'thumb-empty' });
  const { view, routes, cities, scenery } = layout;
  const shapes = scenery?.shapes ?? [];
  const [x, y, w, t] = view;
  return svg(
    'svg',
    {
      class: ['thumb', `is-${scenery?.base ?? 'land'}`],
      key: 'thumb',
      viewBox: view.join(' '),
      preserveAspectRatio: 'xMidYMid slice',
      'aria-hidden': 'true',
    },
    svg('rect', {
      class: `sea-or-land is-${scenery?.base ?? 'land'}`,
      x: x - w,
      y: y - t,
      width: 3 * w,
      height: 3 * t,
    }),
    svg(
      'g',
      { class: 'scenery' },
      shapes
        .filter((/** @type {any} */ s) => ['land', 'water', 'park', 'river', 'canal'].includes(s.kind))
        .map((/** @type {any} */ s) =>
          svg('path', {
            class: s.kind === 'canal' ? 'river' : s.kind,
            d: s.d,
            style: s.width ? { 'stroke-width': s.width } : undefined,
          }),
        ),
    ),
    svg(
      'g',
      { class: 'tiles' },
      routes.map((/** @type {any} */ route, /** @type {number} */ i) =>
        svg(
          'g',
          { class: `is-${board.routes[i].color ?? 'gray'}` },
          route.spaces.map((/** @type {number[]} */ [cx, cy, angle, length, width]) =>
            svg('rect', {
              x: -length / 2,
              y: -width / 2,
              width: length,
              height: width,
              rx: 4,
              transform: `translate(${cx} ${cy})rotate(${angle})`,
            }),
          ),
        ),
      ),
    ),
    svg(
      'g',
      { class: 'spots' },
      Object.values(cities).map((/** @type {any} */ city) => svg('circle', { cx: city.x, cy: city.y, r: 11 })),
    ),
  );
}
