/** Next to the board: the players, the player's own tickets with their progress, and the log, newest first. */

import { h } from '../dom.js';
import { levelName, list, number, pieces, t } from '../i18n.js';
import { chip, emblem, icon, SEATS } from '../components.js';
import { say } from '../announce.js';
import { state, theTable } from '../state.js';
import { cityName, routeName, ticketName } from '../words.js';
import { bonusPanel, districtsOf } from './bonus.js';
import { lookAt } from './selection.js';
import {
  botIn,
  clockLeft,
  clockWords,
  isJoined,
  listedName,
  me,
  nameOf,
  outlookOf,
  seatName,
  youNote,
} from './model.js';
import { keyOf, sentence, story } from './story.js';

/**
 * @param {import('../shapes').Table} table
 * @param {boolean} [sheet] on a phone: everything of everybody, over the board
 */
export function playersPanel(table, sheet = false) {
  return h(
    sheet ? 'div' : 'section',
    {
      class: ['panel players', sheet && 'is-sheet'],
      role: sheet ? 'group' : undefined,
      key: sheet ? 'players-sheet' : 'players',
      'aria-label': t('player.title'),
    },
    table.info.seats.map((info) => playerRow(table, info)),
  );
}

/** @param {import('../shapes').Table} table @param {import('../protocol').SeatInfo} info */
function playerRow(table, info) {
  const { view, board } = table;
  const seat = view?.seats[info.seat];
  const active = view && view.phase !== 'over' && view.actors.includes(info.seat);
  const left = clockLeft(table, info.seat);
  const own = youNote(listedName(table, info));
  const look = () => lookAt({ kind: 'seat', what: info.seat });
  const stock = (
    /** @type {import('../components.js').Picture} */ picture,
    /** @type {number} */ count,
    /** @type {string} */ words,
  ) =>
    h(
      'span',
      { title: words },
      icon(picture, 14),
      h('span', { class: 'sr' }, words),
      h('span', { 'aria-hidden': 'true' }, number(count)),
    );
  return h(
    'div',
    {
      class: ['player', `seat-${SEATS[info.seat]}`, active && 'is-active'],
      key: info.seat,
      tabindex: 0,
      role: 'group',
      'aria-label': listedName(table, info),
      on: { pointerenter: look, pointerleave: () => lookAt(null), focus: look, blur: () => lookAt(null) },
    },
    emblem(info.seat, 34),
    h(
      'div',
      { class: 'who' },
      h('b', null, listedName(table, info)),
      info.seat === me(table) ? own && h('em', null, own) : note(table, info),
      left !== null && h('time', { class: ['clock', left < 15000 && 'is-low'] }, clockWords(left)),
    ),
    seat && h('div', { class: 'score', title: t('player.points', { count: seat.score }) }, number(seat.score)),
    seat &&
      h(
        'div',
        { class: 'stock' },
        stock(board.words.vehicle, seat.trains, t('player.trains', { count: seat.trains })),
        stock('cards', seat.cards, t('player.cards', { count: seat.cards })),
        stock('ticket', seat.tickets, t('player.tickets', { count: seat.tickets })),
        board?.stations.each > 0 &&
          stock('station', seat.stations_left, t('player.stations', { count: seat.stations_left })),
        bonusStock(board, seat, stock),
      ),
    seat &&
      h(
        'div',
        { class: 'fuel', 'aria-hidden': 'true' },
        h('i', { style: { width: `${(100 * seat.trains) / board.trains}%` } }),
      ),
  );
}

/**
 * A seat's progress with the board's own bonus, and its value so far.
 * @param {import('../shapes').Board} board
 * @param {import('../protocol').SeatView} seat
 * @param {(picture: Parameters<typeof icon>[0], count: number, words: string) => import('../shapes').Child} stock
 */
function bonusStock(board, seat, stock) {
  const told = (/** @type {string} */ words) => `${words}, ${t('bonus.so_far', { count: seat.bonus })}`;
  if (board.bonuses.merchandise)
    return stock('goods', seat.merchandise, told(t('player.merchandise', { count: seat.merchandise })));
  if (board.bonuses.attraction) {
    const all = board.cities.filter((city) => city.attraction).length;
    return stock('flag', seat.attractions, told(t('player.attractions', { count: seat.attractions, all })));
  }
  if (!board.bonuses.districts) return null;
  const districts = districtsOf(board);
  const count = districts.filter(({ district, places }) => seat.districts[district] === places).length;
  return stock('district', count, told(t('player.districts', { count, all: districts.length })));
}

