/** A board alone on a page, with a position that shows everything a board can show. For tests and pictures. */

import { createBoard } from '/static/board/board.js';

const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get('theme') ?? 'light';
const load = async (path) => (await fetch(path)).json();
const [board, geometry] = await Promise.all([
  load(`/board.json?${query.get('board')}`),
  load(`/layout.json?${query.get('board')}`),
]);

const heard = { routes: [], cities: [], hovers: [], escapes: 0 };
const handle = createBoard(document.getElementById('map'), {
  board,
  geometry,
  t: (key, params) => (params ? `${key} ${JSON.stringify(params)}` : key),
  reducedMotion: query.has('calm'),
  onRoute: (n) => heard.routes.push(n),
  onCity: (n) => heard.cities.push(n),
  onHover: (thing) => heard.hovers.push(thing),
  onEscape: () => {
    heard.escapes += 1;
  },
});

/** Every seat owns a few routes, some are closed, some cities have stations. */
export function busy() {
  const owners = {};
  board.routes.forEach((route, n) => {
    if (n % 7 < 3 && n % 2 === 0) owners[n] = (n * 3) % 5;
  });
  const closed = new Set(
    board.routes.flatMap((route, n) =>
      route.twin !== null && owners[route.twin] !== undefined && owners[n] === undefined ? [n] : [],
    ),
  );
  const chosen = board.routes.findIndex(
    (route, n) => owners[n] === undefined && !closed.has(n) && route.length > 2 && (route.tunnel || n > 20),
  );
  return {
    owners,
    closed,
    stations: { 3: 1, 9: 0 },
    wanted: new Set([1, 5, 11]),
    you: 0,
    chosen: chosen < 0 ? null : chosen,
    say: (n) => `route ${board.routes[n].id}`,
    sayCity: (n) => `city ${board.cities[n].name}`,
  };
}

const free = () => ({
  owners: {},
  stations: {},
  say: (n) => `route ${board.routes[n].id}`,
  sayCity: (n) => `city ${board.cities[n].name}`,
});
const path = () => ({
  ...busy(),
  chosen: null,
  lit: new Set(
    Object.keys(busy().owners)
      .map(Number)
      .filter((n) => busy().owners[n] === 0),
  ),
  litCities: new Set([2, 4]),
});
const turn = () => ({
  ...busy(),
  chosen: null,
  playable: new Set(
    board.routes.flatMap((_, n) => (busy().owners[n] === undefined && !busy().closed.has(n) && n % 3 === 0 ? [n] : [])),
  ),
});
const build = () => ({ ...busy(), chosen: null, chosenCity: 7, playableCities: new Set([0, 2, 6, 7, 12, 14]) });
const scenes = { free, busy, path, turn, build };
handle.show(scenes[query.get('scene') ?? 'free']());
Object.assign(window, { handle, heard, scenes, board, geometry });
await Promise.all([...document.fonts].map((font) => font.load())); // `ready` may come before anything asks for one
document.documentElement.dataset.ready = '';
