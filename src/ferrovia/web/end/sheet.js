/** The score sheet: rows appear one by one; afterwards every row and cell shows its sources. */

import { emblem } from '../components.js';
import { h } from '../dom.js';
import { number, t } from '../i18n.js';
import { nameOf } from '../table/model.js';
import { rowsAt, sumsAt } from './beats.js';
import { rowsOf } from './rows.js';
import { beatsOfTable, show, showWords, signed } from './presentation.js';

/**
 * @typedef {import('../shapes').Ended} Ended
 * @typedef {import('../shapes').End} End
 */

/** @param {Ended} table @param {End} end */
export function scoreSheet(table, end) {
  const { winners, totals } = table.result;
  const rows = rowsOf(table.board, table.result);
  const beats = beatsOfTable(table);
  const told = rowsAt(rows, beats, end.told);
  const sums = end.done ? totals : sumsAt(beats, end.told, totals.length);
  return h(
    'section',
    { class: 'panel sheet', key: 'sheet' },
    h(
      'table',
      null,
      h('caption', { class: 'sr' }, t('sheet.title')),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('td', null),
          table.result.sheets.map(({ seat }) => head(table, end, seat)),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map(({ id, cells }, place) => {
          const row = told[place];
          return row
            ? toldRow(row, end)
            : h(
                'tr',
                { key: id, class: 'is-untold' },
                h('th', { scope: 'row' }, t(`sheet.${id}`)),
                cells.map((_, seat) => h('td', { key: seat }, '·')),
              );
        }),
      ),
      h(
        'tfoot',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'row' }, t('sheet.total')),
          sums.map((total, seat) =>
            h('td', { key: seat, class: end.done && winners.includes(seat) && 'is-winner' }, signed(total)),
          ),
        ),
      ),
    ),
  );
}

/** @param {Ended} table @param {End} end @param {number} seat */
const head = (table, end, seat) =>
  h(
    'th',
    { key: seat, scope: 'col' },
    h(
      'button',
      {
        type: 'button',
        class: ['head', seat === end.seat && 'is-shown'],
        'aria-pressed': String(seat === end.seat),
        title: showWords(table, seat),
        on: { click: () => show(end.row, seat) },
      },
      emblem(seat, 26),
      h('span', null, nameOf(table, seat)),
    ),
  );

/** @param {import('./rows.js').Row} row @param {End} end */
const toldRow = (row, end) =>
  h(
    'tr',
    { key: row.id, class: ['is-told', row.id === end.row && 'is-shown'] },
    h(
      'th',
      { scope: 'row' },
      h(
        'button',
        {
          type: 'button',
          'aria-pressed': String(row.id === end.row),
          on: { click: () => show(row.id === end.row ? null : row.id) },
        },
        t(`sheet.${row.id}`),
      ),
    ),
    row.cells.map((cell, seat) =>
      h(
        'td',
        {
          key: seat,
          class: row.id === end.row && seat === end.seat && 'is-here',
          on: { click: () => show(row.id, seat) },
        },
        signed(cell.points),
        cell.count !== null && h('small', null, number(cell.count)),
      ),
    ),
  );
