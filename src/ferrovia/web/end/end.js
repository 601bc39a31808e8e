/** The end of a game, loaded when a game ends. See `screen.js`. */

import { alsoSpeak } from '../i18n.js';
import { lazy } from '../lazy.js';

/** @typedef {import('../shapes').State} State */

/** The files of the folder style that show a score sheet. */
export const END_STYLES = ['end/scores.css', 'end/details.css', 'end/screens.css'];

const part = lazy(
  () => Promise.all([import('./screen.js'), alsoSpeak('end')]).then(([screen]) => screen),
  [...END_STYLES, 'charts.css'],
);

/** Whether the sheet is still being shown; until then, do not reveal the winner. @param {State} now */
export const isTelling = (now) => now.end !== null && now.end.table === now.table?.id && !now.end.done;

/** @param {State} now */
export const endSide = (now) => part.now()?.endSide(now) ?? null;
/** @param {State} now */
export const endDock = (now) => part.now()?.endDock(now) ?? null;
/** @param {State} now */
export const endLights = (now) => part.now()?.endLights(now) ?? null;
