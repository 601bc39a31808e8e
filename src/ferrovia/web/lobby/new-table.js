/** Creating a table: board, seats, clock. The default is a game against bots. */

import { h, isTicked, valueOf } from '../dom.js';
import { levelName, levelNote, t } from '../i18n.js';
import { ask, reasonOf } from '../net/api.js';
import { startFairly } from '../net/fair-deal.js';
import { emblem, icon, inactive, primary, quiet } from '../components.js';
import { go } from '../route.js';
import { named, remember } from '../settings.js';
import { change, state } from '../state.js';
import { keepLinks } from '../table/session.js';
import { boardName, reasonWords } from '../words.js';
import { ownBoard } from './own-board.js';
import { thumbnail } from './thumbnail.js';

/** @typedef {import('../shapes').BoardChoice} BoardChoice */

export function making() {
  const { lobby } = state;
  const board = lobby.boards.find((b) => (b.ref ?? b.id) === lobby.board) ?? lobby.boards[0];
  const open = lobby.seats.includes('open');
  return h(
    'form',
    {
      class: 'new',
      key: 'new',
      'aria-label': t('make.title'),
      on: {
        submit: (/** @type {Event} */ e) => {
          e.preventDefault();
          makeTable();
        },
      },
    },
    h('h1', null, t('make.title')),
    h('p', { class: 'lead' }, t('make.lead')),
    h('div', { class: 'picks', role: 'radiogroup', 'aria-label': t('make.board') }, lobby.boards.map(pick)),
    board &&
      board.reconstructed.length > 0 &&
      h(
        'p',
        { class: 'hint' },
        t('screen.reconstructed', {
          parts: board.reconstructed.map((part) => t(`screen.part.${part}`)).join(', '),
        }),
      ),
    h('h2', null, t('make.seats')),
    h(
      'ul',
      { class: 'seatlist' },
      mySeat(),
      lobby.seats.map((kind, i) => seat(kind, i, board)),
      board &&
        lobby.seats.length + 1 < board.players[1] &&
        h(
          'li',
          { class: 'add', key: 'add' },
          h(
            'button',
            {
              type: 'button',
              on: {
                click: () =>
                  change((s) => {
                    s.lobby.seats.push(s.lobby.seats.at(-1) ?? s.server.default_level);
                  }),
              },
            },
            icon('plus', 16),
            t('make.add'),
          ),
        ),
    ),
    lobby.more && settings(),
    lobby.problem && h('p', { class: 'problem', role: 'alert' }, lobby.problem),
    h(
      'div',
      { class: 'start' },
      quiet(
        t(lobby.more ? 'make.less' : 'make.more'),
        () => {
          change((s) => {
            s.lobby.more = !s.lobby.more;
          });
          // Drawn by now; on a phone they are below the fold.
          queueMicrotask(() => document.querySelector('.settings')?.scrollIntoView({ block: 'nearest' }));
        },
        { 'aria-expanded': String(lobby.more) },
      ),
      primary(t(open ? 'make.invite' : 'make.start'), () => {}, {
        type: 'submit',
        disabled: !board,
        ...inactive(lobby.busy),
      }),
    ),
  );
}

/** @param {BoardChoice} board */
function pick(board) {
  const { lobby } = state;
  const ref = board.ref ?? board.id;
  const minutes = state.server.boards.find(({ id }) => id === ref)?.minutes;
  return h(
    'label',
    { class: 'pick', key: ref },
    h('input', {
      type: 'radio',
      name: 'board',
      value: ref,
      checked: lobby.board === ref,
      on: { change: () => choose(board) },
    }),
    thumbnail(ref),
    h(
      'span',
      null,
      h('b', null, boardName(board.name)),
      h('small', null, t('make.players', { least: board.players[0], most: board.players[1] })),
      minutes && h('small', null, t('make.minutes', { minutes: minutes.join('–') })),
    ),
  );
}

/** @param {BoardChoice} board */
const choose = (board) =>
  change((s) => {
    s.lobby.board = board.ref ?? board.id;
    s.lobby.seats = s.lobby.seats.slice(0, board.players[1] - 1);
  });

const mySeat = () =>
  h(
    'li',
    { key: 'me' },
    emblem(0, 32),
    h(
      'label',
      { class: 'seat-field' },
      h('span', { class: 'sr' }, t('make.your_name')),
      h('input', {
        type: 'text',
        value: state.lobby.name,
        placeholder: t('player.seat', { number: 1 }),
        maxlength: 24,
        autocomplete: 'nickname',
        on: {
          input: (/** @type {Event} */ e) =>
            change((s) => {
              s.lobby.name = valueOf(e);
            }),
        },
      }),
      h('small', null, t('make.first')),
    ),
  );

