/** The score sheet as rows: each seat's points per row, and their sources on the board. No page, no state. */

/**
 * @typedef {{ points: number, count: number|null }} Cell  count: how many tickets, trains, cards … it comes from; null:
 *   nothing to count
 * @typedef {{ id: string, cells: Cell[] }} Row
 */

/**
 * @typedef {import('../shapes').Board} Board
 * @typedef {Pick<import('../protocol').ResultData, 'sheets'>} Result
 * @typedef {import('../protocol').ScoreSheetData} Sheet
 * @typedef {import('../protocol').TicketScoreData} TicketScore
 */

/**
 * @param {Board} board
 * @param {Result} result
 * @returns {Row[]} in the order in which they are told; rows that the board does not have are left out
 */
export function rowsOf(board, result) {
  const { sheets } = result;
  const bonuses = board.bonuses ?? {};
  const row = (/** @type {string} */ id, /** @type {(sheet: Sheet) => Cell} */ cell) => ({
    id,
    cells: sheets.map(cell),
  });
  const tickets = (/** @type {Sheet} */ sheet, /** @type {boolean} */ completed) =>
    sheet.tickets.filter((ticket) => ticket.completed === completed);
  const worth = (/** @type {TicketScore[]} */ list) => list.reduce((sum, ticket) => sum + ticket.points, 0);
  return [
    row('routes', (sheet) => ({ points: sheet.routes, count: null })),
    row('tickets_won', (sheet) => ({ points: worth(tickets(sheet, true)), count: tickets(sheet, true).length })),
    row('tickets_lost', (sheet) => ({ points: worth(tickets(sheet, false)), count: tickets(sheet, false).length })),
    board.stations?.each > 0 &&
      row('stations', (sheet) => ({
        points: sheet.stations_unused,
        count: board.stations.each - sheet.stations.length,
      })),
    bonuses.attraction > 0 &&
      row('attractions', (sheet) => ({ points: sheet.attraction_points, count: sheet.attractions.length })),
    bonuses.districts &&
      row('districts', (sheet) => ({ points: sheet.district_points, count: sheet.districts.length })),
    bonuses.merchandise &&
      row('merchandise', (sheet) => ({ points: sheet.merchandise_points, count: sheet.merchandise })),
    bonuses.longest_path > 0 &&
      row('longest_path', (sheet) => ({ points: sheet.longest_path_bonus, count: sheet.longest_path })),
  ].filter((row) => typeof row === 'object' && row !== null);
}

/**
 * What a row of one seat highlights on the board (fields of board/types.js `Position`).
 * @param {Board} board
 * @param {Result} result
 * @param {Record<string, number>} owners seat by route id
 * @param {string|null} id
 * @param {number} seat
 */
export function lightsOf(board, result, owners, id, seat) {
  const sheet = result.sheets[seat];
  const own = new Set(
    Object.entries(owners)
      .filter(([, owner]) => owner === seat)
      .map(([route]) => board.routeNo.get(route)),
  );
  const cities = (/** @type {string[]} */ ids) => new Set(ids.map((city) => board.cityNo.get(city)));
  const ticketCities = (/** @type {TicketScore[]} */ list) =>
    new Set(list.flatMap(({ ticket }) => board.ticketBy.find(ticket)?.cities ?? []));
  const nothing = { lit: null, litCities: null, keep: null, wanted: new Set(), you: seat };
  switch (id) {
    case 'routes':
    case 'merchandise':
      return { ...nothing, keep: own, aside: true };
    case 'tickets_won': {
      const won = sheet.tickets.filter((ticket) => ticket.completed);
      const usable = new Set([...own, ...borrowed(board, sheet)]);
      return {
        ...nothing,
        lit: new Set(won.flatMap(({ ticket }) => join(board, usable, board.ticketBy.find(ticket)?.cities))),
        litCities: ticketCities(won),
        keep: own,
        aside: true,
      };
    }
    case 'tickets_lost':
      return {
        ...nothing,
        keep: own,
        aside: true,
        litCities: ticketCities(sheet.tickets.filter((ticket) => !ticket.completed)),
      };
    case 'stations':
      return {
        ...nothing,
        lit: new Set(borrowed(board, sheet)),
        litCities: cities(sheet.stations.map((station) => station.city)),
        keep: own,
        aside: true,
      };
    case 'attractions':
      return { ...nothing, keep: own, aside: true, litCities: cities(sheet.attractions) };
    case 'districts':
      return {
        ...nothing,
        keep: own,
        aside: true,
        litCities: new Set(
          board.cities.flatMap(({ district }, no) =>
            district !== null && sheet.districts.includes(district) ? [no] : [],
          ),
        ),
      };
    case 'longest_path': {
      const path = sheet.longest_path_routes.map((route) => board.routeNo.get(route));
      return { ...nothing, lit: new Set(path), litCities: endsOf(board, path), aside: true };
    }
    default:
      return nothing;
  }
}

/**
 * The two cities where a path begins and ends: those where an odd number of its routes meet.
 * @param {Board} board
 * @param {number[]} path
 * @returns {Set<number>}
 */
function endsOf(board, path) {
  const odd = new Set();
  for (const city of path.flatMap((route) => board.routes[route].cities)) if (!odd.delete(city)) odd.add(city);
  return odd;
}

/** Routes of others that a seat's stations use. @param {Board} board @param {Sheet} sheet @returns {number[]} */
export const borrowed = (board, sheet) =>
  sheet.stations.flatMap(({ borrows }) => (borrows ? [board.routeNo.get(borrows)] : []));

/**
 * The path with the fewest routes between two cities, for display; the server has found that one exists.
 * @param {Board} board
 * @param {Set<number>} usable
 * @param {[number, number]|undefined} ends
 * @returns {number[]}
 */
export function join(board, usable, ends) {
  if (!ends) return [];
  const [from, to] = ends;
  /** How each city was reached. @type {Map<number, { route: number, city: number }|null>} */
  const reached = new Map([[from, null]]);
  const open = [from];
  while (open.length && !reached.has(to)) {
    const city = /** @type {number} */ (open.shift());
    for (const route of usable) {
      const [a, b] = board.routes[route].cities;
      const next = a === city ? b : b === city ? a : null;
      if (next !== null && !reached.has(next)) {
        reached.set(next, { route, city });
        open.push(next);
      }
    }
  }
  const way = [];
  for (let step = reached.get(to); step; step = reached.get(step.city)) way.push(step.route);
  return way.reverse();
}
