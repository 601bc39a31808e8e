/**
 * What hands do at the table before anything is sent: choose a route, a city, a payment; look at something; step back.
 */

import { change, state } from '../state.js';
import { say } from '../announce.js';
import { asksForWild } from '../settings.js';
import { reasonWords, routeWords } from '../words.js';
import { act, inquire } from './session.js';
import { isMyTurn, me, nameOf, stationWays, waysFor, wayWords } from './model.js';

/**
 * Choose a route: the dock offers every payment, or says what is missing.
 * @param {number | null} no null: a click on the sea
 */
export async function chooseRoute(no) {
  const { table } = state;
  if (no === null) {
    change((s) => Object.assign(s.ui, { route: null, city: null, color: null, why: null, looking: null }));
    return;
  }
  if (!table?.view || table.view.phase === 'over') return;
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

/** Choose a city for a station. @param {number} no */
export async function chooseCity(no) {
  const { table, ui } = state;
  if (ui.asking !== 'station' || !table.board.stations.each) return;
  change((s) => Object.assign(s.ui, { city: no, route: null, way: 0, why: null }));
  if (stationWays(table, no).length === 0) await askWhy(table.board.cities[no].id);
}

/** @param {string} what */
async function askWhy(what) {
  const { table } = state;
  if (me(table) === null) return;
  const asked = table.stateNo;
  const answer = await inquire('why_not', what);
  if (!answer?.reason || table.stateNo !== asked) return;
  change((s) => {
    s.ui.why = answer.reason;
  });
  say(reasonWords(answer.reason, (seat) => nameOf(table, seat), me(table)));
}

/** The risk of the chosen tunnel with the marked payment. */
export async function askOdds() {
  const { table, ui } = state;
  if (ui.route === null || !table.board.routes[ui.route].tunnel) return;
  const way = waysFor(table, ui.route)[ui.way];
  if (!way || ui.odds[way.text]) return;
  const odds = await inquire('tunnel_odds', way.text);
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

/** Previous or next payment. @param {number} step */
export function stepPayment(step) {
  const { table, ui } = state;
  const ways = ui.route !== null ? waysFor(table, ui.route) : ui.city !== null ? stationWays(table, ui.city) : [];
  if (ways.length) choosePayment((ui.way + step + ways.length) % ways.length);
}

/** Pay what is marked for what is chosen. */
export function confirm() {
  const { table, ui } = state;
  const ways = ui.route !== null ? waysFor(table, ui.route) : ui.city !== null ? stationWays(table, ui.city) : [];
  if (ways[ui.way]) act(ways[ui.way].text);
}

/** One step back: nearest things first. */
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
 * Draw the unseen card or take a face-up one; a face-up wild asks once.
 * @param {string} text
 * @param {boolean} [sure]
 */
export function draw(text, sure = false) {
  const { table, ui } = state;
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

/** Do it if it is listed; otherwise say why it is not possible. @param {string} text */
export async function tryTo(text) {
  const { table } = state;
  if (table.legal.some((/** @type {any} */ a) => a.text === text)) {
    act(text);
    return;
  }
  const answer = me(table) === null ? null : await inquire('why_not', text);
  if (answer?.reason) {
    change(() => {
      table.refused = answer.reason;
    });
    say(reasonWords(answer.reason, (seat) => nameOf(table, seat), me(table)));
  }
}

/** @param {'station' | 'tickets' | null} what */
export function askFor(what) {
  change((s) =>
    Object.assign(s.ui, { asking: s.ui.asking === what ? null : what, route: null, city: null, why: null, way: 0 }),
  );
}

/** Put the eyes on something, or (null) off. @param {any} what */
export const lookAt = (what) =>
  change((s) => {
    s.ui.looking = what;
  });

/** Tick or untick an offered ticket. @param {number} place */
export const tick = (place) =>
  change((s) => {
    if (!s.ui.kept.delete(place)) s.ui.kept.add(place);
  });

/** The list of all actions, open or shut; what was being chosen on the board makes room for it. */
export const switchList = () =>
  change((s) =>
    Object.assign(s.ui, s.ui.list ? { list: false } : { list: true, route: null, city: null, asking: null, why: null }),
  );

/** The chat beside the board, open or shut. */
export const switchChat = () =>
  change((s) => {
    const open = s.ui.tab === 'chat';
    s.ui.tab = open ? null : 'chat';
    s.dialog = null;
    Object.assign(s.table, { unread: 0, spoken: null });
  });