/** Bot, away, stand-in. @param {import('../shapes').Table} table @param {import('../protocol').SeatInfo} info */
function note(table, info) {
  const soon = botIn(table, info.seat);
  if (soon !== null) return h('em', { class: 'is-away' }, t('player.bot_in', { time: clockWords(soon) }));
  if (info.kind === 'bot') return h('em', null, info.level && levelName(info.level));
  if (info.stand_in) return h('em', { class: 'is-away' }, t('player.stand_in'));
  if (info.kind === 'person' && !info.online) return h('em', { class: 'is-away' }, t('player.away'));
  return null;
}

/** "2 routes · 8 trains to go". @param {import('../shapes').Table} table @param {string} id */
export function progressWords(table, id) {
  const outlook = outlookOf(table, id);
  if (!outlook) return '…';
  if (outlook.joined) return t('ticket.joined');
  if (outlook.borrowing.length > 0) {
    const stations = outlook.borrowing.map(({ station }) => cityName(table.board, table.board.cityNo.get(station)));
    return t('ticket.borrowed', { count: stations.length, stations: list(stations) });
  }
  if (outlook.missing === null || outlook.trains === null) return t('ticket.impossible');
  return `${t('ticket.routes', { count: outlook.missing.length })} · ${t('ticket.trains', { count: outlook.trains })}`;
}

/** @param {import('../shapes').Table} table */
export function ticketsPanel(table) {
  const { you } = table;
  if (!you) return null;
  const done = you.tickets.filter((/** @type {string} */ id) => isJoined(table, id)).length;
  return h(
    'section',
    { class: 'panel tickets', key: 'tickets', 'data-state': table.outlooksOf, 'aria-label': t('ticket.title') },
    h(
      'h2',
      null,
      t('ticket.title'),
      you.tickets.length > 0 && h('small', null, t('ticket.done', { done, count: you.tickets.length })),
    ),
    you.tickets.length === 0 && h('p', { class: 'empty' }, t('ticket.none')),
    h(
      'ul',
      null,
      you.tickets.map((/** @type {string} */ id) => ticketRow(table, id)),
    ),
    bonusPanel(table),
  );
}

/** @param {import('../shapes').Table} table @param {string} id */
function ticketRow(table, id) {
  const ticket = table.board.ticketBy.get(id);
  const outlook = outlookOf(table, id);
  const joined = isJoined(table, id);
  const look = () => lookAt({ kind: 'ticket', what: id });
  const looked = state.ui.looking?.kind === 'ticket' && state.ui.looking.what === id;
  const trains = table.view?.seats[me(table) ?? 0].trains ?? 0;
  const needed = outlook?.trains ?? null; // null: no way is left
  const share = joined ? 1 : needed !== null ? Math.max(0.03, 1 - needed / Math.max(ticket.points, needed, 1)) : 0;
  return h(
    'li',
    { key: id },
    h(
      'button',
      {
        type: 'button',
        class: [
          'ticket',
          joined && 'is-done',
          ticket.long && 'is-long',
          looked && 'is-looked',
          outlook && !joined && (needed === null || needed > trains) && 'is-lost',
        ],
        'aria-label': [
          ticketName(table.board, id),
          t('ticket.points', { count: ticket.points }),
          progressWords(table, id),
        ].join(', '),
        on: {
          pointerenter: look,
          pointerleave: () => lookAt(null),
          focus: look,
          blur: () => lookAt(null),
          click: look,
        },
      },
      h(
        'span',
        { class: 'pair' },
        h('b', null, cityName(table.board, ticket.cities[0])),
        h('i', null),
        h('b', null, cityName(table.board, ticket.cities[1])),
      ),
      h('span', { class: 'worth' }, number(ticket.points)),
      h('span', { class: 'progress' }, h('i', { style: { width: `${Math.round(100 * share)}%` } })),
      h('span', { class: 'note' }, joined && icon('check', 13), progressWords(table, id)),
    ),
  );
}

const SHOWN = 60;

