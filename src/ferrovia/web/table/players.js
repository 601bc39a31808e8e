/** Everybody at the table: points, trains, cards, tickets, stations, clock; who is away, and who plays for them. */

import { h } from '../dom.js';
import { number, t } from '../i18n.js';
import { emblem, icon, SEATS } from '../parts.js';
import { lookAt } from './choosing.js';
import { botIn, clockLeft, clockWords, me, seatName } from './model.js';

/** @param {any} table @param {boolean} [sheet] on a phone: everything of everybody, over the board */
export function playersPanel(table, sheet = false) {
  return h(sheet ? 'div' : 'section', { class: ['panel players', sheet && 'is-sheet'], role: sheet ? 'group' : undefined, key: sheet ? 'players-sheet' : 'players', 'aria-label': t('player.title') }, table.info.seats.map((/** @type {any} */ info) => playerRow(table, info)));
}

/** @param {any} table @param {any} info */
function playerRow(table, info) {
  const { view, board } = table;
  const seat = view?.seats[info.seat];
  const active = view && view.phase !== 'over' && view.actors.includes(info.seat);
  const left = clockLeft(table, info.seat);
  const look = () => lookAt({ kind: 'seat', what: info.seat });
  const stock = (/** @type {any} */ picture, /** @type {number} */ count, /** @type {string} */ words) => h('span', { title: words }, icon(picture, 14), h('span', { class: 'sr' }, words), h('span', { 'aria-hidden': 'true' }, number(count)));
  return h('div', { class: ['player', `seat-${SEATS[info.seat]}`, active && 'is-active'], key: info.seat, tabindex: 0, role: 'group', 'aria-label': seatName(info), on: { pointerenter: look, pointerleave: () => lookAt(null), focus: look, blur: () => lookAt(null) } },
    emblem(info.seat, 34),
    h('div', { class: 'who' }, h('b', null, seatName(info)), info.seat === me(table) ? seatName(info) !== t('player.you') && h('em', null, t('player.you')) : note(table, info), left !== null && h('time', { class: ['clock', left < 15000 && 'is-low'] }, clockWords(left))),
    seat && h('div', { class: 'score', title: t('player.points', { count: seat.score }) }, number(seat.score)),
    seat && h('div', { class: 'stock' }, stock('train', seat.trains, t('player.trains', { count: seat.trains })), stock('cards', seat.cards, t('player.cards', { count: seat.cards })), stock('ticket', seat.tickets, t('player.tickets', { count: seat.tickets })),
      board?.stations.each > 0 && stock('station', seat.stations, t('player.stations', { count: seat.stations })), board?.bonuses.merchandise && stock('cart', seat.merchandise, t('player.merchandise', { count: seat.merchandise }))),
    seat && h('div', { class: 'fuel', 'aria-hidden': 'true' }, h('i', { style: { width: `${(100 * seat.trains) / board.trains}%` } })));
}

/** Bot, away, stand-in. @param {any} table @param {any} info */
function note(table, info) {
  const soon = botIn(table, info.seat);
  if (soon !== null) return h('em', { class: 'is-away' }, t('player.bot_in', { time: clockWords(soon) }));
  if (info.kind === 'bot') return h('em', null, t(`bot.${info.level ?? 'medium'}`));
  if (info.stand_in) return h('em', { class: 'is-away' }, t('player.stand_in'));
  if (info.kind === 'person' && !info.online) return h('em', { class: 'is-away' }, t('player.away'));
  return null;
}
