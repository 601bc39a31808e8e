/** The lobby: a new table in one click, the player's own tables, and open tables. */

import { h } from '../dom.js';
import { list, number, spoken, t } from '../i18n.js';
import { icon, primary, quiet } from '../components.js';
import { reasonOf } from '../net/api.js';
import { go } from '../route.js';
import { remembered } from '../settings.js';
import { change, state } from '../state.js';
import { seatName } from '../table/model.js';
import { join } from '../table/session.js';
import { boardName, reasonWords } from '../words.js';
import { making } from './new-table.js';
import { pageTop } from './shell.js';
import { thumbnail } from './thumbnail.js';

export { arriveInLobby } from './welcome.js';
export { arriveInvited, joinScreen } from './join.js';

/** @typedef {import('../protocol').ListedTable} Entry */

export function lobbyScreen() {
  const { lobby } = state;
  const inPlay = lobby.mine.filter(isInPlay);
  const others = lobby.mine.filter((table) => !isInPlay(table));
  return h(
    'div',
    { class: 'lobby', key: 'lobby' },
    pageTop(),
    h(
      'main',
      { class: 'hall is-lobby' },
      inPlay.length > 0 &&
        h(
          'section',
          { class: 'tables is-mine', 'aria-label': t('lobby.mine'), key: 'mine' },
          ownTables(t('lobby.mine'), inPlay),
        ),
      isNewcomer() ? [learning(), making()] : [making(), learning()],
      h(
        'section',
        { class: 'tables', 'aria-label': t('lobby.tables'), key: 'tables' },
        others.length > 0 && ownTables(t(inPlay.length ? 'lobby.mine.other' : 'lobby.mine'), others),
        h('h1', null, t('lobby.open')),
        lobby.turnedAway && h('p', { class: 'problem', role: 'alert' }, lobby.turnedAway),
        lobby.tables.length === 0 && h('p', { class: 'empty' }, t('lobby.none')),
        h('ul', null, lobby.tables.map(openRow)),
        quiet([icon('check', 17), t('lobby.score')], () => go('/score'), {
          class: 'quiet is-wide',
        }),
        quiet([icon('log', 17), t('lobby.record')], () => go('/record'), { class: 'quiet is-wide' }),
        h('p', { class: 'about' }, t('lobby.about')),
      ),
    ),
  );
}

/** A game that waits for this player, or for another one. @param {Entry} table */
const isInPlay = ({ status, yours }) => status === 'playing' && yours.length > 0;

/** @param {string} title @param {Entry[]} tables */
const ownTables = (title, tables) => [h('h1', null, title), h('ul', null, tables.map(mineRow))];

/** No game has been finished here: on narrow screens, learning comes first. */
const isNewcomer = () => remembered('finished') !== 'yes';

/** The entry for newcomers; loaded on demand. */
const learning = () =>
  h(
    'section',
    { class: 'learning', key: 'learning' },
    primary([icon('bulb', 18), t('lobby.learn')], beginFirst),
    quiet(t('lobby.lessons'), () => go('/learn')),
    h('small', null, t('lobby.learn.lead')),
  );

const beginFirst = () =>
  import('../lessons/progress.js').then(({ beginLesson, trying }) => trying(() => beginLesson('first')));

/** @param {Entry} table */
function mineRow(table) {
  const mine = table.your_turn && !away(table);
  const over = table.status === 'over';
  const words = away(table)
    ? 'lobby.come_back'
    : mine
      ? 'pill.your_turn'
      : over
        ? 'lobby.replay'
        : table.yours.length
          ? 'lobby.go_on'
          : 'lobby.watch';
  return h(
    'li',
    { key: table.id, class: mine && 'is-turn' },
    picture(table),
    h(
      'div',
      null,
      h('b', null, boardName(table.board.name), h('time', null, ago(table.changed))),
      h('small', null, opponents(table)),
      h('small', null, standing(table)),
    ),
    (mine ? primary : quiet)(t(words), () => go(over ? `/game/${table.id}` : `/table/${table.id}`)),
  );
}

