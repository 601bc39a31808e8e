/** The board of a replay: mounted once, updated after each redraw. */

import { createBoard } from '../board/board.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { withoutKeyOnTouch } from '../settings.js';
import { aboutCity, aboutRoute } from '../marks.js';
import { tool } from '../components.js';
import { state } from '../state.js';
import { placeTools } from '../table/board-view.js';
import { nameOf, stationWords } from '../table/model.js';
import { cityName, routeWords } from '../words.js';
import { isShown, positionOf, toldOf } from './knowledge.js';

/** @type {ReturnType<typeof createBoard>|null} */
let picture = null;

export const theReplayMap = () => picture;

/** @param {import('../shapes').ShownReplay} replay */
export const replayMap = (replay) =>
  h('div', {
    class: 'board-holder',
    key: `board-${replay.id}`,
    mount: (/** @type {HTMLElement} */ holder) => {
      picture = createBoard(holder, {
        board: replay.board,
        geometry: replay.layout,
        t,
        reducedMotion: matchMedia('(prefers-reduced-motion: reduce)').matches,
        onResize: () => placeTools(picture),
        beginsWhole: true,
        about: aboutThing,
      });
      return () => {
        picture?.destroy();
        picture = null;
      };
    },
  });

/** What a mark on the board means at this step. @param {import('../board/hit-test.js').Thing} thing */
function aboutThing({ kind, number }) {
  const { replay } = state;
  if (!isShown(replay)) return null;
  const { board, game, at } = replay;
  const { owners, stations } = game.steps[at].view;
  if (kind === 'route') return owners[board.routes[number].id] === undefined ? aboutRoute(board, number) : null;
  const seat = stations[board.cities[number].id];
  return seat === undefined ? aboutCity(board, number) : stationWords(toldOf(replay), seat);
}

export const replayZoom = () =>
  h(
    'div',
    { class: 'zoom', role: 'group', 'aria-label': t('map.tools') },
    tool('plus', withoutKeyOnTouch(t('map.closer')), () => picture?.zoom(1.4)),
    tool('minus', withoutKeyOnTouch(t('map.further')), () => picture?.zoom(1 / 1.4)),
    tool('fit', withoutKeyOnTouch(t('map.whole')), () => picture?.fit()),
  );

export function showReplay() {
  const { replay } = state;
  if (!picture || !isShown(replay)) return;
  const { board, game, at, eyes, looking } = replay;
  const step = game.steps[at];
  const lights = looking?.route
    ? { lit: new Set([board.routeNo.get(looking.route)]), chosen: null }
    : looking?.city
      ? { litCities: new Set([board.cityNo.get(looking.city)]) }
      : {};
  picture.show({
    ...positionOf(board, step, eyes),
    ...lights,
    say: (no) => routeWords(board, no, { owner: ownerOf(replay, board.routes[no].id) }),
    sayCity: (no) => cityName(board, no),
  });
}

/** @param {import('../shapes').ShownReplay} replay @param {string} route */
function ownerOf(replay, route) {
  const owner = replay.game.steps[replay.at].view.owners[route];
  return owner === undefined ? null : nameOf(toldOf(replay), owner);
}
