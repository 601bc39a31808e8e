/** One person and bots: then a coach may look over the shoulder, when asked. */

import { t } from '../i18n.js';
import { say } from '../say.js';
import { change, state } from '../state.js';
import { actionWords } from './actions.js';
import { isMyTurn } from './model.js';
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
  if (best) say(`${t('banner.hint')} ${actionWords(table, best)}`);
}
