/**
 * Under the sheet: the chosen row of the chosen seat in words; every ticket turned over, every borrowed route named.
 */

import { h } from '../dom.js';
import { list, number, t } from '../i18n.js';
import { emblem, icon } from '../components.js';
import { seatName } from '../table/model.js';
import { cityName, routeName, ticketName } from '../words.js';

/** @param {any} table @param {any} end */
export function details(table, end) {
  const sheet = table.result.sheets[end.seat];
  const who = seatName(table.info.seats[end.seat]);
  return h(
    'section',
    { class: 'panel details', key: `details-${end.seat}-${end.row}` },
    h(
      'h2',
      null,
      emblem(end.seat, 20),
      h('span', null, end.row ? `${who} · ${t(`sheet.${end.row}`)}` : t('end.of', { who })),
    ),
    inside(table, sheet, end.row),
  );
}

/** @param {any} table @param {any} sheet @param {string|null} row */
function inside(table, sheet, row) {
  const { board } = table;
  const line = (/** @type {any[]} */ ...words) => h('p', { class: 'fact' }, ...words);
  switch (row) {
    case 'routes':
      return line(
        t('end.routes', { count: Object.values(table.view.owners).filter((seat) => seat === sheet.seat).length }),
      );
    case 'stations':
      return sheet.stations.length === 0
        ? line(t('end.no_stations'))
        : h(
            'ul',
            { class: 'facts' },
            sheet.stations.map((/** @type {any} */ { city, borrows }) =>
              h(
                'li',
                { key: city },
                icon('station', 16),
                borrows
                  ? t('sheet.borrows', { city: cityName(board, city), route: routeName(board, borrows) })
                  : cityName(board, city),
              ),
            ),
          );
    case 'longest_path':
      return line(
        t('sheet.trains', { count: sheet.longest_path }),
        sheet.longest_path_routes.length > 0 && ` · ${way(board, sheet.longest_path_routes)}`,
      );
    case 'attractions':
      return line(
        sheet.attractions.length
          ? list(sheet.attractions.map((/** @type {string} */ city) => cityName(board, city)))
          : t('end.none'),
      );
    case 'districts':
      return sheet.districts.length === 0
        ? line(t('end.none'))
        : h(
            'ul',
            { class: 'facts' },
            sheet.districts.map((/** @type {number} */ district) =>
              h('li', { key: district }, t('end.district', { district, cities: citiesOf(board, district) })),
            ),
          );
    case 'merchandise':
      return line(t('sheet.cards', { count: sheet.merchandise }));
    case 'tickets_won':
      return tickets(
        board,
        sheet.tickets.filter((/** @type {any} */ ticket) => ticket.completed),
      );
    case 'tickets_lost':
      return tickets(
        board,
        sheet.tickets.filter((/** @type {any} */ ticket) => !ticket.completed),
      );
    default:
      return tickets(board, sheet.tickets);
  }
}

/**
 * Names of all cities of a district.
 * @param {import('../words.js').Board} board
 * @param {number} district
 */
const citiesOf = (board, district) =>
  list(board.cities.filter((city) => city.district === district).map((city) => cityName(board, city.id)));

/** @param {any} board @param {any[]} entries */
const tickets = (board, entries) =>
  entries.length === 0
    ? h('p', { class: 'fact' }, t('end.none'))
    : h(
        'ul',
        { class: 'turned-over' },
        entries.map(({ ticket, completed, points }, i) =>
          h(
            'li',
            { key: `${ticket}-${i}`, class: completed ? 'is-done' : 'is-missed', style: { '--turn': String(i) } },
            icon(completed ? 'check' : 'close', 16),
            h(
              'span',
              null,
              ticketName(board, ticket),
              h('small', { class: 'sr' }, t(completed ? 'sheet.tickets_won' : 'sheet.tickets_lost')),
            ),
            h('b', null, `${points > 0 ? '+' : points < 0 ? '−' : ''}${number(Math.abs(points))}`),
          ),
        ),
      );

/** The cities along a path, from one end to the other. @param {any} board @param {string[]} routes */
export function way(board, routes) {
  const ends = routes.map((id) => board.routes[board.routeNo.get(id)].cities);
  const first = ends[0];
  let at = ends[1] && ends[1].includes(first[0]) && !ends[1].includes(first[1]) ? first[1] : first[0];
  const stops = [at];
  for (const [a, b] of ends) {
    at = at === a ? b : a;
    stops.push(at);
  }
  return stops.map((city) => cityName(board, city)).join(' – ');
}
