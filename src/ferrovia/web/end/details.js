/**
 * Below the sheet: the chosen row of the chosen seat in words, with every ticket and every borrowed route.
 */

import { h } from '../dom.js';
import { list, t } from '../i18n.js';
import { emblem, icon } from '../components.js';
import { isYou, nameOf } from '../table/model.js';
import { cityName, routeName, ticketName } from '../words.js';
import { gained, show } from './presentation.js';

/**
 * @typedef {import('../shapes').Board} Board
 * @typedef {import('../shapes').Ended} Ended
 * @typedef {import('../shapes').End} End
 */

/** @param {Ended} table @param {End} end */
export function details(table, end) {
  const sheet = table.result.sheets[end.seat];
  const who = nameOf(table, end.seat);
  const theirs = isYou(table, end.seat) ? t('end.yours') : t('end.of', { who });
  return h(
    'section',
    { class: 'panel details', key: `details-${end.seat}-${end.row}-${end.run}` },
    h('h2', null, emblem(end.seat, 20), h('span', null, end.row ? `${who} · ${t(`sheet.${end.row}`)}` : theirs)),
    inside(table, sheet, end),
  );
}

/** @param {Ended} table @param {import('../protocol').ScoreSheetData} sheet @param {End} end */
function inside(table, sheet, end) {
  const { board } = table;
  const line = (/** @type {import('../dom.js').Child[]} */ ...words) => h('p', { class: 'fact' }, ...words);
  switch (end.row) {
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
            sheet.stations.map(({ city, borrows }) =>
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
        sheet.attractions.length ? list(sheet.attractions.map((city) => cityName(board, city))) : t('end.none'),
      );
    case 'districts':
      return sheet.districts.length === 0
        ? line(t('end.none'))
        : h(
            'ul',
            { class: 'facts' },
            sheet.districts.map((district) =>
              h('li', { key: district }, t('end.district', { district, cities: citiesOf(board, district) })),
            ),
          );
    case 'merchandise':
      return line(t('sheet.cards', { count: sheet.merchandise }));
    case 'tickets_won':
      return tickets(
        board,
        sheet.tickets.filter((ticket) => ticket.completed),
        end,
      );
    case 'tickets_lost':
      return tickets(
        board,
        sheet.tickets.filter((ticket) => !ticket.completed),
        end,
      );
    default:
      return tickets(board, sheet.tickets, end);
  }
}

/**
 * Names of all cities of a district.
 * @param {Board} board
 * @param {number} district
 */
const citiesOf = (board, district) =>
  list(board.cities.filter((city) => city.district === district).map((city) => cityName(board, city.id)));

/** @param {Board} board @param {import('../protocol').TicketScoreData[]} entries @param {End} end */
const tickets = (board, entries, end) =>
  entries.length === 0
    ? h('p', { class: 'fact' }, t('end.none'))
    : h(
        'ul',
        { class: 'turned-over' },
        entries.map(({ ticket, completed, points }, i) =>
          h(
            'li',
            { key: `${ticket}-${i}`, class: completed ? 'is-done' : 'is-missed', style: { '--turn': String(i) } },
            h(
              'button',
              {
                type: 'button',
                'aria-pressed': String(ticket === end.ticket),
                on: { click: () => show(end.row, end.seat, ticket === end.ticket ? null : ticket) },
              },
              icon(completed ? 'check' : 'close', 16),
              h(
                'span',
                null,
                ticketName(board, ticket),
                h('small', { class: 'sr' }, t(completed ? 'sheet.tickets_won' : 'sheet.tickets_lost')),
              ),
              h('b', null, gained(points)),
            ),
          ),
        ),
      );

/** The cities along a path, from one end to the other. @param {Board} board @param {string[]} routes */
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
