/** One person and bots: then a coach may look over the shoulder, when asked. */

import { t } from '../i18n.js';
import { say } from '../say.js';
import { change, state } from '../state.js';
import { actionWords } from './actions.js';
import { choosePayment, chooseRoute } from './choosing.js';
import { isMyTurn, waysFor } from './model.js';
import { inquire } from './session.js';

/** @param {any} table */
export const canAskCoach = (table) => table.you && table.info.seats.filter((/** @type {any} */ s) => s.kind === 'person').length === 1;

export async function askCoach() {
  const { table } = state;
  if (!isMyTurn(table)) return;
  const asked = table.stateNo;
  change(() => { table.hint = t('banner.thinking'); });
  const answer = await inquire('coach');
  if (table.stateNo !== asked) return;
  const best = answer?.moves?.[0];
  change(() => { table.hint = best ? actionWords(table, best) : null; });
  if (best?.kind === 'claim') showClaim(table, best);
  if (best) say(`${t('banner.hint')} ${actionWords(table, best)}`);
}

/** The route and the payment that the coach means, ready to be confirmed or not. @param {any} table @param {any} claim */
async function showClaim(table, claim) {
  const no = table.board.routeNo.get(claim.route);
  await chooseRoute(no);
  const way = waysFor(table, no).findIndex((one) => one.text === claim.text);
  if (way >= 0) choosePayment(way);
}
