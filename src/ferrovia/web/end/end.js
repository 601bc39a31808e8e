/** The end of a game, loaded when a game ends. See `screen.js`. */

import { alsoSpeak } from '../i18n.js';
import { lazy } from '../lazy.js';

/** @typedef {import('../shapes').State} State */

const part = lazy(
  () => Promise.all([import('./screen.js'), alsoSpeak('end')]).then(([screen]) => screen),
  ['end.css', 'charts.css'],
);

/** Whether the sheet is still being shown; until then, do not reveal the winner. @param {State} now */
export const isTelling = (now) => now.end !== null && now.end.table === now.table?.id && !now.end.done;

/** @param {State} now */
export const endSide = (now) => part.now()?.endSide(now) ?? null;
/** @param {State} now */
export const endDock = (now) => part.now()?.endDock(now) ?? null;
/** @param {State} now */
export const endLights = (now) => part.now()?.endLights(now) ?? null;
