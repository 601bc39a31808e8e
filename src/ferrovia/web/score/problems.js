/** Impossible entries in words: the server sends code and numbers, the page writes them in the player's language. */

import { has, t } from '../i18n.js';
import { cityName, routeName, ticketName } from '../words.js';

/** @typedef {import('../protocol').EntryProblem} Problem */

/** @param {import('./session.js').Open} open @param {Problem} problem @returns {string} */
export function problemWords({ game, board }, problem) {
  const { numbers = {}, reason } = problem;
  const key = `score.problem.${problem.code.replace('position/', '')}`;
  /** @type {Record<string, number | string>} */
  const gaps = { ...numbers };
  const [route, city, ticket] = ['route', 'city', 'ticket'].map((part) => String(numbers[part] ?? ''));
  for (const role of ['seat', 'other'])
    if (typeof numbers[role] === 'number') gaps[role === 'seat' ? 'who' : 'other'] = game.players[numbers[role]]?.name;
  if (board.routeNo.has(route)) gaps.route = routeName(board, route);
  if (board.cityNo.has(city)) gaps.city = cityName(board, city);
  if (ticket) gaps.ticket = ticketName(board, ticket);
  const complete = has(key) && !/\{\w+\}/.test(t(key, gaps));
  return complete ? t(key, gaps) : t('score.problem.other', { reason });
}

/**
 * The route that a problem is about, to show on the board.
 * @param {import('../shapes').Board} board @param {Problem} problem
 */
export const routeOfProblem = (board, { numbers }) => board.routeNo.find(String(numbers.route ?? '')) ?? null;
