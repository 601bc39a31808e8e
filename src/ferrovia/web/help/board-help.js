/** What is special about this board: its rules, its points by length, and a legend of its marks. */

import { h, svg } from '../dom.js';
import { number, t } from '../i18n.js';
import { legendOf, specialRules } from '../marks.js';
import { mark } from '../components.js';
import { boardName } from '../words.js';

/** @typedef {import('../shapes').Board} Board */

/** @param {Board} board @param {number} players at this table; 0 where nobody knows */
export const boardHelp = (board, players) =>
  h(
    'section',
    { key: 'board', class: 'board-help' },
    h('h2', null, t('about.title', { board: boardName(board.name) })),
    h(
      'ul',
      { class: 'special' },
      specialRules(board, players).map((words) => h('li', null, words)),
    ),
    pointsTable(board),
    h('h3', null, t('about.legend')),
    h(
      'ul',
      { class: 'marks' },
      legendOf(board).map(({ kind, words }) =>
        h('li', { key: kind }, h('span', { class: 'mark-sample' }, sample(board, kind)), h('span', null, words)),
      ),
    ),
  );

/** @param {Board} board */
function pointsTable(board) {
  const lengths = Object.entries(board.route_points).filter(([length]) =>
    board.routes.some((route) => route.length === Number(length)),
  );
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('about.points') },
    h(
      'table',
      { class: 'by-length' },
      h('caption', null, t('about.points')),
      h(
        'tbody',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'row' }, t('about.length')),
          lengths.map(([length]) => h('td', null, number(Number(length)))),
        ),
        h(
          'tr',
          null,
          h('th', { scope: 'row' }, t('about.worth')),
          lengths.map(([, points]) => h('td', null, number(points))),
        ),
      ),
    ),
  );
}

/** A small picture of the mark, as on the board. @param {Board} board @param {string} kind */
function sample(board, kind) {
  const picture = (/** @type {import('../shapes').Child[]} */ ...inside) =>
    svg(
      'svg',
      { class: 'board-sample', viewBox: '-32 -16 64 32', width: 64, height: 32, 'aria-hidden': 'true' },
      ...inside,
    );
  const tile = (/** @type {string} */ color) =>
    svg(
      'g',
      { class: `space is-${color}` },
      svg('rect', { class: 'tile', x: -29, y: -7.5, width: 58, height: 15, rx: 3.6 }),
      color !== 'gray' &&
        svg('use', { href: `#mark-${color}`, x: -5.2, y: -5.2, width: 10.5, height: 10.5, class: 'mark' }),
    );
  const first = board.card_colors[0];
  const bed = 'M-28 0H28';
  const samples = /** @type {Record<string, () => import('../shapes').VNode>} */ ({
    space: () => picture(tile(first)),
    gray: () => picture(tile('gray')),
    piece: () =>
      picture(
        svg(
          'g',
          { class: 'wagon seat-cobalt' },
          svg('path', { class: 'ribbon', d: 'M-22 0H22' }),
          svg('use', { class: 'body', href: `#piece-${board.words.vehicle}`, x: -29, y: -10, width: 58, height: 20 }),
          svg('use', { class: 'emblem', href: '#emblem-cobalt', x: -5.5, y: -5.5, width: 11, height: 11 }),
        ),
      ),
    playable: () =>
      picture(svg('g', { class: 'is-playable' }, svg('path', { class: 'bed', d: 'M-24 0H24' })), tile(first)),
    closed: () => picture(svg('g', { class: 'route is-closed' }, tile(first))),
    wanted: () => picture(svg('circle', { class: 'wanted seat-cobalt', r: 13 }), svg('circle', { class: 'dot', r: 8 })),
    tunnel: () =>
      picture(
        svg('path', { class: 'tunnel-teeth', d: bed }),
        svg('path', { class: 'bed is-tunnel', d: bed }),
        tile('gray'),
      ),
    ferry: () =>
      picture(
        svg('path', { class: 'ferry-lane', d: 'M-22 0H22' }),
        tile('gray'),
        svg(
          'g',
          { class: 'space' },
          svg('circle', { class: 'wild-seat', r: 6.6 }),
          svg('use', { href: '#mark-wild', x: -5.75, y: -5.75, width: 11.5, height: 11.5, class: 'wild-mark' }),
        ),
      ),
    station: () =>
      picture(svg('g', { class: 'station seat-cobalt' }, svg('path', { class: 'house', d: 'M0-14 11-5V10H-11V-5Z' }))),
    attraction: () =>
      picture(
        svg('circle', { class: 'dot is-attraction', r: 11.5 }),
        svg('use', { href: '#mark-attraction', x: -7.2, y: -7.2, width: 14.5, height: 14.5, class: 'attraction' }),
      ),
    district: () =>
      picture(svg('circle', { class: 'dot is-district d3', r: 11 }), svg('text', { class: 'district', y: 5.2 }, '3')),
    cart: () =>
      picture(
        tile('gray'),
        svg(
          'g',
          { class: 'badge' },
          svg('circle', { r: 8.6 }),
          svg('use', { href: '#mark-cart', x: -6, y: -6, width: 12, height: 12 }),
        ),
      ),
  });
  return samples[kind]?.() ?? mark('mark-wild', 16);
}
