/** The menu: people at the table, settings of this browser, links, commands for host and seat. */

import { h, valueOf } from '../dom.js';
import { levelName, t } from '../i18n.js';
import { linkRow } from '../lobby/links.js';
import { languagePicker } from '../lobby/shell.js';
import { emblem, quiet } from '../components.js';
import { go } from '../route.js';
import {
  helpName,
  canNotify,
  chooseAsking,
  isSmall,
  withoutKeyOnTouch,
  switchNotify,
  switchSound,
  switchTheme,
  WILD_ASKING,
} from '../settings.js';
import { change, state } from '../state.js';
import { switchChat, switchList } from './selection.js';
import { listedName, youNote } from './model.js';
import { refusal } from './news.js';
import { wish } from './requests.js';
import { keepLinks } from './session.js';

const close = () =>
  change((s) => {
    s.dialog = null;
    s.rule = null;
  });

/** A table whose seats have come, though maybe not its board. @typedef {import('../shapes').TableState & {
 *   info: import('../protocol').TableInfo }} WithSeats */

/** @param {import('../shapes').TableState | null} table @returns {table is WithSeats} */
const hasSeats = (table) => table !== null && table.info !== null;

export function menu() {
  const { table } = state;
  const phone = isSmall();
  return [
    hasSeats(table) && refusal(table),
    hasSeats(table) && part('people', t('menu.people'), people(table)),
    phone &&
      table &&
      h(
        'div',
        { class: 'menu-row', key: 'phone' },
        quiet(withoutKeyOnTouch(t('tools.list')), () => {
          close();
          switchList();
        }),
        quiet(t('tools.chat'), switchChat),
      ),
    part('settings', t('menu.settings'), settings()),
    hasSeats(table) && (table.held.length > 0 || table.host) && part('links', t('menu.links'), linksOf(table)),
    hasSeats(table) && (table.host || table.held.length > 0) && part('rights', t('menu.seat'), rights(table)),
    h(
      'div',
      { class: 'menu-row is-last', key: 'leave' },
      quiet(t('menu.lobby'), () => {
        close();
        go('/');
      }),
      quiet(helpName(), () =>
        change((s) => {
          s.dialog = 'help';
        }),
      ),
    ),
  ];
}

/** @param {string} key @param {string} title @param {import('../dom.js').Child} inside */
const part = (key, title, inside) => h('section', { class: 'menu-part', key }, h('h3', null, title), inside);

/** A row with its label on the left and the choice on the right. */
const settings = () =>
  h(
    'div',
    { class: 'setting-list' },
    h(
      'div',
      { class: 'setting', key: 'language' },
      h('span', { 'aria-hidden': 'true' }, t('tools.language')),
      languagePicker(),
    ),
    switched('theme', t('set.dark'), state.theme === 'dark', switchTheme),
    switched('sound', withoutKeyOnTouch(t('set.sound')), state.sound, switchSound),
    canNotify() &&
      switched(
        'notify',
        t('set.notify'),
        state.notify === 'on',
        switchNotify,
        state.notify === 'denied' ? t('set.notify_denied') : '',
      ),
    h(
      'label',
      { class: 'setting', key: 'wild' },
      h('span', null, t('set.wild')),
      h(
        'select',
        { value: state.askWild, on: { change: (/** @type {Event} */ e) => chooseAsking(valueOf(e)) } },
        WILD_ASKING.map((when) => h('option', { value: when }, t(`set.wild.${when}`))),
      ),
    ),
  );

/** @param {string} key @param {string} words @param {boolean} on @param {() => void} act @param {string} [note] */
const switched = (key, words, on, act, note = '') =>
  h(
    'label',
    { class: 'setting', key },
    h('span', null, words, note && h('small', null, note)),
    h('input', { type: 'checkbox', role: 'switch', checked: on, on: { change: act } }),
  );

