/** The board on the table: mounts its picture once, then updates it after each redraw. */

import { createBoard } from '../board/board.js';
import { CORNERS } from '../board/corner.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { focusOn } from '../focus.js';
import { tool } from '../components.js';
import { isSmall, isTouch, withoutKeyOnTouch } from '../settings.js';
import { change, isReady, state } from '../state.js';
import { aboutCity, aboutRoute, cityLabel } from '../marks.js';
import { cityName, reasonWords, routeWords } from '../words.js';
import { chooseCity, chooseRoute, stepBack } from './selection.js';
import {
  buildable,
  claimable,
  closedRoutes,
  isMyTurn,
  me,
  nameOf,
  stationWords,
  isJoined,
  missingRoutes,
  outlookOf,
  stationWays,
  waysFor,
  wayWords,
} from './model.js';

/** @typedef {ReturnType<typeof createBoard>} Picture */

/** @type {Picture | null} */
let picture = null;

/** The element that holds the board. @param {import('../shapes').Table} table */
export const boardMap = (table) =>
  h('div', {
    class: 'board-holder',
    key: `board-${table.id}`,
    mount: (/** @type {HTMLElement} */ holder) => {
      picture = createBoard(holder, {
        board: table.board,
        geometry: table.layout,
        t,
        reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
        onRoute: (/** @type {number | null} */ no) => chosen(no),
        onCity: chooseCity,
        about: aboutThing,
        onEscape: stepBack,
        onResize: () => {
          placeTools(picture);
          letGo();
          lookedAt = ''; // tickets are brought into view again
          if (isReady(state.table)) lookAtTicket(state.table);
          change(() => {}); // notes on the board follow it
        },
        beginsWhole: table.view?.phase === 'over',
      });
      return () => {
        picture?.destroy();
        picture = null;
        justKept = [];
      };
    },
  });

/**
 * The meaning of a mark on the board. A claimed route has lost its marks.
 * @param {import('../board/hit-test.js').Thing} thing
 */
function aboutThing({ kind, number }) {
  const { table } = state;
  if (!table || !isReady(table)) return null;
  const { board, view } = table;
  if (kind === 'route') return view?.owners[board.routes[number].id] === undefined ? aboutRoute(board, number) : null;
  const seat = view?.stations[board.cities[number].id];
  return seat === undefined ? aboutCity(board, number) : stationWords(table, seat);
}

/** Chosen once: shows how to pay. Chosen again: goes on to paying. @param {number | null} no */
function chosen(no) {
  if (no !== null && no === state.ui.route) focusOn('#actions');
  else chooseRoute(no);
}

export const zoomTools = () =>
  h(
    'div',
    { class: 'zoom', role: 'group', 'aria-label': t('map.tools') },
    tool('plus', withoutKeyOnTouch(t('map.closer')), () => picture?.zoom(1.4)),
    tool('minus', withoutKeyOnTouch(t('map.further')), () => picture?.zoom(1 / 1.4)),
    tool('fit', withoutKeyOnTouch(t('map.whole')), () => picture?.fit()),
  );

/** Places the tools where they cover nothing of the whole board; on a phone, near the thumb if possible. */
export function placeTools(/** @type {Picture | null} */ shown) {
  const tools = document.querySelector('.zoom');
  if (!(tools instanceof HTMLElement) || !shown) return;
  /** @type {import('../board/corner.js').Corner[] | undefined} */
  const near = isSmall() ? ['bottom right', 'top right', 'bottom left', 'top left'] : undefined;
  const [wide, high] = roomFor(tools);
  moveTools(shown, tools, shown.clearCorner(wide, high, near));
}

/** Their size with the distance from the edges. @param {HTMLElement} tools @returns {[number, number]} */
const roomFor = (tools) => [tools.offsetWidth + 20, tools.offsetHeight + 20];

/** @param {Picture} shown @param {HTMLElement} tools @param {import('../board/corner.js').Corner} corner */
function moveTools(shown, tools, corner) {
  tools.dataset.corner = corner;
  shown.keepFree(corner, ...roomFor(tools));
}

export const theMap = () => picture;

/** Animates an arrival on the board. @param {import('../board/motion.js').Arrival} what */
export const animate = (what) => {
  Promise.resolve().then(() => picture?.animate(what));
};

let lastCentred = /** @type {number | null} */ (null);
/** The ticket that the player looks at, and what it lights; or the tickets just kept. */
let lookedAt = '';
/** Tickets just kept: a small screen shows their cities until the player moves the board or chooses a route. */
let justKept = /** @type {string[]} */ ([]);
const AFTER_A_LOOK = 500; // milliseconds: a finger that leaves one ticket may be on its way to the next

/**
 * Updates the picture from the state; called after each redraw.
 * @param {Partial<import('../board/types.js').Position> | null} lights what another screen wants lit instead
 */
export function showOnMap(lights = null) {
  const { table, ui } = state;
  if (!picture || !isReady(table)) return;
  const { board, view } = table;
  const open = isMyTurn(table) && table.view.phase === 'turn';
  const position = {
    owners: byNumber(view?.owners, board.routeNo),
    stations: byNumber(view?.stations, board.cityNo),
    wanted: wantedCities(table),
    closed: closedRoutes(table),
    chosen: ui.route ?? (view?.tunnel ? board.routeNo.get(view.tunnel.route) : null),
    chosenCity: ui.city,
    playable: !open ? null : ui.asking === 'station' ? new Set() : claimable(table),
    playableCities: open && ui.asking === 'station' ? buildable(table) : null,
    you: me(table),
    say: (/** @type {number} */ no) => sayRoute(table, no),
    sayCity: (/** @type {number} */ no) =>
      stationWays(table, no).length ? t('station.in', { city: cityName(board, no) }) : cityLabel(board, no),
    ...(lights ?? lightsOf(table)),
  };
  picture.show(position);
  letGo();
  lookAtTicket(table);
  if (ui.route !== lastCentred) {
    lastCentred = ui.route;
    if (ui.route !== null) picture.centre?.(ui.route, { above: 0 });
  }
}

