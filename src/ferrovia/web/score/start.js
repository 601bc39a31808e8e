/** Before the first entry: games of this browser, and a new one with board, players and colours. */

import { under } from '../base.js';
import { icon, primary, quiet, tool } from '../components.js';
import { h } from '../dom.js';
import { percent, spoken, t } from '../i18n.js';
import { problemWords } from '../lobby/own-board.js';
import { pageTop } from '../lobby/shell.js';
import { thumbnail } from '../lobby/thumbnail.js';
import { ApiError, ask } from '../net/api.js';
import { loadBoard } from '../net/boards.js';
import { go } from '../route.js';
import { change, state } from '../state.js';
import { boardName, reasonWords } from '../words.js';
import { gameOfFile } from './files.js';
import { NoGame, newGame, pieceColors } from './game.js';
import { allKept, forget, keep } from './storage.js';
import { colorWords, playerRows, withNextColor, withOneMore } from './players.js';
import { openGame } from './screen.js';

/**
 * @typedef {import('../shapes').Score} Score
 * @typedef {import('../shapes').BoardChoice} Choice
 */

/** @param {(score: Score) => void} how */
const alter = (how) =>
  change((s) => {
    if (s.score) how(s.score);
  });

/** @param {Score} score */
export const startScreen = (score) =>
  h(
    'div',
    { class: 'lobby', key: 'score-start' },
    pageTop(),
    h(
      'main',
      { class: 'hall score-start' },
      newOne(score),
      h(
        'section',
        { class: 'tables', 'aria-label': t('score.kept') },
        h('h1', null, t('score.kept')),
        score.games.length === 0 && h('p', { class: 'empty' }, t('score.none')),
        h('ul', null, score.games.map(keptRow)),
        h(
          'label',
          { class: 'field score-file' },
          t('score.open_file'),
          h('input', {
            type: 'file',
            accept: '.json,application/json',
            on: { change: (/** @type {Event} */ e) => openFile(e) },
          }),
        ),
        h('p', { class: 'about' }, t('score.about')),
      ),
    ),
  );

/** @param {Score} score */
function newOne(score) {
  const board = score.boards.find((one) => refOf(one) === score.board) ?? score.boards[0];
  const players = score.players.slice(0, board?.players[1]);
  return h(
    'form',
    {
      class: 'new',
      'aria-label': t('score.title'),
      on: {
        submit: (/** @type {Event} */ e) => {
          e.preventDefault();
          begin(score, board);
        },
      },
    },
    h('h1', null, t('score.title')),
    h('p', { class: 'lead' }, t('score.lead')),
    score.trouble &&
      h(
        'p',
        { class: 'problem', role: 'alert' },
        icon('help', 18),
        h('span', null, t(`score.trouble.${score.trouble}`)),
      ),
    h(
      'div',
      { class: 'picks', role: 'radiogroup', 'aria-label': t('make.board') },
      score.boards.map((one) => pick(score, one)),
    ),
    ownBoard(score),
    pieceColors().length > 0 && startForm(players, board),
  );
}

/**
 * Waits for the server, which names the colours of the pieces.
 * @param {import('./game.js').Player[]} players @param {Choice | undefined} board
 */
const startForm = (players, board) => [
  h('h2', null, t('score.players')),
  playerRows(players, [board?.players[0] ?? 2, board?.players[1] ?? 5], {
    type: (seat, name) => alter((s) => void (s.players[seat].name = name)),
    rename: () => {},
    recolor: (seat) => alter((s) => void (s.players = withNextColor(s.players, seat))),
    add: () => alter((s) => void (s.players = withOneMore(s.players))),
    remove: (seat) => alter((s) => void s.players.splice(seat, 1)),
  }),
  h(
    'div',
    { class: 'start' },
    primary(t('score.begin'), () => {}, { type: 'submit', disabled: !board }),
  ),
];

/** The server's name for a board. @param {Choice} board */
const refOf = ({ ref, id }) => ref ?? id;