/** @param {Entry} table */
function openRow(table) {
  const free = table.open?.[0];
  const can = table.status === 'open' && free !== undefined;
  return h(
    'li',
    { key: table.id },
    picture(table),
    h(
      'div',
      null,
      h('b', null, boardName(table.board.name), h('time', null, ago(table.changed))),
      h('small', null, [
        clockWords(table.clock),
        ' · ',
        can ? t('lobby.seats_free', { count: table.open.length }) : standing(table),
      ]),
      h('small', null, opponents(table)),
    ),
    can
      ? primary(t('lobby.join'), () => sitDown(table.id, free))
      : quiet(t('lobby.watch'), () => go(`/table/${table.id}`)),
  );
}

/** A small picture of the board; pictures of known boards are already loaded. @param {Entry} table */
function picture(table) {
  const known = state.lobby.boards.find((board) => board.digest === table.board.digest);
  return thumbnail(known?.ref ?? known?.id ?? `sha256:${table.board.digest}`);
}

/** Whether "you" is this seat: not where players share a screen. @param {Entry} table @param {number} seat */
const isYours = ({ yours }, seat) => yours?.length === 1 && yours[0] === seat;

/** @param {Entry} table @param {number} seat */
const nameAt = (table, seat) => (isYours(table, seat) ? t('player.you') : seatName({ ...table.seats[seat], seat }));

/** Whether a bot plays for this player after they left. @param {Entry} table */
const away = (table) => table.status === 'playing' && table.yours?.some((seat) => table.seats[seat].away);

/** All players except this one. @param {Entry} table */
const opponents = (table) =>
  list(
    table.seats
      .map((_, seat) => seat)
      .filter((seat) => !table.yours?.includes(seat) && table.seats[seat].kind !== 'open')
      .map((seat) => nameAt(table, seat)),
  );

/** Whose turn it is, or how it ended. @param {Entry} table */
export function standing(table) {
  if (table.status === 'open') return t(table.open.length ? 'lobby.status.open' : 'lobby.full');
  if (away(table)) return t('banner.stand_in');
  if (table.status === 'playing' && table.actors.length === 1 && !table.your_turn)
    return t('lobby.turn_of', { who: nameAt(table, table.actors[0]) });
  if (table.status !== 'over' || !table.totals || !table.winners) return t(`lobby.status.${table.status}`);
  const who = list(table.winners.map((seat) => nameAt(table, seat)));
  const points = table.totals.map((total) => number(total)).join(' : ');
  const isWon = table.winners.some((seat) => isYours(table, seat));
  return `${isWon ? t('lobby.won') : t('lobby.won_by', { who })} · ${points}`;
}

/** "5 minutes ago". @param {number} time milliseconds since 1970 */
function ago(time) {
  const minutes = Math.max(0, Math.round((Date.now() - time) / 60000));
  if (minutes === 0) return t('lobby.just_now');
  const words = new Intl.RelativeTimeFormat(spoken(), { numeric: 'auto', style: 'short' });
  if (minutes < 60) return words.format(-minutes, 'minute');
  return minutes < 36 * 60
    ? words.format(-Math.round(minutes / 60), 'hour')
    : words.format(-Math.round(minutes / 1440), 'day');
}

/** @param {Entry['clock']} clock */
export function clockWords({ kind, seconds = 0, increment = 0 }) {
  if (kind === 'none') return t('clock.none');
  if (seconds >= 86400) return t('clock.days_move', { count: Math.round(seconds / 86400) });
  return kind === 'move'
    ? t('clock.move', { count: seconds })
    : t('clock.bank', { count: Math.round(seconds / 60), increment });
}

/** @param {string} id @param {number} seat */
async function sitDown(id, seat) {
  change((s) => {
    s.lobby.turnedAway = null;
  });
  try {
    await join(id, { seat });
    go(`/table/${id}`);
  } catch (error) {
    change((s) => {
      s.lobby.turnedAway = reasonWords(reasonOf(error), String, null);
    });
  }
}
