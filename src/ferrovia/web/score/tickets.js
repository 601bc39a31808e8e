/** The tickets: all of the board's with search, by tapping a city, and those that the board file lacks. */

import { emblem, icon, quiet, tool } from '../components.js';
import { h } from '../dom.js';
import { number, t } from '../i18n.js';
import { cityName, ticketName } from '../words.js';
import { fits, namesOf } from './search.js';
import { give } from './game.js';
import { searchField } from './pieces.js';
import { alter, enter } from './session.js';

/** @typedef {import('./session.js').Open} Open */

/** @param {Open} it */
export function ticketsPanel(it) {
  const { board, game, seat, search, city } = it;
  const who = game.players[seat].name;
  const tickets = [...board.tickets]
    .filter((ticket) => (city === null ? fits(namesOf(board, ticket), search) : ticket.cities.includes(city)))
    .sort((a, b) => ticketName(board, a.id).localeCompare(ticketName(board, b.id)));
  const count = Object.values(game.tickets).filter((owner) => owner === seat).length;
  const others = game.others.map((one, place) => ({ ...one, place })).filter((one) => one.seat === seat);
  return [
    h('p', { class: 'hint' }, t('score.hint.tickets', { who })),
    searchField(t('score.find_ticket'), search),
    city !== null &&
      quiet(t('score.only_city', { city: cityName(board, city) }), () =>
        alter((now) => Object.assign(now, { city: null })),
      ),
    h(
      'section',
      { class: 'score-held', key: 'tickets' },
      h('h2', null, t('score.tickets_of', { who }), h('small', { role: 'status' }, number(count + others.length))),
      tickets.length === 0 && h('p', { class: 'empty' }, t('score.no_ticket')),
      h(
        'ul',
        { class: 'score-list' },
        tickets.map((ticket) => row(it, ticket)),
      ),
    ),
    unknown(it, others),
  ];
}

/** @param {Open} it @param {import('../shapes').Ticket} ticket */
function row(it, { id, points, long }) {
  const { board, game, seat, count } = it;
  const owner = game.tickets[id];
  const mine = owner === seat;
  const done = count?.sheets?.[owner]?.tickets.find((one) => one.ticket === id)?.completed;
  const words = [ticketName(board, id), long && t('score.long')].filter(Boolean).join(' · ');
  return h(
    'li',
    { key: id, class: mine && 'is-held' },
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': String(mine),
        on: {
          click: () =>
            owner === undefined || mine
              ? enter((now) => give(now, 'tickets', id, mine ? null : seat))
              : alter((now) => Object.assign(now, { taken: { what: 'tickets', id, owner } })),
        },
      },
      h('span', null, words, owner !== undefined && done !== undefined && verdict(done)),
      h('b', null, number(points)),
      owner === undefined ? icon('plus', 18) : emblem(game.players[owner].color, 22),
    ),
  );
}

/** @param {boolean} done */
const verdict = (done) =>
  h('small', { class: done ? 'is-done' : 'is-missed' }, t(done ? 'score.done' : 'score.missed'));

/** @param {Open} it @param {Array<import('./game.js').OtherTicket & { place: number }>} others */
function unknown(it, others) {
  const { board } = it;
  const name = (/** @type {[string, string]} */ cities) => cities.map((city) => cityName(board, city)).join(' – ');
  return h(
    'details',
    { class: 'score-held', key: 'others', open: others.length > 0 },
    h('summary', null, t('score.other_ticket')),
    h(
      'ul',
      { class: 'score-list' },
      others.map(({ cities, points, place }) =>
        h(
          'li',
          { key: `${cities}-${place}` },
          h('span', { class: 'row' }, icon('ticket', 16), h('span', null, name(cities))),
          h('b', null, number(points)),
          tool('close', t('score.take_back', { what: name(cities) }), () =>
            enter((now) => ({ ...now, others: now.others.filter((_, i) => i !== place) })),
          ),
        ),
      ),
    ),
    h(
      'form',
      { class: 'score-other', on: { submit: (/** @type {SubmitEvent} */ e) => add(e, it.seat) } },
      citySelect(board, 'from', t('score.from')),
      citySelect(board, 'to', t('score.to')),
      h(
        'label',
        { class: 'field' },
        t('score.worth'),
        h('input', { type: 'number', name: 'points', min: 1, max: 50, required: true, inputmode: 'numeric' }),
      ),
      h('button', { type: 'submit', class: 'quiet' }, icon('plus', 16), t('score.add_ticket')),
    ),
  );
}

/** @param {import('../shapes').Board} board @param {string} name @param {string} words */
const citySelect = (board, name, words) =>
  h(
    'label',
    { class: 'field' },
    words,
    h(
      'select',
      { name, required: true, on: { change: forgive } },
      h('option', { value: '' }, '–'),
      board.cities.map((city) => h('option', { value: city.id }, city.name)),
    ),
  );

/** A rejected form is sent again only once it is valid. @param {Event} event */
function forgive({ target }) {
  const to = target instanceof HTMLSelectElement ? target.form?.elements.namedItem('to') : null;
  if (to instanceof HTMLSelectElement) to.setCustomValidity('');
}

/** @param {SubmitEvent} event @param {number} seat */
function add(event, seat) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const data = new FormData(form);
  const [from, to, points] = ['from', 'to', 'points'].map((name) => String(data.get(name) ?? ''));
  const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem('to'));
  select.setCustomValidity(from === to ? t('score.same_city') : '');
  if (!form.reportValidity()) return;
  enter((now) => ({ ...now, others: [...now.others, { seat, cities: [from, to], points: Number(points) }] }));
  form.reset();
}
