/**
 * Card symbols and seat emblems: one drawing each, used everywhere. All differ in shape at any angle.
 */

/** Colours of the seats, by number: all that have a look here, in the server's order once it is known. */
export const SEAT_COLOURS = ['cobalt', 'vermilion', 'jade', 'amber', 'plum'];

/** Put the colours in the server's order; one without a look here is passed over. @param {string[]} order */
export function orderSeats(order) {
  const known = order.filter((colour) => SEAT_COLOURS.includes(colour));
  const rest = SEAT_COLOURS.filter((colour) => !known.includes(colour));
  SEAT_COLOURS.splice(0, SEAT_COLOURS.length, ...known, ...rest);
}

/** In a box from -12 to 12. One per card colour, and the marks that a board needs. */
export const MARKS = {
  purple: '<path d="M4.2-8.8A9.2 9.2 0 1 0 4.2 8.8 7.2 7.2 0 1 1 4.2-8.8Z"/>',
  blue:
    '<path d="M-9.5-3.2q4.75-5.6 9.5 0t9.5 0M-9.5 4.8q4.75-5.6 9.5 0t9.5 0" fill="none" ' +
    'stroke="currentColor" stroke-width="3.3" stroke-linecap="round"/>',
  orange: '<path d="M-3-9h6v6h6v6h-6v6h-6v-6h-6v-6h6Z"/>',
  white: '<circle r="6.6" fill="none" stroke="currentColor" stroke-width="3.8"/>',
  green: '<path d="M0-9.2 9.6 7.4H-9.6Z" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/>',
  yellow: '<path d="M0-10.4 2.9-3.4l7.4.6-5.6 4.9 1.7 7.3L0 5.5l-6.4 3.9 1.7-7.3-5.6-4.9 7.4-.6Z"/>',
  black: '<rect x="-7.8" y="-7.8" width="15.6" height="15.6" rx="1.6"/>',
  red: '<circle r="8.4"/>',
  pink:
    '<circle cx="0" cy="-4.9" r="4.7"/><circle cx="0" cy="4.9" r="4.7"/>' +
    '<circle cx="-4.9" cy="0" r="4.7"/><circle cx="4.9" cy="0" r="4.7"/>',
  wild:
    '<circle r="8.6" fill="none" stroke="currentColor" stroke-width="2.6"/><path d="M0-8.6V8.6' +
    'M-8.6 0H8.6M-6.1-6.1 6.1 6.1M-6.1 6.1 6.1-6.1" stroke="currentColor" stroke-width="1.9"/>' +
    '<circle r="2.9"/>',
  cart:
    '<path d="M-10-6h3l2.6 8.4H7.2L10-4.4H-4.6" fill="none" stroke="currentColor" stroke-width="2.3" ' +
    'stroke-linejoin="round" stroke-linecap="round"/><circle cx="-2.6" cy="7" r="2.5"/>' +
    '<circle cx="5.4" cy="7" r="2.5"/>',
  attraction:
    '<path d="M-5.4 10V-9.4M-5.4-8.6Q0-11.4 3.2-8.6T9.4-8.2V1.4Q6.2 3 2.6 1.2T-5.4 1.2Z" ' +
    'stroke="currentColor" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"/>',
};

/** In the same box. None looks like a card's symbol at any angle. */
export const EMBLEMS = {
  cobalt: '<path d="M0-9.5 10.5 3v7.5L0-1.8-10.5 10.5V3Z"/>',
  vermilion:
    '<rect x="-8.6" y="-9" width="6" height="18" rx="1.2"/><rect x="2.6" y="-9" width="6" height="18" rx="1.2"/>',
  jade: '<path d="M-10-8.2 0-1.5 10-8.2V8.2L0 1.5-10 8.2Z"/>',
  amber: '<circle cx="-8" r="3.7"/><circle r="3.7"/><circle cx="8" r="3.7"/>',
  plum: '<path d="M0-11C5-4 8-.5 8 3A8 8 0 0 1-8 3C-8-.5-5-4 0-11Z"/>',
};

/**
 * The pieces on claimed routes, one per vehicle, seen from above, in a box of 58 by 20 around the middle: as long as a
 * space. A seat's emblem is in its middle. They are drawn in `currentColor`, the colour of the seat.
 */
