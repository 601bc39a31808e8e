/** Joining with an invitation: the board, the people at the table, and a name. */

import { h, valueOf } from '../dom.js';
import { levelName, t } from '../i18n.js';
import { ask, reasonOf } from '../net/api.js';
import { refOf } from '../net/boards.js';
import { emblem, icon, inactive, primary } from '../components.js';
import { go } from '../route.js';
import { remember } from '../settings.js';
import { change, state } from '../state.js';
import { seatName } from '../table/model.js';
import { join } from '../table/session.js';
import { clockWords } from './lobby.js';
import { pageTop } from './shell.js';
import { thumbnail } from './thumbnail.js';
import { boardName } from '../words.js';

/**
 * Information about an invitation before joining; a used or wrong one is reported at once. A player who has already
 * joined goes on to the table.
 * @param {import('../shapes').Place} place
 * @returns {Promise<boolean>} is there a table to go to?
 */
export async function arriveInvited(place) {
  change((s) => {
    s.invited = null;
  });
  try {
    lookup = lookUp(place);
    const invitation = await lookup;
    if (invitation === 'seated') return true;
    if (!invitation?.info || state.place !== place) return false;
    const { seat, info } = invitation;
    change((s) => {
      s.invited = { seat, info, ref: null };
    });
    const ref = refOf(info.board);
    change(({ invited }) => {
      if (invited?.info === info) invited.ref = ref;
    });
  } catch (error) {
    change((s) => {
      if (s.place === place) s.trouble = reasonOf(error);
    });
  }
  return false;
}

/**
 * The pending lookup. Joining waits for it: otherwise the lookup would find the invitation used by this player.
 * @type {Promise<import('../protocol').LinkOpened | 'seated' | null>}
 */
let lookup = Promise.resolve(null);

/** @param {import('../shapes').Place} place @returns {typeof lookup} */
async function lookUp(place) {
  const tables = await ask('/api/tables').catch(() => null);
  if (tables?.mine.some((table) => table.id === place.id)) return 'seated';
  return ask(`/api/tables/${place.id}/open`, { token: place.token });
}

/** @param {import('../shapes').Place} place */
export function joinScreen(place) {
  const { lobby, invited } = state;
  const sit = async (/** @type {Event} */ e) => {
    e.preventDefault();
    if (lobby.busy) return;
    change((s) => {
      s.lobby.busy = true;
    });
    try {
      await lookup;
      if (state.place === place) {
        remember('name', lobby.name.trim());
        await join(place.id, { token: place.token });
        go(`/table/${place.id}`);
      }
    } catch (error) {
      change((s) => {
        s.trouble = reasonOf(error);
      });
    }
    change((s) => {
      s.lobby.busy = false;
    });
  };
  return h(
    'div',
    { class: 'lobby', key: 'join' },
    pageTop(),
    h(
      'main',
      { class: 'hall is-narrow' },
      h(
        'form',
        { class: 'sheet-card is-invitation', on: { submit: sit } },
        // Always present, empty at first: later content must not move the field that a visitor is typing in.
        h(
          'div',
          { class: 'about-table', key: 'about' },
          invited && thumbnail(invited.ref),
          h(
            'h1',
            { key: 'title' },
            invited ? t('join.to', { board: boardName(invited.info.board.name) }) : t('join.title'),
          ),
          invited &&
            h(
              'p',
              { class: 'hint', key: 'facts' },
              icon('people', 16),
              [t('join.players', { count: invited.info.seats.length }), clockWords(invited.info.clock)].join(' · '),
            ),
          invited && chairs(invited),
        ),
        h(
          'label',
          { class: 'field', key: 'name' },
          t('join.name'),
          h('input', {
            type: 'text',
            value: lobby.name,
            maxlength: 24,
            autocomplete: 'nickname',
            mount: (/** @type {HTMLElement} */ field) => {
              queueMicrotask(() => field.focus());
            },
            on: {
              input: (/** @type {Event} */ e) =>
                change((s) => {
                  s.lobby.name = valueOf(e);
                }),
            },
          }),
        ),
        h('p', { class: 'hint' }, t('join.lead')),
        h(
          'div',
          { class: 'buttons' },
          primary(t('join.sit'), () => {}, { type: 'submit', ...inactive(lobby.busy) }),
        ),
      ),
    ),
  );
}

/** The people at the table; the visitor's own seat is marked. @param {import('../shapes').Invited} invited */
const chairs = ({ seat: own, info }) =>
  h(
    'ul',
    { class: 'chairs', key: 'chairs', 'aria-label': t('join.who') },
    info.seats.map((seat) =>
      h(
        'li',
        { key: seat.seat, class: [seat.kind === 'open' && 'is-open', seat.seat === own && 'is-own'] },
        emblem(seat.seat, 28),
        h(
          'div',
          { class: 'chair-name' },
          h('b', null, seat.seat === own ? t('join.yours') : seat.kind === 'open' ? t('gather.open') : seatName(seat)),
          seat.kind === 'bot' && h('small', null, levelName(seat.level)),
        ),
      ),
    ),
  );
