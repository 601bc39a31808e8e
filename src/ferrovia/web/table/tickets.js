/** One's tickets: how far each is; hover or focus lights its cities and the routes it lacks. */

import { h } from '../dom.js';
import { number, t } from '../i18n.js';
import { icon } from '../parts.js';
import { state } from '../state.js';
import { cityName, ticketName } from '../words.js';
import { lookAt } from './choosing.js';
import { me, outlookOf } from './model.js';

/** "2 routes · 8 trains to go". @param {any} table @param {string} id */
export function progressWords(table, id) {
  const outlook = outlookOf(table, id);
  if (!outlook) return '…';
  if (outlook.joined) return t('ticket.joined');
  if (!outlook.possible) return t('ticket.impossible');
  return `${t('ticket.routes', { count: outlook.missing.length })} · ${t('ticket.trains', { count: outlook.trains })}`;
}

/** @param {any} table */
export function ticketsPanel(table) {
  const { you } = table;
  if (!you) return null;
  const done = you.tickets.filter((/** @type {string} */ id) => outlookOf(table, id)?.joined).length;
  return h('section', { class: 'panel tickets', key: 'tickets', 'aria-label': t('ticket.title') }, h('h2', null, t('ticket.title'), you.tickets.length > 0 && h('small', null, t('ticket.done', { done, count: you.tickets.length }))),
    you.tickets.length === 0 && h('p', { class: 'empty' }, t('ticket.none')),
    h('ul', null, you.tickets.map((/** @type {string} */ id) => ticketRow(table, id))));
}

/** @param {any} table @param {string} id */
function ticketRow(table, id) {
  const ticket = table.board.ticketBy.get(id);
  const outlook = outlookOf(table, id);
  const look = () => lookAt({ kind: 'ticket', what: id });
  const looked = state.ui.looking?.kind === 'ticket' && state.ui.looking.what === id;
  const trains = table.view?.seats[me(table) ?? 0].trains ?? 0;
  const whole = Math.max(ticket.points, outlook?.trains ?? 0, 1);
  const share = outlook?.joined ? 1 : outlook?.possible ? Math.max(0.03, 1 - outlook.trains / whole) : 0;
  return h('li', { key: id }, h('button', { type: 'button', class: ['ticket', outlook?.joined && 'is-done', ticket.long && 'is-long', looked && 'is-looked', outlook && !outlook.joined && (!outlook.possible || outlook.trains > trains) && 'is-lost'],
    'aria-label': `${ticketName(table.board, id)}, ${t('ticket.points', { count: ticket.points })}, ${progressWords(table, id)}`,
    on: { pointerenter: look, pointerleave: () => lookAt(null), focus: look, blur: () => lookAt(null), click: look } },
    h('span', { class: 'pair' }, h('b', null, cityName(table.board, ticket.cities[0])), h('i', null), h('b', null, cityName(table.board, ticket.cities[1]))),
    h('span', { class: 'worth' }, number(ticket.points)),
    h('span', { class: 'progress' }, h('i', { style: { width: `${Math.round(100 * share)}%` } })),
    h('span', { class: 'note' }, outlook?.joined && icon('check', 13), progressWords(table, id))));
}
