/** How to play in one minute with pictures, then every rule by its id, then the keys. In the player's language. */

import { under } from '../base.js';
import { h } from '../dom.js';
import { spoken, t, worded } from '../i18n.js';
import { icon, mini } from '../components.js';
import { pageTop } from '../lobby/shell.js';
import { isTouch } from '../settings.js';
import { boardOnPage, change, state } from '../state.js';
import { boardHelp } from './board-help.js';

/**
 * A file of rules: sections with a table or a list, each row and item under the id of its rule.
 * @typedef {{ id: string, cells: string[] }} Row
 * @typedef {{ id: string, text: string }} Item
 * @typedef {{ letter: string, title: string, columns: string[], rows: Row[], items: Item[] }} Section
 */

/** Rules by language: undefined before they are requested, null while loading. */
/** @type {Record<string, { sections: Section[] } | null | undefined>} */
const loaded = {};

async function load() {
  const language = spoken();
  if (loaded[language] !== undefined) return;
  loaded[language] = null;
  const answer = await fetch(under(`/static/help/rules.${language}.json`));
  loaded[language] = answer.ok ? await answer.json() : { sections: [] };
  change(() => {});
}

/** `**bold**` becomes bold; nothing else is markup. @param {string} text */
const bold = (text) =>
  worded(text)
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .map((part) =>
      part.startsWith('**')
        ? h('b', null, part.slice(2, -2))
        : part.startsWith('`')
          ? h('code', null, part.slice(1, -1))
          : part,
    );

/** The four kinds of turns, each with a picture. @param {import('../shapes').Board | null} board */
function steps(board) {
  /** @type {Array<[Parameters<typeof icon>[0], string, import('../shapes').Child]>} */
  const pictured = [
    ['cards', 'howto.draw', [mini('red'), mini('blue'), mini('wild')]],
    [board?.words.vehicle ?? 'train', 'howto.claim', [mini('green'), mini('green'), mini('green')]],
    ['ticket', 'howto.tickets', []],
  ];
  if (!board || board.stations.each) pictured.push(['station', 'howto.station', []]);
  return pictured.map(([picture, key, cards]) =>
    h(
      'li',
      { key },
      h('span', { class: 'picture' }, icon(picture, 24), cards),
      h('div', null, h('b', null, t(`${key}.title`)), h('p', null, t(`${key}.text`))),
    ),
  );
}

const KEYS = [
  ['1 – 5, D', 'keys.draw'],
  ['T', 'keys.tickets'],
  ['B', 'keys.station'],
  ['← ↑ → ↓', 'keys.map'],
  ['Enter', 'keys.choose'],
  ['Esc', 'keys.back'],
  ['[ ]', 'keys.payment'],
  ['C', 'keys.city'],
  ['L', 'keys.list'],
  ['+ − 0', 'keys.zoom'],
  ['P K G', 'keys.panels'],
  ['?', 'keys.help'],
  ['M', 'keys.sound'],
];

/** The rules, on their own page or over the table. */
export function helpBody() {
  load();
  const rules = loaded[spoken()];
  const board = boardOnPage();
  return [
    h(
      'section',
      { key: 'short' },
      h('h1', null, t('howto.title')),
      h('p', { class: 'lead' }, t('howto.lead')),
      h('ol', { class: 'steps' }, steps(board)),
      h('p', null, t('howto.end')),
      !board && h('p', { class: 'legend' }, h('span', { class: 'sample tunnel-sample' }), t('howto.tunnel')),
      !board && h('p', { class: 'legend' }, h('span', { class: 'sample ferry-sample' }), t('howto.ferry')),
    ),
    board && boardHelp(board, state.table?.info?.seats.length ?? 0),
    !isTouch() && keysOf(board),
    rules && h('section', { key: 'all' }, h('h2', null, t('howto.all')), rules.sections.map(section)),
  ];
}

/** @param {import('../shapes').Board | null} board */
const keysOf = (board) =>
  h(
    'section',
    { key: 'keys' },
    h('h2', null, t('keys.title')),
    h(
      'dl',
      { class: 'keys' },
      KEYS.filter(([, words]) => words !== 'keys.station' || !board || board.stations.each > 0).map(([keys, words]) =>
        h('div', { key: words }, h('dt', null, h('kbd', null, keys)), h('dd', null, t(words))),
      ),
    ),
  );

/** @param {Section} part */
function section(part) {
  const wanted = state.rule?.toUpperCase() ?? '';
  return h(
    'details',
    { key: part.letter, open: wanted.startsWith(part.letter) || undefined },
    h('summary', null, `${part.letter} · ${worded(part.title)}`),
    part.rows.length > 0 &&
      h(
        'div',
        { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': worded(part.title) },
        h(
          'table',
          null,
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              part.columns.map((c) => h('th', { scope: 'col' }, c)),
            ),
          ),
          h(
            'tbody',
            null,
            part.rows.map((row) =>
              h(
                'tr',
                { key: row.id, class: row.id === wanted && 'is-wanted', ...found(row.id, wanted) },
                h('th', { scope: 'row' }, `${row.id} ${worded(row.cells[0])}`),
                row.cells.slice(1).map((cell) => h('td', null, bold(cell))),
              ),
            ),
          ),
        ),
      ),
    h(
      'ul',
      null,
      part.items.map((item, i) =>
        h(
          'li',
          { key: item.id || String(i), class: item.id === wanted && 'is-wanted', ...found(item.id, wanted) },
          item.id && h('b', { class: 'rule-id' }, item.id),
          ' ',
          bold(item.text),
        ),
      ),
    ),
  );
}

/** Scrolls to the wanted rule when it appears. @param {string} id @param {string} wanted */
const found = (id, wanted) => (id && id === wanted ? { id: `rule-${id}` } : {});

let scrolledTo = '';

/** After a redraw: scrolls to the requested rule, once. */
export function scrollToRule() {
  const rule = state.rule?.toUpperCase() ?? '';
  const place = rule && rule !== scrolledTo ? document.getElementById(`rule-${rule}`) : null;
  if (place) place.scrollIntoView({ block: 'center' });
  if (place || !rule) scrolledTo = rule;
}

export const helpScreen = () =>
  h(
    'div',
    { class: 'lobby', key: 'help' },
    pageTop(),
    h('main', { class: 'hall is-reading' }, h('article', { class: 'sheet-card help' }, helpBody())),
  );
