/**
 * The small parts of every screen: icons, emblems, cards, buttons. They describe elements and keep no state.
 */

import { SEAT_COLOURS } from './board/symbols.js';
import { h, svg } from './dom.js';
import { cardWords, number } from './i18n.js';

/** The colours of the seats, by number. */
export const SEATS = SEAT_COLOURS;

/** Line drawings in a box of 24, one path each. */
const ICONS = {
  train:
    'M8 3h8a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3ZM5 10h14M8 20l2-4M16 20l-2-4' +
    'M8.5 13h.01M15.5 13h.01',
  cards: 'M10 3h8a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM5 6v13a2 2 0 0 0 2 2h9',
  ticket:
    'M3 8a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v2a2 2 0 0 0 0 4v2a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-2a2 2 0 0 0 ' +
    '0-4ZM14 6v2M14 11v2M14 16v2',
  station: 'M4 20V10l8-6 8 6v10Z',
  sun:
    'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2' +
    'M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  mute: 'M11 5 6 9H3v6h3l5 4ZM16 9l5 6M21 9l-5 6',
  sound: 'M11 5 6 9H3v6h3l5 4ZM15.5 8.5a5 5 0 0 1 0 7M18.5 5.5a9 9 0 0 1 0 13',
  help: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .9-1 1.7M12 17h.01',
  menu: 'M4 7h16M4 12h16M4 17h16',
  log: 'M5 6h14M5 12h14M5 18h9',
  people:
    'M12.2 8a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0ZM3 19c.6-3.4 3-5 6-5s5.4 1.6 6 5' +
    'M16 5.2a3.2 3.2 0 0 1 0 5.8M18 14.5c1.7.7 2.7 2.2 3 4.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  taxi:
    'M5 17H3v-4l2.5-1.5L8 7h8l2.5 4.5L21 13v4h-2M9 17h6M5.5 12h13M10 7V4.5h4V7' +
    'M9 17a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM19 17a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  bus:
    'M5 18H4V5a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v13h-1M9 18h6M4 8h16M4 13h16M12 3v5M12 8v5' +
    'M9 18a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM19 18a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  cart:
    'M2.5 7h14l-1.2 7M2.5 7l1.3 7h1.9M14 14h1.3l6.2-4.5' +
    'M13.5 15.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM9.5 11.5v8M5.5 15.5h8',
  flag: 'M6 21V4M6 5c4-2.5 7 2.5 12 0v9c-5 2.5-8-2.5-12 0',
  district: 'M20.5 10.5c0 6-8.5 10.5-8.5 10.5s-8.5-4.5-8.5-10.5a8.5 8.5 0 0 1 17 0ZM12 7v7M10 8.2 12 7',
  goods: 'M4 8l8-4 8 4v8l-8 4-8-4ZM4 8l8 4 8-4M12 12v8M8 6l8 4',
  chat: 'M4 5h16v11H9l-5 4Z',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.6-5.6l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.6 5.6l1.5-1.5',
  eye: 'M2 12s3.6-6 10-6 10 6 10 6-3.6 6-10 6-10-6-10-6ZM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0Z',
  forward: 'M8 6l10 6-10 6Z',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3Z',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  lock: 'M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4ZM10 21h4',
};

/** @typedef {keyof typeof ICONS} Picture */

/** @param {Picture} name @param {number} [size] */
export const icon = (name, size = 18) =>
  svg(
    'svg',
    { width: size, height: size, viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
    svg('path', { d: ICONS[name] }),
  );

/**
 * A card symbol or seat emblem, from the page's symbol sheet.
 * @param {string} id
 * @param {number} size
 */
export const mark = (id, size) =>
  svg('svg', { width: size, height: size, 'aria-hidden': 'true' }, svg('use', { href: `#${id}` }));

/** @param {number} seat @param {number} [size] */
export const emblem = (seat, size = 22) =>
  h(
    'span',
    { class: `emblem-chip seat-${SEATS[seat]}`, style: { '--size': `${size}px` } },
    mark(`emblem-${SEATS[seat]}`, Math.round(size * 0.62)),
  );

/** Cards of one colour in a line of text. @param {string} color @param {number} [count] */
export const chip = (color, count = 1) =>
  count === 0
    ? null
    : h(
        'span',
        { class: `chip is-${color}`, role: 'img', 'aria-label': cardWords(color, count) },
        mark(`mark-${color}`, 13),
        count > 1 && h('b', null, number(count)),
      );

/** A small card, for ways to pay. @param {string} color */
export const mini = (color) => h('span', { class: `mini is-${color}` }, mark(`mark-${color}`, 15));
/** @param {string | null} color @param {number} count */
export const minis = (color, count) => (color ? Array.from({ length: count }, () => mini(color)) : []);

/** The inside of every card. @param {string} color */
export const face = (color) => h('span', { class: 'face' }, mark(`mark-${color}`, 30));

/** The logo. */
export const sign = () =>
  svg(
    'svg',
    { width: 26, height: 26, viewBox: '0 0 26 26', 'aria-hidden': 'true' },
    svg('path', { d: 'M4 22C4 12 10 13 13 9s3-5 9-5M4 22c8 0 7-6 11-8s7-1 7-1', class: 'sign-line' }),
    svg('circle', { cx: 4, cy: 22, r: 2.6 }),
    svg('circle', { cx: 22, cy: 4, r: 2.6 }),
    svg('circle', { cx: 22, cy: 13, r: 2.6 }),
  );

/**
 * A button with only a picture; its label is read aloud and shown as a tooltip.
 * @param {keyof typeof ICONS} picture
 * @param {string} words
 * @param {() => void} act
 * @param {import('./dom.js').Props} [more]
 */
export const tool = (picture, words, act, more = {}) =>
  h(
    'button',
    { key: picture, type: 'button', title: words, 'aria-label': words, on: { click: act }, ...more },
    icon(picture),
  );

/**
 * A button that does nothing now but keeps its focus, which `disabled` would lose. Its action ignores clicks.
 * @param {boolean} now
 */
export const inactive = (now) => ({ 'aria-disabled': now ? 'true' : undefined });

/** @param {import('./dom.js').Child} words @param {() => void} act @param {import('./dom.js').Props} [more] */
export const quiet = (words, act, more = {}) =>
  h('button', { type: 'button', class: 'quiet', on: { click: act }, ...more }, words);
/** @param {import('./dom.js').Child} words @param {() => void} act @param {import('./dom.js').Props} [more] */
export const primary = (words, act, more = {}) =>
  h('button', { type: 'button', class: 'primary', on: { click: act }, ...more }, words);
