/** The board panel: routes by typing two cities, the chosen player's pieces, what stations borrow. */

import { chip, icon, tool } from '../components.js';
import { h } from '../dom.js';
import { number, t } from '../i18n.js';
import { cityName, routeFacts, routeName } from '../words.js';
import { tapCity, tapRoute } from './editor.js';
import { fits, namesOf } from './search.js';
import { borrow, haveCards, withoutPlayer } from './game.js';
import { colorWords, playerRows, textIn, withNextColor, withOneMore } from './players.js';
import { alter, enter } from './session.js';

/** @typedef {import('./session.js').Open} Open */

const MOST_FOUND = 8;

/** @param {Open} it */
export function boardPanel(it) {
  const { board, seat, game } = it;
  return [
    h('p', { class: 'hint' }, t(board.stations.each ? 'score.hint.stations' : 'score.hint')),
    searchField(t('score.two_cities'), it.search),
    it.search.trim() !== '' && found(it),
    owned(it),
    board.stations.each > 0 && stations(it),
    board.bonuses.merchandise && cards(it),
    people(it),
    h(
      'p',
      { class: 'sr', role: 'status' },
      t('score.has_routes', { who: game.players[seat].name, count: held(it).length }),
    ),
  ];
}

/** @param {string} words @param {string} value */
export const searchField = (words, value) =>
  h(
    'label',
    { class: 'field', key: 'search' },
    words,
    h('input', {
      type: 'text',
      value,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      enterkeyhint: 'search',
      on: { input: (/** @type {Event} */ e) => alter((it) => Object.assign(it, { search: textIn(e) })) },
    }),
  );

/** @param {Open} it */
const held = ({ game, board, seat }) =>
  board.routes.map((route, no) => ({ ...route, no })).filter((route) => game.owners[route.id] === seat);

/** Routes that match the typed text; a double appears once. @param {Open} it */
function found(it) {
  const { board, game, search } = it;
  const routes = board.routes
    .map((route, no) => ({ ...route, no }))
    .filter(({ twin, no }) => twin === null || twin > no)
    .filter((route) => fits(namesOf(board, route), search))
    .slice(0, MOST_FOUND);
  if (routes.length === 0) return h('p', { class: 'empty', role: 'status' }, t('score.no_route'));
  return h(
    'ul',
    { class: 'score-list', 'aria-label': t('score.found') },
    routes.map(({ id, no, twin }) => {
      const halves = [id, ...(twin === null ? [] : [board.routes[twin].id])];
      const owners = halves.flatMap((half) => game.players[game.owners[half]]?.name ?? []);
      return h(
        'li',
        { key: id },
        h(
          'button',
          { type: 'button', on: { click: () => tapRoute(no) } },
          h('span', null, routeName(board, no), h('small', null, [routeFacts(board, no), ...owners].join(' · '))),
          icon(halves.some((half) => game.owners[half] === it.seat) ? 'check' : 'plus', 18),
        ),
      );
    }),
  );
}

/** @param {Open} it */
function owned(it) {
  const { board, game, seat } = it;
  const routes = held(it);
  return h(
    'section',
    { class: 'score-held', key: 'owned' },
    h('h2', null, t('score.routes_of', { who: game.players[seat].name }), h('small', null, number(routes.length))),
    h(
      'ul',
      { class: 'score-list' },
      routes.map(({ id, no, length, color, points }) =>
        h(
          'li',
          { key: id },
          h('span', { class: 'row' }, chip(color ?? 'gray', length), h('span', null, routeName(board, no))),
          h('b', null, `+${number(points)}`),
          tool('close', t('score.take_back', { what: routeName(board, no) }), () => tapRoute(no)),
        ),
      ),
    ),
  );
}

