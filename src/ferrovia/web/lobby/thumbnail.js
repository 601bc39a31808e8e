/** A board as a small picture, drawn by the server: land, tracks, cities, no text. */

import { under } from '../base.js';
import { h } from '../dom.js';
import { state } from '../state.js';

/** @param {string|null} ref how the server names the board; null until it is known */
export function thumbnail(ref) {
  if (ref === null) return h('span', { class: 'thumb is-empty', key: 'thumb-empty' });
  const src = under(`/api/boards/${encodeURIComponent(ref)}/picture?theme=${state.theme}`);
  return h('img', { class: 'thumb', key: 'thumb', src, alt: '', decoding: 'async' });
}
