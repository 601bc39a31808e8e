/** The game on the screen: the board to tap on, the players, and a panel for routes, tickets or the count. */

import { createBoard } from '../board/board.js';
import { emblem, icon, quiet, tool } from '../components.js';
import { h } from '../dom.js';
import { number, t } from '../i18n.js';
import { withoutKeyOnTouch } from '../settings.js';
import { aboutCity, aboutRoute } from '../marks.js';
import { placeTools } from '../table/board-view.js';
import { boardName, cityName, routeName, routeWords, ticketName } from '../words.js';
import { boardPanel } from './pieces.js';
import { give, strangers } from './game.js';
import { problemWords, routeOfProblem } from './problems.js';
import { alter, countNow, enter, open, redo, undo } from './session.js';
import { copyLink, printSheet } from './sharing.js';
import { leaveGame } from './start.js';
import { countPanel, lightsOfStep, signed, tellingNow } from './count.js';
import { ticketsPanel } from './tickets.js';

/** @typedef {import('./session.js').Open} Open */

/** @type {ReturnType<typeof createBoard> | null} */
let picture = null;
export const thePicture = () => picture;

/** @param {Open} it */
export const gameScreen = (it) =>
  h(
    'div',
    { class: 'score-game', key: `score-${it.game.id}`, 'data-tab': it.tab },
    h(
      'header',
      { class: 'top' },
      h('nav', { class: 'tools', 'aria-label': t('score.games') }, tool('list', t('score.games'), leaveGame)),
      h('h1', { class: 'score-name' }, boardName(it.game.boardName)),
      h(
        'nav',
        { class: 'tools', 'aria-label': t('tools.title') },
        tool('undo', t('score.undo'), undo, { disabled: it.past.length === 0 }),
        tool('undo', t('score.redo'), redo, { key: 'redo', class: 'is-mirrored', disabled: it.future.length === 0 }),
        tool('link', t('score.link'), copyLink),
      ),
    ),
    h(
      'main',
      { class: 'map', 'aria-label': t('map.title') },
      holder(it),
      h(
        'div',
        { class: 'zoom', role: 'group', 'aria-label': t('map.tools') },
        tool('plus', withoutKeyOnTouch(t('map.closer')), () => picture?.zoom(1.4)),
        tool('minus', withoutKeyOnTouch(t('map.further')), () => picture?.zoom(1 / 1.4)),
        tool('fit', withoutKeyOnTouch(t('map.whole')), () => picture?.fit()),
      ),
    ),
    h(
      'section',
      { class: 'score-side', 'aria-label': t('score.entries') },
      players(it),
      notices(it),
      tabs(it),
      h(
        'div',
        { class: 'score-panel', id: 'score-panel', role: 'tabpanel', 'aria-labelledby': `tab-${it.tab}`, tabindex: 0 },
        it.tab === 'board' ? boardPanel(it) : it.tab === 'tickets' ? ticketsPanel(it) : countPanel(it),
      ),
    ),
    printSheet(it),
  );

/** @param {Open} it */
const holder = ({ game, board, layout }) =>
  h('div', {
    class: 'board-holder',
    key: `board-${game.id}`,
    mount: (/** @type {HTMLElement} */ element) => {
      picture = createBoard(element, {
        board,
        geometry: layout,
        t,
        asksWhich: false,
        reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
        onRoute: tapRoute,
        onCity: tapCity,
        about: aboutThing,
        onResize: () => placeTools(picture),
      });
      return () => {
        picture?.destroy();
        picture = null;
      };
    },
  });

/**
 * What a mark on the board means. A taken route has lost its marks.
 * @param {import('../board/hit-test.js').Thing} thing
 */
function aboutThing({ kind, number: no }) {
  const { game, board } = open();
  if (kind === 'route') return game.owners[board.routes[no].id] === undefined ? aboutRoute(board, no) : null;
  return game.stations[board.cities[no].id] === undefined ? aboutCity(board, no) : null;
}

