/** The table: assembles everything around the board. */

import { endDock, endLights, endSide } from '../end/end.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { focusOn } from '../focus.js';
import { lazy } from '../lazy.js';
import { icon } from '../components.js';
import { isSmall } from '../settings.js';
import { change, isReady, state } from '../state.js';
import { curtain, nextAtScreen } from './curtain.js';
import { dock } from './dock.js';
import { boardMap, showOnMap, zoomTools } from './board-view.js';
import { logPanel, playersPanel, ticketsPanel } from './sidebar.js';
import { news } from './news.js';
import { hasBegun } from './model.js';
import { topBar } from './status-bar.js';

const list = lazy(() => import('./actions.js'));
const talk = lazy(() => import('./chat.js'));
const lesson = lazy(() => import('../lessons/note.js'), ['lessons.css'], { soon: false });
const before = lazy(() => import('./waiting-room.js'));

/** @param {import('../shapes').TableState} table */
export function tableScreen(table) {
  if (!isReady(table))
    return h(
      'div',
      { class: 'table is-loading', key: 'table' },
      topBar(table),
      h('main', { class: 'map', 'aria-busy': 'true' }),
    );
  const over = table.view?.phase === 'over' && table.result;
  const behind = nextAtScreen(table) !== null;
  return h(
    'div',
    {
      class: ['table', over && 'is-over', !table.view && 'is-gathering'],
      key: 'table',
      'data-shape': table.board.aspect < 1 ? 'portrait' : 'landscape',
      'data-tab': state.ui.tab ?? 'cards',
      'data-state': String(table.stateNo),
      'data-lesson': table.info.lesson ? lesson.now()?.lessonPlace(table) : undefined,
      'aria-busy': table.sending ? 'true' : undefined,
    },
    topBar(table),
    h(
      'main',
      { class: 'map', 'aria-label': t('map.title'), inert: behind },
      boardMap(table),
      zoomTools(),
      !table.view && before.now()?.gathering(table),
      state.ui.list && list.now()?.actionList(table),
    ),
    !over && !behind && noteOf(table),
    !hasBegun(table) || behind ? null : over ? endDock(state) : dock(table),
    h(
      'aside',
      { class: 'side', 'aria-label': t('side.title'), inert: behind },
      over
        ? [news(table), noteOf(table), endSide(state)]
        : [
            playersPanel(table),
            news(table),
            state.ui.tab === 'players' && isSmall() && playersPanel(table, true),
            !behind && ticketsPanel(table),
            state.ui.tab === 'chat' ? talk.now()?.chatPanel(table) : logPanel(table),
          ],
    ),
    table.view && !over && !behind && tabs(table),
    curtain(table),
  );
}

/** The current note of a lesson. @param {import('../shapes').Table} table */
const noteOf = (table) => table.info.lesson && lesson.now()?.lessonNote(table);

/** After the redraw: updates the board from the state. */
export function afterTable() {
  const { table } = state;
  if (isReady(table)) {
    const over = table.view?.phase === 'over' && table.result;
    const part = table.info.lesson ? lesson.now() : null;
    showOnMap(over ? endLights(state) : (part?.lessonLights(table) ?? null));
    part?.afterNote(table);
  }
  const listed = document.querySelector('.list-form') !== null;
  if (listed && !wasListed) focusOn('.list-form');
  wasListed = listed;
}

let wasListed = false;

/** On small screens one drawer at a time. @param {import('../shapes').Table} table */
function tabs(table) {
  const entries = /** @type {const} */ ([
    ['cards', 'cards', t('tab.cards')],
    ['tickets', 'ticket', t('tab.tickets')],
    ['players', 'people', t('tab.players')],
    ['log', 'log', t('tab.log')],
  ]);
  const open = state.ui.tab ?? 'cards';
  return h(
    'nav',
    { class: 'tabs', 'aria-label': t('tab.title') },
    entries
      .filter(([id]) => id !== 'tickets' || table.you)
      .map(([id, picture, words]) =>
        h(
          'button',
          {
            type: 'button',
            key: id,
            class: open === id && 'is-on',
            'aria-pressed': String(open === id),
            on: {
              click: () =>
                change((s) => {
                  s.ui.tab = open === id ? 'cards' : id;
                }),
            },
          },
          icon(picture, 21),
          h('span', null, words),
        ),
      ),
  );
}
