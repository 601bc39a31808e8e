/** What lies over a page for a moment: rules, menu, chat. One at a time; Escape closes it and focus goes back. */

import { h } from './dom.js';
import { helpBody } from './help/help.js';
import { t } from './i18n.js';
import { languagePicker } from './lobby/lobby.js';
import { linkRow } from './lobby/links.js';
import { emblem, icon, primary, quiet, tool } from './parts.js';
import { go } from './route.js';
import { switchSound, switchTheme } from './settings.js';
import { change, state } from './state.js';
import { me, seatName } from './table/model.js';
import { keepLinks, wish } from './table/session.js';

const close = () => change((s) => { s.dialog = null; s.rule = null; });

export function dialog() {
  if (!state.dialog) return null;
  const inside = { help: () => h('div', { class: 'help' }, helpBody()), menu, chat, keys: () => h('div', { class: 'help' }, helpBody()), share: menu }[state.dialog];
  const title = { help: t('tools.help'), keys: t('tools.help'), menu: t('tools.menu'), chat: t('tools.chat'), share: t('tools.menu') }[state.dialog];
  return h('dialog', { class: `over is-${state.dialog}`, key: `dialog-${state.dialog}`, 'aria-label': title, mount: undefined, on: { cancel: (/** @type {Event} */ e) => { e.preventDefault(); close(); }, click: (/** @type {any} */ e) => { if (e.target.tagName === 'DIALOG') close(); } } },
    h('header', null, h('h2', null, title), tool('close', t('close'), close)), h('div', { class: 'inside' }, inside()));
}

/** Where the focus was before a dialog took it. @type {Element | null} */
let returnTo = null;

/** After a redraw: a new dialog is opened in the browser's own top layer, which keeps focus inside; afterwards it goes back. */
export function afterDialog() {
  const element = document.querySelector('dialog.over');
  if (element instanceof HTMLDialogElement && !element.open) {
    returnTo ??= document.activeElement;
    element.showModal();
  } else if (!element && returnTo) {
    if (returnTo.isConnected && returnTo instanceof HTMLElement) returnTo.focus();
    returnTo = null;
  }
}

function menu() {
  const { table } = state;
  const phone = innerWidth < 600;
  return [
    table?.info && people(table),
    h('div', { class: 'menu-row', key: 'settings' }, languagePicker(), quiet(t('tools.theme'), switchTheme), quiet(t(state.sound ? 'tools.sound_on' : 'tools.sound_off'), switchSound)),
    phone && table && h('div', { class: 'menu-row', key: 'phone' }, quiet(t('tools.list'), () => change((s) => { s.ui.list = true; s.dialog = null; })), quiet(t('tools.chat'), () => change((s) => { s.dialog = 'chat'; s.table.unread = 0; }))),
    table?.info && linksOf(table),
    table?.info && (table.host || table.held.length > 0) && rights(table),
    h('div', { class: 'menu-row', key: 'leave' }, quiet(t('menu.lobby'), () => { close(); go('/'); }), quiet(t('tools.help'), () => change((s) => { s.dialog = 'help'; }))),
  ];
}

/** Who sits here, and what the host may do about it. @param {any} table */
const people = (table) => h('ul', { class: 'chairs', key: 'people' }, table.info.seats.map((/** @type {any} */ seat) => h('li', { key: seat.seat }, emblem(seat.seat, 28), h('div', { class: 'chair-name' }, h('b', null, seatName(seat)), h('small', null, seatNote(table, seat))),
  table.host && seat.kind === 'person' && !table.held.includes(seat.seat) && [
    quiet(t('menu.to_bot'), () => host('bot', { seat: seat.seat, level: 'medium' })), quiet(t(seat.muted ? 'menu.unmute' : 'menu.mute'), () => host('mute', { seat: seat.seat, on: !seat.muted })), quiet(t('menu.remove'), () => host('remove', { seat: seat.seat }))])));