/** @param {import('../shapes').Table} table */
export function logPanel(table) {
  const lines = story(table);
  const own = lines.findLastIndex((line) => line.seat === me(table) && me(table) !== null);
  const since = own < 0 ? [] : lines.slice(own + 1).reverse();
  const before = (own < 0 ? lines : lines.slice(0, own + 1)).slice(-SHOWN).reverse();
  return h(
    'section',
    { class: 'panel log', key: 'log', 'aria-label': t('story.title'), tabindex: 0 },
    lines.length === 0 && [
      h('h2', null, t('story.title')),
      h('p', { class: 'empty' }, table.view ? t('story.empty') : t('story.before')),
    ],
    since.length > 0 && [
      h(
        'h2',
        { key: 'since', class: 'since' },
        t('story.since'),
        since.some((line) => line.routes.length + line.cities.length > 0) &&
          h('button', { type: 'button', on: { click: () => tellAgain(since) } }, icon('forward', 12), t('story.again')),
      ),
      h(
        'ol',
        { key: 'since-list' },
        since.map((line) => drawLine(table, line)),
      ),
    ],
    before.length > 0 && [
      h('h2', { key: 'before' }, since.length ? t('story.earlier') : t('story.title')),
      h(
        'ol',
        { key: 'before-list', class: since.length && 'is-earlier' },
        before.map((line) => drawLine(table, line)),
      ),
    ],
  );
}

let telling = 0;

/**
 * What happened while the player was away: each line highlights its place on the board.
 * @param {import('./story.js').Line[]} lines newest first
 */
function tellAgain(lines) {
  clearInterval(telling);
  const rest = [...lines].reverse();
  const next = () => {
    const line = rest.shift();
    if (!line) clearInterval(telling);
    lookAt(line ? { kind: 'log', what: line } : null);
    if (line) say(sentence(theTable(), line));
  };
  next();
  telling = window.setInterval(next, 1400);
}

/** @param {import('../shapes').Table} table @param {import('./story.js').Line} line */
function drawLine(table, line) {
  const speaks = line.routes.length + line.cities.length > 0;
  const look = () => lookAt({ kind: 'log', what: line });
  const events = speaks
    ? { pointerenter: look, pointerleave: () => lookAt(null), focus: look, blur: () => lookAt(null) }
    : {};
  return h(
    'li',
    {
      key: `${line.number}-${line.key}-${line.seat ?? ''}`,
      class: [
        speaks && 'speaks',
        line.mood && `is-${line.mood}`,
        state.ui.looking?.kind === 'log' && state.ui.looking.what === line && 'is-told',
      ],
      tabindex: speaks ? 0 : undefined,
      on: events,
      title: sentence(table, line),
    },
    line.seat === null ? h('i', { class: 'no-one' }) : emblem(line.seat, 18),
    h('p', null, inside(table, line)),
  );
}

/**
 * The sentence with its cards as pictures.
 * @param {import('../shapes').Table} table
 * @param {import('./story.js').Line} line
 */
function inside(table, line) {
  const { board } = table;
  const { gaps } = line;
  /** @type {Record<string, import('../dom.js').Child>} */
  const filled = { count: gaps.count, reason: gaps.reason };
  if (line.seat !== null)
    filled.who = h(
      'b',
      null,
      line.key.startsWith('story.') ? seatName(table.info.seats[line.seat]) : nameOf(table, line.seat),
    );
  if (gaps.route !== undefined) filled.route = h('b', null, routeName(board, gaps.route));
  if (gaps.city !== undefined) filled.city = h('b', null, cityName(board, gaps.city));
  if (gaps.pay)
    filled.payment = [gaps.pay.color && chip(gaps.pay.color, gaps.pay.colored), chip('wild', gaps.pay.wilds)];
  if (gaps.tickets) filled.tickets = list(gaps.tickets.map((id) => ticketName(board, id)));
  if (gaps.cards) filled.cards = cardsDrawn(gaps.cards);
  const turned = gaps.turned?.length
    ? [unbroken(pieces('story.turned', { cards: gaps.turned.map((c) => chip(c)) })), ' ']
    : null;
  return [turned, unbroken(pieces(keyOf(table, line), filled))];
}

/**
 * Keeps the punctuation after pictures of cards on their line: browsers may break a line after any picture.
 * @param {import('../dom.js').Child[]} parts
 */
function unbroken(parts) {
  const found = [...parts];
  parts.forEach((part, i) => {
    const next = parts[i + 1];
    if (!Array.isArray(part) || typeof next !== 'string') return;
    const [mark] = /^\p{P}+/u.exec(next) ?? [];
    if (!mark) return;
    found[i] = h('span', { class: 'unbroken' }, part, mark);
    found[i + 1] = next.slice(mark.length);
  });
  return found;
}

/** @param {import('./story.js').Drawn[]} cards */
function cardsDrawn(cards) {
  if (cards.length === 2 && cards.every((c) => c.card === null)) return t('log.two_unseen');
  const one = (/** @type {{ card: string | null }} */ { card }) => (card === null ? t('log.unseen') : chip(card));
  return cards.length === 2 ? [one(cards[0]), ` ${t('log.and')} `, one(cards[1])] : [one(cards[0])];
}
