/** Finds what is at a point of the board, and the next route or city in a direction. Only geometry. */

const CITY_REACH = 15; // units around a city that count as the city
const FINGER = 24; // pixels that a finger may miss by
const DOUBT = 8; // pixels: closer routes are ambiguous under a finger
const ROUTE_REACH = 17; // units on either side of a track that count as the track

/** @typedef {{ kind: 'route'|'city', number: number }} Thing */

/**
 * @param {import('./types.js').Layout} layout
 * @param {string[]} cityIds in the order of the board file
 */
export function pointsOf(layout, cityIds) {
  const cities = cityIds.map((id) => layout.cities[id]);
  // From the first space to the last, gaps included: between two spaces of a bend a point is still on the route.
  const lines = layout.routes.map(({ spaces }) => {
    const ends = spaces.flatMap(([x, y, angle, length]) => {
      const dx = (Math.cos((angle * Math.PI) / 180) * length) / 2;
      const dy = (Math.sin((angle * Math.PI) / 180) * length) / 2;
      return [
        [x - dx, y - dy],
        [x + dx, y + dy],
      ];
    });
    return ends.slice(1).map(([x, y], i) => [ends[i][0], ends[i][1], x, y]);
  });

  /**
   * The nearest thing within reach; `scale` is pixels a unit, and a finger needs 22 pixels.
   * @param {{ x: number, y: number }} at
   * @param {number} scale
   * @param {boolean} touch
   * @returns {Thing|null}
   */
  function under({ x, y }, scale, touch) {
    const cityReach = Math.max(CITY_REACH, touch ? 20 / scale : 0);
    const routeReach = Math.max(ROUTE_REACH, (touch ? FINGER : 9) / scale);
    let best = /** @type {Thing|null} */ (null);
    let least = Infinity;
    cities.forEach((city, number) => {
      const far = Math.hypot(city.x - x, city.y - y);
      if (far < cityReach && far / cityReach < least) [best, least] = [{ kind: 'city', number }, far / cityReach];
    });
    if (best && least * cityReach < 12) return best; // on the mark itself
    lines.forEach((_, number) => {
      const far = away(number, x, y);
      if (far < routeReach && far / routeReach < least) [best, least] = [{ kind: 'route', number }, far / routeReach];
    });
    return best;
  }

  /** @param {number} route @param {number} x @param {number} y */
  const away = (route, x, y) => Math.min(...lines[route].map((segment) => distance(segment, x, y)));

  /**
   * Routes that a finger could equally have meant, nearest first.
   * @param {{ x: number, y: number }} at
   * @param {number} scale
   * @returns {number[]}
   */
  function meant({ x, y }, scale) {
    const reach = Math.max(ROUTE_REACH, FINGER / scale);
    const near = lines
      .map((_, number) => ({ number, far: away(number, x, y) }))
      .filter(({ far }) => far < reach)
      .sort((a, b) => a.far - b.far);
    return near
      .filter(({ far }) => (far - near[0].far) * scale < DOUBT)
      .slice(0, 3)
      .map(({ number }) => number);
  }

  /** Where a thing is. @param {Thing} thing @returns {[number, number]} */
  const middle = ({ kind, number }) =>
    kind === 'city'
      ? [cities[number].x, cities[number].y]
      : [layout.routes[number].middle[0], layout.routes[number].middle[1]];

  /**
   * The next thing of a kind in the direction of an arrow key.
   * @param {Thing} from
   * @param {string} key
   * @param {'route'|'city'} kind
   * @returns {Thing}
   */
  function next(from, key, kind) {
    const [dx, dy] = ARROWS[/** @type {keyof typeof ARROWS} */ (key)];
    const [x, y] = middle(from);
    let best = from;
    let least = Infinity;
    const count = kind === 'city' ? cities.length : lines.length;
    for (let number = 0; number < count; number += 1) {
      if (kind === from.kind && number === from.number) continue;
      const [mx, my] = middle({ kind, number });
      const [ax, ay] = [mx - x, my - y];
      const ahead = ax * dx + ay * dy;
      // Distance, with a penalty for sideways moves; it can reach every route of our boards.
      const cost = (ax * ax + ay * ay) / ahead;
      if (ahead > 0.5 && cost < least) [best, least] = [{ kind, number }, cost];
    }
    return best;
  }

  /** Left, top, right, bottom of a route. @param {number} number */
  function boxOf(number) {
    const points = lines[number].flatMap(([x1, y1, x2, y2]) => [
      [x1, y1],
      [x2, y2],
    ]);
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }

  /** The boxes of a route's spaces and of the gaps between them. @param {number} number */
  const boxesOf = (number) =>
    lines[number].map(([x1, y1, x2, y2]) => [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]);

  return { under, meant, next, middle, boxOf, boxesOf };
}

export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {number[]} segment @param {number} x @param {number} y */
function distance([x1, y1, x2, y2], x, y) {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const share = Math.min(Math.max(((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}
