/**
 * What happened, in words: rows of the table's log become lines, each with who did it and what on the board it speaks
 * of.
 *
 * @typedef {{ number: number, seat: number | null, key: string, gaps: Record<string, any>, time: number,
 *   routes: number[], cities: number[], points?: number, mood?: 'loud' }} Line
 *   gaps are kept as data (`{ cards: [...] }`), so that a line can be drawn with pictures or spoken as a sentence
 */

import { colorName, list, t } from '../i18n.js';
import { cityName, paymentWords, routeName, ticketName } from '../words.js';
import { me, nameOf, seatName } from './model.js';

/** All lines of a table, oldest first. @param {import('../shapes').Table} table @returns {Line[]} */
export function story(table) {
  if (table.storyOf === table.number && table.lines) return table.lines;
  /** @type {Line[]} */
  const lines = [];
  for (const row of table.rows) for (const line of linesOf(table, row)) addLine(lines, line);
  Object.assign(table, { storyOf: table.number, lines });
  return lines;
}

/** The two cards of one turn make one line. @param {Line[]} lines @param {Line} line */
function addLine(lines, line) {
  const last = lines.at(-1);
  if (
    line.key === 'log.cards' &&
    last?.key === 'log.cards' &&
    last.seat === line.seat &&
    last.gaps.cards.length === 1 &&
    last.gaps.more
  ) {
    lines[lines.length - 1] = { ...line, gaps: { cards: [...last.gaps.cards, ...line.gaps.cards], more: false } };
  } else {
    lines.push(line);
  }
}

/** @param {import('../shapes').Told} table @param {any} row @returns {Line[]} */
export function linesOf(table, row) {
  const { board } = table;
  const base = {
    number: row.number,
    seat: row.seat,
    time: row.time,
    routes: /** @type {number[]} */ ([]),
    cities: /** @type {number[]} */ ([]),
    gaps: {},
  };
  const line = (/** @type {string} */ key, /** @type {any} */ gaps = {}, /** @type {any} */ more = {}) => ({
    ...base,
    key,
    gaps,
    ...more,
  });
  const people = {
    joined: 'story.joined',
    left: 'story.left',
    stand_in: 'story.stand_in',
    back: 'story.back',
    taken_back: 'story.taken_back',
  };
  if (row.kind in people)
    return row.kind === 'joined' && row.seat === me(table) ? [] : [line(/** @type {any} */ (people)[row.kind])];
  if (row.kind !== 'action' && row.kind !== 'started') return [];
  const events = row.events ?? [];
  const shown = events
    .filter((/** @type {any} */ e) => e.event === 'tunnel_card_shown')
    .map((/** @type {any} */ e) => e.card);
  return events.flatMap((/** @type {any} */ e) => {
    const seat = e.seat ?? row.seat;
    const route = e.route === undefined ? null : board.routeNo.get(e.route);
    const pay = { color: e.color, colored: e.colored, wilds: e.wilds };
    switch (e.event) {
      case 'card_drawn':
      case 'card_taken':
        return line(
          'log.cards',
          {
            cards: [{ card: e.card, unseen: e.event === 'card_drawn' }],
            more: !events.some((/** @type {any} */ o) => o.event === 'turn_started'),
          },
          { seat },
        );
      case 'route_claimed':
        return line(
          'event.route_claimed',
          { route, pay, count: e.points },
          { seat, routes: [route], points: e.points },
        );
      case 'tunnel_entered':
        return line('event.tunnel_entered', { route, pay }, { seat, routes: [route] });
      case 'tunnel_priced':
        return line('event.tunnel_priced', { count: e.extra, turned: shown }, { seat });
      case 'tunnel_left':
        return line('event.tunnel_left', { route }, { seat, routes: [route] });
      case 'station_built':
        return line(
          'event.station_built',
          { city: board.cityNo.get(e.city), pay },
          { seat, cities: [board.cityNo.get(e.city)] },
        );
      case 'tickets_kept':
        return line('event.tickets_kept', { count: e.kept, tickets: e.tickets }, { seat });
      case 'tickets_chosen':
        return line('event.tickets_chosen', {}, { seat });
      case 'merchandise_taken':
        return line('event.merchandise_taken', {}, { seat });
      case 'display_reset':
        return line('event.display_reset', {}, { seat: null });
      case 'deck_reshuffled':
        return line('event.deck_reshuffled', { count: e.cards }, { seat: null });
      case 'last_round_began':
        return line('event.last_round_began', {}, { seat, mood: 'loud' });
      case 'passed':
        return line('event.passed', {}, { seat });
      case 'game_ended':
        return line('event.game_ended', { reason: t(`ended.${e.reason}`) }, { seat: null, mood: 'loud' });
      default:
        return [];
    }
  });
}

/** Does a line speak of ourselves? Then it says "you". @param {import('../shapes').Told} table @param {Line} line */
export const isOwn = (table, line) => line.seat !== null && line.seat === me(table) && (table.held ?? []).length < 2;

/** @param {import('../shapes').Told} table @param {Line} line */
export const keyOf = (table, line) =>
  isOwn(table, line) && !line.key.startsWith('story.') ? `${line.key}.you` : line.key;

/** A line as one sentence. @param {import('../shapes').Told} table @param {Line} line @returns {string} */
export function sentence(table, line) {
  const { board } = table;
  const { gaps } = line;
  const words = /** @type {Record<string, any>} */ ({
    ...gaps,
    who:
      line.seat === null
        ? ''
        : line.key.startsWith('story.')
          ? seatName(table.info.seats[line.seat])
          : nameOf(table, line.seat),
  });
  if (gaps.route !== undefined) words.route = routeName(board, gaps.route);
  if (gaps.city !== undefined) words.city = cityName(board, gaps.city);
  if (gaps.pay) words.payment = paymentWords(gaps.pay.color, gaps.pay.colored, gaps.pay.wilds);
  if (gaps.tickets) words.tickets = list(gaps.tickets.map((/** @type {string} */ id) => ticketName(board, id)));
  if (gaps.cards) words.cards = cardsWords(gaps.cards);
  const turned = gaps.turned?.length ? `${t('story.turned', { cards: list(gaps.turned.map(colorName)) })} ` : '';
  return turned + t(keyOf(table, line), words);
}

/** @param {Array<{ card: string | null, unseen: boolean }>} cards */
function cardsWords(cards) {
  if (cards.length === 2 && cards.every((c) => c.card === null)) return t('log.two_unseen');
  return list(
    cards.map(({ card, unseen }) =>
      card === null ? t('log.unseen') : unseen ? t('log.from_deck', { card: colorName(card) }) : colorName(card),
    ),
  );
}
