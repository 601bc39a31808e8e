/**
 * The board as SVG text, piece by piece, and its elements on the page: created once, found again, ordered. Keeps no
 * state.
 */

import { escaped, sceneryOf } from './scenery.js';
import { stamp, tileData } from './stamps.js';
import { EMBLEMS, MARKS, PIECES, SEAT_COLOURS, markOf } from './symbols.js';

/** @param {string} id @param {number} size @param {string} [more] */
const use = (id, size, more = '') =>
  `<use href="#${id}" x="${-size / 2}" y="${-size / 2}" width="${size}" height="${size}" ${more}/>`;

/** Never upside down: symbols should look as on the cards. @param {number} angle */
const upright = (angle) => (Math.abs(angle) > 90 ? angle + 180 : angle);

/** Symbols are drawn in a box of this size. */
const BOX = 24;
const PIECE_LENGTH = 58;

/**
 * The ground under the spaces of a route.
 * @param {import('./types.js').Route} route
 * @param {import('./types.js').RoutePlace} place
 * @param {boolean} owned
 */
export function groundOf(route, place, owned) {
  const ferry = route.ferry > 0 && !owned;
  const teeth = route.tunnel ? `<path class="tunnel-teeth" d="${place.bed}"/>` : '';
  const lane = ferry ? `<path class="ferry-lane" d="${place.bed}"/>` : '';
  const marks = `${route.tunnel ? ' is-tunnel' : ''}${ferry ? ' is-ferry' : ''}`;
  return `${teeth}${lane}<path class="bed${marks}" d="${place.bed}"/>`;
}

/**
 * Separate tiles, each with the symbol of its colour; the last ones of a ferry require wilds.
 * @param {import('./types.js').Route} route
 * @param {import('./types.js').RoutePlace} place
 * @param {boolean} [second] of two routes side by side
 */
export function openSpaces(route, place, second = false) {
  const wildFrom = route.length - route.ferry;
  const color = route.color ?? 'gray';
  const far = route.color === null ? -1 : seenFromAfar(wildFrom, route.twin !== null, second);
  const tiles = place.spaces.map((space, i) => {
    const [x, y, angle] = space;
    let symbol = '';
    if (i >= wildFrom)
      symbol =
        `<circle class="wild-seat" cx="${x}" cy="${y}" r="6.6"/>` +
        stamp('wild-mark', MARKS.wild, { x, y, angle, wide: 11.5 / BOX });
    else if (route.color !== null)
      symbol = stamp('mark', markOf(color), { x, y, angle: upright(angle), wide: 10.5 / BOX });
    return `<g class="space is-${color}"><path class="tile" d="${tileData(space)}"/>${symbol}</g>`;
  });
  const seal = far < 0 ? '' : farSymbol(place.spaces[far], color);
  return tiles.join('') + seal + (route.carts ? cartBadge(place) : '');
}

/**
 * The space whose symbol represents the route at low zoom; those of twins are apart.
 * @param {number} coloured how many spaces have the colour
 * @param {boolean} isTwin
 * @param {boolean} second
 */
function seenFromAfar(coloured, isTwin, second) {
  if (!isTwin) return Math.floor((coloured - 1) / 2);
  return second ? coloured - 1 : 0;
}

/** @param {import('./types.js').SpacePlace} space @param {string} color */
const farSymbol = ([x, y], color) =>
  `<g class="far-symbol is-${color}" transform="translate(${x} ${y})"><g><circle r="8.4"/>` +
  `${use(`mark-${color}`, 12, 'class="mark"')}</g></g>`;

/** @param {import('./types.js').RoutePlace} place */
const cartBadge = ({ middle: [x, y] }) =>
  `<g class="badge" transform="translate(${x} ${y})"><circle r="8.6"/>${use('mark-cart', 12)}</g>`;

/**
 * One ribbon into both cities with a piece on every space.
 * @param {import('./types.js').RoutePlace} place
 * @param {number} seat
 * @param {string} [vehicle]
 */
