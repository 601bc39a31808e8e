/** A finished game in numbers and two charts. The server counts; see `ferrovia/statistics.py`. */

import { emblem, quiet } from '../components.js';
import { h } from '../dom.js';
import { number, spoken, t } from '../i18n.js';
import { ask } from '../net/api.js';
import { state } from '../state.js';
import { seatName } from '../table/model.js';
import { routesChart, scoresChart } from './charts.js';
import { changeEnd, endOf } from './presentation.js';

/**
 * @typedef {import('../protocol').StatisticsData} Statistics
 * @typedef {import('../protocol').SeatStatisticsData} SeatStatistics
 * @typedef {import('../protocol').SeatInfo} SeatInfo
 * @typedef {import('../shapes').Board} Board
 */

/** Loaded once, when a player opens them. */
export async function loadStatistics() {
  const { table, statistics } = endOf(state);
  if (statistics && statistics !== 'failed') return;
  changeEnd({ statistics: 'asked' });
  const found = await ask(`/api/tables/${table}/statistics`).catch(() => /** @type {const} */ ('failed'));
  if (state.end?.table === table) changeEnd({ statistics: found });
}

/** "2.35" in the player's language. @param {number} value */
const decimal = (value) =>
  new Intl.NumberFormat(spoken(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    .format(value)
    .replace('-', '−');

/** The rows of the table; some boards lack stations or tunnels. @param {Board} board */
const rowsFor = (board) =>
  /** @type {Array<[string, (seat: SeatStatistics) => string] | false>} */ ([
    ['turns', (seat) => number(seat.turns)],
    ['points_per_turn', (seat) => decimal(seat.points_per_turn)],
    ['cards_drawn', (seat) => number(seat.cards_drawn)],
    ['cards_taken', (seat) => number(seat.cards_taken)],
    ['wilds', (seat) => number(seat.wilds)],
    ['cards_left', (seat) => number(seat.cards_left)],
    ['routes', (seat) => number(seat.routes)],
    ['trains_used', (seat) => number(seat.trains_used)],
    ['longest_path', (seat) => number(seat.longest_path)],
    ['tickets_kept', (seat) => t('stat.of', { part: seat.tickets_kept, all: seat.tickets_offered })],
    ['tickets_completed', (seat) => t('stat.of', { part: seat.tickets_completed, all: seat.tickets_kept })],
    board.stations.each > 0 && ['stations', (seat) => number(seat.stations)],
    board.routes.some(({ tunnel }) => tunnel) && ['tunnels', (seat) => number(seat.tunnels)],
    board.routes.some(({ tunnel }) => tunnel) && ['tunnel_cards', (seat) => number(seat.tunnel_cards)],
  ]).filter((row) => row !== false);

/**
 * @param {Statistics | 'asked' | 'failed' | null} found
 * @param {SeatInfo[]} seats
 * @param {Board} board
 */
export function statisticsPanel(found, seats, board) {
  if (found === 'failed')
    return h(
      'section',
      { class: 'panel statistics', key: 'statistics', role: 'alert' },
      h('p', { class: 'fact' }, t('refusal.net/unreachable')),
      quiet(t('end.try_again'), loadStatistics),
    );
  if (!found || found === 'asked')
    return h('section', { class: 'panel statistics', key: 'statistics', 'aria-busy': 'true' });
  return h(
    'section',
    { class: 'panel statistics', key: 'statistics' },
    h(
      'table',
      { class: 'numbers' },
      h('caption', { class: 'sr' }, t('end.statistics')),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('td', null),
          found.seats.map(({ seat }) =>
            h('th', { key: seat, scope: 'col' }, emblem(seat, 24), h('span', null, seatName(seats[seat]))),
          ),
        ),
      ),
      h(
        'tbody',
        null,
        rowsFor(board).map(([id, cell]) =>
          h(
            'tr',
            { key: id },
            h('th', { scope: 'row' }, t(`stat.${id}`)),
            found.seats.map((seat) => h('td', { key: seat.seat }, cell(seat))),
          ),
        ),
      ),
    ),
    scoresChart(found, seats),
    routesChart(found, seats, board),
  );
}
