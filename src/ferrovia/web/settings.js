/** Theme, sound, notifications, confirmations: chosen here, stored in this browser. */

import { t } from './i18n.js';
import { change, state } from './state.js';

/** @param {string} name */
function stored(name) {
  try {
    return localStorage.getItem(`ferrovia.${name}`);
  } catch {
    return null;
  }
}
/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`ferrovia.${name}`, value);
  } catch {
    /* a private window may keep nothing */
  }
}
export const remembered = stored;

/**
 * A seat's name for requests. Without one, every client names the seat by its number in its own language.
 * @param {string} [typed] the name of this browser's player if left out
 */
export const named = (typed = state.lobby.name) => (typed.trim() ? { name: typed.trim() } : {});

/** A phone, upright or sideways: one drawer at a time. table/phone.css has the same condition. */
export const isSmall = () => matchMedia('(max-width: 599px), (max-height: 500px) and (max-width: 1180px)').matches;

/** Fingers cannot point at something without choosing it. */
export const isTouch = () => matchMedia('(hover: none)').matches;

export const WILD_ASKING = /** @type {const} */ (['always', 'touch', 'never']);

/** Browsers allow notifications only from safe addresses: https, or this machine itself. */
export const canNotify = () => 'Notification' in window && isSecureContext;

export function readSettings() {
  state.theme = stored('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  state.sound = stored('sound') === 'on';
  state.notify = canNotify() && Notification.permission === 'granted' && stored('notify') === 'on' ? 'on' : 'off';
  state.askWild = WILD_ASKING.find((when) => when === stored('wild')) ?? 'always';
  state.lobby.name = stored('name') ?? '';
  if (stored('finished') !== 'yes') state.lobby.board = 'new_york'; // the easiest board, until a game is finished
}

/** Plays one of the sounds, if they are on. @param {'turn' | 'card' | 'route' | 'last' | 'end'} name */
export async function ring(name) {
  if (state.sound) (await import('./sound.js')).play(name);
}

export function switchTheme() {
  change((s) => {
    s.theme = s.theme === 'dark' ? 'light' : 'dark';
  });
  remember('theme', state.theme);
}

export function switchSound() {
  change((s) => {
    s.sound = !s.sound;
  });
  remember('sound', state.sound ? 'on' : 'off');
  ring('turn');
}

/** The browser asks for permission only after this click. */
export async function switchNotify() {
  const wanted = state.notify !== 'on';
  const allowed = wanted ? await Notification.requestPermission() : '';
  change((s) => {
    s.notify = !wanted ? 'off' : allowed === 'granted' ? 'on' : 'denied';
  });
  remember('notify', state.notify);
}

/** @param {string} when one of WILD_ASKING */
export function chooseAsking(when) {
  change((s) => {
    s.askWild = WILD_ASKING.find((one) => one === when) ?? 'always';
  });
  remember('wild', state.askWild);
}

/** A text without its key, as in "Sounds (M)", on devices that are touched. @param {string} text */
export const withoutKeyOnTouch = (text) => (isTouch() ? text.replace(/ \([^()]\)$/, '') : text);

/** The name of the help, which explains keys only where there are some. */
export const helpName = () => t(isTouch() ? 'tools.rules' : 'tools.help');

/** Whether taking a face-up wild needs a second click. */
export const asksForWild = () =>
  state.askWild === 'always' || (state.askWild === 'touch' && matchMedia('(pointer: coarse)').matches);
