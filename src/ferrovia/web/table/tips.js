/**
 * For the first game in this browser: one sentence at a time about what is to be done, until it is done or sent away.
 */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { icon, tool } from '../components.js';
import { remember, remembered } from '../settings.js';
import { change, state } from '../state.js';
import { claimable, isMyTurn } from './model.js';

const LAST = 4;

/** Which sentence fits what the player sees now. @param {any} table @returns {number | null} */
function fitting(table) {
  if (!table.you || !isMyTurn(table)) return null;
  if (table.you.offer.length > 0 && table.view.phase === 'choosing_start') return 1;
  if (table.view.phase === 'second_card') return 3;
  if (table.view.phase === 'turn')
    return claimable(table).size > 0 && table.view.turns_played >= table.view.seats.length ? 4 : 2;
  return null;
}

/** Beside the board where there is room; on small screens over it. @param {any} table @param {'side' | 'map'} place */
export function tip(table, place) {
  if (innerWidth > 1180 !== (place === 'side')) return null;
  const seen = Number(remembered('tips') ?? 0);
  const number = fitting(table);
  if (
    seen >= LAST ||
    number === null ||
    number <= seen ||
    state.ui.route !== null ||
    state.ui.asking !== null ||
    state.ui.list
  )
    return null;
  // Over the map it makes way for the ways of tickets being ticked, and for banners, which lie in the same place.
  if (place === 'map' && (state.ui.kept.size > 0 || table.hint || table.refused || table.reveal || table.notice))
    return null;
  return h(
    'aside',
    { class: 'tip', key: `tip-${number}`, 'aria-label': t('tip.title') },
    icon('bulb', 20),
    h('p', null, t(`tip.${number}`)),
    h(
      'div',
      { class: 'tip-buttons' },
      h(
        'button',
        {
          type: 'button',
          on: {
            click: () =>
              change((s) => {
                s.dialog = 'help';
              }),
          },
        },
        t('tip.more'),
      ),
      tool('close', t('tip.enough'), () => enough(LAST)),
    ),
  );
}

/** What was done needs no telling again. @param {any} table */
export function learnt(table) {
  const number = fitting(table);
  const seen = Number(remembered('tips') ?? 0);
  if (number !== null && number > seen && number - 1 > seen) remember('tips', String(number - 1));
}

/** @param {number} upTo */
function enough(upTo) {
  remember('tips', String(upTo));
  change(() => {});
}

/** Once a route is claimed, a newcomer is none any more. */
export const graduate = () => {
  if (Number(remembered('tips') ?? 0) < LAST) enough(LAST);
};