/** @param {string} kind @param {number} i @param {BoardChoice | undefined} board */
function seat(kind, i, board) {
  const least = board?.players[0] ?? 2;
  return h(
    'li',
    { key: `seat-${i}` },
    emblem(i + 1, 32),
    h(
      'label',
      { class: 'seat-field' },
      h('span', { class: 'sr' }, t('player.seat', { number: i + 2 })),
      h(
        'select',
        {
          value: kind,
          on: {
            change: (/** @type {Event} */ e) =>
              change((s) => {
                s.lobby.seats[i] = valueOf(e);
              }),
          },
        },
        h(
          'optgroup',
          { label: t('make.computer') },
          state.server.levels.map((level) => h('option', { value: level }, t('make.bot', { level: levelName(level) }))),
        ),
        h(
          'optgroup',
          { label: t('make.people') },
          h('option', { value: 'open' }, t('make.friend')),
          h('option', { value: 'here' }, t('make.here')),
        ),
      ),
      kind === 'here'
        ? h('input', {
            type: 'text',
            value: state.lobby.names[i] ?? '',
            placeholder: t('player.seat', { number: i + 2 }),
            'aria-label': t('make.their_name'),
            maxlength: 24,
            on: {
              input: (/** @type {Event} */ e) =>
                change((s) => {
                  s.lobby.names[i] = valueOf(e);
                }),
            },
          })
        : h('small', null, ['open', 'here'].includes(kind) ? t('make.note.open') : levelWords(kind, board)),
    ),
    lobbyHasMore(least) &&
      h(
        'button',
        {
          type: 'button',
          class: 'remove',
          title: t('make.remove'),
          'aria-label': t('make.remove'),
          on: {
            click: () =>
              change((s) => {
                s.lobby.seats.splice(i, 1);
              }),
          },
        },
        icon('close', 14),
      ),
  );
}

/**
 * How a level plays, and its rating if measured.
 * @param {string} level
 * @param {BoardChoice | undefined} board
 */
function levelWords(level, board) {
  const rating = state.server.ratings[board?.id ?? '']?.[level];
  return [levelNote(level), rating && t('level.rating', { rating })].filter(Boolean).join(' · ');
}

/** @param {number} least */
const lobbyHasMore = (least) => state.lobby.seats.length + 1 > least;

function settings() {
  const { lobby } = state;
  return h(
    'div',
    { class: 'settings', key: 'settings' },
    h(
      'label',
      { class: 'field' },
      t('make.clock'),
      h(
        'select',
        {
          value: lobby.clock,
          on: {
            change: (/** @type {Event} */ e) =>
              change((s) => {
                s.lobby.clock = valueOf(e);
              }),
          },
        },
        Object.keys(state.server.clocks).map((id) => h('option', { value: id }, t(`make.clock.${id}`))),
      ),
    ),
    h(
      'label',
      { class: 'field' },
      t('make.pace'),
      h(
        'select',
        {
          value: lobby.pace,
          on: {
            change: (/** @type {Event} */ e) =>
              change((s) => {
                s.lobby.pace = valueOf(e);
              }),
          },
        },
        state.server.paces.map(String).map((id) => h('option', { value: id }, t(`make.pace.${id}`))),
      ),
    ),
    h(
      'label',
      { class: 'tick' },
      h('input', {
        type: 'checkbox',
        checked: lobby.isPublic,
        on: {
          change: (/** @type {Event} */ e) =>
            change((s) => {
              s.lobby.isPublic = isTicked(e);
            }),
        },
      }),
      t('make.public'),
    ),
    ownBoard(),
  );
}

/** @param {string} kind @returns {import('../protocol').BotSeat['level']} */
const levelOf = (kind) => state.server.levels.find((level) => level === kind) ?? state.server.default_level;

async function makeTable() {
  const { lobby } = state;
  if (lobby.busy) return;
  change((s) => {
    s.lobby.busy = true;
    s.lobby.problem = null;
  });
  remember('name', lobby.name.trim());
  /** @type {import('../protocol').CreateTable['seats']} */
  const seats = [{ kind: 'me', ...named(lobby.name) }];
  lobby.seats.forEach((kind, i) => {
    if (kind === 'open') seats.push({ kind: 'person' });
    else if (kind === 'here') seats.push({ kind: 'me', ...named(lobby.names[i] ?? '') });
    else seats.push({ kind: 'bot', level: levelOf(kind) });
  });
  try {
    const made = await ask('/api/tables', {
      board: lobby.board,
      seats,
      clock: state.server.clocks[lobby.clock],
      public: lobby.isPublic,
      pace: Number(lobby.pace),
    });
    const links = Object.fromEntries(made.invitations.map((one) => [one.seat, one.link]));
    keepLinks(made.table, { ...links, watch: made.watch.link });
    if (!lobby.seats.includes('open')) await startFairly(made);
    go(`/table/${made.table}`);
  } catch (error) {
    change((s) => {
      s.lobby.problem = reasonWords(reasonOf(error), String, null);
    });
  }
  change((s) => {
    s.lobby.busy = false;
  });
}
