/** The lobby: a new table in one click, one's own tables, tables that are open to all. */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { emblem, icon, primary, quiet } from '../components.js';
import { go } from '../route.js';
import { change, state } from '../state.js';
import { seatName } from '../table/model.js';
import { join } from '../table/session.js';
import { reasonWords } from '../words.js';
import { making } from './new-table.js';
import { pageTop } from './shell.js';

export { arriveInLobby } from './welcome.js';
export { arriveInvited, joinScreen } from './join.js';

export function lobbyScreen() {
  const { lobby } = state;
  return h(
    'div',
    { class: 'lobby', key: 'lobby' },
    pageTop(),
    h(
      'main',
      { class: 'hall' },
      making(),
      h(
        'section',
        { class: 'tables', 'aria-label': t('lobby.tables') },
        learning(),
        lobby.mine.length > 0 && [h('h1', null, t('lobby.mine')), h('ul', null, lobby.mine.map(mineRow))],
        h('h1', null, t('lobby.open')),
        lobby.tables.length === 0 && h('p', { class: 'empty' }, t('lobby.none')),
        h('ul', null, lobby.tables.map(openRow)),
        quiet(/** @type {any} */ ([icon('check', 17), t('lobby.score')]), () => go('/score'), {
          class: 'quiet is-wide',
        }),
        h('p', { class: 'about' }, t('lobby.about')),
      ),
    ),
  );
}

/** The way in for newcomers; fetched when somebody takes it. */
const learning = () =>
  h(
    'div',
    { class: 'learning', key: 'learning' },
    primary(/** @type {any} */ ([icon('bulb', 18), t('lobby.learn')]), beginFirst),
    quiet(t('lobby.lessons'), () => go('/learn')),
    h('small', null, t('lobby.learn.lead')),
  );

const beginFirst = () =>
  import('../lessons/course.js').then(({ beginLesson, trying }) => trying(() => beginLesson('first')));

/** @param {any} table */
function mineRow(table) {
  const mine = table.your_turn;
  return h(
    'li',
    { key: table.id, class: mine && 'is-turn' },
    h('div', null, h('b', null, table.board.name), h('small', null, t(`lobby.status.${table.status}`))),
    seats(table),
    (mine ? primary : quiet)(
      t(mine ? 'pill.your_turn' : table.status === 'over' ? 'lobby.replay' : 'lobby.go_on'),
      () => go(table.status === 'over' ? `/game/${table.id}` : `/table/${table.id}`),
    ),
  );
}

/** @param {any} table */
function openRow(table) {
  const free = table.open?.[0];
  const can = table.status === 'open' && free !== undefined;
  return h(
    'li',
    { key: table.id },
    h(
      'div',
      null,
      h('b', null, table.board.name),
      h('small', null, [
        clockWords(table.clock),
        ' · ',
        can ? t('lobby.seats_free', { count: table.open.length }) : t('lobby.in_play'),
      ]),
    ),
    seats(table),
    can
      ? primary(t('lobby.join'), () => sitDown(table.id, free))
      : quiet(t('lobby.watch'), () => go(`/table/${table.id}`)),
  );
}

/** @param {any} table */
const seats = (table) =>
  h(
    'span',
    { class: 'seats' },
    table.seats.map((/** @type {any} */ seat, /** @type {number} */ i) =>
      h(
        'span',
        {
          title: seat.kind === 'open' ? t('gather.open') : seatName({ ...seat, seat: i }),
          class: seat.kind === 'open' && 'is-free',
        },
        emblem(i, 22),
      ),
    ),
  );

/** @param {any} clock */
export const clockWords = (clock) =>
  clock.kind === 'none'
    ? t('clock.none')
    : clock.seconds >= 86400
      ? t('clock.days_move', { count: Math.round(clock.seconds / 86400) })
      : clock.kind === 'move'
        ? t('clock.move', { count: clock.seconds })
        : t('clock.bank', { count: Math.round(clock.seconds / 60), increment: clock.increment ?? 0 });

/** @param {string} id @param {number} seat */
async function sitDown(id, seat) {
  try {
    await join(id, { name: state.lobby.name.trim() || t('player.guest'), seat });
    go(`/table/${id}`);
  } catch (error) {
    change((s) => {
      s.lobby.problem = reasonWords(/** @type {any} */ (error), String, null);
    });
  }
}
