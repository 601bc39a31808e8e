/** What cannot be, in words: the server names it by code and numbers, the page says it in the player's language. */

import { has, t } from '../i18n.js';
import { cityName, routeName, ticketName } from '../words.js';

/** @param {import('./session.js').Open} open @param {any} problem @returns {string} */
export function problemWords({ game, board }, problem) {
  const { numbers = {}, reason } = problem;
  const key = `score.problem.${problem.code.replace('position/', '')}`;
  const gaps = { ...numbers };
  for (const role of ['seat', 'other'])
    if (typeof numbers[role] === 'number') gaps[role === 'seat' ? 'who' : 'other'] = game.players[numbers[role]]?.name;
  if (numbers.route && board.routeNo.has(numbers.route)) gaps.route = routeName(board, numbers.route);
  if (numbers.city && board.cityNo.has(numbers.city)) gaps.city = cityName(board, numbers.city);
  if (numbers.ticket) gaps.ticket = ticketName(board, numbers.ticket);
  const complete = has(key) && !/\{\w+\}/.test(t(key, gaps));
  return complete ? t(key, gaps) : t('score.problem.other', { reason });
}

/** The route that a problem is about, to be shown on the board. @param {any} board @param {any} problem */
export const routeOfProblem = (board, problem) => board.routeNo.find(problem.numbers?.route) ?? null;