/** @param {any} table @param {any} seat */
const seatNote = (table, seat) => (seat.kind === 'bot' ? t(`bot.${seat.level}`) : seat.kind === 'open' ? t('gather.open') : table.held.includes(seat.seat) ? t('player.you') : seat.stand_in ? t('player.stand_in') : seat.online ? t('gather.here') : t('player.away'));

/** @param {string} what @param {object} more */
const host = (what, more) => wish({ type: 'host', do: what, ...more });

/** What the host decides for all; what everybody decides for themselves. @param {any} table */
const rights = (table) => h('div', { class: 'menu-row', key: 'rights' },
  table.host && h('label', { class: 'field' }, t('menu.chat'), h('select', { value: table.info.chat, on: { change: (/** @type {any} */ e) => host('chat', { mode: e.target.value }) } }, ['free', 'phrases', 'off'].map((mode) => h('option', { value: mode }, t(`menu.chat.${mode}`))))),
  table.held.length === 1 && table.info.status !== 'over' && quiet(t('menu.leave'), async () => { await wish({ type: 'leave', seat: table.held[0] }); close(); go('/'); }),
  table.held.length === 1 && quiet(t('menu.forget'), () => wish({ type: 'forget', seat: table.held[0] })),
  table.host && table.info.status === 'open' && quiet(t('menu.close'), async () => { await host('close', {}); close(); go('/'); }));

/** @param {any} table */
const linksOf = (table) => h('div', { class: 'menu-links', key: 'links' }, table.held.length > 0 && (table.links.own ? linkRow(t('menu.own_link'), table.links.own, 'own') : quiet(t('menu.make_own_link'), () => fetchLink('own', { type: 'link', seat: table.held[0] }))),
  table.links.watch ? linkRow(t('gather.watch_link'), table.links.watch, 'watch') : table.host && quiet(t('menu.make_watch_link'), () => fetchLink('watch', { type: 'host', do: 'watch_link' })));

/** @param {string} name @param {object} message */
async function fetchLink(name, message) {
  const { table } = state;
  const data = await wish(message);
  if (!data?.link) return;
  change(() => { table.links = { ...table.links, [name]: data.link }; });
  keepLinks(table.id, table.links);
}

const PHRASES = ['hello', 'good_luck', 'well_played', 'thanks', 'sorry', 'one_moment', 'your_turn', 'ouch', 'good_game', 'again', 'bye'];

function chat() {
  const { table } = state;
  const lines = table.rows.filter((/** @type {any} */ row) => row.kind === 'chat' && (row.data.text || row.data.phrase)).slice(-60);
  const send = (/** @type {object} */ what) => wish({ type: 'chat', ...what });
  const speak = (/** @type {any} */ e) => {
    e.preventDefault();
    const field = e.target.querySelector('input');
    if (field.value.trim()) send({ text: field.value.trim() });
    field.value = '';
  };
  return [
    h('ol', { class: 'chat', key: 'lines', 'aria-live': 'polite' }, lines.length === 0 && h('li', { class: 'empty' }, t('chat.empty')), lines.map((/** @type {any} */ row) => h('li', { key: row.number, class: row.seat === me(table) && 'is-own' }, row.seat !== null && emblem(row.seat, 22), h('p', null, h('b', null, row.seat === null ? t('chat.host') : seatName(table.info.seats[row.seat])), ' ', row.data.phrase ? t(`server.phrase.${row.data.phrase}`) : row.data.text)))),
    table.held.length > 0 && table.info.chat !== 'off' && [
      h('div', { class: 'phrases', key: 'phrases' }, PHRASES.map((phrase) => h('button', { type: 'button', key: phrase, on: { click: () => send({ phrase }) } }, t(`server.phrase.${phrase}`)))),
      table.info.chat === 'free' && h('form', { class: 'say', key: 'say', on: { submit: speak } }, h('input', { type: 'text', maxlength: 280, 'aria-label': t('chat.write'), placeholder: t('chat.write') }), primary(icon('chat', 16), () => {}, { type: 'submit', 'aria-label': t('chat.send'), title: t('chat.send') })),
    ],
  ];
}
