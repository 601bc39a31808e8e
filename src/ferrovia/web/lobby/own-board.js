/** Your own board: the server checks and tests the file; then it appears among the others. */

import { filesOf, h } from '../dom.js';
import { has, percent, spoken, t } from '../i18n.js';
import { ask, reasonOf } from '../net/api.js';
import { loadBoard } from '../net/boards.js';
import { remember, remembered } from '../settings.js';
import { change, state } from '../state.js';
import { reasonWords } from '../words.js';

/** Chooses a file; shows the progress of its trial, or its problems. */
export function ownBoard() {
  const { upload } = state.lobby;
  return h(
    'div',
    { class: 'own-board', key: 'own-board' },
    h(
      'label',
      { class: 'field' },
      t('own.title'),
      h('input', {
        type: 'file',
        accept: '.toml,text/plain',
        multiple: true,
        disabled: upload?.stage === 'busy',
        on: { change: (/** @type {Event} */ e) => send(filesOf(e)) },
      }),
      h('span', { class: 'hint' }, t('own.scenery')),
    ),
    upload?.stage === 'busy' &&
      h(
        'p',
        { class: 'hint', role: 'status' },
        h('i', { class: 'spinner' }),
        `${t('own.trying')} ${percent(upload.done)}`,
      ),
    upload &&
      upload.problems.length > 0 &&
      h(
        'ul',
        { class: 'problem', role: 'alert' },
        upload.problems.map((problem) => h('li', null, problem)),
      ),
  );
}

/**
 * The problem and its place, in the player's language; in English exactly as the server words it.
 * @param {import('../protocol').BoardProblem} problem
 */
export function problemWords({ code, place, text }) {
  const key = `problem.${code}`;
  if (spoken() === 'en' || !has(key)) return text;
  return place ? `${place}: ${t(key)}` : t(key);
}

const STORED = 'boards';
const MOST = 12;

/** Custom boards that this browser has used, by reference. @returns {string[]} */
function kept() {
  try {
    return JSON.parse(remembered(STORED) ?? '[]').filter((/** @type {unknown} */ ref) => typeof ref === 'string');
  } catch {
    return [];
  }
}

/** @param {string[]} refs */
const keep = (refs) => remember(STORED, JSON.stringify(refs.slice(-MOST)));

/** Among the boards to choose from. @param {string} ref */
async function show(ref) {
  const board = await loadBoard(ref);
  change((s) => {
    s.lobby.boards = [...s.lobby.boards.filter((b) => b.ref !== ref), { ...board, ref }];
  });
  return board;
}

/** Restores custom boards after a reload; those that the server has forgotten are forgotten here too. */
export async function showKept() {
  for (const ref of kept())
    await show(ref).catch((error) => {
      if (error.code !== 'net/unreachable') keep(kept().filter((one) => one !== ref));
    });
}

/** A board, and the scenery chosen with it, if any. @param {File[]} files */
async function send(files) {
  const isScenery = (/** @type {File} */ file) => file.name.endsWith('.scenery.toml');
  const file = files.find((one) => !isScenery(one));
  if (!file) return;
  change((s) => {
    s.lobby.upload = { stage: 'busy', done: 0, problems: [] };
  });
  try {
    const scenery = await files.find(isScenery)?.text();
    let job = await ask('/api/boards', { text: await file.text(), scenery });
    while (!job.board && job.stage !== 'refused') {
      await new Promise((resolve) => {
        setTimeout(resolve, 700);
      });
      job = await ask(`/api/boards/jobs/${job.job}`);
      change((s) => {
        if (s.lobby.upload) s.lobby.upload.done = job.done;
      });
    }
    const ref = job.board;
    if (job.stage === 'refused' || ref === null) {
      change((s) => {
        s.lobby.upload = { stage: 'refused', done: 0, problems: job.problems.map(problemWords) };
      });
      return;
    }
    const board = await show(ref);
    keep([...kept().filter((one) => one !== ref), ref]);
    change((s) => {
      s.lobby.upload = null;
      s.lobby.board = ref;
      s.lobby.seats = s.lobby.seats.slice(0, board.players[1] - 1);
    });
  } catch (error) {
    change((s) => {
      s.lobby.upload = { stage: 'refused', done: 0, problems: [reasonWords(reasonOf(error), String, null)] };
    });
  }
}
