/**
 * Places the names of cities at a zoom. A name is never smaller than `LEAST` pixels: when zoomed out it is enlarged,
 * moves to a free side of its city, and makes way for a more important name if there is none. Only geometry.
 */

const LEAST = 11; // smallest font size in pixels
const STEP = 1.06; // names grow in steps, so that zooming does not rearrange them in every frame
const CROWDED = 1.6; // names enlarged more than this must not hide the board: those that cover too much are dropped
const MOST = 5; // spaces that such a name may cover; a city counts for four
const GAP = 6; // units between the mark of a city and its name
const DOT = 11; // units: radius of a city's mark
const EDGE = 5; // pixels between a name and the edge of the window: letters reach beyond their box
const OWN_MARK = 12; // the cost of covering the mark of one's own city
const STRANGER = 3; // the cost of standing nearer to another city, whose name it would seem to be

/** @typedef {[number, number, number, number]} Box  left, top, right, bottom */
/** @typedef {{ transform: string, box: Box | null }} NamePlace  an SVG transform, and what it covers; null: hidden */

/** The factor by which a name of this size must be enlarged. @param {number} size @param {number} scale */
export function growth(size, scale) {
  const wanted = LEAST / (size * scale);
  return wanted <= 1 ? 1 : STEP ** Math.ceil(Math.log(wanted) / Math.log(STEP) - 1e-9);
}

/**
 * @param {import('./types.js').Layout} layout
 * @param {string[]} cityIds in the order of the board file
 */