/** @param {Open} it */
function stations(it) {
  const { board, game, seat } = it;
  const cities = Object.keys(game.stations).filter((city) => game.stations[city] === seat && board.cityNo.has(city));
  return h(
    'section',
    { class: 'score-held', key: 'stations' },
    h(
      'h2',
      null,
      t('score.stations_of', { who: game.players[seat].name }),
      h('small', null, `${number(cities.length)}/${number(board.stations.each)}`),
    ),
    h(
      'ul',
      { class: 'score-list' },
      cities.map((city) => station(it, city)),
    ),
    h(
      'label',
      { class: 'field' },
      t('score.station_in'),
      h(
        'select',
        {
          value: '',
          on: {
            change: (/** @type {Event} */ e) => {
              if (textIn(e) !== '') tapCity(Number(textIn(e)));
              if (e.target instanceof HTMLSelectElement) e.target.value = '';
            },
          },
        },
        h('option', { value: '' }, '–'),
        board.cities.map((city, no) =>
          game.stations[city.id] === undefined ? h('option', { value: no }, city.name) : null,
        ),
      ),
    ),
  );
}

/** A station and what it borrows: the best route, unless the user chooses. @param {Open} it @param {string} city */
function station(it, city) {
  const { board, game, seat } = it;
  const no = board.cityNo.get(city);
  const offered = board.routes.filter(
    (route) => route.cities.includes(no) && game.owners[route.id] !== undefined && game.owners[route.id] !== seat,
  );
  const best = it.count?.sheets?.[seat]?.stations.find((one) => one.city === city)?.borrows;
  return h(
    'li',
    { key: city, class: 'is-station' },
    h('span', { class: 'row' }, icon('station', 17), h('span', null, cityName(board, city))),
    h(
      'label',
      null,
      h('span', { class: 'sr' }, t('score.borrows', { city: cityName(board, city) })),
      h(
        'select',
        {
          value: game.borrows[city] ?? '',
          on: { change: (/** @type {Event} */ e) => enter((now) => borrow(now, city, textIn(e))) },
        },
        h('option', { value: '' }, best ? t('score.best_is', { route: routeName(board, best) }) : t('score.best')),
        offered.map((route) => h('option', { value: route.id }, routeName(board, route.id))),
      ),
    ),
    tool('close', t('score.take_back', { what: cityName(board, city) }), () => tapCity(no)),
  );
}

/** Merchandise follows from the routes; if the supply ran out, some players have fewer. @param {Open} it */
function cards({ count, game, seat }) {
  const follows = count?.sheets?.[seat]?.merchandise ?? 0;
  const entered = game.merchandise[seat];
  const step = (/** @type {number} */ by) =>
    enter((now) => haveCards(now, seat, Math.max(0, (entered ?? follows) + by)));
  return h(
    'section',
    { class: 'score-held', key: 'cards' },
    h('h2', null, t('score.merchandise_of', { who: game.players[seat].name })),
    h(
      'div',
      { class: 'score-stepper' },
      tool('minus', t('score.fewer'), () => step(-1)),
      h('b', { role: 'status' }, number(entered ?? follows)),
      tool('plus', t('score.more'), () => step(1)),
      entered !== undefined &&
        h(
          'button',
          { type: 'button', class: 'quiet', on: { click: () => enter((now) => haveCards(now, seat, null)) } },
          t('score.as_follows'),
        ),
    ),
  );
}

/** Corrects names, colours and number of players. @param {Open} it */
function people({ board, game, naming }) {
  const put = (/** @type {import('./game.js').Player[]} */ players) => enter((now) => ({ ...now, players }));
  const shown = game.players.map((one, i) => (naming?.seat === i ? { ...one, name: naming.text } : one));
  return h(
    'details',
    { class: 'score-held score-people', key: 'people' },
    h('summary', null, t('score.edit_players')),
    playerRows(shown, [board.players[0], board.players[1]], {
      type: (who, text) => alter((now) => Object.assign(now, { naming: { seat: who, text } })),
      rename: (who, name) => {
        alter((now) => Object.assign(now, { naming: null }));
        put(game.players.map((one, i) => (i === who ? { ...one, name: name.trim() || colorWords(one.color) } : one)));
      },
      recolor: (who) => put(withNextColor(game.players, who)),
      add: () => put(withOneMore(game.players).map((one) => ({ ...one, name: one.name || colorWords(one.color) }))),
      remove: (who) => enter((now) => withoutPlayer(now, who)),
    }),
  );
}
