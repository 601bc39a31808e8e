/** Handing a game on: a link, a picture, a page of paper. */

import { under } from '../base.js';
import { say } from '../announce.js';
import { h } from '../dom.js';
import { number, spoken, t } from '../i18n.js';
import { change } from '../state.js';
import { boardName, routeName } from '../words.js';
import { linkTo } from './keeping.js';
import { pictureOf } from './picture.js';
import { alter, open } from './session.js';
import { partName, sheet, verdictWords } from './telling.js';

/** @typedef {import('./session.js').Open} Open */

/** With the browser's own way to share where it has one; else into the clipboard; else shown to be copied by hand. */
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

/** A word that passes. @param {string} words */
function notice(words) {
  const sign = Object.assign(document.createElement('div'), { className: 'score-passing', textContent: words });
  document.body.append(sign);
  window.setTimeout(() => sign.remove(), 1800);
}

export async function savePicture() {
  const it = open();
  const canvas = pictureOf(it);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!(blob instanceof Blob)) return;
  const file = new File([blob], `ferrovia-${it.game.board.slice(0, 12)}.png`, { type: 'image/png' });
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: verdictWords(it) }).catch(() => {});
    return;
  }
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** The page to print has the picture on it; the browser prints when it is there. */
export function printGame() {
  alter((it) => Object.assign(it, { printed: pictureOf(it).toDataURL('image/png') }));
  change(() => {});
  window.setTimeout(() => window.print(), 100);
}

/** What is printed; the screen does not show it. @param {Open} it */
export function printSheet(it) {
  const { game, count, printed } = it;
  if (!printed || !count) return null;
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
          .filter((/** @type {any} */ step) => step.seat === seat && step.parts.length > 0 && step.row !== 'routes')
          .map((/** @type {any} */ step) =>
            h(
              'p',
              { key: step.row },
              h('b', null, `${t(`sheet.${step.row}`)}: `),
              step.parts.map((/** @type {any} */ part) => partWords(it, step, part)).join('; '),
            ),
          ),
      ),
    ),
  );
}

/** @param {Open} it @param {any} step @param {any} part */
const partWords = (it, step, part) =>
  [
    partName(it, step, part),
    step.row === 'stations' && part.routes[0] && t('score.uses', { route: routeName(it.board, part.routes[0]) }),
    part.points !== 0 && number(part.points),
  ]
    .filter(Boolean)
    .join(' ');
