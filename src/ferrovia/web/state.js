/**
 * Everything the page shows, in one object. Every change is a function of it, passed to `change`, followed by one
 * redraw. Nothing else keeps state, except the board's picture (board/), which keeps its zoom.
 */

/** `shapes.d.ts` explains each part. @type {import('./shapes').State} */
export const state = {
  place: { name: 'lobby', id: '', token: '' },
  theme: 'light',
  sound: false,
  notify: 'off',
  askWild: 'always',
  invited: null,
  server: {
    ...{ levels: [], default_level: '', phrases: [], boards: [], limits: null, ratings: {}, clocks: {}, paces: [] },
    piece_colors: [],
  },
  trouble: null,
  polite: '',
  assertive: '',
  copied: null,
  shown: null,
  dialog: null,
  rule: null,
  lobby: {
    boards: [],
    tables: [],
    mine: [],
    name: '',
    board: 'europe',
    seats: [],
    names: {},
    clock: 'none',
    pace: '1',
    upload: null,
    isPublic: false,
    more: false,
    busy: false,
    problem: null,
    turnedAway: null,
  },
  table: null,
  ui: newUi(),
  end: null,
  replay: null,
  score: null,
};

/** The board that the page is about: texts use its words, and help explains it. */
export function boardOnPage() {
  const { place, table, replay, score } = state;
  if (place.name === 'table') return table?.board ?? null;
  if (place.name === 'game' || place.name === 'record') return replay?.board ?? null;
  return place.name === 'score' ? (score?.open?.board ?? null) : null;
}

/** @returns {import('./shapes').Ui} */
export function newUi() {
  return {
    route: null,
    city: null,
    way: 0,
    asking: null,
    kept: new Set(),
    looking: null,
    color: null,
    why: null,
    odds: {},
    advised: null,
    list: false,
    tab: null,
  };
}

/**
 * Whether board, layout and seats of a table have loaded.
 * @param {import('./shapes').TableState | null} table
 * @returns {table is import('./shapes').Table}
 */
export const isReady = (table) =>
  table !== null && table.board !== null && table.layout !== null && table.info !== null;

/** The table on the screen. Only its own parts use it, so it exists. */
export function theTable() {
  if (!isReady(state.table)) throw new Error('no table is on the screen');
  return state.table;
}

/** @type {() => void} */
let redraw = () => {};
let waiting = false;

/** Sets the draw function; called once at the start. @param {() => void} draw */
export function drawWith(draw) {
  redraw = draw;
}

/**
 * Changes the state and redraws, once for all changes of one frame.
 * @param {(now: import('./shapes').State) => void} how
 */
export function change(how) {
  how(state);
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    redraw();
  });
}