/** The people at the table, with the host's commands. @param {WithSeats} table */
export const people = (table) =>
  h(
    'ul',
    { class: 'chairs', key: 'people' },
    table.info.seats.map((seat) =>
      h(
        'li',
        { key: seat.seat },
        emblem(seat.seat, 28),
        h(
          'div',
          { class: 'chair-name' },
          h('b', null, listedName(table, seat)),
          h('small', null, seatNote(table, seat)),
        ),
        table.host &&
          seat.kind === 'person' &&
          !table.held.includes(seat.seat) && [
            quiet(t('menu.to_bot'), () => host('bot', { seat: seat.seat, level: state.server.default_level || null })),
            quiet(t(seat.muted ? 'menu.unmute' : 'menu.mute'), () =>
              host('mute', { seat: seat.seat, on: !seat.muted }),
            ),
            quiet(t('menu.remove'), () => host('remove', { seat: seat.seat })),
          ],
      ),
    ),
  );

/** @param {WithSeats} table @param {import('../protocol').SeatInfo} seat */
const seatNote = (table, seat) =>
  seat.kind === 'bot'
    ? levelName(seat.level)
    : seat.kind === 'open'
      ? t('gather.open')
      : table.held.includes(seat.seat)
        ? youNote(listedName(table, seat))
        : seat.stand_in
          ? t('player.stand_in')
          : seat.online
            ? t('gather.here')
            : t('player.away');

/** @typedef {import('../protocol').Host} Host */

/** @param {Host['do']} what @param {Pick<Host, 'seat' | 'level' | 'on' | 'mode'>} more */
const host = (what, more) => wish({ type: 'host', do: what, ...more });

const CHAT_MODES = /** @type {const} */ (['free', 'phrases', 'off']);

/** @param {Event} event */
const chooseChat = (event) => host('chat', { mode: CHAT_MODES.find((mode) => mode === valueOf(event)) });

/** To the lobby, unless the wish was refused. @param {ReturnType<typeof wish>} wished */
async function goodbye(wished) {
  if ((await wished) === null) return;
  close();
  go('/');
}

/** The host's settings for all; each player's own settings. @param {WithSeats} table */
const rights = (table) => [
  table.host &&
    h(
      'div',
      { class: 'setting-list', key: 'chat' },
      h(
        'label',
        { class: 'setting is-chat' },
        t('menu.chat'),
        h(
          'select',
          { value: table.info.chat, on: { change: chooseChat } },
          CHAT_MODES.map((mode) => h('option', { value: mode }, t(`menu.chat.${mode}`))),
        ),
      ),
    ),
  h(
    'div',
    { class: 'menu-row', key: 'rights' },
    table.held.length === 1 &&
      table.info.status !== 'over' &&
      quiet(t('menu.leave'), () => goodbye(wish({ type: 'leave', seat: table.held[0] }))),
    table.held.length === 1 && quiet(t('menu.forget'), () => wish({ type: 'forget', seat: table.held[0] })),
    table.host && table.info.status === 'open' && quiet(t('menu.close'), () => goodbye(host('close', {}))),
  ),
];

/** @param {WithSeats} table */
const linksOf = (table) =>
  h(
    'div',
    { class: 'menu-links', key: 'links' },
    table.held.length > 0 &&
      (table.links.own
        ? linkRow(t('menu.own_link'), table.links.own, 'own')
        : quiet(t('menu.make_own_link'), () => fetchLink('own', { type: 'link', seat: table.held[0] }))),
    table.links.watch
      ? linkRow(t('gather.watch_link'), table.links.watch, 'watch')
      : table.host && quiet(t('menu.make_watch_link'), () => fetchLink('watch', { type: 'host', do: 'watch_link' })),
  );

/** @param {string} name @param {import('../net/requests').Wish} message */
async function fetchLink(name, message) {
  const { table } = state;
  const link = (await wish(message))?.link;
  if (!link || !table) return;
  change(() => {
    table.links = { ...table.links, [name]: link };
  });
  keepLinks(table.id, table.links);
}
