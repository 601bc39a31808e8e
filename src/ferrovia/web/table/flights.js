/** Cards that move: from the pile or the display to where they go. Finished at once by any key or click; none where motion is unwanted. */

import { face } from '../parts.js';
import { h, patch } from '../dom.js';
import { me } from './model.js';

const CALM = 300;
const STEP = 90;          // between two cards of one move

/** @type {Set<Animation>} */
const flying = new Set();

/** Look where things are before the redraw moves them. @param {any} table @param {any[]} events @returns {Array<() => void>} */
export function takeOff(table, events) {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden) return [];
  const draws = events.filter((e) => e.event === 'card_drawn' || e.event === 'card_taken');
  return draws.flatMap((event, i) => {
    const from = event.event === 'card_taken' ? document.querySelectorAll('.market .card')[event.slot] : document.querySelector('.pile');
    const start = from?.getBoundingClientRect();
    if (!start || start.width === 0) return [];
    const color = event.card ?? null;
    return [() => land(start, color, event.seat === me(table) ? `.hand .card.is-${color}` : `.player:nth-child(${event.seat + 1}) .emblem-chip`, i * STEP)];
  });
}

/** @param {DOMRect} start @param {string | null} color @param {string} goal @param {number} delay */
function land(start, color, goal, delay) {
  const end = document.querySelector(goal)?.getBoundingClientRect();
  if (!end || end.width === 0) return;
  const card = document.createElement('span');
  card.className = color ? `card flying is-${color}` : 'pile flying';
  card.setAttribute('aria-hidden', 'true');
  if (color) patch(card, face(color)); else patch(card, h('span', null));
  Object.assign(card.style, { left: `${start.left}px`, top: `${start.top}px`, width: `${start.width}px`, height: `${start.height}px` });
  document.body.append(card);
  const move = card.animate([
    { transform: 'none', opacity: 1 },
    { transform: `translate(${end.left + end.width / 2 - start.left - start.width / 2}px, ${end.top + end.height / 2 - start.top - start.height / 2}px) scale(${Math.min(1, end.width / start.width)})`, opacity: 0.9 },
  ], { duration: CALM, delay, easing: 'cubic-bezier(.2,.7,.2,1)', fill: 'backwards' });
  flying.add(move);
  const gone = () => { flying.delete(move); card.remove(); };
  move.finished.then(gone, gone);
}

/** Everything that moves is where it belongs, now. */
export const landAll = () => flying.forEach((move) => move.finish());
