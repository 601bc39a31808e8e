/**
 * The player's input before anything is sent: choose a route, a city, a payment; look at something; step back.
 */

import { change, isReady, state, theTable } from '../state.js';
import { say } from '../announce.js';
import { asksForWild } from '../settings.js';
import { reasonWords, routeWords } from '../words.js';
import { LOST, act, askTunnelOdds, askWhyNot, isConnected, isInReach } from './requests.js';
import { buildable, freeCity, hasBegun, isMyTurn, me, nameOf, stationWays, waysFor, wayWords } from './model.js';

/**
 * Chooses a route: the dock offers every payment, or says what is missing.
 * @param {number | null} no null: a click on the sea
 */
export async function chooseRoute(no) {
  const { table } = state;
  if (no === null) {
    change((s) => Object.assign(s.ui, { route: null, city: null, color: null, why: null, looking: null }));
    return;
  }
  if (!isReady(table) || !hasBegun(table) || table.view.phase === 'over') return;
  if (state.ui.asking === 'station') return;
  change((s) =>
    Object.assign(s.ui, { route: no, city: null, asking: null, way: 0, why: null, list: false, looking: null }),
  );
  const ways = waysFor(table, no);
  const owner = table.view.owners[table.board.routes[no].id];
  say(
    routeWords(table.board, no, { owner: owner === undefined ? null : nameOf(table, owner), ways: ways.map(wayWords) }),
  );
  if (ways.length === 0) await askWhy(table.board.routes[no].id);
  else askOdds();
}

/** Chooses a city for a station. @param {number} no */
export async function chooseCity(no) {
  const { ui } = state;
  const table = theTable();
  if (ui.asking !== 'station' || !table.board.stations.each) return;
  change((s) => Object.assign(s.ui, { city: no, route: null, way: 0, why: null }));
  if (stationWays(table, no).length === 0) await askWhy(table.board.cities[no].id);
}

/** @param {string} what */
async function askWhy(what) {
  const table = theTable();
  if (me(table) === null) return;
  const asked = table.stateNo;
  const { route, city } = state.ui;
  const tell = (/** @type {import('../shapes').Reason} */ reason) => {
    change((s) => {
      s.ui.why = reason;
    });
    say(reasonWords(reason, (seat) => nameOf(table, seat), me(table)));
  };
  if (!isConnected()) tell(LOST);
  const reason = await askWhyNot(what);
  const isStillChosen = state.ui.route === route && state.ui.city === city;
  if (reason && table.stateNo === asked && isStillChosen) tell(reason);
}

/** The risk of the chosen tunnel with the marked payment. */
export async function askOdds() {
  const { ui } = state;
  const table = theTable();
  if (ui.route === null || !table.board.routes[ui.route].tunnel) return;
  const way = waysFor(table, ui.route)[ui.way];
  if (!way || ui.odds[way.text]) return;
  const odds = await askTunnelOdds(way.text);
  if (odds)
    change((s) => {
      s.ui.odds[way.text] = odds;
    });
}

/** @param {number} index */
export function choosePayment(index) {
  change((s) => {
    s.ui.way = index;
  });
  askOdds();
}

/** Every way to pay for what is chosen. */
function offered() {
  const { route, city } = state.ui;
  return route !== null ? waysFor(theTable(), route) : city !== null ? stationWays(theTable(), city) : [];
}

/** Selects the previous or next payment. @param {number} step */
export function stepPayment(step) {
  const { ui } = state;
  const ways = offered();
  if (ways.length) choosePayment((ui.way + step + ways.length) % ways.length);
}

/** Pays the selected payment for the chosen route or station. */
export function confirm() {
  const way = offered()[state.ui.way];
  if (way) act(way.text);
}

/** One step back, the innermost first. */
export function stepBack() {
  change((s) => {
    const { ui } = s;
    if (s.dialog) s.dialog = null;
    else if (ui.list) ui.list = false;
    else if (s.table?.hint?.open) s.table.hint.open = false;
    else if (ui.city !== null) Object.assign(ui, { city: null, why: null });
    else if (ui.route !== null || ui.asking !== null || ui.color !== null || ui.advised !== null)
      Object.assign(ui, { route: null, asking: null, color: null, advised: null, why: null });
    else if (ui.looking) ui.looking = null;
    else if (ui.tab === 'chat') ui.tab = null;
    else if (s.table) s.table.refused = null;
  });
}

/**
 * Draws the unseen card or takes a face-up one; a face-up wild asks once.
 * @param {string} text
 * @param {boolean} [sure]
 */
export function draw(text, sure = false) {
  const { ui } = state;
  const table = theTable();
  if (
    text === 'take wild' &&
    !sure &&
    asksForWild() &&
    ui.asking !== 'wild' &&
    isMyTurn(table) &&
    table.view.phase === 'turn'
  ) {
    change((s) => Object.assign(s.ui, { asking: 'wild', route: null, city: null }));
    return;
  }
  tryTo(text);
}

/** Plays it if it is legal; otherwise says why it is not possible. @param {string} text */
export async function tryTo(text) {
  const table = theTable();
  if (table.legal.some((a) => a.text === text)) {
    act(text);
    return;
  }
  if (me(table) === null || !isInReach()) return;
  const reason = await askWhyNot(text);
  if (reason) {
    change(() => {
      table.refused = reason;
    });
    say(reasonWords(reason, (seat) => nameOf(table, seat), me(table)));
  }
}

/** Opens or closes a question. @param {'station' | 'tickets'} what */
export const askFor = (what) =>
  change((s) =>
    Object.assign(s.ui, { asking: s.ui.asking === what ? null : what, route: null, city: null, why: null, way: 0 }),
  );

/** Asks for the city of a station; if none can be built now, the server says why. */
export function askForStation() {
  const table = theTable();
  if (!hasBegun(table)) return;
  if (buildable(table).size > 0) askFor('station');
  else tryTo(freeCity(table));
}

/** Looks at something, or (null) stops looking. @param {import('../shapes').Looking | null} what */
export const lookAt = (what) =>
  change((s) => {
    s.ui.looking = what;
  });

/** Ticks or unticks an offered ticket. @param {number} place */
export const tick = (place) =>
  change((s) => {
    if (!s.ui.kept.delete(place)) s.ui.kept.add(place);
  });

/** Opens or closes the list of all actions; a choice in progress on the board makes room for it. */
export const switchList = () =>
  change((s) =>
    Object.assign(s.ui, s.ui.list ? { list: false } : { list: true, route: null, city: null, asking: null, why: null }),
  );

/** Opens or closes the chat next to the board. */
export const switchChat = () =>
  change((s) => {
    const open = s.ui.tab === 'chat';
    s.ui.tab = open ? null : 'chat';
    s.dialog = null;
    if (s.table) Object.assign(s.table, { unread: 0, spoken: null });
  });
