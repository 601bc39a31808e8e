/**
 * The board on the screen: `createBoard(container, options)` draws it and returns a handle.
 *
 * options
 *   board          facts, numbered (types.js `Board`): cities, routes, colours of cards
 *   geometry       the layout as the server sends it (types.js `Layout`)
 *   t(key, params) texts; the board holds none itself
 *   reducedMotion  true: nothing moves by itself
 *   onRoute(n), onCity(n)   clicked, tapped or chosen with Enter; n is null for a click on nothing
 *   onHover({ kind, number } | null)   what the mouse points at
 *   about({ kind, number })   one sentence about a mark, shown while a pointer, a finger or the focus is on it
 *   onEscape()     Escape was pressed on the board
 *   onResize()     the window of the board has changed its size
 *
 * handle
 *   show(position)      update the picture to a position (types.js `Position`); touches only what changed
 *   animate(what)       { kind: 'claimed', route, seat }, { kind: 'station', city, seat }, { kind: 'path', routes }
 *   finishAnimations()  jump to the end of all movement
 *   fit(), zoom(factor), centre(route, { above })   move the camera; above: pixels covered at the bottom
 *   backSoon(wait)      return to where the player looked before something further away was shown
 *   clearCorner(w, h)   the corner where buttons of this size cover nothing
 *   keepFree(corner, w, h)   names stay away from the buttons there
 *   frame(routes, cities, { above })   bring them into view, if they are not
 *   cornerBeside(routes, cities, w, h, wanted)   the corner where buttons cover none of them once they are in view
 *   focusRoute(n), focusCity(n), startSearch()      move the keyboard's focus
 *   place(route)        middle of a route in pixels of the page (for hints and tests)
 *   destroy()
 *
 * Keys while the focus is on the board: arrows, Enter or Space, Escape, + − 0, C then letters of a city.
 * The picture is decoration for screen readers except for its routes and cities: buttons with a label, one tab stop.
 */

import { Camera } from './camera.js';
import { PLAIN, build, cityMark, groundOf, isSecond, lightsOf, openSpaces, thingOf, wagons } from './drawing.js';
import { framing } from './framing.js';
import { listenToHands } from './gestures.js';
import { listenToKeys } from './keys.js';
import { arrivalsOn } from './motion.js';
import { namesOf } from './names.js';
import { noteIn } from './note.js';
import { pointsOf } from './hit-test.js';
import { SEAT_COLOURS, dressColours, symbolSheet } from './symbols.js';
import { askerIn } from './route-picker.js';

const SYMBOL = 9; // pixels: one symbol on each coloured route is at least this large
const DRAWN_SYMBOL = 10.5; // units

/** @typedef {import('./hit-test.js').Thing} Thing */

/**
 * @param {HTMLElement} container
 * @param {{ board: import('./types.js').Board, geometry: import('./types.js').Layout, t: import('./types.js').Speak,
 *   reducedMotion?: boolean, onRoute?: (n: number|null) => void, onCity?: (n: number) => void, onHover?: (thing:
 *   Thing|null) => void, about?: (thing: Thing) => string | null, onEscape?: () => void, onResize?: () => void,
 *   asksWhich?: boolean, beginsWhole?: boolean }} options
 *   asksWhich: whether to ask which route a finger between two meant
 *   beginsWhole: whether a phone shows the whole board first
 */
