/** The player's progress beyond routes and tickets: attractions, districts, merchandise. */

import { h } from '../dom.js';
import { list, number, t } from '../i18n.js';
import { emblem } from '../components.js';
import { districtWords } from '../marks.js';
import { me, nameOf } from './model.js';
import { lookAt } from './selection.js';

/**
 * The districts of a board, and the number of places in each.
 * @param {import('../shapes').Board} board
 */
export function districtsOf(board) {
  const numbers = [...new Set(board.cities.flatMap((city) => city.district ?? []))].sort((a, b) => a - b);
  return numbers.map((district) => ({
    district,
    places: board.cities.filter((city) => city.district === district).length,
  }));
}

/** @param {import('../shapes').Table} table */
export function bonusPanel(table) {
  const { board, view } = table;
  const seat = view?.seats[me(table) ?? -1];
  const { attraction, districts, merchandise } = board.bonuses;
  if (!seat || !(attraction || districts || merchandise)) return null;
  const all = board.cities.filter((city) => city.attraction).length;
  const count = attraction
    ? t('bonus.of', { count: seat.attractions, all })
    : merchandise && t('player.merchandise', { count: seat.merchandise });
  const title = t(attraction ? 'bonus.attractions' : districts ? 'bonus.districts' : 'bonus.merchandise');
  return h(
    'div',
    { class: 'bonus', key: 'bonus', role: 'group', 'aria-label': title },
    h(
      'h2',
      null,
      title,
      h('small', null, [count, t('bonus.so_far', { count: seat.bonus })].filter(Boolean).join(' · ')),
    ),
    districts &&
      h(
        'ul',
        null,
        districtsOf(board).map((entry) => districtRow(table, seat, entry)),
      ),
  );
}

/**
 * @param {import('../shapes').Table} table
 * @param {import('../protocol').SeatView} seat
 * @param {{ district: number, places: number }} entry
 */
function districtRow(table, seat, { district, places }) {
  const { board, view } = table;
  const joined = seat.districts[district];
  const done = (view?.seats ?? []).filter((other) => other.districts[district] === places).map((other) => other.seat);
  const cities = board.cities.flatMap((city, no) => (city.district === district ? [no] : []));
  const look = () => lookAt({ kind: 'log', what: { routes: [], cities } });
  const words = [
    t('bonus.district', { number: district, count: joined, all: places }),
    done.length > 0 && t('bonus.done_by', { who: list(done.map((other) => nameOf(table, other))) }),
  ].filter(Boolean);
  return h(
    'li',
    { key: district, class: joined === places && 'is-done' },
    h(
      'span',
      {
        tabindex: 0,
        role: 'img',
        'aria-label': words.join(', '),
        title: districtWords(board, district),
        on: { pointerenter: look, pointerleave: () => lookAt(null), focus: look, blur: () => lookAt(null) },
      },
      h('b', { class: `district-chip d${((district - 1) % 6) + 1}` }, number(district)),
      `${number(joined)}/${number(places)}`,
      done.map((other) => emblem(other, 14)),
    ),
  );
}
