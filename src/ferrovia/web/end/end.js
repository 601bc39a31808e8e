/** The end of a game, fetched when one ends: until then nobody needs it. See `screen.js`. */

import { change } from '../state.js';

/** @type {typeof import('./screen.js')|null} */
let part = null;
let asked = false;

function fetched() {
  if (!part && !asked) {
    asked = true;
    import('./screen.js').then((found) => { part = found; }, () => { asked = false; }).then(() => change(() => {}));
  }
  return part;
}

/** Is the sheet still being told? Then nobody should say who won. @param {any} now */
export const isTelling = (now) => now.end !== null && now.end.table === now.table?.id && !now.end.done;

/** @param {any} now */
export const endSide = (now) => fetched()?.endSide(now) ?? null;
/** @param {any} now */
export const endDock = (now) => fetched()?.endDock(now) ?? null;
/** @param {any} now */
export const endLights = (now) => fetched()?.endLights(now) ?? null;
