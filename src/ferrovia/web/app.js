/** The page: reads the address, draws the matching screen, and redraws after every change. */

import { symbolSheet } from './board/symbols.js';
import { h, patch } from './dom.js';
import { preferredLanguage, speak, speakOf, t } from './i18n.js';
import { focusOn, keepFocus } from './focus.js';
import { listenToKeys } from './keys.js';
import { fetchAll, lazy } from './lazy.js';
import { onArrival, readPlace, rename } from './route.js';
import { readSettings } from './settings.js';
import { boardOnPage, change, drawWith, isReady, state } from './state.js';
import { nextAtScreen } from './table/curtain.js';
import { afterTable, tableScreen } from './table/table.js';
import { mind } from './table/status-bar.js';
import { areBotsGettingReady, hasBegun, isMyTurn } from './table/model.js';
import { enter, leave } from './table/session.js';
import { END_STYLES } from './end/end.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));

/** @param {import('./shapes').Place} place */
const isInvitation = (place) => /^i_/.test(place.token);

const lobby = lazy(() => import('./lobby/lobby.js'));
const page = lazy(() => import('./lobby/shell.js'));
const over = lazy(() => import('./dialogs.js'));
const replay = lazy(() => import('./replay/screen.js'), [...END_STYLES, 'replay.css', 'curves.css']);
const record = lazy(
  () => import('./replay/open-record.js'),
  [...END_STYLES, 'replay.css', 'curves.css', 'charts.css', 'record.css'],
  { soon: false },
);
const learn = lazy(() => import('./lessons/screen.js'), ['lessons.css'], { soon: false });
const score = lazy(() => import('./score/screen.js'), [...END_STYLES, 'score.css', 'score-count.css'], { soon: false });

const waiting = () => h('main', { class: 'table is-loading', key: 'waiting', 'aria-busy': 'true' });

function screen() {
  const { place, table, trouble } = state;
  if (trouble) return page.now()?.troubleScreen(trouble) ?? waiting();
  if (place.name === 'table' && isInvitation(place)) return lobby.now()?.joinScreen(place) ?? waiting();
  if (place.name === 'table' && table) return tableScreen(table);
  if (place.name === 'game') return replay.now()?.replayScreen(state) ?? waiting();
  if (place.name === 'record') return record.now()?.recordScreen(state) ?? waiting();
  if (place.name === 'learn') return learn.now()?.lessonsScreen() ?? waiting();
  if (place.name === 'score') return score.now()?.scoreScreen() ?? waiting();
  if (place.name === 'rules') return over.now()?.helpScreen() ?? waiting();
  return lobby.now()?.lobbyScreen() ?? waiting();
}

/** A skip link to the current decision. */
const skipLink = () =>
  state.place.name === 'table' &&
  isReady(state.table) &&
  hasBegun(state.table) &&
  !state.trouble &&
  nextAtScreen(state.table) === null &&
  h(
    'a',
    {
      class: 'skip',
      href: '#actions',
      key: 'skip',
      on: {
        click: (/** @type {Event} */ e) => {
          e.preventDefault();
          focusOn('#actions');
        },
      },
    },
    t('app.skip'),
  );

function draw() {
  speakOf(boardOnPage());
  document.documentElement.dataset.theme = state.theme;
  keepFocus(() => {
    patch(root, skipLink(), screen(), state.dialog && over.now()?.dialog());
    if (state.place.name === 'table') afterTable();
    if (state.place.name === 'score') score.now()?.afterScore();
  });
  if (overUsed()) {
    over.now()?.afterDialog();
    over.now()?.scrollToRule();
  }
  title();
  fetchTheRest();
}

/** Other screens are fetched a while after the first one is whole: on a slow phone they would hold it up. */
let whole = false;
function fetchTheRest() {
  if (whole || root.querySelector('.is-loading, .map[aria-busy=true]')) return;
  whole = true;
  window.setTimeout(() => (window.requestIdleCallback ?? window.setTimeout)(fetchAll), 6000);
}

/** Dialogs and rules are loaded when first opened; from then on every redraw includes them. */
let opened = false;
const overUsed = () => (opened ||= state.dialog !== null || state.place.name === 'rules');

const sign = /** @type {HTMLElement} */ (document.querySelector('link[rel=icon]'));
let titled = '';
function title() {
  const { table, place } = state;
  const mine = place.name === 'table' && table?.view && isMyTurn(table);
  const words = mine
    ? `● ${t('pill.your_turn')} – Ferrovia`
    : place.name === 'table' && table?.info
      ? `${mind(table)[1]} – Ferrovia`
      : `Ferrovia – ${t('app.title')}`;
  if (words === titled) return;
  titled = words;
  document.title = words;
  sign.setAttribute('href', new URL(mine ? 'icon-turn.svg' : 'icon.svg', import.meta.url).href);
}

function arrive() {
  const place = readPlace();
  leave();
  change((s) =>
    Object.assign(s, {
      place,
      trouble: place.name === 'nowhere' ? { code: 'page/unknown' } : null,
      dialog: null,
      table: null,
      rule: place.name === 'rules' && place.token ? place.token : null,
    }),
  );
  if (place.name === 'lobby') lobby.come().then((part) => part.arriveInLobby(), unreachable);
  if (place.name === 'table' && !isInvitation(place)) enter(place.id, place.token);
  else if (place.name === 'table')
    lobby
      .come()
      .then((part) => part.arriveInvited(place), unreachable)
      .then((seated) => {
        if (seated) enterSeated(place);
      });
  if (place.name === 'record') record.come().then((part) => part.arriveAtRecord(), unreachable);
  if (place.name === 'learn') learn.come().then((part) => part.arriveAtLessons(), unreachable);
  if (place.name === 'score') score.come().then((part) => part.arriveAtScore(place), unreachable);
  if (place.name === 'game') replay.come().then((part) => part.openReplay(place.id), unreachable);
}

/** A part of the page failed to load. @returns {false} */
function unreachable() {
  change((s) => {
    s.trouble = { code: 'net/unreachable' };
  });
  return false;
}

/**
 * A player who has already joined and opens the invitation again goes to the table, not to the form.
 * @param {import('./shapes').Place} place
 */
function enterSeated(place) {
  if (state.place !== place) return;
  rename(`/table/${place.id}`);
  arrive();
}

/** Clocks, the reconnect countdown, fading banners and slow bots need a regular redraw. */
function tick() {
  const { table, place } = state;
  if (
    place.name === 'table' &&
    table &&
    (table.net.status === 'lost' ||
      table.clocks?.seats.some((c) => c.running && c.left !== null) ||
      Date.now() - table.lastRoundAt < 14000 ||
      Object.keys(table.away).length > 0 ||
      (isReady(table) && hasBegun(table) && areBotsGettingReady(table)))
  )
    change(() => {});
}

symbolSheet();
readSettings();
await speak(preferredLanguage());
drawWith(draw);
onArrival(arrive);
listenToKeys();
setInterval(tick, 500);
addEventListener('resize', () => change(() => {}));
arrive();
