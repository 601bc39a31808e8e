/** Next to the board: viewer, hands and tickets, curves, the coach, playing on. */

import { h } from '../dom.js';
import { colorName, number, percent, t } from '../i18n.js';
import { chip, emblem, icon, primary, quiet } from '../components.js';
import { glyph } from '../end/glyphs.js';
import { statisticsPanel } from '../end/statistics.js';
import { change } from '../state.js';
import { nameOf, saidOf } from '../table/model.js';
import { cityName, paymentWords, reasonWords, routeName, ticketName } from '../words.js';
import { curve } from './curves.js';
import { isJoined, shownOf, toldOf } from './knowledge.js';
import { askCoach, branch, fetchChances, jump } from './screen.js';

/**
 * @typedef {import('../shapes').ShownReplay} ShownReplay
 * @typedef {import('../protocol').Replay} Game
 * @typedef {import('../protocol').Advice} Advice
 */

/** @param {ShownReplay} replay */
export function replaySide(replay) {
  const { game, board, at, chances, computed, can, statistics } = replay;
  const scores = game.steps.map((step, n) =>
    n === game.steps.length - 1 && game.result ? game.result.totals : step.view.seats.map((seat) => seat.score),
  );
  return h(
    'div',
    { class: 'replay-side' },
    eyesPanel(replay),
    curve({ id: 'score', title: t('again.score'), values: scores, at, words: number, jump }),
    chances && chancePanel(replay, chances),
    !chances &&
      computed === null &&
      can.chances &&
      h(
        'section',
        { class: 'panel', key: 'estimate' },
        quiet([glyph('dice', 17), t('again.estimate')], fetchChances, {
          class: 'quiet wide-button',
        }),
      ),
    !chances &&
      computed !== null &&
      h(
        'section',
        { class: 'panel', key: 'computing' },
        h('p', { class: 'fact', role: 'status' }, t('again.chance_pending', { share: percent(computed) })),
      ),
    seatsPanel(replay),
    analysis(replay),
    statistics && [
      h('h2', { class: 'panel-title', key: 'statistics-title' }, t('end.statistics')),
      statisticsPanel(statistics, game.table.seats, board),
    ],
  );
}

/**
 * With a seat's view, what that seat could know; with everything open, what all hands say together.
 * @param {ShownReplay} replay
 * @param {import('../protocol').Chances} chances
 */
function chancePanel(replay, chances) {
  const { game, at, eyes } = replay;
  const only = chances.own ? eyes : null;
  const shown = only === null ? chances.together : chances.own;
  if (!shown) return null;
  const points = chances.turning_points ?? [];
  const known = !chances.own
    ? t('again.estimated', { count: chances.games ?? 0 })
    : only === null
      ? t('again.known_by_all')
      : saidOf(toldOf(replay), only, 'again.known_by_one');
  return [
    curve({
      id: 'chance',
      title: t('again.chance'),
      values: shown.chance,
      at,
      top: 1,
      words: percent,
      jump,
      band: shown.low && shown.high && { low: shown.low, high: shown.high },
      knots: chances.own && turnsOf(game, only),
      marks: points.map((point) => point.step),
      only,
    }),
    h(
      'section',
      { class: 'panel', key: 'how' },
      h('p', { class: 'fact' }, known),
      points.length > 0 && [
        h('h2', { key: 'turning' }, t('again.turning')),
        h(
          'ul',
          { class: 'turning', key: 'points' },
          points.map((point) => turningPoint(replay, point)),
        ),
      ],
    ),
  ];
}

/**
 * The steps at which a turn begins, of one seat or of all, and both ends.
 * @param {Game} game
 * @param {number|null} seat
 */
const turnsOf = (game, seat) =>
  game.steps.flatMap(({ view }, n) =>
    n === 0 || n === game.steps.length - 1 || (view.phase === 'turn' && (seat === null || view.actors.includes(seat)))
      ? [n]
      : [],
  );

/** @param {ShownReplay} replay @param {import('../protocol').TurningPoint} point */
const turningPoint = (replay, point) =>
  h(
    'li',
    { key: point.step },
    quiet(
      t('again.turning_point', {
        move: number(point.step),
        who: nameOf(toldOf(replay), point.seat),
        before: percent(point.before),
        after: percent(point.after),
      }),
      () => jump(point.step),
    ),
  );

/** @param {ShownReplay} replay */
function eyesPanel(replay) {
  const { game, eyes } = replay;
  const choice = (/** @type {number|null} */ seat, /** @type {import('../dom.js').Child} */ inside) =>
    h(
      'label',
      { key: seat ?? 'all', class: ['eye', eyes === seat && 'is-on'] },
      h('input', {
        type: 'radio',
        name: 'eyes',
        class: 'sr',
        checked: eyes === seat,
        on: {
          change: () =>
            change(() => {
              replay.eyes = seat;
            }),
        },
      }),
      inside,
    );
  return h(
    'section',
    { class: 'panel eyes', key: 'eyes' },
    h('h2', null, t('again.eyes')),
    h(
      'div',
      { class: 'eye-row', role: 'radiogroup', 'aria-label': t('again.eyes') },
      choice(null, [icon('eye', 18), h('span', null, t('again.eyes.all'))]),
      game.table.seats.map(({ seat }) =>
        choice(seat, [emblem(seat, 22), h('span', null, nameOf(toldOf(replay), seat))]),
      ),
    ),
  );
}

