/** A board of one's own: the file goes to the server, which checks and tries it; then it stands among the others. */

import { h } from '../dom.js';
import { percent, t } from '../i18n.js';
import { ask } from '../net/api.js';
import { loadBoard } from '../net/boards.js';
import { change, state } from '../state.js';
import { reasonWords } from '../words.js';

/** Choose a file; see how far its trial is, or what is wrong with it. */
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
        disabled: upload?.stage === 'busy',
        on: { change: (/** @type {any} */ e) => send(e.target.files[0]) },
      }),
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
        upload.problems.map((/** @type {string} */ problem) => h('li', null, problem)),
      ),
  );
}

/** @param {File | undefined} file */
async function send(file) {
  if (!file) return;
  change((s) => {
    s.lobby.upload = { stage: 'busy', done: 0, problems: [] };
  });
  try {
    let job = await ask('/api/boards', { text: await file.text() });
    while (!job.board && job.stage !== 'refused') {
      await new Promise((resolve) => {
        setTimeout(resolve, 700);
      });
      job = await ask(`/api/boards/jobs/${job.job}`);
      change((s) => {
        if (s.lobby.upload) s.lobby.upload.done = job.done ?? 0;
      });
    }
    if (job.stage === 'refused') {
      change((s) => {
        s.lobby.upload = { stage: 'refused', done: 0, problems: job.problems.map(String) };
      });
      return;
    }
    const board = await loadBoard(job.board);
    change((s) => {
      s.lobby.upload = null;
      s.lobby.boards = [...s.lobby.boards.filter((b) => b.ref !== job.board), { ...board, ref: job.board }];
      s.lobby.board = job.board;
      s.lobby.seats = s.lobby.seats.slice(0, board.players[1] - 1);
    });
  } catch (error) {
    change((s) => {
      s.lobby.upload = { stage: 'refused', done: 0, problems: [reasonWords(/** @type {any} */ (error), String, null)] };
    });
  }
}