export function namesOf(layout, cityIds) {
  const cities = cityIds.map((id) => layout.cities[id]);
  const [left, top, width, height] = layout.view;
  const spaces = layout.routes.flatMap((route) =>
    route.spaces.map(([x, y, angle, length, thick]) => boxAround(x, y, ...turned(length, thick, angle))),
  );
  spaces.sort((a, b) => a[0] - b[0]);
  const widest = Math.max(0, ...spaces.map(([from, , to]) => to - from));
  const dots = cities.map(({ x, y }) => boxAround(x, y, 2 * DOT, 2 * DOT));
  const routesAt = cityIds.map((id) => layout.routes.filter((route) => route.cities.includes(id)).length);

  const sizes = [...new Set(cities.map(({ label }) => label.size))];

  /** Identifies an arrangement, as far as the zoom is concerned. @param {number} scale */
  const stepOf = (scale) => sizes.map((size) => growth(size, scale)).join(' ');

  /**
   * @param {number} scale pixels a unit
   * @param {(city: number) => number} weight names of a greater weight are placed first
   * @param {Box | null} [seen] the part of the board in the window: no name is cut at its edge
   * @param {Box | null} [covered] the part of it under buttons
   * @returns {NamePlace[]} by city
   */
  function arrange(scale, weight, seen = null, covered = null) {
    const order = cities.map((_, n) => n);
    order.sort((a, b) => weight(b) - weight(a) || routesAt[b] - routesAt[a] || a - b);
    const places = spread(scale, weight, order);
    return seen ? keptWhole(places, scale, weight, order, seen, covered) : places;
  }

  /** @param {number} scale @param {(city: number) => number} weight @param {number[]} order */
  function spread(scale, weight, order) {
    /** @type {NamePlace[]} */
    const places = cities.map(({ label: { box } }) => ({
      transform: '',
      box: boxAround(box[0], box[1], box[2], box[3]),
    }));
    if (cities.every(({ label }) => growth(label.size, scale) === 1)) return places;
    /** @type {Box[]} */
    const taken = [];
    for (const n of order) {
      const grown = growth(cities[n].label.size, scale);
      const best = choose(n, grown, taken, weight(n) === 0 && grown > CROWDED ? MOST : Infinity);
      if (!best) {
        places[n] = { transform: '', box: null };
        continue;
      }
      taken.push(best.box);
      places[n] = placed(n, grown, best);
    }
    return places;
  }

  /** @param {number} n @param {number} grown @param {Candidate} at @returns {NamePlace} */
  function placed(n, grown, { x, y, box }) {
    const [fromX, fromY] = cities[n].label.box;
    const shift = `translate(${(x - grown * fromX).toFixed(1)} ${(y - grown * fromY).toFixed(1)})`;
    return { transform: grown === 1 ? shift : `${shift}scale(${grown.toFixed(3)})`, box };
  }

  /**
   * Names that the window would cut or a button would cover move aside; those of cities outside the window, and those
   * without room, are hidden. A name that the player needs takes the room of others.
   * @param {NamePlace[]} places @param {number} scale @param {(city: number) => number} weight
   * @param {number[]} order @param {Box} seen @param {Box | null} covered
   * @returns {NamePlace[]}
   */
  function keptWhole(places, scale, weight, order, seen, covered) {
    const kept = [...places];
    const hide = (/** @type {number} */ n) => (kept[n] = { transform: '', box: null });
    const [inner, outer] = [widened(seen, -EDGE / scale), widened(seen, EDGE / scale)];
    const isCovered = (/** @type {Box} */ box) => covered !== null && meet(box, covered);
    const isCut = (/** @type {Box | null} */ box) =>
      box !== null && meet(box, outer) && (!holds(inner, box) || isCovered(box));
    const cut = order.filter((n) => isCut(places[n].box));
    cut.forEach(hide);
    for (const n of cut) {
      const { x, y } = cities[n];
      if (!holds(inner, [x, y, x, y])) continue;
      const grown = growth(cities[n].label.size, scale);
      const yields = (/** @type {number} */ m) => weight(m) < weight(n);
      const isFree = (/** @type {Box} */ box) =>
        !isCovered(box) && kept.every((other, m) => other.box === null || yields(m) || !meet(box, other.box));
      const best = inside(n, grown, inner, isFree);
      if (!best) continue;
      kept.forEach(({ box }, m) => box && meet(best.box, box) && hide(m));
      kept[n] = placed(n, grown, best);
    }
    return kept;
  }

  /**
   * The best place for a name around its city and within the window.
   * @param {number} n @param {number} grown @param {Box} seen
   * @param {(box: Box) => boolean} isFree
   */
  function inside(n, grown, seen, isFree) {
    const [, , w, h] = cities[n].label.box;
    const [wide, high] = [w * grown, h * grown];
    let best = /** @type {Candidate | null} */ (null);
    sides(cities[n], grown).forEach((place, side) => {
      const x = within(place[0], seen[0] + wide / 2, seen[2] - wide / 2);
      const y = within(place[1], seen[1] + high / 2, seen[3] - high / 2);
      const box = boxAround(x, y, wide, high);
      const covers = hidden(n, box, side) + (meet(box, dots[n]) ? OWN_MARK : 0);
      const cost = covers + strange(n, box);
      if (cost < (best?.cost ?? Infinity) && isFree(box)) best = { x, y, box, covers, cost };
    });
    return best;
  }

  /**
   * A place for a name; `covers`: what it hides, `cost`: what speaks against it altogether.
   * @typedef {{ x: number, y: number, box: Box, covers: number, cost: number }} Candidate
   */
  /** By city and growth: the cost does not depend on other names. @type {Map<string, Candidate[]>} */
  const known = new Map();

  /** @param {number} n @param {number} grown */
  function candidates(n, grown) {
    const key = `${n} ${grown}`;
    const before = known.get(key);
    if (before) return before;
    const [, , w, h] = cities[n].label.box;
    /** @type {Candidate[]} */
    const found = [];
    sides(cities[n], grown).forEach(([x, y], side) => {
      const box = boxAround(x, y, w * grown, h * grown);
      if (box[0] < left - 8 || box[2] > left + width + 8 || box[1] < top - 8 || box[3] > top + height + 8) return;
      const covers = hidden(n, box, side);
      found.push({ x, y, box, covers, cost: covers + strange(n, box) });
    });
    known.set(key, found);
    return found;
  }

  /** What a name covers there, and how far it is from its usual side. @param {number} n @param {Box} box */
  function hidden(n, box, /** @type {number} */ side) {
    let cost = 0.3 * side;
    for (let m = 0; m < dots.length; m += 1) if (m !== n && meet(box, dots[m])) cost += 4;
    for (let i = firstFrom(spaces, box[0] - widest); i < spaces.length && spaces[i][0] < box[2]; i += 1)
      if (meet(box, spaces[i])) cost += 1;
    return cost;
  }

  /** What it costs to stand nearer to other cities. @param {number} n @param {Box} box */
  function strange(n, box) {
    const own = gap(box, cities[n]);
    return STRANGER * cities.filter((city) => gap(box, city) < own).length;
  }

  /**
   * The best free place for a name; null if every place covers another name or hides too much.
   * @param {number} n
   * @param {number} grown
   * @param {Box[]} taken
   * @param {number} most what the place may cover
   */
  function choose(n, grown, taken, most) {
    let best = /** @type {Candidate | null} */ (null);
    for (const one of candidates(n, grown))
      if (one.covers <= most && one.cost < (best?.cost ?? Infinity) && !taken.some((other) => meet(one.box, other)))
        best = one;
    return best;
  }

  return { arrange, stepOf };
}

