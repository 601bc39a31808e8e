/** Where a note goes: near what it is about, never on it, and on as little else as possible. */

/**
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box
 */

const STEP = 12; // pixels between the places that are tried
const NEAR = 20; // pixels between a note and its subject
const AWAY = 800; // the price of a pixel further away, in pixels covered

/** The area that two boxes share. @param {Box} a @param {Box} b */
const shared = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** @param {Box} a @param {Box} b */
const gap = (a, b) =>
  Math.hypot(Math.max(0, b.left - a.right, a.left - b.right), Math.max(0, b.top - a.bottom, a.top - b.bottom));

/**
 * The best place for a note, by its top left corner.
 * @param {{ wide: number, high: number }} note
 * @param {Box} room where it may be
 * @param {Box[]} near what it should be next to, one of them at least; none: wherever there is room
 * @param {{ subject: Box[], others: Box[] }} covered subject: never, if possible; others: as little as possible
 * @returns {{ x: number, y: number }}
 */
export function placeNote({ wide, high }, room, near, { subject, others }) {
  let best = { x: room.left, y: room.top, price: Infinity };
  for (let y = room.top; y <= Math.max(room.top, room.bottom - high); y += STEP)
    for (let x = room.left; x <= Math.max(room.left, room.right - wide); x += STEP) {
      const box = { left: x, top: y, right: x + wide, bottom: y + high };
      const sum = (/** @type {Box[]} */ boxes) => boxes.reduce((all, one) => all + shared(box, one), 0);
      const away = near.length > 0 ? Math.min(...near.map((one) => gap(box, one))) : 0;
      let price = AWAY * Math.max(0, away - NEAR);
      if (price < best.price) price += 1e6 * sum(subject);
      if (price < best.price) price += sum(others);
      if (price < best.price) best = { x, y, price };
    }
  return { x: best.x, y: best.y };
}