export function createBoard(
  container,
  {
    board,
    geometry,
    t,
    reducedMotion = false,
    asksWhich = true,
    beginsWhole = false,
    onRoute = () => {},
    onCity = () => {},
    onHover = () => {},
    about = () => null,
    onEscape = () => {},
    onResize = () => {},
  },
) {
  symbolSheet();
  dressColours(board.card_colors ?? [...new Set(board.routes.flatMap((route) => route.color ?? []))]);
  const parts = build(container, board, geometry, t);
  const { window_, world, svg, routes, grounds, cities, labels, lights } = parts;
  const calm = () => reducedMotion;
  const cityIds = board.cities.map((city) => city.id);
  const points = pointsOf(geometry, cityIds);
  const names = namesOf(geometry, cityIds);
  /** Elements that keep their place over the picture when the camera moves. @type {Array<{ place: () => void }>} */
  const followers = [];
  const camera = new Camera(window_, world, geometry.view, {
    calm,
    moved: keepReadable,
    rested: () => arrangeNames(true),
    resized: onResize,
    beginsWhole,
  });
  const frames = framing(window_, { board, camera, points, names, arrangeNames });
  const note = noteIn(window_, { camera, points, about });
  followers.push(note);

  /** The present contents of the screen, to compare with. `build` begins with an empty board. */
  const drawn = {
    routes: board.routes.map(() => 'route is-open'),
    owners: board.routes.map(() => /** @type {number|undefined} */ (undefined)),
    cities: board.cities.map(() => JSON.stringify(PLAIN)),
    labels: board.cities.map(() => 'label'),
    /** The transforms of the names; null: hidden. */
    places: board.cities.map(() => /** @type {string|null} */ ('')),
    symbol: '',
    /** The zoom and weights of the current arrangement of names. */
    names: '',
    /** The part of the board for which names were arranged at rest. */
    seen: '',
    lights: '',
  };
  /** @type {import('./types.js').Position} */
  let position = { owners: {}, stations: {} };
  /** @type {Thing|null} */
  let hovered = null;
  /** @type {Thing} where the keyboard's focus is, or would be */
  let focus = { kind: 'route', number: 0 };
  let focused = false;
  let naming = 0;
  /** What just changed, outlined for a while if nothing may move. @type {Set<string>} */
  const marked = new Set();

  const arrivals = arrivalsOn(parts, {
    board,
    calm,
    marked,
    isOwned: (route, seat) => drawn.owners[route] === seat,
    hasStation: (city, seat) => position.stations[city] === seat,
    redraw: ({ kind, number }) => (kind === 'city' ? showCity(number) : showLights()),
  });

  // ---------------------------------------------------------------- drawing

  /** @param {import('./types.js').Position} next */
  function show(next) {
    position = next;
    board.routes.forEach((_, number) => showRoute(number));
    board.cities.forEach((_, number) => showCity(number));
    showLights();
    arrangeNames();
    moveTabStop();
    nameLater();
    if (!camera.started) camera.resize();
  }

  /** Enlarges names and symbols that the zoom would make too small. @param {number} scale */
  function keepReadable(scale) {
    const grown = Math.max(1, SYMBOL / (DRAWN_SYMBOL * scale));
    const symbol = grown > 1.4 ? grown.toFixed(2) : '';
    if (symbol !== drawn.symbol) {
      drawn.symbol = symbol; // every element inherits it: writing it costs a look at all of them
      svg.classList.toggle('is-far', symbol !== '');
      svg.style.setProperty('--symbol', symbol || '1');
    }
    arrangeNames();
    for (const follower of followers) follower.place();
  }

  /**
   * Chosen, lit and wanted cities first. While the camera moves, names keep their places as far as the zoom allows; at
   * rest, none is cut at the edge of the window or lies under a button.
   */
  function arrangeNames(resting = !window_.classList.contains('is-moving')) {
    const weights = drawn.labels.map((look) => (look.includes('is-strong') ? 2 : look.includes('is-wanted') ? 1 : 0));
    const seen = resting && camera.started ? camera.seen() : null;
    const key = `${names.stepOf(camera.at.scale)} ${weights.join('')}`;
    const covered = seen && frames.covered();
    const view = [...(seen ?? []), ...(covered ?? [])].map(Math.round).join(' ');
    if (key === drawn.names && (!seen || view === drawn.seen)) return;
    Object.assign(drawn, { names: key, seen: view });
    names
      .arrange(camera.at.scale, (city) => weights[city], seen, covered)
      .forEach(({ transform, box }, number) => {
        const place = box === null ? null : transform;
        if (drawn.places[number] === place) return; // the browser measures a name again that is written again
        drawn.places[number] = place;
        labels[number].setAttribute('transform', transform);
        labels[number].classList.toggle('is-hidden', box === null);
      });
  }

  /** @param {number} number */
  function showRoute(number) {
    const seat = position.owners[number];
    if (drawn.owners[number] !== seat) {
      drawn.owners[number] = seat;
      grounds[number].innerHTML = groundOf(board.routes[number], geometry.routes[number], seat !== undefined);
      routes[number].innerHTML =
        seat === undefined
          ? openSpaces(board.routes[number], geometry.routes[number], isSecond(board.routes[number], number))
          : wagons(geometry.routes[number], seat, board.words?.vehicle);
      arrivals.arrive(`route ${number}`);
    }
    const look = [
      'route',
      seat === undefined ? 'is-open' : `is-claimed seat-${SEAT_COLOURS[seat]}`,
      position.closed?.has(number) && 'is-closed',
      stepsBack(number) && 'is-aside',
      position.playable?.has(number) && 'is-playable',
    ]
      .filter(Boolean)
      .join(' ');
    if (drawn.routes[number] !== look) {
      drawn.routes[number] = look;
      routes[number].setAttribute('class', look);
      grounds[number].classList.toggle('is-playable', position.playable?.has(number) ?? false);
      grounds[number].classList.toggle('is-aside', stepsBack(number));
    }
  }

  /** @param {number} number */
  function stepsBack(number) {
    const showing = position.aside || (position.lit?.size ?? 0) > 0;
    return showing && !position.lit?.has(number) && !position.keep?.has(number) && position.chosen !== number;
  }

  /** @param {number} number */
  function showCity(number) {
    const route = position.chosen ?? null;
    const chosen = position.chosenCity === number || (route !== null && board.routes[route].cities.includes(number));
    const wanted = position.wanted?.has(number) ?? false;
    const look = {
      station: position.stations[number],
      wanted,
      you: wanted ? (position.you ?? null) : null,
      chosen,
      lit: position.litCities?.has(number) ?? false,
      offered: position.playableCities?.has(number) ?? false,
      focused: marked.has(`city ${number}`) || (focused && focus.kind === 'city' && focus.number === number),
    };
    const key = JSON.stringify(look);
    if (drawn.cities[number] !== key) {
      drawn.cities[number] = key;
      cities[number].innerHTML = cityMark(board.cities[number], look);
      arrivals.arrive(`city ${number}`);
    }
    const strong = ['label', (chosen || look.lit || look.focused) && 'is-strong', look.wanted && 'is-wanted']
      .filter(Boolean)
      .join(' ');
    if (drawn.labels[number] !== strong) {
      drawn.labels[number] = strong;
      labels[number].setAttribute('class', drawn.places[number] === null ? `${strong} is-hidden` : strong);
    }
  }

  /** Under the spaces, above the grounds: hovered, shown, focused, chosen. */
  function showLights() {
    const lit = [...(position.lit ?? [])];
    const chosen = position.chosen ?? null;
    const over = hovered?.kind === 'route' ? hovered.number : null;
    const at = focused && focus.kind === 'route' ? focus.number : null;
    const changed = board.routes.map((_, n) => n).filter((n) => marked.has(`route ${n}`));
    const key = `${lit} ${chosen} ${over} ${at} ${changed}`;
    if (key === drawn.lights) return;
    drawn.lights = key;
    lights.innerHTML = lightsOf(board, geometry, position, { lit, chosen, over, at, changed });
  }

  // ---------------------------------------------------------------- names for the reader

  /** Words take longer than pictures: they are added when idle. */
  function nameLater() {
    if (naming || !position.say) return;
    const later = window.requestIdleCallback ?? ((/** @type {() => void} */ act) => window.setTimeout(act, 60));
    naming = later(() => {
      naming = 0;
      board.routes.forEach((_, number) => nameThing({ kind: 'route', number }));
      board.cities.forEach((_, number) => nameThing({ kind: 'city', number }));
    });
  }

  /** @param {Thing} thing */
  function nameThing({ kind, number }) {
    const words = kind === 'route' ? position.say?.(number) : (position.sayCity?.(number) ?? board.cities[number].name);
    const element = kind === 'route' ? routes[number] : cities[number];
    if (words !== undefined && element.getAttribute('aria-label') !== words) element.setAttribute('aria-label', words);
  }

  // ---------------------------------------------------------------- the focus

  const elementOf = (/** @type {Thing} */ { kind, number }) => (kind === 'route' ? routes[number] : cities[number]);

  function moveTabStop() {
    const kind = position.playableCities ? 'city' : 'route';
    if (kind !== focus.kind && !focused)
      focus = { kind, number: kind === 'city' ? ([...(position.playableCities ?? [0])][0] ?? 0) : 0 };
    const there = svg.querySelector('[tabindex="0"]');
    const wanted = elementOf(focus);
    if (there === wanted) return;
    there?.setAttribute('tabindex', '-1');
    wanted.setAttribute('tabindex', '0');
  }

  /** @param {Thing} thing */
  function setFocus(thing) {
    focus = thing;
    nameThing(thing);
    moveTabStop();
    elementOf(thing).focus({ preventScroll: true });
    const [x, y] = points.middle(thing);
    camera.show([x - 20, y - 20, x + 20, y + 20]);
  }

  // Not on the picture itself: in Chromium the Tab key stops at an SVG that listens to focus.
  window_.addEventListener('focusin', (event) => {
    const thing = thingOf(event.target);
    if (thing) focus = thing;
    focused = elementOf(focus).matches(':focus-visible');
    if (thing?.kind === 'city') showCity(thing.number);
    if (focused) note.show(focus);
    showLights();
  });
  window_.addEventListener('focusout', () => {
    if (focused) note.show(null);
    focused = false;
    if (focus.kind === 'city') showCity(focus.number);
    showLights();
  });

  // ---------------------------------------------------------------- hands and keys

  /** @param {Thing|null} thing */
  function choose(thing) {
    arrivals.finish();
    if (thing?.kind === 'city') onCity(thing.number);
    else onRoute(thing ? thing.number : null);
  }

  /** @param {Thing|null} thing */
  function hover(thing) {
    if (thing?.kind === hovered?.kind && thing?.number === hovered?.number) return;
    hovered = thing;
    window_.classList.toggle('is-pointing', thing !== null);
    showLights();
    note.show(thing);
    onHover(thing);
  }

  const which = askerIn(window_, { board, t, choose: (number) => choose({ kind: 'route', number }) });
  const under = (/** @type {number} */ x, /** @type {number} */ y, touch = false) =>
    points.under(camera.toUnits(x, y), camera.at.scale, touch);
  const stopHands = listenToHands(window_, camera, {
    tap(x, y, touch) {
      const asking = which.isOpen();
      which.close();
      const thing = under(x, y, touch);
      const asks = asksWhich && touch && thing?.kind === 'route';
      const several = asks ? points.meant(camera.toUnits(x, y), camera.at.scale) : [];
      const box = window_.getBoundingClientRect();
      if (several.length > 1) which.ask(several, { x: x - box.left, y: y - box.top });
      else if (thing || !asking) choose(thing);
      if (touch) note.show(thing);
      return thing !== null;
    },
    hover: (x, y) => hover(under(x, y)),
    leave: () => hover(null),
    ignores: (target) => which.holds(target),
  });
  // Screen readers and other assistive tools click a button without a pointer.
  svg.addEventListener('click', (event) => {
    const thing = event.detail === 0 ? thingOf(event.target) : null;
    if (thing) choose(thing);
  });
  const keys = listenToKeys(window_, {
    board,
    t,
    camera,
    points,
    focus: () => focus,
    walkedOver: () => (position.playableCities ? 'city' : 'route'),
    setFocus,
    choose,
    onEscape: () => (which.isOpen() ? which.close() : onEscape()),
  });

  show(position);
  return {
    show,
    animate: arrivals.animate,
    finishAnimations: arrivals.finish,
    ...frames,
    focusRoute: (/** @type {number} */ number) => setFocus({ kind: 'route', number }),
    focusCity: (/** @type {number} */ number) => setFocus({ kind: 'city', number }),
    startSearch() {
      elementOf(focus).focus({ preventScroll: true }); // so that letters go to the search, not to the table's keys
      keys.search();
    },
    camera,
    destroy() {
      stopHands();
      keys.stop();
      camera.destroy();
      arrivals.finish();
      note.destroy();
      window_.remove();
    },
  };
}