/** @param {string[]} tickets of the player, with the next redraw */
export function showKept(tickets) {
  justKept = tickets;
}

/** Ends the view of the tickets just kept, once the player looks elsewhere. */
function letGo() {
  const moved = lookedAt !== '' && lookedAt === justKept.join(' ') && !picture?.camera.led;
  if (moved || state.ui.route !== null) justKept = [];
}

/**
 * While the player looks at a ticket, its path is in view; afterwards the camera returns.
 * @param {import('../shapes').Table} table
 */
function lookAtTicket(table) {
  const { looking } = state.ui;
  const isLooking = looking?.kind === 'ticket';
  const { lit, litCities } = isLooking ? lightsOf(table) : { lit: null, litCities: null };
  const now = isLooking ? `${looking.what} ${[...(lit ?? [])]}` : justKept.join(' ');
  if (!picture || now === lookedAt) return;
  lookedAt = now;
  picture.camera.lookAgain();
  const cities = justKept.flatMap((id) => table.board.ticketBy.get(id).cities);
  if (isLooking) bringIntoView([...(lit ?? [])], [...(litCities ?? [])]);
  else if (cities.length > 0) bringIntoView([], cities);
  else {
    picture.backSoon(AFTER_A_LOOK);
    placeTools(picture);
  }
}

/**
 * Routes and cities where they can be seen, not under the tools. With a mouse the player moves the board.
 * @param {number[]} routes @param {number[]} cities
 */
function bringIntoView(routes, cities) {
  const tools = document.querySelector('.zoom');
  if (!picture || !(isSmall() || isTouch()) || !(tools instanceof HTMLElement)) return;
  picture.camera.resize(); // the redraw may have changed the window
  const [wide, high] = roomFor(tools);
  const here = /** @type {import('../board/corner.js').Corner} */ (tools.dataset.corner);
  picture.frame(routes, cities);
  const corner = picture.cornerBeside(routes, cities, wide, high, [here, ...CORNERS.filter((other) => other !== here)]);
  if (!corner) picture.frame(routes, cities, { above: high });
  moveTools(picture, tools, corner ?? 'bottom right');
}

/** @param {Record<string, number> | undefined} entries @param {import('../shapes').ById<number>} numbers */
const byNumber = (entries, numbers) =>
  Object.fromEntries(Object.entries(entries ?? {}).map(([id, seat]) => [numbers.get(id), seat]));

/**
 * Ends of the player's own tickets that are not connected yet, and of those offered.
 * @param {import('../shapes').Table} table
 * @returns {Set<number>}
 */
function wantedCities(table) {
  const ids = [...(table.you?.tickets ?? []), ...(table.you?.offer ?? [])].filter((id) => !isJoined(table, id));
  return new Set(ids.flatMap((id) => table.board.ticketBy.get(id).cities));
}

/**
 * What the player looks at: a ticket's missing path, a player's network, a line of the log, what a card can pay.
 * @param {import('../shapes').Table} table
 */
function lightsOf(table) {
  const { board, view } = table;
  const { looking, color } = state.ui;
  const own = new Set(
    Object.entries(view?.owners ?? {})
      .filter(([, seat]) => seat === me(table))
      .map(([id]) => board.routeNo.get(id)),
  );
  if (looking?.kind === 'ticket') {
    const ticket = board.ticketBy.get(looking.what);
    const outlook = outlookOf(table, looking.what);
    const borrowed = outlook?.borrowing.map(({ route }) => route) ?? [];
    const lit = [...missingRoutes(table, looking.what), ...borrowed].map((id) => board.routeNo.get(id));
    return { lit: new Set(lit), keep: own, litCities: new Set(ticket.cities) };
  }
  if (looking?.kind === 'seat') {
    const routes = Object.entries(view?.owners ?? {})
      .filter(([, seat]) => seat === looking.what)
      .map(([id]) => board.routeNo.get(id));
    return { lit: null, keep: new Set(routes), aside: true, litCities: null };
  }
  if (looking?.kind === 'log')
    return { lit: new Set(looking.what.routes), litCities: new Set(looking.what.cities), keep: null };
  if (color) {
    const routes = table.legal
      .filter((a) => a.kind === 'claim' && (a.color === color || (color === 'wild' && (a.wilds ?? 0) > 0)))
      .map((a) => board.routeNo.get(a.route));
    return { lit: null, keep: new Set(routes), aside: true, litCities: null };
  }
  return { lit: null, litCities: null, keep: null };
}

/** @param {import('../shapes').Table} table @param {number} no */
function sayRoute(table, no) {
  const { board, view } = table;
  const owner = view?.owners[board.routes[no].id];
  const ways = waysFor(table, no).map(wayWords);
  const reason =
    ways.length === 0 && state.ui.route === no && state.ui.why
      ? reasonWords(state.ui.why, (s) => nameOf(table, s), me(table))
      : null;
  return routeWords(board, no, { owner: owner === undefined ? null : nameOf(table, owner), ways, reason });
}
