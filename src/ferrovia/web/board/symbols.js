/**
 * Symbols of cards and emblems of seats: one drawing each, used everywhere. All differ in shape, whatever their angle.
 */

/** Colours of the seats, by number. */
export const SEAT_COLOURS = ['cobalt', 'vermilion', 'jade', 'amber', 'plum'];

/** In a box from -12 to 12. One for each colour of cards, and the marks that a board needs. */
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

const CARD_COLOURS = ['purple', 'blue', 'orange', 'white', 'green', 'yellow', 'black', 'red', 'pink'];
const SHEET_ID = 'ferrovia-symbols';

/** @param {string} prefix @param {string} name @param {string} body */
const symbol = (prefix, name, body) =>
  `<symbol id="${prefix}-${name}" viewBox="-12 -12 24 24" fill="currentColor">${body}</symbol>`;

/**
 * The symbols every page needs once, as an element of no size. Asked again, it is the same element.
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
      .join('');
  document.body.append(sheet);
  return sheet;
}

/** Colours that were given a look so far. @type {Set<string>} */
const dressed = new Set();

/**
 * A board of one's own may call its colours as it likes. Those we do not know get the look of one that the board does
 * not
 * use, so that `is-<colour>` and `mark-<colour>` work for every card of every board.
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
    dressed.add(colour);
  }
  if (rules.length === 0) return;
  const looks = new CSSStyleSheet();
  looks.replaceSync(rules.join('\n'));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, looks];
}
