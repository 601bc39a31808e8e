/**
 * What happened, in words: rows of the table's log become lines, each with its seat and its places on the board.
 *
 * @typedef {{ number: number, seat: number | null, key: string, gaps: Gaps, time: number,
 *   routes: number[], cities: number[], points?: number, mood?: 'loud' }} Line
 * @typedef {{ card: string | null, unseen: boolean }} Drawn  a card that came from the deck or from the display
 * @typedef {{ route?: number, city?: number, pay?: { color: string | null, colored: number, wilds: number },
 *   count?: number, turned?: string[], tickets?: string[] | null, cards?: Drawn[], more?: boolean,
 *   reason?: string }} Gaps
 *   kept as data, so that a line can be drawn with pictures or spoken as a sentence
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
  const first = last?.gaps.cards ?? [];
  if (line.gaps.cards && last?.seat === line.seat && first.length === 1 && last.gaps.more)
    lines[lines.length - 1] = { ...line, gaps: { cards: [...first, ...line.gaps.cards], more: false } };
  else lines.push(line);
}

/** Rows about people, and their sentences. @type {Record<string, string>} */
const PEOPLE = {
  joined: 'story.joined',
  left: 'story.left',
  stand_in: 'story.stand_in',
  back: 'story.back',
  taken_back: 'story.taken_back',
};

/** @typedef {Pick<import('../protocol').Row, 'number' | 'kind' | 'time' | 'seat' | 'events'>} Happened */

/** @param {import('../shapes').Told} table @param {Happened} row @returns {Line[]} */
export function linesOf(table, row) {
  const { board } = table;
  const { number, seat, time, events } = row;
  /** @param {string} key @param {Gaps} [gaps] @param {Partial<Line>} [more] @returns {Line} */
  const line = (key, gaps = {}, more = {}) => ({ number, seat, time, routes: [], cities: [], key, gaps, ...more });
  if (row.kind in PEOPLE) return row.kind === 'joined' && seat === me(table) ? [] : [line(PEOPLE[row.kind])];
  if (row.kind !== 'action' && row.kind !== 'started') return [];
  const shown = events.flatMap((e) => (e.event === 'tunnel_card_shown' ? [e.card] : []));
  /** @param {{ color: string | null, colored: number, wilds: number }} event */
  const paid = ({ color, colored, wilds }) => ({ color, colored, wilds });
  return events.flatMap((e) => {
    switch (e.event) {
      case 'card_drawn':
      case 'card_taken':
        return line(
          'log.cards',
          {
            cards: [{ card: e.card, unseen: e.event === 'card_drawn' }],
            more: !events.some((o) => o.event === 'turn_started'),
          },
          { seat: e.seat },
        );
      case 'route_claimed': {
        const route = board.routeNo.get(e.route);
        const gaps = { route, pay: paid(e), count: e.points };
        return line('event.route_claimed', gaps, { seat: e.seat, routes: [route], points: e.points });
      }
      case 'tunnel_entered': {
        const route = board.routeNo.get(e.route);
        return line('event.tunnel_entered', { route, pay: paid(e) }, { seat: e.seat, routes: [route] });
      }
      case 'tunnel_priced':
        return line('event.tunnel_priced', { count: e.extra, turned: shown }, { seat: e.seat });
      case 'tunnel_left': {
        const route = board.routeNo.get(e.route);
        return line('event.tunnel_left', { route }, { seat: e.seat, routes: [route] });
      }
      case 'station_built': {
        const city = board.cityNo.get(e.city);
        return line('event.station_built', { city, pay: paid(e) }, { seat: e.seat, cities: [city] });
      }
      case 'tickets_kept':
        return line('event.tickets_kept', { count: e.kept, tickets: e.tickets }, { seat: e.seat });
      case 'tickets_chosen':
        return line('event.tickets_chosen', {}, { seat: e.seat });
      case 'merchandise_taken':
        return line('event.merchandise_taken', {}, { seat: e.seat });
      case 'display_reset':
        return line('event.display_reset', {}, { seat: null });
      case 'deck_reshuffled':
        return line('event.deck_reshuffled', { count: e.cards }, { seat: null });
      case 'last_round_began':
        return line('event.last_round_began', {}, { seat: e.seat, mood: 'loud' });
      case 'passed':
        return line('event.passed', {}, { seat: e.seat });
      case 'game_ended':
        return line('event.game_ended', { reason: t(`ended.${e.reason}`) }, { seat: null, mood: 'loud' });
      default:
        return [];
    }
  });
}

/**
 * Whether a line is about this player; then it says "you".
 * @param {import('../shapes').Told} table
 * @param {Line} line
 */
export const isOwn = (table, line) => line.seat !== null && line.seat === me(table) && (table.held ?? []).length < 2;

/** @param {import('../shapes').Told} table @param {Line} line */
export function keyOf(table, line) {
  const key = line.gaps.cards?.some(({ unseen }) => unseen) ? 'log.drawn' : line.key;
  return isOwn(table, line) && !key.startsWith('story.') ? `${key}.you` : key;
}

/** A line as one sentence. @param {import('../shapes').Told} table @param {Line} line @returns {string} */
export function sentence(table, line) {
  const { board } = table;
  const { gaps } = line;
  /** @type {Record<string, string | number>} */
  const words = {
    count: gaps.count ?? 0,
    reason: gaps.reason ?? '',
    who:
      line.seat === null
        ? ''
        : line.key.startsWith('story.')
          ? seatName(table.info.seats[line.seat])
          : nameOf(table, line.seat),
  };
  if (gaps.route !== undefined) words.route = routeName(board, gaps.route);
  if (gaps.city !== undefined) words.city = cityName(board, gaps.city);
  if (gaps.pay) words.payment = paymentWords(gaps.pay.color, gaps.pay.colored, gaps.pay.wilds);
  if (gaps.tickets) words.tickets = list(gaps.tickets.map((id) => ticketName(board, id)));
  if (gaps.cards) words.cards = cardsWords(gaps.cards);
  const turned = gaps.turned?.length ? `${t('story.turned', { cards: list(gaps.turned.map(colorName)) })} ` : '';
  return turned + t(keyOf(table, line), words);
}

/** @param {Drawn[]} cards */
function cardsWords(cards) {
  if (cards.length === 2 && cards.every((c) => c.card === null)) return t('log.two_unseen');
  return list(
    cards.map(({ card, unseen }) =>
      card === null ? t('log.unseen') : unseen ? t('log.from_deck', { card: colorName(card) }) : colorName(card),
    ),
  );
}