export const PIECES = {
  train:
    '<path d="M-29-5h58v2.6h-58ZM-29 2.4h58V5h-58Z" fill="currentColor"/>' +
    '<rect x="-27" y="-7.5" width="54" height="15" rx="3.2" fill="currentColor"/>' +
    '<rect x="-25" y="-6.5" width="50" height="5.4" rx="2" fill="#ffffff" fill-opacity=".2"/>' +
    '<path d="M-23-3h5.4v6H-23ZM-14.6-3h5.4v6h-5.4ZM9.2-3h5.4v6H9.2ZM17.6-3H23v6h-5.4Z' +
    '" fill="#000000" fill-opacity=".3"/>',
  taxi:
    '<path d="M-18-9h8v18h-8ZM9-9h8V9H9Z" fill="#000000" fill-opacity=".6"/>' +
    '<path d="M-24-3.2Q-24-7.5-19-7.5H17Q24-7.5 24-2.4V2.4Q24 7.5 17 7.5H-19Q-24 7.5-24 3.2Z' +
    '" fill="currentColor"/>' +
    '<path d="M9.4-5.6Q12 0 9.4 5.6L14 6.3Q17.4 0 14-6.3Z' +
    'M-10.4-5.6Q-12 0-10.4 5.6L-15.4 6Q-17.4 0-15.4-6Z" fill="#000000" fill-opacity=".45"/>' +
    '<path d="M-8-7.5H7V-5.7H-8ZM-8 5.7H7V7.5H-8Z" fill="#ffffff" fill-opacity=".3"/>' +
    '<path d="M21.4-5.6h1.8v3h-1.8ZM21.4 2.6h1.8v3h-1.8Z" fill="#fff3c4"/>',
  bus:
    '<rect x="-28" y="-7.8" width="56" height="15.6" rx="2.4" fill="currentColor"/>' +
    '<path d="M-24.6-6.6h6v2.6h-6ZM-16.6-6.6h6v2.6h-6ZM-8.6-6.6h6v2.6h-6ZM-.6-6.6h6v2.6h-6Z' +
    'M7.4-6.6h6v2.6h-6ZM15.4-6.6h5v2.6h-5ZM-24.6 4h6v2.6h-6ZM-16.6 4h6v2.6h-6ZM-8.6 4h6v2.6h-6Z' +
    'M-.6 4h6v2.6h-6ZM7.4 4h6v2.6h-6ZM15.4 4h5v2.6h-5Z" fill="#000000" fill-opacity=".42"/>' +
    '<rect x="22.6" y="-6" width="3.4" height="12" rx="1.4" fill="#000000" fill-opacity=".45"/>' +
    '<path d="M-26-3.2h47v1.4h-47ZM-26 1.8h47v1.4h-47Z" fill="#ffffff" fill-opacity=".28"/>',
  cart:
    '<path d="M-11-9.6H9q1.6 0 1.6 1.4T9-6.8H-11q-1.6 0-1.6-1.4t1.6-1.4Z' +
    'M-11 6.8H9q1.6 0 1.6 1.4T9 9.6H-11q-1.6 0-1.6-1.4T-11 6.8Z" fill="#000000" fill-opacity=".62"/>' +
    '<path d="M16-4.8h12v1.9H16ZM16 2.9h12v1.9H16ZM26-5.4h2.2V5.4H26Z" fill="currentColor"/>' +
    '<rect x="-24" y="-6.6" width="42" height="13.2" rx="1.6" fill="currentColor"/>' +
    '<path d="M-22.4-2.7h38.8v.9h-38.8ZM-22.4 1.8h38.8v.9h-38.8Z" fill="#000000" fill-opacity=".28"/>' +
    '<path d="M-24-6.6h2.4V6.6H-24ZM15.6-6.6H18V6.6h-2.4Z" fill="#000000" fill-opacity=".25"/>',
};

const CARD_COLOURS = ['purple', 'blue', 'orange', 'white', 'green', 'yellow', 'black', 'red', 'pink'];
const SHEET_ID = 'ferrovia-symbols';
const STRETCHED = 'preserveAspectRatio="none"'; // short spaces have short pieces

/** @param {string} prefix @param {string} name @param {string} body */
const symbol = (prefix, name, body) =>
  `<symbol id="${prefix}-${name}" viewBox="-12 -12 24 24" fill="currentColor">${body}</symbol>`;

/**
 * The symbols that every page needs, as an element without size. Later calls return the same element.
 * @returns {SVGSVGElement}
 */
export function symbolSheet() {
  const there = document.getElementById(SHEET_ID);
  if (there instanceof SVGSVGElement) return there;
  const sheet = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [name, value] of [
    ['id', SHEET_ID],
    ['width', '0'],
    ['height', '0'],
    ['aria-hidden', 'true'],
    ['focusable', 'false'],
  ])
    sheet.setAttribute(name, value);
  sheet.style.position = 'absolute';
  sheet.innerHTML =
    Object.entries(MARKS)
      .map(([name, body]) => symbol('mark', name, body))
      .join('') +
    Object.entries(EMBLEMS)
      .map(([name, body]) => symbol('emblem', name, body))
      .join('') +
    Object.entries(PIECES)
      .map(([name, body]) => `<symbol id="piece-${name}" viewBox="-29 -10 58 20" ${STRETCHED}>${body}</symbol>`)
      .join('');
  document.body.append(sheet);
  return sheet;
}

/** Unknown colours and the look that they have been given. @type {Map<string, keyof typeof MARKS>} */
const dressed = new Map();

/** The symbol of a card colour. @param {string} colour */
export const markOf = (colour) => MARKS[dressed.get(colour) ?? /** @type {keyof typeof MARKS} */ (colour)];

/**
 * Your own board may name its colours freely. Unknown colours get the look of one that the board does not use, so that
 * `is-<colour>` and `mark-<colour>` work for every card of every board.
 * @param {string[]} colours
 */
export function dressColours(colours) {
  const sheet = symbolSheet();
  const free = CARD_COLOURS.filter((known) => !colours.includes(known));
  const rules = [];
  for (const colour of colours) {
    if (CARD_COLOURS.includes(colour) || dressed.has(colour) || !/^[a-z][a-z0-9_-]*$/.test(colour)) continue;
    const look = /** @type {keyof typeof MARKS} */ (free.shift() ?? 'red');
    sheet.insertAdjacentHTML('beforeend', symbol('mark', colour, MARKS[look]));
    rules.push(`.is-${colour} { --fill: var(--card-${look}); --on: var(--ink-on-${look}); }`);
    dressed.set(colour, look);
  }
  if (rules.length === 0) return;
  const looks = new CSSStyleSheet();
  looks.replaceSync(rules.join('\n'));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, looks];
}
