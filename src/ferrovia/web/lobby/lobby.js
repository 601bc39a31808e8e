/** The lobby: a new table in one click, one's own tables, tables that are open to all. */

import { h } from '../dom.js';
import { LANGUAGES, speak, spoken, t } from '../i18n.js';
import { emblem, icon, primary, quiet, sign, tool } from '../parts.js';
import { go } from '../route.js';
import { change, state } from '../state.js';
import { switchTheme } from '../settings.js';
import { seatName } from '../table/model.js';
import { join } from '../table/session.js';
import { reasonWords } from '../words.js';
import { making } from './making.js';

/** The bar above every page but the table. */
export const pageTop = () => h('header', { class: 'top' },
  h('a', { class: 'brand', href: '/', on: { click: (/** @type {Event} */ e) => { e.preventDefault(); go('/'); } } }, sign(), h('b', null, 'Ferrovia')), h('span', null),
  h('nav', { class: 'tools', 'aria-label': t('tools.title') }, languagePicker(),
    tool('sun', t('tools.theme'), switchTheme), tool('help', t('tools.help'), () => go('/rules'))));

export const languagePicker = () => h('label', { class: 'language' }, h('span', { class: 'sr' }, t('tools.language')),
  h('select', { value: spoken(), on: { change: async (/** @type {any} */ e) => { await speak(e.target.value, true); change((s) => { if (s.table) s.table.storyOf = -1; }); } } },
    Object.entries(LANGUAGES).map(([id, name]) => h('option', { value: id, lang: id }, name))));

export function lobbyScreen() {
  const { lobby } = state;
  return h('div', { class: 'lobby', key: 'lobby' }, pageTop(), h('main', { class: 'hall' },
    making(),
    h('section', { class: 'tables', 'aria-label': t('lobby.tables') },
      lobby.mine.length > 0 && [h('h1', null, t('lobby.mine')), h('ul', null, lobby.mine.map(mineRow))],
      h('h1', null, t('lobby.open')), lobby.tables.length === 0 && h('p', { class: 'empty' }, t('lobby.none')), h('ul', null, lobby.tables.map(openRow)),
      h('p', { class: 'about' }, t('lobby.about')))));
}

/** @param {any} table */
function mineRow(table) {
  const mine = table.your_turn;
  return h('li', { key: table.id, class: mine && 'is-turn' }, h('div', null, h('b', null, table.board.name), h('small', null, t(`lobby.status.${table.status}`))), seats(table),
    (mine ? primary : quiet)(t(mine ? 'pill.your_turn' : table.status === 'over' ? 'lobby.replay' : 'lobby.go_on'), () => go(table.status === 'over' ? `/game/${table.id}` : `/table/${table.id}`)));
}

/** @param {any} table */
function openRow(table) {
  const free = table.open?.[0];
  const can = table.status === 'open' && free !== undefined;
  return h('li', { key: table.id }, h('div', null, h('b', null, table.board.name), h('small', null, [clockWords(table.clock), ' · ', can ? t('lobby.seats_free', { count: table.open.length }) : t('lobby.in_play')])), seats(table),
    can ? primary(t('lobby.join'), () => sitDown(table.id, free)) : quiet(t('lobby.watch'), () => go(`/table/${table.id}`)));
}

/** @param {any} table */
const seats = (table) => h('span', { class: 'seats' }, table.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => h('span', { title: seat.kind === 'open' ? t('gather.open') : seatName({ ...seat, seat: i }), class: seat.kind === 'open' && 'is-free' }, emblem(i, 22))));

/** @param {any} clock */
export const clockWords = (clock) => (clock.kind === 'none' ? t('clock.none') : clock.seconds >= 86400 ? t('clock.days_move', { count: Math.round(clock.seconds / 86400) })
  : clock.kind === 'move' ? t('clock.move', { count: clock.seconds }) : t('clock.bank', { count: Math.round(clock.seconds / 60), increment: clock.increment ?? 0 }));

/** @param {string} id @param {number} seat */
async function sitDown(id, seat) {
  try {
    await join(id, { name: state.lobby.name.trim() || t('player.guest'), seat });
    go(`/table/${id}`);
  } catch (error) {
    change((s) => { s.lobby.problem = reasonWords(/** @type {any} */ (error), String, null); });
  }
}

/** Somebody with an invitation: a name, and the chair is theirs. @param {{ id: string, token: string }} place */
export function joinScreen(place) {
  const { lobby } = state;
  const sit = async (/** @type {Event} */ e) => {
    e.preventDefault();
    change((s) => { s.lobby.busy = true; });
    try {
      const { remember } = await import('../settings.js');
      remember('name', lobby.name.trim());
      await join(place.id, { name: lobby.name.trim() || t('player.guest'), token: place.token });
      go(`/table/${place.id}`);
    } catch (error) {
      change((s) => { s.trouble = /** @type {any} */ (error); });
    }
    change((s) => { s.lobby.busy = false; });
  };
  return h('div', { class: 'lobby', key: 'join' }, pageTop(), h('main', { class: 'hall is-narrow' }, h('form', { class: 'sheet-card', on: { submit: sit } },
    h('h1', null, t('join.title')), h('p', { class: 'lead' }, t('join.lead')),
    h('label', { class: 'field' }, t('join.name'), h('input', { type: 'text', value: lobby.name, maxlength: 24, autocomplete: 'nickname', mount: (/** @type {HTMLElement} */ field) => { queueMicrotask(() => field.focus()); }, on: { input: (/** @type {any} */ e) => change((s) => { s.lobby.name = e.target.value; }) } })),
    h('div', { class: 'buttons' }, primary(t('join.sit'), () => {}, { type: 'submit', disabled: lobby.busy })))));
}

/** What went wrong, in one sentence, and one button. @param {any} trouble */
export const troubleScreen = (trouble) => h('div', { class: 'lobby', key: 'trouble' }, pageTop(), h('main', { class: 'hall is-narrow' }, h('div', { class: 'sheet-card', role: 'alert' },
  icon('help', 34), h('h1', null, t('trouble.title')), h('p', { class: 'lead' }, reasonWords(trouble, String, null)),
  h('div', { class: 'buttons' }, trouble.code === 'page/outdated' ? primary(t('trouble.reload'), () => location.reload()) : primary(t('trouble.home'), () => go('/'))))));
