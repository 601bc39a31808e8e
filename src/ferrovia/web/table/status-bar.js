/** The bar above the table: the logo, the turn and what is expected, the tools. */

import { under } from '../base.js';
import { isTelling } from '../end/end.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { lazy } from '../lazy.js';
import { switchChat, switchList } from './selection.js';
import { emblem, icon, sign, tool } from '../components.js';
import { go } from '../route.js';
import { change, isReady, state } from '../state.js';
import { boardName, routeName } from '../words.js';
import {
  areBotsGettingReady,
  botIn,
  canAskCoach,
  clockLeft,
  clockWords,
  closedBy,
  held,
  isMyTurn,
  me,
  nameOf,
  seatName,
  winnerWords,
} from './model.js';
import { isInReach, retryNow, takeBack } from './requests.js';
import { helpName, withoutKeyOnTouch, switchSound, switchTheme } from '../settings.js';

/** The coach is loaded when first asked; its dock shows the advice. */
export const coach = lazy(() => import('./coach.js'));
const askForHint = () => isInReach() && coach.come().then((part) => part.askCoach());

/** @param {import('../shapes').TableState} table */
export function topBar(table) {
  return h(
    'header',
    { class: 'top' },
    h(
      'a',
      {
        class: 'brand',
        href: under('/'),
        on: {
          click: (/** @type {Event} */ e) => {
            e.preventDefault();
            go('/');
          },
        },
      },
      sign(),
      h('b', null, 'Ferrovia'),
      h('span', null, boardName(table.board?.name ?? '')),
    ),
    h('h1', { class: 'sr' }, boardName(table.board?.name ?? 'Ferrovia')),
    pill(table),
    h(
      'nav',
      { class: 'tools', 'aria-label': t('tools.title') },
      isMyTurn(table) && canAskCoach(table) && tool('bulb', t('dock.hint'), askForHint, { class: 'hint-tool' }),
      tool('list', withoutKeyOnTouch(t('tools.list')), switchList, {
        class: 'wide',
        'aria-pressed': String(state.ui.list),
      }),
      tool('chat', t('tools.chat'), switchChat, {
        class: ['wide', table.unread && 'has-news'],
        'aria-pressed': String(state.ui.tab === 'chat'),
      }),
      tool(
        state.sound ? 'sound' : 'mute',
        withoutKeyOnTouch(t(state.sound ? 'tools.sound_on' : 'tools.sound_off')),
        switchSound,
        {
          key: 'sound',
          class: 'wide',
          'aria-pressed': String(state.sound),
        },
      ),
      tool('sun', t('tools.theme'), switchTheme, { class: 'wide' }),
      tool(
        'help',
        helpName(),
        () =>
          change((s) => {
            s.dialog = 'help';
          }),
        { class: 'help-tool' },
      ),
      tool(
        'menu',
        t('tools.menu'),
        () =>
          change((s) => {
            s.dialog = 'menu';
          }),
        { class: table.unread && 'has-news' },
      ),
    ),
  );
}

/** The pill says one thing: what is expected now, and of whom. @param {import('../shapes').TableState} table */
function pill(table) {
  const { net } = table;
  if (net.status === 'lost' && Date.now() - net.lostAt > 900) {
    const seconds = Math.max(1, Math.ceil((net.retryAt - Date.now()) / 1000));
    return h(
      'div',
      { class: 'status is-reconnecting', key: 'pill', role: 'status' },
      h('i', { class: 'spinner' }),
      h('b', null, t('pill.reconnecting')),
      h('span', null, h('span', { class: 'safe' }, t('pill.safe'), ' '), t('pill.retry_in', { count: seconds })),
      Date.now() - net.lostAt > 8000 &&
        h('button', { type: 'button', class: 'inline', on: { click: retryNow } }, t('pill.try_now')),
    );
  }
  const [seat, title, text, mood] = mind(table);
  const left = seat === null || table.view?.phase === 'over' ? null : clockLeft(table, seat);
  const last = lastTurns(table);
  return h(
    'div',
    { class: `status is-${mood}`, key: 'pill', role: 'status' },
    seat === null ? h('i', { class: mood === 'loading' ? 'spinner' : 'dot-mark' }) : emblem(seat, 22),
    h('b', null, title),
    h('span', null, text),
    left !== null && h('time', { class: ['clock', left < 15000 && 'is-low'] }, clockWords(left)),
    last && h('em', { class: 'chip-last' }, last),
    table.takeBack &&
      h('button', { type: 'button', class: 'inline', on: { click: takeBack } }, icon('undo', 14), t('pill.undo')),
  );
}

