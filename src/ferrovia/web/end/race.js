/** The scores as a race: bars that grow during the end, and the places afterwards. */

import { emblem, SEATS } from '../components.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { nameOf } from '../table/model.js';
import { placesOf, sumsAt } from './beats.js';
import { beatsOfTable, gained, show, showWords, signed } from './presentation.js';

/** @param {import('../shapes').Ended} table @param {import('../shapes').End} end */
export function race(table, end) {
  const { totals, sheets } = table.result;
  const beats = beatsOfTable(table);
  const sums = end.done ? totals : sumsAt(beats, end.told, totals.length);
  const places = end.done ? sheets.map(({ rank }) => rank) : placesOf(sums);
  const most = Math.max(1, ...totals, ...sheets.map(({ routes }) => routes));
  const beat = end.done ? null : beats[end.told - 1];
  const order = lanes(places);
  return h(
    'ol',
    {
      class: ['race', end.done && 'is-done'],
      style: { '--seats': String(totals.length) },
      'aria-label': t('end.race'),
    },
    sums.map((sum, seat) =>
      h(
        'li',
        {
          key: seat,
          class: [`seat-${SEATS[seat]}`, end.done && places[seat] === 1 && 'is-first', beat?.seat === seat && 'is-now'],
          style: { '--lane': String(order[seat]), '--share': String(Math.max(0, sum) / most) },
        },
        h(
          'button',
          {
            type: 'button',
            title: showWords(table, seat),
            on: { click: () => show(null, seat) },
          },
          h('span', { class: 'place', 'aria-hidden': 'true' }, end.done ? String(places[seat]) : ''),
          emblem(seat, 20),
          h('span', { class: 'runner' }, nameOf(table, seat)),
          h('span', { class: 'bar', 'aria-hidden': 'true' }, h('i', null)),
          beat &&
            beat.gains[seat] !== 0 &&
            h('em', { key: `gain-${end.told}`, 'aria-hidden': 'true' }, gained(beat.gains[seat])),
          h('b', null, signed(sum)),
          end.done && h('span', { class: 'sr' }, t('end.place_of', { place: places[seat] })),
        ),
      ),
    ),
  );
}

/** The lane of each seat: by place, equal ones by seat. @param {number[]} places */
function lanes(places) {
  const order = places.map((_, seat) => seat).sort((a, b) => places[a] - places[b] || a - b);
  return places.map((_, seat) => order.indexOf(seat));
}
