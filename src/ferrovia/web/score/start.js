/** Before the first entry: games of this browser, and a new one: board, players, colours. */

import { under } from '../base.js';
import { emblem, icon, primary, quiet, tool } from '../components.js';
import { h } from '../dom.js';
import { percent, spoken, t } from '../i18n.js';
import { problemWords } from '../lobby/own-board.js';
import { pageTop } from '../lobby/shell.js';
import { thumbnail } from '../lobby/thumbnail.js';
import { ask } from '../net/api.js';
import { loadBoard } from '../net/boards.js';
import { go } from '../route.js';
import { change, state } from '../state.js';
import { boardName, reasonWords } from '../words.js';
import { COLORS, MOST_NAME, newGame } from './game.js';
import { allKept, forget, keep } from './keeping.js';
import { openGame } from './screen.js';

/** @typedef {import('./screen.js').Score} Score */

/** @param {(score: Score) => void} how */
const alter = (how) => change((s) => how(s.score));

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
        h('p', { class: 'about' }, t('score.about')),
      ),
    ),
  );

/** @param {Score} score */
function newOne(score) {
  const board = score.boards.find((one) => one.ref === score.board) ?? score.boards[0];
  const [least, most] = board?.players ?? [2, 5];
  const players = score.players.slice(0, most);
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
    h('h2', null, t('score.players')),
    h(
      'ul',
      { class: 'seatlist' },
      players.map((_, seat) => playerRow(players, seat, players.length > least)),
      players.length < most &&
        h(
          'li',
          { class: 'add', key: 'add' },
          h('button', { type: 'button', on: { click: addPlayer } }, icon('plus', 16), t('score.add')),
        ),
    ),
    h(
      'div',
      { class: 'start' },
      primary(t('score.begin'), () => {}, { type: 'submit', disabled: !board }),
    ),
  );
}

/** @param {Score} score @param {any} board */
const pick = (score, board) =>
  h(
    'label',
    { class: 'pick', key: board.ref },
    h('input', {
      type: 'radio',
      name: 'board',
      value: board.ref,
      checked: score.board === board.ref,
      on: { change: () => alter((s) => Object.assign(s, { board: board.ref })) },
    }),
    thumbnail(board.ref),
    h(
      'span',
      null,
      h('b', null, boardName(board.name)),
      h('small', null, t('make.players', { least: board.players[0], most: board.players[1] })),
    ),
  );

/** @param {import('./game.js').Player[]} players @param {number} seat @param {boolean} removable */
const playerRow = (players, seat, removable) =>
  h(
    'li',
    { key: `player-${seat}` },
    h(
      'button',
      {
        type: 'button',
        class: 'color-button',
        'aria-label': t('score.color', { color: t(`score.color.${COLORS[players[seat].color]}`) }),
        title: t('score.change_color'),
        on: { click: () => nextColor(seat) },
      },
      emblem(players[seat].color, 32),
    ),
    h(
      'label',
      { class: 'seat-field' },
      h('span', { class: 'sr' }, t('player.seat', { number: seat + 1 })),
      h('input', {
        type: 'text',
        value: players[seat].name,
        placeholder: t(`score.color.${COLORS[players[seat].color]}`),
        maxlength: MOST_NAME,
        autocomplete: 'off',
        on: {
          input: (/** @type {any} */ e) =>
            alter((s) => {
              s.players[seat].name = e.target.value;
            }),
        },
      }),
    ),
    removable &&
      tool('close', t('make.remove'), () => alter((s) => void s.players.splice(seat, 1)), { class: 'remove' }),
  );

const addPlayer = () =>
  alter((s) => {
    const used = s.players.map(({ color }) => color);
    s.players.push({ name: '', color: COLORS.findIndex((_, color) => !used.includes(color)) });
  });

/** The next colour that nobody has; if all are taken, change places with its owner. @param {number} seat */
const nextColor = (seat) =>
  alter((s) => {
    const color = (s.players[seat].color + 1) % COLORS.length;
    const owner = s.players.find((player) => player.color === color);
    if (owner) owner.color = s.players[seat].color;
    s.players[seat].color = color;
  });

/** @param {Score} score @param {any} board */
async function begin(score, board) {
  if (!board) return;
  const players = score.players.slice(0, board.players[1]).map(({ name, color }) => ({
    name: name.trim() || t(`score.color.${COLORS[color]}`),
    color,
  }));
  const game = newGame(board, players);
  keep(game);
  history.pushState(null, '', under(`/score/${game.id}`));
  await openGame(game);
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
        on: { change: (/** @type {any} */ e) => send(e.target.files[0]) },
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

/** @param {File | undefined} file */
async function send(file) {
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
      s.boards = [...s.boards.filter((one) => one.ref !== ref), { ...board, ref }];
      s.board = ref;
    });
  } catch (error) {
    return show({ busy: false, problems: [reasonWords(/** @type {any} */ (error), String, null)] });
  }
}

export const leaveGame = () => {
  if (state.score) go('/score');
};
