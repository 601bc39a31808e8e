/** A record from the visitor's disk at `/record`: chosen or dropped, checked by the server, then shown as a replay. */

import { icon } from '../components.js';
import { h } from '../dom.js';
import { alsoSpeak, spoken, t } from '../i18n.js';
import { pageTop } from '../lobby/shell.js';
import { ask, reasonOf } from '../net/api.js';
import { loadPicture, number } from '../net/boards.js';
import { change, state } from '../state.js';
import { reasonWords } from '../words.js';
import { newReplay, replayScreen } from './screen.js';

/** @typedef {import('../protocol').RecordProblem} RecordProblem */

const MOST = 256 * 1024; // bytes; the server's limit

/** Whether a file is loading, and why the last one was refused. */
let busy = false;
/** @type {{ title: string, why: string } | null} */
let refused = null;

export async function arriveAtRecord() {
  await alsoSpeak('end');
  busy = false;
  refused = null;
  change((s) => {
    s.replay = null;
  });
  const text = isReloaded ? kept() : null;
  isReloaded = false;
  if (text) await openText(text);
}

const KEPT = 'ferrovia.record';

/** Did this page load again? Then it shows the record that was open; whoever comes by a link wants to choose one. */
let isReloaded = performance.getEntriesByType('navigation').some((entry) => entry.toJSON().type === 'reload');

/** Keep the record for a reload of this tab. @param {string} text */
function keep(text) {
  try {
    sessionStorage.setItem(KEPT, text);
  } catch {
    // storage is full or switched off: after a reload the visitor chooses the file again
  }
}

function kept() {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** @param {typeof state} now */
export const recordScreen = (now) => (now.replay?.game ? replayScreen(now) : chooser());

const chooser = () =>
  h(
    'div',
    { class: 'lobby record-page', key: 'record' },
    pageTop(),
    h(
      'main',
      { class: 'hall is-reading' },
      h(
        'section',
        { class: 'tables' },
        h('h1', null, t('record.title')),
        h('p', { class: 'lead' }, t('record.lead')),
        h(
          'label',
          {
            class: ['drop', busy && 'is-busy'],
            'aria-busy': String(busy),
            on: {
              dragover: (/** @type {DragEvent} */ e) => e.preventDefault(),
              drop: (/** @type {DragEvent} */ e) => {
                e.preventDefault();
                openFile(e.dataTransfer?.files[0]);
              },
            },
          },
          icon('log', 28),
          h('b', null, t(busy ? 'record.busy' : 'record.choose')),
          h('small', null, t('record.drop')),
          h('input', {
            type: 'file',
            class: 'sr',
            disabled: busy,
            on: {
              change: (/** @type {Event} */ e) => {
                const input = /** @type {HTMLInputElement} */ (e.target);
                const [file] = input.files ?? [];
                input.value = ''; // so that the same file can be chosen again once it is fixed
                openFile(file);
              },
            },
          }),
        ),
        refused &&
          h('div', { class: 'refused', role: 'alert' }, h('b', null, refused.title), h('p', null, refused.why)),
      ),
    ),
  );

/** @param {{ title: string, why: string } | null} problem */
const refuse = (problem) =>
  change(() => {
    busy = false;
    refused = problem;
  });

/** @param {number} line @param {string} why */
const atLine = (line, why) => ({ title: t('record.line', { line }), why });

/** @param {File | undefined} file */
async function openFile(file) {
  if (!file || busy) return;
  if (file.size > MOST) {
    refuse({ title: t('record.refused'), why: t('problem.record/too_large') });
    return;
  }
  await openText(textOf(await file.arrayBuffer().catch(() => new ArrayBuffer(0))));
}

/** @param {string | null} text */
async function openText(text) {
  const { place } = state;
  if (!text) {
    refuse(atLine(1, t('problem.record/not_a_record')));
    return;
  }
  change(() => {
    busy = true;
    refused = null;
  });
  try {
    const { problem, game } = await ask('/api/records', { text });
    if (state.place !== place) return; // the visitor has left this page
    if (problem || !game) {
      refuse(problem && atLine(problem.line, wordsOf(problem)));
      return;
    }
    const [board, layout] =
      game.board && game.layout ? [number(game.board), game.layout] : await loadPicture(game.table.board);
    busy = false;
    keep(text);
    change((s) => {
      s.replay = Object.assign(newReplay('record'), { game, board, layout, statistics: game.statistics });
    });
  } catch (error) {
    refuse({ title: t('record.refused'), why: reasonWords(reasonOf(error), String, null) });
  }
}

/** The text of a file; null if it is not text. @param {ArrayBuffer} bytes */
function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The reason, in the visitor's language; in English exactly as the server words it. @param {RecordProblem} problem */
function wordsOf({ code, reason, refusal }) {
  const seat = (/** @type {number} */ number) => t('player.seat', { number: number + 1 });
  const words = spoken() === 'en' ? reason : t(`problem.${code}`);
  return refusal ? `${words} ${reasonWords(refusal, seat, null)}` : words;
}
