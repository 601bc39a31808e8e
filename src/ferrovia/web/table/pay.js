/**
 * Paying for a route or a station: every payment, the sensible one marked; a tunnel's risk; what is missing, explained
 * at the route.
 */

import { h, valueOf } from '../dom.js';
import { number, percent, t } from '../i18n.js';
import { icon, minis, primary, quiet, inactive } from '../components.js';
import { state } from '../state.js';
import { cityName, ownedWords, reasonWords, routeFacts, routeName } from '../words.js';
import { chooseCity, choosePayment, chooseRoute, confirm, stepBack } from './selection.js';
import { hand } from './display.js';
import { buildable, me, nameOf, stationWays, waysFor, wayWords } from './model.js';
import { ruleLink } from './news.js';

/** @param {import('../shapes').Way[]} ways @param {string} group */
export const waysList = (ways, group) =>
  h(
    'fieldset',
    { class: ways.length > 4 && 'is-long' },
    h('legend', { class: 'sr' }, t('pay.ways')),
    ways.map((way, i) =>
      h(
        'label',
        { class: 'way', key: way.text },
        h('input', {
          type: 'radio',
          name: group,
          value: String(i),
          checked: i === state.ui.way,
          on: { change: () => choosePayment(i) },
        }),
        h('span', { class: 'cards', 'aria-hidden': 'true' }, minis(way.color, way.colored), minis('wild', way.wilds)),
        h('span', { class: 'words' }, wayWords(way)),
      ),
    ),
  );

/**
 * Why not: one sentence, the rule, and the other half of a double if it is open.
 * @param {import('../shapes').Table} table
 * @param {import('../shapes').Reason | null} why
 */
const sorry = (table, why) =>
  h(
    'p',
    { class: 'none', key: 'why' },
    why
      ? [reasonWords(why, (seat) => nameOf(table, seat), me(table)), ' ', why.rule && ruleLink(why.rule)]
      : t('pay.looking'),
  );

/** The dock while a route is chosen. @param {import('../shapes').Playing} table */
export function payDock(table) {
  const { ui } = state;
  const { board } = table;
  const no = /** @type {number} */ (ui.route);
  const route = board.routes[no];
  const ways = waysFor(table, no);
  const way = ways[ui.way] ?? null;
  const owner = table.view.owners[route.id];
  const twin =
    route.twin !== null &&
    table.view.owners[board.routes[route.twin].id] === undefined &&
    waysFor(table, route.twin).length
      ? route.twin
      : null;
  return h(
    'form',
    {
      class: 'dock is-choice',
      id: 'actions',
      key: 'pay',
      'aria-label': t('pay.title', { route: routeName(board, no) }),
      on: {
        submit: (/** @type {Event} */ e) => {
          e.preventDefault();
          confirm();
        },
      },
    },
    h(
      'div',
      { class: 'group pay', key: 'pay' },
      h(
        'h2',
        null,
        h('span', null, routeName(board, no)),
        h('small', null, routeFacts(board, no), ways.length > 4 && ` · ${t('pay.count', { count: ways.length })}`),
      ),
      ways.length
        ? waysList(ways, 'way')
        : owner !== undefined
          ? h('p', { class: 'none' }, ownedWords(nameOf(table, owner)))
          : sorry(table, ui.why),
    ),
    hand(table, way),
    h(
      'div',
      { class: 'group confirm', key: 'confirm' },
      way && route.tunnel && risk(way),
      h(
        'div',
        { class: 'buttons' },
        quiet(t('cancel'), stepBack),
        twin !== null && !ways.length && quiet(t('pay.other_half'), () => chooseRoute(twin)),
        ways.length > 0 &&
          primary(
            [t(route.tunnel ? 'pay.enter_tunnel' : 'pay.claim'), h('span', null, `+${number(route.points)}`)],
            confirm,
            { type: 'submit', ...inactive(table.sending) },
          ),
      ),
    ),
  );
}

/**
 * The chance of each number of extra cards, and which of them the hand could pay.
 * @param {import('../shapes').Way} way
 */
function risk(way) {
  const odds = state.ui.odds[way.text];
  if (!odds) return h('div', { class: 'risk is-waiting' }, h('h2', null, t('tunnel.risk')));
  return h(
    'div',
    { class: 'risk' },
    h('h2', null, t('tunnel.risk'), h('small', null, t('tunnel.payable', { share: percent(odds.payable) }))),
    h(
      'div',
      { class: 'odds' },
      odds.extra.map(
        (p, k) =>
          p > 0.0005 &&
          h(
            'span',
            {
              class: [`k${k}`, k > odds.spare && 'is-over'],
              style: { flex: String(Math.max(p, 0.14)) },
              title: t('tunnel.chance', { count: k, share: percent(p) }),
            },
            h('b', null, k ? `+${k}` : '0'),
            ' ',
            percent(p),
          ),
      ),
    ),
  );
}

/**
 * The dock during the building of a station: a city on the board or from the list, then the payment.
 * @param {import('../shapes').Playing} table
 */
export function stationDock(table) {
  const { ui } = state;
  const { board } = table;
  const ways = ui.city === null ? [] : stationWays(table, ui.city);
  const { stations_left: left } = table.view.seats[me(table) ?? 0];
  const places = [...buildable(table)].sort((a, b) => cityName(board, a).localeCompare(cityName(board, b)));
  return h(
    'form',
    {
      class: 'dock is-choice',
      id: 'actions',
      key: 'station',
      'aria-label': t('station.title'),
      on: {
        submit: (/** @type {Event} */ e) => {
          e.preventDefault();
          confirm();
        },
      },
    },
    h(
      'div',
      { class: 'group pay', key: 'pay' },
      h(
        'div',
        { class: 'station-head' },
        h('h2', null, h('span', null, t('station.title')), h('small', null, t('dock.left', { count: left }))),
        cityPicker(board, places),
      ),
      ui.city !== null && (ways.length ? waysList(ways, 'way') : sorry(table, ui.why)),
    ),
    hand(table, ways[ui.way] ?? null),
    h(
      'div',
      { class: 'group confirm', key: 'confirm' },
      h('p', { class: 'hint' }, icon('station', 15), t('station.what')),
      h(
        'div',
        { class: 'buttons' },
        quiet(t('cancel'), stepBack),
        ways.length > 0 && primary(t('station.build'), confirm, { type: 'submit', ...inactive(table.sending) }),
      ),
    ),
  );
}

/** @param {import('../shapes').Board} board @param {number[]} places */
const cityPicker = (board, places) =>
  h(
    'label',
    { class: 'city-pick' },
    h('span', { class: 'sr' }, t('station.city')),
    h(
      'select',
      {
        value: state.ui.city === null ? '' : String(state.ui.city),
        on: {
          change: (/** @type {Event} */ e) => {
            if (valueOf(e) !== '') chooseCity(Number(valueOf(e)));
          },
        },
      },
      h('option', { value: '' }, t('station.choose')),
      places.map((no) => h('option', { value: String(no), key: no }, cityName(board, no))),
    ),
  );
