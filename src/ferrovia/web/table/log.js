/** What happened, newest first: first what came since one's own last turn. A line lights what it speaks of on the board. */

import { h } from '../dom.js';
import { list, pieces, t } from '../i18n.js';
import { chip, emblem, icon } from '../parts.js';
import { say } from '../say.js';
import { state } from '../state.js';
import { cityName, routeName, ticketName } from '../words.js';
import { lookAt } from './choosing.js';
import { me, nameOf, seatName } from './model.js';
import { keyOf, sentence, story } from './story.js';

const SHOWN = 60;

/** @param {any} table */
export function logPanel(table) {
  const lines = story(table);
  const own = lines.findLastIndex((line) => line.seat === me(table) && me(table) !== null);
  const since = own < 0 ? [] : lines.slice(own + 1).reverse();
  const before = (own < 0 ? lines : lines.slice(0, own + 1)).slice(-SHOWN).reverse();
  return h('section', { class: 'panel log', key: 'log', 'aria-label': t('story.title'), tabindex: 0 },
    lines.length === 0 && [h('h2', null, t('story.title')), h('p', { class: 'empty' }, table.view ? t('story.empty') : t('story.before'))],
    since.length > 0 && [h('h2', { key: 'since', class: 'since' }, t('story.since'), since.some((line) => line.routes.length + line.cities.length > 0) && h('button', { type: 'button', on: { click: () => tellAgain(since) } }, icon('forward', 12), t('story.again'))), h('ol', { key: 'since-list' }, since.map((line) => drawLine(table, line)))],
    before.length > 0 && [h('h2', { key: 'before' }, since.length ? t('story.earlier') : t('story.title')), h('ol', { key: 'before-list', class: since.length && 'is-earlier' }, before.map((line) => drawLine(table, line)))]);
}

let telling = 0;

/** What happened since one looked away, once more: each line lights its place on the board. @param {import('./story.js').Line[]} lines newest first */
function tellAgain(lines) {
  clearInterval(telling);
  const rest = [...lines].reverse();
  const next = () => {
    const line = rest.shift();
    if (!line) clearInterval(telling);
    lookAt(line ? { kind: 'log', what: line } : null);
    if (line) say(sentence(state.table, line));
  };
  next();
  telling = window.setInterval(next, 1400);
}

/** @param {any} table @param {import('./story.js').Line} line */
function drawLine(table, line) {
  const speaks = line.routes.length + line.cities.length > 0;
  const look = () => lookAt({ kind: 'log', what: line });
  const events = speaks ? { pointerenter: look, pointerleave: () => lookAt(null), focus: look, blur: () => lookAt(null) } : {};
  return h('li', { key: `${line.number}-${line.key}-${line.seat ?? ''}`, class: [speaks && 'speaks', line.mood && `is-${line.mood}`, state.ui.looking?.kind === 'log' && state.ui.looking.what === line && 'is-told'], tabindex: speaks ? 0 : undefined, on: events, title: sentence(table, line) },
    line.seat === null ? h('i', { class: 'no-one' }) : emblem(line.seat, 18), h('p', null, inside(table, line)));
}

/** The sentence with its cards drawn. @param {any} table @param {import('./story.js').Line} line */
function inside(table, line) {
  const { board } = table;
  const { gaps } = line;
  const filled = /** @type {Record<string, any>} */ ({ count: gaps.count, reason: gaps.reason });
  if (line.seat !== null) filled.who = h('b', null, line.key.startsWith('story.') ? seatName(table.info.seats[line.seat]) : nameOf(table, line.seat));
  if (gaps.route !== undefined) filled.route = h('b', null, routeName(board, gaps.route));
  if (gaps.city !== undefined) filled.city = h('b', null, cityName(board, gaps.city));
  if (gaps.pay) filled.payment = [gaps.pay.color && chip(gaps.pay.color, gaps.pay.colored), chip('wild', gaps.pay.wilds)];
  if (gaps.tickets) filled.tickets = list(gaps.tickets.map((/** @type {string} */ id) => ticketName(board, id)));
  if (gaps.cards) filled.cards = cardsDrawn(gaps.cards);
  const turned = gaps.turned?.length ? [pieces('story.turned', { cards: gaps.turned.map((/** @type {string} */ c) => chip(c)) }), ' '] : null;
  return [turned, pieces(keyOf(table, line), filled)];
}

/** @param {Array<{ card: string | null, unseen: boolean }>} cards */
function cardsDrawn(cards) {
  if (cards.length === 2 && cards.every((c) => c.card === null)) return t('log.two_unseen');
  const one = (/** @type {{ card: string | null }} */ { card }) => (card === null ? t('log.unseen') : chip(card));
  return cards.length === 2 ? [one(cards[0]), ` ${t('log.and')} `, one(cards[1])] : [one(cards[0])];
}
