/** The meaning and value of each mark on a board: one sentence each, for the board, its help and screen readers. */

import { list, number, t } from './i18n.js';
import { cityName } from './words.js';

/** @typedef {import('./shapes').Board} Board */
/** @typedef {{ kind: string, words: string }} Mark `kind` names the picture */

/** @param {Board} board */
export const attractionWords = (board) => t('mark.attraction', { count: board.bonuses.attraction });

/** @param {Board} board @param {number} district */
export const districtWords = (board, district) =>
  t('mark.district', {
    count: district,
    cities: list(board.cities.filter((city) => city.district === district).map((city) => city.name)),
  });

/** The meaning of a flag or number at a city; null for plain cities. @param {Board} board @param {number} no */
export function aboutCity(board, no) {
  const { attraction, district } = board.cities[no];
  if (district !== null && board.bonuses.districts) return districtWords(board, district);
  return attraction ? attractionWords(board) : null;
}

/** What is special about a free route; null for plain ones. @param {Board} board @param {number} no */
export function aboutRoute(board, no) {
  const route = board.routes[no];
  const words = [
    route.tunnel && t('mark.tunnel'),
    route.ferry && t('mark.ferry', { count: route.ferry }),
    route.carts && t('mark.cart', { count: mostMerchandise(board) }),
  ].filter(Boolean);
  return words.length ? words.join(' ') : null;
}

/** @param {Board} board */
const mostMerchandise = (board) => Math.max(...Object.values(board.bonuses.merchandise?.points ?? {}).flat(), 0);

/** A city's label for screen readers. @param {Board} board @param {number} no */
export const cityLabel = (board, no) => [cityName(board, no), aboutCity(board, no)].filter(Boolean).join('. ');

/** Everything visible on this board, in the order of a legend. @param {Board} board @returns {Mark[]} */
export function legendOf(board) {
  const has = (/** @type {(route: Board['routes'][number]) => unknown} */ what) => board.routes.some(what);
  const marks = [
    ['space', true, () => t('legend.space')],
    ['gray', has((route) => route.color === null), () => t('legend.gray')],
    ['piece', true, () => t('legend.piece')],
    ['playable', true, () => t('legend.playable')],
    ['closed', has((route) => route.twin !== null), () => t('legend.closed')],
    ['wanted', true, () => t('legend.wanted')],
    ['tunnel', has((route) => route.tunnel), () => t('mark.tunnel')],
    ['ferry', has((route) => route.ferry > 0), () => t('legend.ferry')],
    ['station', board.stations.each > 0, () => t('legend.station')],
    ['attraction', board.bonuses.attraction > 0, () => attractionWords(board)],
    ['district', board.bonuses.districts, () => t('legend.district')],
    ['cart', board.bonuses.merchandise !== null, () => t('mark.cart', { count: mostMerchandise(board) })],
  ];
  return marks
    .filter(([, there]) => there)
    .map(([kind, , words]) => ({ kind: String(kind), words: /** @type {() => string} */ (words)() }));
}

/**
 * The special rules of this board, one paragraph each.
 * @param {Board} board
 * @param {number} players at this table; 0 where nobody knows
 * @returns {string[]}
 */
export function specialRules(board, players) {
  const { bonuses, stations } = board;
  const ranks = bonuses.merchandise?.points ?? {};
  const points = ranks[players] ?? ranks[String(Math.max(...Object.keys(ranks).map(Number), 0))] ?? [];
  return [
    bonuses.attraction > 0 && t('about.attractions', { count: bonuses.attraction }),
    bonuses.districts && t('about.districts'),
    bonuses.merchandise && t('about.merchandise', { first: points[0], rest: list(points.slice(1).map(number)) }),
    stations.each > 0 && t('about.stations', { each: stations.each, count: stations.points_unused }),
    board.routes.some((route) => route.tunnel) && t('about.tunnels'),
    board.routes.some((route) => route.ferry > 0) && t('about.ferries'),
    bonuses.longest_path > 0 && t('about.longest_path', { count: bonuses.longest_path }),
    board.routes.some((route) => route.twin !== null) && t('about.doubles', { count: board.double_routes_close_up_to }),
  ].filter((words) => typeof words === 'string');
}
