/** Replay and analysis, fetched when somebody looks at a finished game. See `screen.js`. */

import { h } from '../dom.js';
import { change } from '../state.js';

/** @type {typeof import('./screen.js')|null} */
let part = null;

/** @param {string} id */
export async function openReplay(id) {
  try {
    part ??= await import('./screen.js');
  } catch {
    change((s) => { s.trouble = { code: 'net/unreachable' }; });
    return;
  }
  part.openReplay(id);
}

/** @param {any} now */
export const replayScreen = (now) => part?.replayScreen(now) ?? h('main', { class: 'table is-replay is-loading', 'aria-busy': 'true' });
