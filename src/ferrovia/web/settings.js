/** Light or dark, sound or none: chosen here, remembered in this browser. */

import { change, state } from './state.js';
import { play } from './sound.js';

/** @param {string} name */
function stored(name) {
  try { return localStorage.getItem(`ferrovia.${name}`); } catch { return null; }
}
/** @param {string} name @param {string} value */
export function remember(name, value) {
  try { localStorage.setItem(`ferrovia.${name}`, value); } catch { /* a private window may keep nothing */ }
}
export const remembered = stored;

export function readSettings() {
  state.theme = stored('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  state.sound = stored('sound') === 'on';
  state.lobby.name = stored('name') ?? '';
}

export function switchTheme() {
  change((s) => { s.theme = s.theme === 'dark' ? 'light' : 'dark'; });
  remember('theme', state.theme);
}

export function switchSound() {
  change((s) => { s.sound = !s.sound; });
  remember('sound', state.sound ? 'on' : 'off');
  if (state.sound) play('turn');
}
