/** The keyboard on the board: walk over routes or cities, choose, zoom, find a city by its first letters. */

import { ARROWS } from './hit-test.js';

const PATIENCE = 2500; // milliseconds without a letter that end a search

/** Only letters, without accents, in lower case. @param {string} text */
const plain = (text) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/**
 * @param {HTMLElement} window_
 * @param {{ board: import('./types.js').Board, t: import('./types.js').Speak, camera:
 *   import('./camera.js').Camera,
 *   points: ReturnType<typeof import('./hit-test.js').pointsOf>, focus: () => import('./hit-test.js').Thing,
 *   walkedOver: () => 'route'|'city', setFocus: (thing: import('./hit-test.js').Thing) => void, choose: (thing:
 *   import('./hit-test.js').Thing) => void, onEscape: () => void }} on
 */
export function listenToKeys(window_, { board, t, camera, points, focus, walkedOver, setFocus, choose, onEscape }) {
  const sign = document.createElement('div');
  sign.className = 'city-search';
  sign.setAttribute('role', 'status');
  sign.hidden = true;
  window_.append(sign);
  let typed = /** @type {string|null} */ (null); // null: no search
  let timer = 0;

  function search() {
    typed = '';
    tell();
  }

  function tell() {
    clearTimeout(timer);
    sign.hidden = typed === null;
    if (typed === null) return;
    sign.textContent = t('board.search', { letters: typed === '' ? '…' : typed });
    timer = window.setTimeout(over, PATIENCE);
  }

  function over() {
    typed = null;
    tell();
  }

  /** @param {string} letter @returns {boolean} whether it was understood */
  function typeLetter(letter) {
    const wanted = (typed ?? '') + plain(letter);
    const number = board.cities.findIndex(
      (city) => plain(city.name).startsWith(wanted) || plain(city.id).startsWith(wanted),
    );
    if (number < 0) return false;
    typed = wanted;
    tell();
    setFocus({ kind: 'city', number });
    return true;
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was ours */
  function press({ key }) {
    if (typed !== null) {
      if (key === 'Escape') {
        over();
        return true;
      }
      if (key.length === 1 && plain(key) !== '') {
        typeLetter(key);
        return true;
      }
      if (key === 'Enter') over();
    }
    if (key in ARROWS) setFocus(points.next(focus(), key, walkedOver()));
    else if (key === 'Enter' || key === ' ') choose(focus());
    else if (key === '+' || key === '=') camera.fly(camera.closer(1.4));
    else if (key === '-' || key === '−' || key === '_') camera.fly(camera.closer(1 / 1.4));
    else if (key === '0') camera.fit();
    else if (key === 'c' || key === 'C') search();
    else if (key === 'Escape') onEscape();
    else return false;
    return true;
  }

  const listener = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !press(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window_.addEventListener('keydown', listener);
  return {
    search,
    stop() {
      clearTimeout(timer);
      window_.removeEventListener('keydown', listener);
    },
  };
}
