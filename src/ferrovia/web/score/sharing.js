/** Shares a game: a link, a picture, a printed page. */

import { under } from '../base.js';
import { say } from '../announce.js';
import { h } from '../dom.js';
import { handOver } from '../end/sharing.js';
import { number, spoken, t } from '../i18n.js';
import { change } from '../state.js';
import { boardName, routeName } from '../words.js';
import { download, fileOf } from './files.js';
import { linkTo } from './storage.js';
import { boardPicture, pictureOf } from './picture.js';
import { alter, isCounted, open } from './session.js';
import { partName, sheet, verdictWords } from './count.js';

/**
 * @typedef {import('./session.js').Open} Open
 * @typedef {import('../protocol').CountStep} Step
 * @typedef {import('../protocol').CountPart} Part
 */

/** Uses the browser's share dialog if available, then the clipboard, then shows the address to copy by hand. */
export async function copyLink() {
  const { game } = open();
  const address = new URL(under(await linkTo(game)), location.origin).href;
  try {
    if (matchMedia('(pointer: coarse)').matches && navigator.share)
      await navigator.share({ title: t('score.title'), url: address });
    else {
      await navigator.clipboard.writeText(address);
      say(t('link.copied'));
      window.setTimeout(() => notice(t('link.copied')));
    }
  } catch (error) {
    if (/** @type {Error} */ (error).name !== 'AbortError') window.prompt(t('link.address'), address);
  }
}

/** A passing message. @param {string} words */
function notice(words) {
  const sign = Object.assign(document.createElement('div'), { className: 'score-passing', textContent: words });
  document.body.append(sign);
  window.setTimeout(() => sign.remove(), 1800);
}

export async function savePicture() {
  const it = open();
  if (!isCounted(it)) return;
  await handOver(pictureOf(it), `ferrovia-${it.game.board.slice(0, 12)}.png`, verdictWords(it));
}

/** The game as a file: for another browser, or for `ferrovia score`. */
export function saveFile() {
  const file = fileOf(open().game);
  download(file, file.name);
}

/** The page to print includes the board; the browser prints once it is loaded. */
export function printGame() {
  alter((it) => Object.assign(it, { printed: boardPicture(it).toDataURL('image/png') }));
  change(() => {});
  window.setTimeout(() => window.print(), 100);
}

/** What is printed; the screen does not show it. @param {Open} it */
export function printSheet(it) {
  if (!it.printed || !isCounted(it)) return null;
  const { game, count, printed } = it;
  const day = new Date(game.changed).toLocaleDateString(spoken(), { dateStyle: 'long' });
  return h(
    'article',
    { class: 'score-print', key: 'print', 'aria-hidden': 'true' },
    h('h1', null, `${boardName(game.boardName)} · ${day}`),
    h('p', null, verdictWords(it)),
    sheet(it),
    h('img', { src: printed, alt: '' }),
    game.players.map(({ name }, seat) =>
      h(
        'section',
        { key: seat },
        h('h2', null, name),
        count.steps
          .filter((step) => step.seat === seat && step.parts.length > 0 && step.row !== 'routes')
          .map((step) =>
            h(
              'p',
              { key: step.row },
              h('b', null, `${t(`sheet.${step.row}`)}: `),
              step.parts.map((part) => partWords(it, step, part)).join('; '),
            ),
          ),
      ),
    ),
  );
}

/** @param {import('./session.js').Counted} it @param {Step} step @param {Part} part */
const partWords = (it, step, part) =>
  [
    partName(it, step, part),
    step.row === 'stations' && part.routes[0] && t('score.uses', { route: routeName(it.board, part.routes[0]) }),
    part.points !== 0 && number(part.points),
  ]
    .filter(Boolean)
    .join(' ');
