/** Names and sentences about a board and its events, in the player's language. */

import { cardWords, colorName, has, list, t } from './i18n.js';

/** @typedef {import('./shapes').Board} Board */

/** The name of a board in the player's language, or the one in its file. @param {string} name */
export function boardName(name) {
  const key = `board_name.${name.toLowerCase().replaceAll(' ', '_')}`;
  return has(key) ? t(key) : name;
}

/** @param {Board} board @param {number | string} city its number or id */
export const cityName = (board, city) => board.cities[typeof city === 'number' ? city : board.cityNo.get(city)].name;

/** @param {Board} board @param {number | string} route */
export const routeOf = (board, route) => board.routes[typeof route === 'number' ? route : board.routeNo.get(route)];

/** @param {Board} board @param {number | string} route */
export const routeName = (board, route) =>
  routeOf(board, route)
    .cities.map((c) => cityName(board, c))
    .join(' – ');

/** @param {Board} board @param {string} id */
export function ticketName(board, id) {
  const ticket = board.ticketBy.find(id);
  return ticket ? ticket.cities.map((c) => cityName(board, c)).join(' – ') : id;
}

/** "3 green and 1 wild". @param {string | null | undefined} color @param {number} colored @param {number} wilds */
export const paymentWords = (color, colored, wilds) =>
  list([color && colored ? cardWords(color, colored) : '', wilds ? cardWords('wild', wilds) : ''].filter(Boolean));

/**
 * The kinds of a route, in a few words each.
 * @param {Board} board
 * @param {number} no
 * @param {boolean} [withColor]
 */
export function routeFacts(board, no, withColor = true) {
  const route = board.routes[no];
  return [
    t('route.spaces', { count: route.length }),
    withColor && (route.color ? colorName(route.color) : t('route.any_colour')),
    route.tunnel && t('route.tunnel'),
    route.ferry && t('route.ferry', { count: route.ferry }),
    route.carts && t('route.carts'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Why an action is not possible, in words.
 * @typedef {import('./shapes').Reason} Reason
 * @param {Reason} reason @param {(seat: number) => string} nameOf @param {number | null} own one's own seat
 */
export function reasonWords(reason, nameOf, own) {
  const numbers = reason.numbers ?? {};
  const gaps = { ...numbers };
  for (const [name, value] of Object.entries(numbers))
    if (typeof value === 'number' && (name === 'owner' || name === 'turn')) gaps[name] = nameOf(value);
    else if (typeof value === 'string' && (name === 'card' || name === 'color')) gaps[name] = colorName(value);
  gaps.count = numbers.missing ?? numbers.needed ?? numbers.offered ?? numbers.extra ?? numbers.seconds ?? 0;
  const key =
    [reason.key, `reason.${reason.code}`, `server.${reason.code}`, `refusal.${reason.code}`].find((k) => k && has(k)) ??
    'refusal.unknown';
  if (own !== null && numbers.owner === own && has(`${key}.you`)) return t(`${key}.you`, gaps);
  return t(key, { ...gaps, code: reason.code });
}

/** "belongs to Bruno", or "yours". @param {string} who */
export const ownedWords = (who) => (who === t('player.you') ? t('route.yours') : t('route.owned', { who }));

/**
 * A route's label for screen readers.
 * @param {Board} board
 * @param {number} no
 * @param {{ owner?: string | null, ways?: string[], reason?: string | null }} more
 */
export function routeWords(board, no, { owner = null, ways = [], reason = null }) {
  const parts = [
    routeName(board, no),
    routeFacts(board, no).replaceAll(' · ', ', '),
    owner ? ownedWords(owner) : t('route.free'),
  ];
  if (!owner && ways.length) parts.push(t('route.payable', { ways: ways.slice(0, 4).join(t('route.or')) }));
  if (!owner && reason) parts.push(reason);
  return parts.join(', ');
}