/** @param {ShownReplay} replay */
function seatsPanel(replay) {
  const { game, board, at, eyes } = replay;
  const step = game.steps[at];
  return h(
    'section',
    { class: 'panel hands', key: 'hands' },
    game.table.seats.map(({ seat }) => {
      const shown = shownOf(step, seat, eyes);
      const counts = step.view.seats[seat];
      return h(
        'article',
        { key: seat, class: ['who-has', step.view.actors.includes(seat) && 'is-active'] },
        h(
          'header',
          null,
          emblem(seat, 24),
          h('b', null, nameOf(toldOf(replay), seat)),
          h(
            'span',
            { class: 'stock' },
            h('span', null, icon(replay.board.words.vehicle, 14), number(counts.trains)),
            h('span', null, icon('cards', 14), number(shown.cards)),
            h('span', null, icon('ticket', 14), number(shown.tickets)),
          ),
          h('strong', null, number(counts.score)),
        ),
        shown.hand === null
          ? h(
              'p',
              { class: 'hatched' },
              t('again.unknown_cards', { count: shown.cards }),
              ' · ',
              t('again.unknown_tickets', { count: shown.tickets }),
            )
          : [
              h(
                'p',
                { class: 'cards-held' },
                shown.hand.length ? shown.hand.map(([color, count]) => chip(color, count)) : '–',
              ),
              (shown.own?.length ?? 0) > 0 &&
                h(
                  'ul',
                  { class: 'tickets-held' },
                  (shown.own ?? []).map((ticket, i) =>
                    h(
                      'li',
                      { key: `${ticket}-${i}`, class: isJoined(step, seat, ticket) && 'is-done' },
                      icon(isJoined(step, seat, ticket) ? 'check' : 'ticket', 14),
                      h('span', null, ticketName(board, ticket)),
                      h('b', null, number(board.ticketBy.get(ticket).points)),
                    ),
                  ),
                ),
            ],
      );
    }),
  );
}

/**
 * The coach advises the seat to move; playing on takes the seat whose view is chosen.
 * @param {ShownReplay} replay
 */
function analysis(replay) {
  const { game, at, eyes, can, coach, problem } = replay;
  const step = game.steps[at];
  const actors = step.view.actors;
  const seat = eyes !== null && actors.includes(eyes) ? eyes : actors[0];
  const over = step.view.phase === 'over' || seat === undefined;
  const found = coach[`${at} ${seat}`];
  const player = eyes ?? seat;
  return h(
    'section',
    { class: 'panel analysis', key: 'analysis' },
    !over &&
      can.coach && [
        h('h2', { key: 'best' }, t('again.best')),
        found === undefined
          ? quiet([glyph('bulb', 17), t('again.ask')], () => askCoach(seat), {
              key: 'ask',
              class: 'quiet wide-button',
            })
          : found === 'asking'
            ? h('p', { class: 'fact', role: 'status', key: 'wait' }, t('again.thinking'))
            : moves(replay, found),
      ],
    !over &&
      can.branch && [
        primary([glyph('branch', 17), t('again.branch')], () => branch(player), {
          key: 'branch',
          class: 'primary wide-button',
        }),
        h('p', { class: 'fact', key: 'branch-note' }, saidOf(toldOf(replay), player, 'again.branch_note')),
      ],
    problem &&
      h(
        'p',
        { class: 'fact is-bad', role: 'alert' },
        reasonWords(problem, (s) => nameOf(toldOf(replay), s), null),
      ),
  );
}

/** @param {ShownReplay} replay @param {Advice[]} found */
function moves(replay, found) {
  const played = replay.game.steps[replay.at + 1]?.action;
  return h(
    'ol',
    { class: 'best', key: 'moves' },
    found.map((move) =>
      h(
        'li',
        {
          key: move.text,
          tabindex: 0,
          class: move.text === played && 'is-played',
          on: {
            pointerenter: () => look(move),
            pointerleave: () => look(null),
            focus: () => look(move),
            blur: () => look(null),
          },
        },
        h('span', null, moveWords(replay.board, move)),
        move.text === played && h('em', null, t('again.played')),
        move.value !== null && move.value !== undefined && h('b', null, percent(move.value)),
      ),
    ),
  );
}

/** @param {Advice | null} move */
const look = (move) =>
  change((s) => {
    if (s.replay) s.replay.looking = move;
  });

/** @param {import('../shapes').Board} board @param {Advice} move */
export function moveWords(board, move) {
  const payment =
    move.color !== undefined || move.wilds !== undefined
      ? paymentWords(move.color, move.colored ?? 0, move.wilds ?? 0)
      : '';
  const gaps = {
    route: move.route ? routeName(board, move.route) : '',
    city: move.city ? cityName(board, move.city) : '',
    payment,
    card: move.card ? colorName(move.card) : '',
  };
  return t(`move.${move.kind}`, gaps);
}