export function wagons(place, seat, vehicle = 'train') {
  const drawing = EMBLEMS[/** @type {keyof typeof EMBLEMS} */ (SEAT_COLOURS[seat])];
  const body = PIECES[/** @type {keyof typeof PIECES} */ (vehicle)] ?? PIECES.train;
  const cars = place.spaces.map(([x, y, angle, length]) => {
    const piece = stamp('body', body, { wide: length / PIECE_LENGTH, high: 1 });
    const emblem = stamp('emblem', drawing, { angle: upright(angle) - angle, wide: 11 / BOX });
    const at = `translate(${x} ${y})rotate(${angle})`; // a transform, because the car arrives along its track
    return `<g class="wagon" transform="${at}"><g class="car">${piece}${emblem}</g></g>`;
  });
  return `<path class="coupling" d="${place.path}"/><path class="ribbon" d="${place.bed}"/>${cars.join('')}`;
}

/**
 * @param {import('./types.js').City} city
 * @param {{ station: number|undefined, wanted: boolean, you: number|null, chosen: boolean, lit: boolean, offered:
 *   boolean, focused: boolean }} look
 */
export function cityMark(city, { station, wanted, you, chosen, lit, offered, focused }) {
  const large = station !== undefined;
  const rings = [
    focused && `<circle class="city-focus" r="${large ? 24 : 21}"/>`,
    lit && `<circle class="city-glow" r="${large ? 21 : 18}"/>`,
    wanted && `<circle class="wanted${you === null ? '' : ` seat-${SEAT_COLOURS[you]}`}" r="${large ? 19 : 15.2}"/>`,
    offered && `<circle class="city-offer" r="16"/>`,
    chosen && `<circle class="city-chosen" r="${wanted ? 19.4 : 15}"/>`,
  ];
  return rings.filter(Boolean).join('') + (large ? stationHouse(station) : plainMark(city));
}

/** The look of a city that plays no part in the position. */
export const PLAIN = {
  station: /** @type {number|undefined} */ (undefined),
  wanted: false,
  you: null,
  chosen: false,
  lit: false,
  offered: false,
  focused: false,
};

/** Whether a route is the second of two side by side. @param {import('./types.js').Route} route @param {number} n */
export const isSecond = (route, n) => (route.twin ?? n) < n;

/** @param {number} seat */
function stationHouse(seat) {
  const colour = SEAT_COLOURS[seat];
  return (
    `<g class="station seat-${colour}"><ellipse class="ground" cx="0" cy="13.4" rx="14" ry="3"/>` +
    '<g class="car"><path class="house" d="M0-18 14-7V12.5H-14V-7Z"/>' +
    `<g transform="translate(0 .6)">${use(`emblem-${colour}`, 15, 'class="emblem"')}</g></g></g>`
  );
}

/** @param {import('./types.js').City} city */
function plainMark(city) {
  const { attraction, district } = city;
  if (district !== null && district !== undefined) {
    const dot = `<circle class="dot is-district d${((district - 1) % 6) + 1}" r="11"/>`;
    return `${dot}<text class="district" y="5.2">${district}</text>`;
  }
  if (attraction) {
    const flag = use('mark-attraction', 14.5, 'class="attraction" transform="translate(.4 0)"');
    return `<circle class="dot is-attraction" r="11.5"/>${flag}`;
  }
  return '<circle class="dot" r="9.6"/>';
}

/** @param {import('./types.js').CityPlace} place @param {number} spacing */
export function nameOf({ label }, spacing) {
  const lines = label.lines.map(
    (line, i) => `<tspan x="${label.x}" ${i ? `dy="${spacing}em"` : `y="${label.y}"`}>${escaped(line)}</tspan>`,
  );
  return `<text class="label" text-anchor="${label.anchor}" font-size="${label.size}">${lines.join('')}</text>`;
}

/** @param {EventTarget|null} target @returns {import('./hit-test.js').Thing|null} */
export function thingOf(target) {
  const element = target instanceof Element ? target.closest('[data-route], [data-city]') : null;
  if (!(element instanceof SVGElement)) return null;
  const { route, city } = element.dataset;
  return route !== undefined ? { kind: 'route', number: Number(route) } : { kind: 'city', number: Number(city) };
}

/**
 * For each route of a path, whether it is walked in reverse.
 * @param {import('./types.js').Board} board
 * @param {number[]} path
 */
export function directions(board, path) {
  const ends = path.map((n) => [...board.routes[n].cities].sort((a, b) => a - b));
  return ends.map(([first, second], i) => {
    if (ends[i + 1]) return ends[i + 1].includes(first) && !ends[i + 1].includes(second);
    return i > 0 ? ends[i - 1].includes(second) && !ends[i - 1].includes(first) : false;
  });
}

