/** Parts of the page that are loaded on demand. */

import { under } from './base.js';
import { change } from './state.js';

/** @type {Array<() => Promise<unknown>>} */
const parts = [];

/**
 * A part and its style, loaded once. `now()` returns the part, or null while it loads; `come()` waits for it.
 * @template T @param {() => Promise<T>} fetch @param {string[]} [styles] files of the folder style that it needs
 * @param {{ soon?: boolean }} [when] soon: false: most visitors never open it, so `fetchAll` leaves it out
 */
export function lazy(fetch, styles = [], { soon = true } = {}) {
  /** @type {T | null} */
  let part = null;
  /** @type {Promise<T> | null} */
  let coming = null;
  const come = () => {
    if (coming) return coming;
    coming = Promise.all([fetch(), ...styles.map(dress)]).then(([found]) => {
      part = found;
      change(() => {});
      return found;
    });
    // The connection may be back soon: the next redraw tries again.
    coming.catch(() => {
      coming = null;
      window.setTimeout(() => change(() => {}), 1000);
    });
    return coming;
  };
  if (soon) parts.push(come);
  return {
    come,
    now: () => {
      if (!part) come().catch(() => {});
      return part;
    },
  };
}

/** @type {Map<string, Promise<void>>} */
const worn = new Map();

/** @param {string} name */
function dress(name) {
  const known = worn.get(name);
  if (known) return known;
  const link = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: under(`/static/style/${name}`),
  });
  const done = new Promise((resolve) => {
    link.onload = link.onerror = () => resolve(undefined);
  });
  document.head.append(link);
  worn.set(name, done);
  return done;
}

/** When idle, loads what may be needed soon, so that it is available without a connection. */
export const fetchAll = () => parts.forEach((come) => come().catch(() => {}));