/**
 * Centres of the places around a city, the original one first.
 * @param {import('./types.js').CityPlace} city
 * @param {number} grown
 * @returns {[number, number][]}
 */
function sides({ x, y, label }, grown) {
  const [bx, by, w, h] = label.box;
  const across = DOT + GAP + (w * grown) / 2;
  const along = DOT + GAP + (h * grown) / 2;
  const aside = (w * grown) / 2 - DOT;
  return [
    [away(bx, x, w, grown), away(by, y, h, grown)],
    [x + across, y],
    [x - across, y],
    [x, y - along],
    [x, y + along],
    [x + aside, y - along],
    [x - aside, y - along],
    [x + aside, y + along],
    [x - aside, y + along],
  ];
}

/** The edge next to the city stays fixed; a name above or below grows to both sides. */
function away(
  /** @type {number} */ at,
  /** @type {number} */ city,
  /** @type {number} */ size,
  /** @type {number} */ k,
) {
  const off = at - city;
  return Math.abs(off) > size / 2 ? at + (Math.sign(off) * (k - 1) * size) / 2 : city + off * k;
}

/** @param {number} x @param {number} y @param {number} w @param {number} h @returns {Box} */
const boxAround = (x, y, w, h) => [x - w / 2, y - h / 2, x + w / 2, y + h / 2];

/** @param {number} value @param {number} least @param {number} most */
const within = (value, least, most) => Math.min(Math.max(value, least), most);

/** @param {Box} box @param {number} by @returns {Box} */
const widened = ([left, top, right, bottom], by) => [left - by, top - by, right + by, bottom + by];

/** Whether a box holds another. @param {Box} a @param {Box} b */
const holds = (a, b) => a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];

/** @param {Box} a @param {Box} b */
const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** How far a box is from a point. @param {Box} box @param {{ x: number, y: number }} point */
const gap = ([left, top, right, bottom], { x, y }) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/** The first of boxes sorted by their left edge that begins at `x` or after. @param {Box[]} boxes @param {number} x */
function firstFrom(boxes, x) {
  let [low, high] = [0, boxes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (boxes[middle][0] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Width and height of a rotated rectangle. @param {number} w @param {number} h @param {number} degrees */
function turned(w, h, degrees) {
  const [cos, sin] = [Math.abs(Math.cos((degrees * Math.PI) / 180)), Math.abs(Math.sin((degrees * Math.PI) / 180))];
  return /** @type {[number, number]} */ ([w * cos + h * sin, w * sin + h * cos]);
}
