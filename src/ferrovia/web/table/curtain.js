/** Several people at one screen: a curtain between their turns, so that no player sees another's cards. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { emblem, primary } from '../components.js';
import { held, seatName } from './model.js';
import { look } from './session.js';

/**
 * The seat of ours that is to act while the curtain is down; null if none.
 * @param {import('../shapes').Table} table
 * @returns {number | null}
 */
export function nextAtScreen(table) {
  if (held(table).length < 2 || !table.view || table.view.phase === 'over' || table.look !== null) return null;
  return table.view.actors.find((/** @type {number} */ seat) => held(table).includes(seat)) ?? null;
}

/** @param {import('../shapes').Table} table */
export function curtain(table) {
  const seat = nextAtScreen(table);
  if (seat === null) return null;
  const name = seatName(table.info.seats[seat]);
  return h(
    'div',
    {
      class: 'curtain',
      key: 'curtain',
      role: 'dialog',
      'aria-modal': 'true',
      'aria-label': t('curtain.pass', { who: name }),
    },
    h(
      'div',
      { class: 'sheet-card' },
      emblem(seat, 72),
      h('h1', null, t('curtain.pass', { who: name })),
      h('p', { class: 'lead' }, t('curtain.why')),
      primary(t('curtain.ready', { who: name }), () => look(seat), { autofocus: true }),
    ),
  );
}
