/** The page: reads the address, draws the screen it stands for, and draws again after every change. */

import { symbolSheet } from './board/symbols.js';
import { afterDialog, dialog } from './dialogs.js';
import { h, patch } from './dom.js';
import { preferredLanguage, speak, t } from './i18n.js';
import { helpScreen, scrollToRule } from './help/help.js';
import { focusOn, listenToKeys } from './keys.js';
import { arriveInLobby } from './lobby/arrive.js';
import { joinScreen, lobbyScreen, troubleScreen } from './lobby/lobby.js';
import { ask } from './net/api.js';
import { openReplay, replayScreen } from './replay/replay.js';
import { onArrival, readPlace } from './route.js';
import { readSettings } from './settings.js';
import { change, drawWith, state } from './state.js';
import { nextAtScreen } from './table/curtain.js';
import { afterTable, tableScreen } from './table/table.js';
import { mind } from './table/top.js';
import { isMyTurn } from './table/model.js';
import { enter, leave } from './table/session.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));

/** @param {Record<string, string>} place */
const isInvitation = (place) => /^i_/.test(place.token ?? '');

function screen() {
  const { place, table, trouble } = state;
  if (trouble) return troubleScreen(trouble);
  if (place.name === 'table' && isInvitation(place)) return joinScreen(/** @type {any} */ (place));
  if (place.name === 'table' && table) return tableScreen(table);
  if (place.name === 'game') return replayScreen(state);
  if (place.name === 'rules') return helpScreen();
  return lobbyScreen();
}

/** For who does not want to walk through the whole page: what is to be decided now. */
const skipLink = () => state.place.name === 'table' && state.table?.view && !state.trouble && nextAtScreen(state.table) === null && h('a', { class: 'skip', href: '#actions', key: 'skip', on: { click: (/** @type {Event} */ e) => { e.preventDefault(); focusOn('#actions'); } } }, t('app.skip'));

function draw() {
  document.documentElement.dataset.theme = state.theme;
  const inside = ['.list-form', '#actions'].find((part) => document.activeElement?.closest(part));
  patch(root, skipLink(), screen(), dialog());
  if (state.place.name === 'table') afterTable();
  if (inside && document.activeElement === document.body) focusOn(inside);      // what was pressed is gone: stay near it
  afterDialog();
  scrollToRule();
  title();
}

let titled = '';
function title() {
  const { table, place } = state;
  const mine = place.name === 'table' && table?.view && isMyTurn(table);
  const words = mine ? `● ${t('pill.your_turn')} – Ferrovia` : place.name === 'table' && table?.info ? `${mind(table)[1]} – Ferrovia` : `Ferrovia – ${t('app.title')}`;
  if (words === titled) return;
  titled = words;
  document.title = words;
  document.querySelector('link[rel=icon]')?.setAttribute('href', `/static/${mine ? 'icon-turn' : 'icon'}.svg`);
}

function arrive() {
  const place = readPlace();
  leave();
  change((s) => Object.assign(s, { place, trouble: place.name === 'nowhere' ? { code: 'page/unknown' } : null, dialog: null, table: null, rule: place.name === 'rules' && place.token ? place.token : null }));
  if (place.name === 'lobby') arriveInLobby();
  if (place.name === 'table' && !isInvitation(place)) enter(place.id, place.token);
  else if (place.name === 'table') enterIfSeated(place);
  if (place.name === 'game') openReplay(place.id);
}

/** Who has sat down already and opens the invitation again goes to the table, not to the form. @param {Record<string, string>} place */
async function enterIfSeated(place) {
  const tables = await ask('/api/tables').catch(() => null);
  if (!tables?.mine.some((/** @type {any} */ table) => table.id === place.id) || state.place !== place) return;
  history.replaceState(null, '', `/table/${place.id}`);
  arrive();
}

/** Clocks, the count-down of a reconnect and banners that fade need a look every now and then. */
function tick() {
  const { table, place } = state;
  if (place.name === 'table' && table && (table.net.status === 'lost' || table.clocks?.seats?.some((/** @type {any} */ c) => c.running && c.left !== null) || Date.now() - table.lastRoundAt < 14000)) change(() => {});
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
