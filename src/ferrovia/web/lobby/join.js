/** Somebody with an invitation: which board, who sits there already, a name, and the chair is theirs. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { ask } from '../net/api.js';
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
 * What the server tells about an invitation before anybody sits down; a used or wrong one is told at once. Who has sat
 * down already and opens the invitation again goes on to the table.
 * @param {{ name: string, [part: string]: string }} place
 * @returns {Promise<boolean>} is there a table to go to?
 */
export async function arriveInvited(place) {
  change((s) => {
    s.invited = null;
  });
  try {
    lookup = lookUp(place);
    const { seated, seat, info } = await lookup;
    if (seated) return true;
    if (!info || state.place !== place) return false;
    change((s) => {
      s.invited = { seat, info, ref: null };
    });
    const ref = await refOf(info.board);
    change((s) => {
      if (s.invited?.info === info) s.invited.ref = ref;
    });
  } catch (error) {
    change((s) => {
      if (s.place === place) s.trouble = /** @type {any} */ (error);
    });
  }
  return false;
}

/**
 * The question that is on its way. Who sits down waits for it: later it would find the invitation used, by themselves.
 * @type {Promise<any>}
 */
let lookup = Promise.resolve();

/** @param {{ name: string, [part: string]: string }} place @returns {Promise<any>} */
async function lookUp(place) {
  const tables = await ask('/api/tables').catch(() => null);
  if (tables?.mine.some((/** @type {any} */ table) => table.id === place.id)) return { seated: true };
  return ask(`/api/tables/${place.id}/open`, { token: place.token });
}

/** @param {{ name: string, [part: string]: string }} place */
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
        await join(place.id, { name: lobby.name.trim() || t('player.guest'), token: place.token });
        go(`/table/${place.id}`);
      }
    } catch (error) {
      change((s) => {
        s.trouble = /** @type {any} */ (error);
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
        // Always there, empty at first: what comes later must not move the field that somebody is writing in.
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
              input: (/** @type {any} */ e) =>
                change((s) => {
                  s.lobby.name = e.target.value;
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

/** Who sits where; our own chair is marked. @param {any} invited */
const chairs = ({ seat: own, info }) =>
  h(
    'ul',
    { class: 'chairs', key: 'chairs', 'aria-label': t('join.who') },
    info.seats.map((/** @type {any} */ seat) =>
      h(
        'li',
        { key: seat.seat, class: [seat.kind === 'open' && 'is-open', seat.seat === own && 'is-own'] },
        emblem(seat.seat, 28),
        h(
          'div',
          { class: 'chair-name' },
          h('b', null, seat.seat === own ? t('join.yours') : seat.kind === 'open' ? t('gather.open') : seatName(seat)),
          seat.kind === 'bot' && h('small', null, t(`bot.${seat.level}`)),
        ),
      ),
    ),
  );