/** @param {Score} score @param {Choice} board */
const pick = (score, board) =>
  h(
    'label',
    { class: 'pick', key: refOf(board) },
    h('input', {
      type: 'radio',
      name: 'board',
      value: refOf(board),
      checked: score.board === refOf(board),
      on: { change: () => alter((s) => Object.assign(s, { board: refOf(board) })) },
    }),
    thumbnail(refOf(board)),
    h(
      'span',
      null,
      h('b', null, boardName(board.name)),
      h('small', null, t('make.players', { least: board.players[0], most: board.players[1] })),
    ),
  );

/** @param {Score} score @param {Choice | undefined} board */
async function begin(score, board) {
  if (!board) return;
  const players = score.players.slice(0, board.players[1]).map(({ name, color }) => ({
    name: name.trim() || colorWords(color),
    color,
  }));
  const game = newGame({ ...board, ref: refOf(board) }, players);
  keep(game);
  history.pushState(null, '', under(`/score/${game.id}`));
  await openGame(game);
}

/** @param {Event} event */
async function openFile({ target }) {
  if (!(target instanceof HTMLInputElement) || !target.files?.[0]) return;
  try {
    const game = await gameOfFile(target.files[0]);
    history.pushState(null, '', under(`/score/${game.id}`));
    await openGame(game);
  } catch (error) {
    if (!(error instanceof NoGame)) throw error;
    target.value = '';
    alter((s) => void (s.trouble = error.code));
  }
}

// ------------------------------------------------------------------ games of this browser

/** @param {import('./game.js').Game} game */
const keptRow = (game) =>
  h(
    'li',
    { key: game.id },
    h(
      'div',
      null,
      h('b', null, boardName(game.boardName)),
      h('small', null, game.players.map(({ name }) => name).join(', ')),
      h('small', null, new Date(game.changed).toLocaleString(spoken(), { dateStyle: 'medium', timeStyle: 'short' })),
    ),
    quiet(t('score.open'), () => go(`/score/${game.id}`)),
    tool('close', t('score.forget', { board: boardName(game.boardName) }), () => remove(game)),
  );

/** @param {import('./game.js').Game} game */
function remove(game) {
  if (!window.confirm(t('score.forget_sure'))) return;
  forget(game.id);
  alter((s) => {
    s.games = allKept();
  });
}

// ------------------------------------------------------------------ a board of one's own

/** @param {Score} score */
const ownBoard = ({ upload }) =>
  h(
    'details',
    { class: 'own-board', key: 'own-board' },
    h('summary', null, t('score.own')),
    h(
      'label',
      { class: 'field' },
      t('own.title'),
      h('input', {
        type: 'file',
        accept: '.toml,text/plain',
        disabled: upload?.busy,
        on: { change: (/** @type {Event} */ e) => send(e.target) },
      }),
    ),
    upload?.busy && h('p', { class: 'hint', role: 'status' }, `${t('own.trying')} ${percent(upload.done)}`),
    upload &&
      upload.problems.length > 0 &&
      h(
        'ul',
        { class: 'problem', role: 'alert' },
        upload.problems.map((problem) => h('li', null, problem)),
      ),
  );

/** @param {EventTarget | null} field */
async function send(field) {
  const file = field instanceof HTMLInputElement ? field.files?.[0] : undefined;
  if (!file) return;
  const show = (/** @type {Partial<NonNullable<Score['upload']>>} */ part) =>
    alter((s) => {
      s.upload = { busy: true, done: 0, problems: [], ...part };
    });
  show({});
  try {
    let job = await ask('/api/boards', { text: await file.text() });
    while (!job.board && job.stage !== 'refused') {
      await new Promise((resolve) => void setTimeout(resolve, 700));
      job = await ask(`/api/boards/jobs/${job.job}`);
      show({ done: job.done });
    }
    const ref = job.board;
    if (job.stage === 'refused' || ref === null) return show({ busy: false, problems: job.problems.map(problemWords) });
    const board = await loadBoard(ref);
    return alter((s) => {
      s.upload = null;
      s.boards = [...s.boards.filter((one) => refOf(one) !== ref), { ...board, ref }];
      s.board = ref;
    });
  } catch (error) {
    return show({
      busy: false,
      problems: [reasonWords(error instanceof ApiError ? error : { code: 'net/trouble' }, String, null)],
    });
  }
}

export const leaveGame = () => {
  if (state.score) go('/score');
};
