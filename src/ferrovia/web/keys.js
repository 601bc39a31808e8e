/** The keyboard: one key per button. Inside a field, keys type letters. */

import { focusOn } from './focus.js';
import { change, isReady, state, theTable } from './state.js';
import { asksForWild, switchSound } from './settings.js';
import { askFor, askForStation, confirm, draw, stepBack, stepPayment, switchList, tryTo } from './table/selection.js';
import { landAll } from './table/effects.js';
import { hasBegun, isMyTurn, legalText } from './table/model.js';
import { theMap } from './table/board-view.js';

/** @param {EventTarget | null} target */
const isField = (target) =>
  target instanceof Element &&
  target.closest('input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select') !== null;

/** Small screens open the drawer too. @param {'players' | 'tickets' | 'log'} tab */
function panel(tab) {
  change((s) => {
    s.ui.tab = tab;
  });
  queueMicrotask(() => focusOn(`.panel.${tab}`));
}

/** @type {Record<string, () => void>} */
const AT_TABLE = {
  0: () => theMap()?.fit(),
  d: () => drawByKey('draw'),
  1: () => take(0),
  2: () => take(1),
  3: () => take(2),
  4: () => take(3),
  5: () => take(4),
  t: () => (legalText(theTable(), 'tickets') ? askFor('tickets') : tryTo('tickets')),
  b: () => {
    if (theTable().board.stations.each) askForStation();
  },
  c: () => theMap()?.startSearch(),
  l: switchList,
  '[': () => stepPayment(-1),
  ']': () => stepPayment(1),
  p: () => panel('players'),
  k: () => panel('tickets'),
  g: () => panel('log'),
  '+': () => theMap()?.zoom(1.4),
  '=': () => theMap()?.zoom(1.4),
  '-': () => theMap()?.zoom(1 / 1.4),
};

/** @param {number} slot */
function take(slot) {
  const card = theTable().view?.display[slot];
  if (card) drawByKey(`take ${card}`);
}

/**
 * Between people a drawn card cannot be put back: the first press selects it, the second takes it.
 * @param {string} text
 */
function drawByKey(text) {
  const { ui } = state;
  const table = theTable();
  const asks = text === 'take wild' && asksForWild(); // this asks by itself
  if (!isMyTurn(table) || !legalText(table, text) || ui.advised === text || asks) draw(text);
  else
    change((s) => {
      s.ui.advised = text;
    });
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  landAll();
  theMap()?.finishAnimations();
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === 'Escape') {
    stepBack();
    return;
  }
  if (isField(event.target) || state.dialog) return;
  if (event.key === '?') {
    change((s) => {
      s.dialog = 'help';
    });
    event.preventDefault();
    return;
  }
  if (event.key.toLowerCase() === 'm') {
    switchSound();
    return;
  }
  if (state.place.name !== 'table' || !isReady(state.table)) return;
  if (!hasBegun(state.table) || state.table.view.phase === 'over') return;
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement && state.ui.route !== null) {
    confirm();
    event.preventDefault();
    return;
  }
  const act = AT_TABLE[event.key.toLowerCase()];
  if (act) {
    act();
    event.preventDefault();
  }
}

export function listenToKeys() {
  document.addEventListener('keydown', pressed);
  document.addEventListener('pointerdown', landAll);
}