// ------------------------------------------------------------------ taps

/**
 * Claims a route for the chosen player, or takes it back; for a double, the free half.
 * @param {number | null} no
 */
export function tapRoute(no) {
  const { game, board, seat, tab } = open();
  if (no === null || tab === 'count') return;
  const twin = board.routes[no].twin;
  const halves = [no, ...(twin === null ? [] : [twin])].map((half) => board.routes[half].id);
  const mine = halves.find((id) => game.owners[id] === seat);
  const free = halves.find((id) => game.owners[id] === undefined);
  if (tab === 'tickets') alter((it) => Object.assign(it, { tab: 'board' }));
  if (mine) enter((it) => give(it, 'owners', mine, null));
  else if (free) enter((it) => give(it, 'owners', free, seat));
  else alter((it) => Object.assign(it, { taken: { what: 'owners', id: halves[0], owner: game.owners[halves[0]] } }));
}

/**
 * On the tickets tab: the tickets of the city. On the board: a station, if the board has stations.
 * @param {number} no
 */
export function tapCity(no) {
  const { game, board, seat, tab, city } = open();
  if (tab === 'tickets') alter((it) => Object.assign(it, { city: city === no ? null : no, search: '' }));
  if (tab !== 'board' || !board.stations.each) return;
  const { id } = board.cities[no];
  const owner = game.stations[id];
  if (owner === undefined || owner === seat) enter((it) => give(it, 'stations', id, owner === seat ? null : seat));
  else alter((it) => Object.assign(it, { taken: { what: 'stations', id, owner } }));
}

/** After each redraw. @param {Open} it */
export function showGame(it) {
  if (!picture) return;
  const { game, board, seat, tab, city } = it;
  const looks = game.players.map(({ color }) => color);
  const byNumber = (
    /** @type {Record<string, number>} */ table,
    /** @type {import('../shapes').ById<number>} */ numbers,
  ) =>
    Object.fromEntries(
      Object.entries(table).flatMap(([id, owner]) => (numbers.has(id) ? [[numbers.get(id), looks[owner]]] : [])),
    );
  const problem = it.problems[0];
  const lights =
    tab === 'count' ? lightsOfStep(it) : problem ? { chosen: routeOfProblem(board, problem) } : { chosen: null };
  picture.show({
    owners: byNumber(game.owners, board.routeNo),
    stations: byNumber(game.stations, board.cityNo),
    you: looks[seat],
    wanted: tab === 'tickets' ? ticketCities(it) : new Set(),
    chosenCity: tab === 'tickets' ? city : null,
    ...lights,
    say: (no) => routeWords(board, no, { owner: game.players[game.owners[board.routes[no].id]]?.name ?? null }),
    sayCity: (no) => cityName(board, no),
  });
  tellingNow(it);
}

/** @param {Open} it @returns {Set<number>} */
const ticketCities = ({ game, board, seat }) =>
  new Set(
    Object.entries(game.tickets)
      .filter(([, owner]) => owner === seat)
      .flatMap(([id]) => board.ticketBy.find(id)?.cities ?? []),
  );

// ------------------------------------------------------------------ players and tabs

/** The players with points and trains: the running score. @param {Open} it */
const players = (it) =>
  h(
    'div',
    { class: 'score-players', role: 'radiogroup', 'aria-label': t('score.whose') },
    it.game.players.map(({ name, color }, seat) => {
      const total = it.count?.totals?.[seat];
      const trains = it.count?.seats?.[seat]?.trains_left;
      const leads = it.count?.winners?.includes(seat);
      return h(
        'button',
        {
          type: 'button',
          key: seat,
          role: 'radio',
          class: ['score-player', seat === it.seat && 'is-on', leads && 'is-ahead', it.problems.length > 0 && 'is-old'],
          'aria-checked': String(seat === it.seat),
          'aria-label': [
            name,
            total !== undefined && t('score.points', { count: total }),
            trains !== undefined && t('score.trains_left', { count: trains }),
            leads && t('score.leads'),
          ]
            .filter(Boolean)
            .join(', '),
          on: { click: () => alter((now) => Object.assign(now, { seat, taken: null })) },
        },
        emblem(color, 26),
        h('b', null, total === undefined ? '–' : signed(total)),
        h('span', null, name),
        h('small', null, icon(it.board.words.vehicle, 12), trains === undefined ? '–' : number(trains)),
      );
    }),
  );