/**
 * Creates the elements, once: an empty board, in one text, which is far quicker than element by element.
 * @param {HTMLElement} container
 * @param {import('./types.js').Board} board
 * @param {import('./types.js').Layout} layout
 * @param {(key: string) => string} t
 */
export function build(container, board, layout, t) {
  const window_ = document.createElement('div');
  window_.className = `board-view is-on-${layout.scenery.base}`;
  const world = document.createElement('div');
  world.className = 'board-world';
  const [x, y, w, h] = layout.view;
  const button = (
    /** @type {string} */ kind,
    /** @type {number} */ n,
    /** @type {string} */ more,
    /** @type {string} */ inside,
    look = kind,
  ) => `<g class="${look}" data-${kind}="${n}" role="button" tabindex="-1" ${more}>${inside}</g>`;
  const size = `viewBox="${x - w} ${y - h} ${3 * w} ${3 * h}" width="${3 * w}" height="${3 * h}"`;
  const cities = board.cities.map((city, n) => {
    const place = layout.cities[city.id];
    return button('city', n, `transform="translate(${place.x} ${place.y})"`, cityMark(city, PLAIN));
  });
  const routes = board.routes.map((route, n) =>
    button('route', n, '', openSpaces(route, layout.routes[n], isSecond(route, n)), 'route is-open'),
  );
  const grounds = board.routes.map((route, n) => `<g>${groundOf(route, layout.routes[n], false)}</g>`);
  const names = board.cities.map((city) => nameOf(layout.cities[city.id], layout.style.line_height));
  world.innerHTML = `<svg class="board" xmlns="http://www.w3.org/2000/svg" ${size}>
    ${sceneryOf(layout)}
    <g class="rails" aria-hidden="true">${layout.routes.map((route) => `<path d="${route.path}"/>`).join('')}</g>
    <g class="grounds" aria-hidden="true">${grounds.join('')}</g>
    <g class="lights" aria-hidden="true"></g>
    <g class="routes">${routes.join('')}</g>
    <g class="cities">${cities.join('')}</g>
    <g class="labels" aria-hidden="true">${names.join('')}</g>
  </svg>`;
  container.append(window_); // the camera adds the world when it knows the size of the window
  const svg = /** @type {SVGSVGElement} */ (world.firstElementChild);
  svg.setAttribute('role', 'application');
  svg.setAttribute('aria-label', t('board.map'));
  const all = (/** @type {string} */ selector) => /** @type {SVGGElement[]} */ ([...svg.querySelectorAll(selector)]);
  return {
    window_,
    world,
    svg,
    routes: all('.route'),
    grounds: all('.grounds > g'),
    cities: all('.city'),
    labels: all('.labels > text'),
    lights: all('.lights')[0],
  };
}

/**
 * Lights under the spaces, above the grounds: hovered, shown, focused, chosen.
 * @param {import('./types.js').Board} board
 * @param {import('./types.js').Layout} geometry
 * @param {import('./types.js').Position} position
 * @param {{ lit: number[], chosen: number|null, over: number|null, at: number|null, changed: number[] }} routes
 *   over: under the pointer; at: with the keyboard's focus
 * @returns {string} SVG
 */
export function lightsOf(board, geometry, position, { lit, chosen, over, at, changed }) {
  const line = (/** @type {string} */ name, /** @type {number} */ n, /** @type {'bed'|'path'} */ which = 'bed') =>
    `<path class="${name}" data-of="${n}" d="${geometry.routes[n][which]}"/>`;
  const ground = (/** @type {number} */ n) =>
    groundOf(board.routes[n], geometry.routes[n], position.owners[n] !== undefined);
  const capsule = (/** @type {number|null} */ n, /** @type {string} */ edge, /** @type {string} */ fill) =>
    n === null ? '' : line(edge, n) + line(fill, n) + ground(n);
  return (
    lit.map((n) => line('trail-edge', n, 'path')).join('') +
    lit.map((n) => line('trail', n, 'path')).join('') +
    lit.map(ground).join('') +
    changed.map((n) => capsule(n, 'mark-edge', 'mark-fill')).join('') +
    (over !== chosen ? capsule(over, 'hover-edge', 'hover-fill') : '') +
    capsule(chosen, 'glow', 'glow-edge') +
    (at !== chosen ? capsule(at, 'focus-edge', 'focus-fill') : '')
  );
}