/** In the last round: that this turn is the player's last, or how many turns are left. */
export function lastTurns(/** @type {import('../shapes').TableState} */ table) {
  const count = table.view?.turns_left ?? 0;
  if (count === 0) return '';
  return isReady(table) && isMyTurn(table) ? t('pill.last_turn') : t('pill.turns_left', { count });
}

/**
 * @param {import('../shapes').TableState} table
 * @returns {[number | null, string, string, string]} seat, title, text, mood
 */
export function mind(table) {
  if (!isReady(table)) return [null, t('pill.loading'), '', 'loading'];
  const { view, info } = table;
  if (info.status === 'closed') return [null, t('pill.closed'), closedBy(table), 'waiting'];
  if (!view) {
    const open = info.seats.filter((s) => s.kind === 'open').length;
    return [null, t('pill.gathering'), open ? t('pill.open_seats', { count: open }) : t('pill.all_here'), 'waiting'];
  }
  if (view.phase === 'over') {
    if (isTelling(state)) return [null, t('pill.over'), '', 'over'];
    const winners = table.result?.winners ?? [];
    if (winners.length === 1)
      return [winners[0], winnerWords(table, winners), t('pill.after', { count: view.turns_played }), 'over'];
    return [winners[0] ?? null, t('pill.over'), '', 'over'];
  }
  if (isMyTurn(table))
    return [
      me(table),
      held(table).length > 1 ? seatName(info.seats[me(table) ?? 0]) : t('pill.your_turn'),
      task(table),
      view.turns_left !== null && view.turns_left <= info.seats.length ? 'last_round' : 'turn',
    ];
  const areSlow = areBotsGettingReady({ ...table, view });
  if (view.phase === 'choosing_start')
    return [
      null,
      t('pill.choosing'),
      areSlow ? t('pill.bots_get_ready') : t('pill.choosing_left', { count: view.actors.length }),
      'waiting',
    ];
  const turn = view.turn ?? 0;
  if (areSlow) return [turn, nameOf(table, turn), t('pill.gets_ready'), 'waiting'];
  const soon = botIn(table, turn);
  return [
    turn,
    nameOf(table, turn),
    soon === null ? t(`pill.does.${view.phase}`) : t('pill.away', { time: clockWords(soon) }),
    'waiting',
  ];
}

/** What our seat is asked to do. @param {import('../shapes').Playing} table */
function task(table) {
  const { ui } = state;
  const { view, board } = table;
  if (view.phase === 'choosing_start' || view.phase === 'choosing_tickets')
    return t('pill.keep', { count: keepAtLeast(table) });
  if (view.phase === 'second_card') return t('pill.second_card');
  if (view.phase === 'in_tunnel') return t('pill.tunnel', { count: view.tunnel?.extra ?? 0 });
  if (ui.route !== null) return routeName(board, ui.route);
  if (ui.asking === 'station') return t('pill.station');
  if (table.legal.length === 1 && table.legal[0].kind === 'pass') return t('pill.pass');
  return t(board.stations.each ? 'pill.turn_stations' : 'pill.turn');
}

/**
 * How many of the offered tickets must be kept: the shortest list among the legal ones.
 * @param {import('../shapes').Table} table
 */
export const keepAtLeast = (table) =>
  Math.min(...table.legal.filter((a) => a.kind === 'keep').map((a) => a.places?.length ?? 0), 9);
