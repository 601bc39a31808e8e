/**
 * Addresses: `/` the lobby, `/table/{id}` a table (a link's secret in the fragment), `/game/{id}` a finished game,
 * `/learn` the lessons, `/score` the referee, `/score/{id}` a game of it, `/rules`.
 */

import { pagePath, under } from './base.js';

/** A badly copied link may end inside an encoded character. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns {import('./shapes').Place} */
export function readPlace() {
  const [, name = '', id = ''] = pagePath().split('/');
  const token = decoded(location.hash.slice(1));
  if ((name === 'table' || name === 'game') && /^[A-Za-z0-9_-]{1,64}$/.test(id)) return { name, id, token };
  if (name === 'score' && /^[A-Za-z0-9_-]{0,64}$/.test(id)) return { name, id, token };
  if (name === 'learn' || name === 'record') return { name, id: '', token: '' };
  if (name === 'rules') return { name, id: '', token };
  return { name: name === '' ? 'lobby' : 'nowhere', id: '', token: '' };
}

/** @type {() => void} */
let arrived = () => {};

/** @param {() => void} listener called after every change of address */
export function onArrival(listener) {
  arrived = listener;
  addEventListener('popstate', listener);
}

/** @param {string} path */
export function go(path) {
  history.pushState(null, '', under(path));
  arrived();
}

/** Changes this page's address without navigating. @param {string} path */
export const rename = (path) => history.replaceState(null, '', under(path));
