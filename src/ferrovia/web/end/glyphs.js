/** Line drawings of the end and the replay, in the style of `components.js`. */

import { svg } from '../dom.js';

const GLYPHS = {
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  first: 'M18 6l-8 6 8 6ZM6 6v12',
  back: 'M16 6l-8 6 8 6Z',
  play: 'M8 5l11 7-11 7Z',
  pause: 'M8 5v14M16 5v14',
  forward: 'M8 6l8 6-8 6Z',
  last: 'M6 6l8 6-8 6ZM18 6v12',
  dice: 'M5 5h14v14H5ZM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01',
  picture: 'M4 5h16v14H4ZM4 16l5-5 4 4 3-3 4 4M9 9.5h.01',
  branch: 'M6 4v16M6 14c0-5 12-2 12-8M15 8l3-3 3 3',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3Z',
};

/** @param {keyof typeof GLYPHS} name @param {number} [size] */
export const glyph = (name, size = 18) =>
  svg(
    'svg',
    { width: size, height: size, viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
    svg('path', { d: GLYPHS[name] }),
  );
