/** The elements of a board on the page: made once, found again, put in order. Remembers nothing. */

import { nameOf } from './drawing.js';
import { sceneryOf } from './scenery.js';

/** @param {EventTarget|null} target @returns {import('./pointing.js').Thing|null} */
export function thingOf(target) {
  const element = target instanceof Element ? target.closest('[data-route], [data-city]') : null;
  if (!(element instanceof SVGElement)) return null;
  const { route, city } = element.dataset;
  return route !== undefined ? { kind: 'route', number: Number(route) } : { kind: 'city', number: Number(city) };
}

/** For each route of a path, whether it is walked against its own direction. @param {import('./types.js').Board} board @param {number[]} path */
export function directions(board, path) {
  const ends = path.map((n) => [...board.routes[n].cities].sort((a, b) => a - b));
  return ends.map(([first, second], i) => {
    if (ends[i + 1]) return ends[i + 1].includes(first) && !ends[i + 1].includes(second);
    return i > 0 ? ends[i - 1].includes(second) && !ends[i - 1].includes(first) : false;
  });
}

/** The elements, once. @param {HTMLElement} container @param {import('./types.js').Board} board @param {import('./types.js').Layout} layout @param {(key: string) => string} t */
export function build(container, board, layout, t) {
  const window_ = document.createElement('div');
  window_.className = `board-view is-on-${layout.scenery.base}`;
  const world = document.createElement('div');
  world.className = 'board-world';
  const [x, y, w, h] = layout.view;
  const button = (/** @type {string} */ kind, /** @type {number} */ n, /** @type {string} */ more) => `<g class="${kind}" data-${kind}="${n}" role="button" tabindex="-1" ${more}></g>`;
  world.innerHTML = `<svg class="board" xmlns="http://www.w3.org/2000/svg" viewBox="${x - w} ${y - h} ${3 * w} ${3 * h}" width="${3 * w}" height="${3 * h}">
    ${sceneryOf(layout)}
    <g class="rails" aria-hidden="true">${layout.routes.map((route) => `<path d="${route.path}"/>`).join('')}</g>
    <g class="grounds" aria-hidden="true">${board.routes.map(() => '<g></g>').join('')}</g>
    <g class="lights" aria-hidden="true"></g>
    <g class="routes">${board.routes.map((_, n) => button('route', n, '')).join('')}</g>
    <g class="cities">${board.cities.map((city, n) => button('city', n, `transform="translate(${layout.cities[city.id].x} ${layout.cities[city.id].y})"`)).join('')}</g>
    <g class="labels" aria-hidden="true">${board.cities.map((city) => nameOf(layout.cities[city.id], layout.style.line_height)).join('')}</g>
  </svg>`;
  window_.append(world);
  container.append(window_);
  const svg = /** @type {SVGSVGElement} */ (world.firstElementChild);
  svg.setAttribute('role', 'application');
  svg.setAttribute('aria-label', t('board.map'));
  const all = (/** @type {string} */ selector) => /** @type {SVGGElement[]} */ ([...svg.querySelectorAll(selector)]);
  return { window_, world, svg, routes: all('.route'), grounds: all('.grounds > g'), cities: all('.city'), labels: all('.labels > text'), lights: all('.lights')[0] };
}
