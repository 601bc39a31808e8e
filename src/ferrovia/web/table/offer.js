/** Choosing tickets, at the start and later: each lights its cities and its cheapest way on the board. */

import { h } from '../dom.js';
import { number, t } from '../i18n.js';
import { primary } from '../parts.js';
import { state } from '../state.js';
import { ticketName } from '../words.js';
import { lookAt, tick } from './choosing.js';
import { keepAtLeast } from './top.js';
import { progressWords } from './tickets.js';
import { act } from './session.js';

/** @param {any} table */
export function offerDock(table) {
  const { you, board } = table;
  const { kept } = state.ui;
  const least = keepAtLeast(table);
  const start = table.view.phase === 'choosing_start';
  const keep = () => { if (kept.size >= least) act(`keep ${[...kept].sort((a, b) => a - b).join(' ')}`); };
  const chosen = you.offer.filter((/** @type {string} */ _, /** @type {number} */ i) => kept.has(i + 1)).reduce((/** @type {number} */ sum, /** @type {string} */ id) => sum + board.ticketBy.get(id).points, 0);
  return h('form', { class: 'dock is-choice is-offer', id: 'actions', key: 'offer', 'aria-label': t('offer.title'), on: { submit: (/** @type {Event} */ e) => { e.preventDefault(); keep(); } } },
    h('div', { class: 'group offer', key: 'offer' }, h('h2', null, t('offer.keep', { count: least }), h('small', null, t(start ? 'offer.start' : 'offer.later'))),
      h('div', { class: 'row' }, you.offer.map((/** @type {string} */ id, /** @type {number} */ i) => offered(table, id, i + 1)))),
    h('div', { class: 'group confirm', key: 'confirm' }, h('p', { class: 'hint' }, kept.size ? t('offer.worth', { count: chosen }) : t('offer.warning')),
      h('div', { class: 'buttons' }, primary(t('offer.confirm', { count: kept.size }), keep, { type: 'submit', disabled: kept.size < least || table.sending }))));
}

/** @param {any} table @param {string} id @param {number} place */
function offered(table, id, place) {
  const ticket = table.board.ticketBy.get(id);
  const look = () => lookAt({ kind: 'ticket', what: id });
  const looked = state.ui.looking?.kind === 'ticket' && state.ui.looking.what === id;
  return h('label', { class: ['offered', looked && 'is-focus', ticket.long && 'is-long'], key: id, on: { pointerenter: look, pointerleave: () => lookAt(null) } },
    h('input', { type: 'checkbox', checked: state.ui.kept.has(place), on: { change: () => { tick(place); look(); }, focus: look, blur: () => lookAt(null) } }),
    h('span', null, h('b', null, ticketName(table.board, id)), h('small', null, [ticket.long && `${t('ticket.long')} · `, progressWords(table, id)])), h('i', null, number(ticket.points)));
}