/** @param {Open} it */
function tabs(it) {
  const entries = /** @type {const} */ ([
    ['board', it.board.words.vehicle],
    ['tickets', 'ticket'],
    ['count', 'check'],
  ]);
  const choose = (/** @type {Open['tab']} */ tab) =>
    alter((now) => Object.assign(now, { tab, search: '', city: null, taken: null }));
  const step = (/** @type {KeyboardEvent} */ event) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!move) return;
    const next = entries[(entries.findIndex(([id]) => id === it.tab) + move + entries.length) % entries.length][0];
    choose(next);
    queueMicrotask(() => document.getElementById(`tab-${next}`)?.focus());
  };
  return h(
    'div',
    { class: 'score-tabs', role: 'tablist', 'aria-label': t('score.entries'), on: { keydown: step } },
    entries.map(([id, sign]) =>
      h(
        'button',
        {
          type: 'button',
          key: id,
          id: `tab-${id}`,
          role: 'tab',
          class: it.tab === id && 'is-on',
          'aria-selected': String(it.tab === id),
          'aria-controls': 'score-panel',
          tabindex: it.tab === id ? 0 : -1,
          on: { click: () => choose(id) },
        },
        icon(sign, 18),
        h('span', null, t(`score.tab.${id}`)),
      ),
    ),
  );
}

// ------------------------------------------------------------------ what has to be said

/** @param {Open} it */
function notices(it) {
  const { game, board, taken, problems, unkept, asked, refusal } = it;
  const foreign = strangers(game, board);
  const few = it.count?.few_trains ?? [];
  const notice = (
    /** @type {string} */ key,
    /** @type {string} */ kind,
    /** @type {import('../dom.js').Child[]} */ ...inside
  ) => h('div', { class: ['score-notice', `is-${kind}`], key, role: kind === 'bad' ? 'alert' : 'status' }, ...inside);
  return h(
    'div',
    { class: 'score-notices' },
    taken &&
      notice(
        'taken',
        'warn',
        h('p', null, t('score.taken', { what: nameOf(it, taken), who: game.players[taken.owner].name })),
        quiet(t('score.give', { who: game.players[it.seat].name }), () =>
          enter((now) => give(now, taken.what, taken.id, it.seat)),
        ),
      ),
    problems
      .slice(0, 2)
      .map((problem, i) =>
        notice(
          `problem-${i}`,
          'bad',
          h('p', null, problemWords(it, problem)),
          i === 0 && it.past.length > 0 && quiet(t('score.undo'), undo),
        ),
      ),
    refusal && notice('refusal', 'bad', h('p', null, t('score.trouble.board'))),
    foreign.length > 0 && notice('foreign', 'bad', h('p', null, t('score.foreign', { count: foreign.length }))),
    asked === 'away' && notice('away', 'warn', h('p', null, t('score.away')), quiet(t('score.again'), countNow)),
    unkept && notice('unkept', 'warn', h('p', null, t('score.unkept')), quiet(t('score.link'), copyLink)),
    few.length > 0 &&
      it.tab !== 'count' &&
      problems.length === 0 &&
      notice('last', 'warn', h('p', null, t('score.last_round', { who: game.players[few[0]].name }))),
  );
}

/** @param {Open} it @param {import('./session.js').Taken} taken */
const nameOf = ({ board }, { what, id }) =>
  what === 'owners' ? routeName(board, id) : what === 'stations' ? cityName(board, id) : ticketName(board, id);
