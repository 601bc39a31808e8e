/**
 * The end of a game next to the board: the race of the scores, the winner and the reason, the sheet, statistics, the
 * shuffle. Its state is in `state.end`. The server computes all scores.
 */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { emblem, icon, quiet } from '../components.js';
import { keptCommitment, keptValue } from '../net/fair-deal.js';
import { ruleLink } from '../table/news.js';
import { isYou, me, nameOf } from '../table/model.js';
import { ticketName } from '../words.js';
import { details } from './details.js';
import { fairnessPanel } from './fairness.js';
import { race } from './race.js';
import { scoreSheet } from './sheet.js';
import { loadStatistics, statisticsPanel } from './statistics.js';
import { beatsOfTable, changeEnd, endOf, gained, skip, startTelling, tellAgain, verdictWords } from './presentation.js';

export { endDock } from './dock.js';
export { endLights } from './presentation.js';

/**
 * @typedef {import('../shapes').Ended} Ended
 * @typedef {import('../shapes').End} End
 * @typedef {import('../protocol').ScoreSheetData} Sheet
 */

/** @param {Pick<import('../shapes').State, 'table' | 'end'>} now */
export function endSide(now) {
  const table = /** @type {Ended} */ (now.table);
  const end = endOf(now);
  return h(
    'div',
    { class: 'end', key: `end-${table.id}` },
    !end.done && h('i', { hidden: true, key: `teller-${end.run}`, mount: startTelling }),
    h(
      'section',
      { class: ['panel', 'verdict', !end.done && 'is-open'], key: 'verdict' },
      end.done ? verdict(table) : telling(table, end),
      race(table, end),
    ),
    end.done && pages(end),
    end.page === 'statistics' && end.done
      ? statisticsPanel(end.statistics, seatsAsNamed(table), table.board)
      : [scoreSheet(table, end), end.done && details(table, end)],
    end.checking && table.deal && fairnessPanel(table.deal, keptCommitment(table.id), keptValue(table.id)),
  );
}

/** The seats under the names that the score sheet uses. @param {Ended} table */
const seatsAsNamed = (table) => table.info.seats.map((seat) => ({ ...seat, name: nameOf(table, seat.seat) }));

/** The sheet, or the statistics. @param {End} end */
const pages = (end) =>
  h(
    'div',
    { class: 'pages', role: 'group', 'aria-label': t('end.pages'), key: 'pages' },
    /** @type {const} */ (['sheet', 'statistics']).map((page) =>
      h(
        'button',
        {
          type: 'button',
          key: page,
          'aria-pressed': String(end.page === page),
          on: {
            click: () => {
              changeEnd({ page });
              if (page === 'statistics') loadStatistics();
            },
          },
        },
        t(page === 'sheet' ? 'sheet.title' : 'end.statistics'),
      ),
    ),
  );

/** The current beat: a revealed ticket, or a row. @param {Ended} table @param {End} end */
function telling(table, end) {
  const beat = beatsOfTable(table)[end.told - 1];
  return h(
    'div',
    { class: 'headline' },
    !beat
      ? h('div', { class: 'now', key: 'start' }, h('b', null, t('end.counting')))
      : h(
          'div',
          {
            class: ['now', beat.ticket && (beat.ticket.completed ? 'is-done' : 'is-missed')],
            key: `now-${end.told}`,
            'aria-hidden': 'true',
          },
          beat.seat === null ? icon('people', 22) : emblem(beat.seat, 30),
          h(
            'span',
            null,
            h('b', null, beat.ticket ? ticketName(table.board, beat.ticket.ticket) : t(`sheet.${beat.row}`)),
            beat.ticket &&
              h('small', null, icon(beat.ticket.completed ? 'check' : 'close', 13), t(`sheet.${beat.row}`)),
          ),
          beat.ticket && h('strong', null, gained(beat.ticket.points)),
        ),
    quiet(t('end.skip'), skip, { class: 'quiet small-button' }),
  );
}

/** Why a seat ranks below another with the same points. @param {Ended} table @param {Sheet} sheet */
function behindWords(table, { seat, tie_break: decided }) {
  const why = t(`tie_break.${decided}`);
  return isYou(table, seat) ? t('sheet.behind.you', { why }) : t('sheet.behind', { who: nameOf(table, seat), why });
}

/** @param {Ended} table */
function verdict(table) {
  const { winners, totals, sheets, ended_by: why } = table.result;
  const best = Math.max(...totals);
  const others = totals.filter((_, seat) => !winners.includes(seat));
  const ahead = others.length ? best - Math.max(...others) : 0;
  const tied = sheets.filter((sheet) => sheet.tie_break && sheet.total === best);
  const own = me(table);
  return h(
    'div',
    { class: 'headline' },
    h(
      'div',
      { class: 'crown' },
      winners.map((seat) => emblem(seat, 40)),
    ),
    h(
      'div',
      { class: 'words' },
      h('b', null, verdictWords(table)),
      own !== null &&
        !winners.includes(own) &&
        h('small', { class: 'own-place' }, t('end.your_place', { place: sheets[own].rank, count: sheets.length })),
      h(
        'small',
        { class: 'margin' },
        t('end.points', { count: best }),
        ahead > 0 && ` · ${t('end.ahead', { count: ahead })}`,
        ` · ${t(`ended.${why}`)}`,
      ),
      tied.map((sheet) => h('small', { key: sheet.seat, class: 'tie' }, behindWords(table, sheet), ruleLink('E9'))),
      winners.length > 1 && h('small', { class: 'tie' }, t('end.equal'), ruleLink('E9')),
    ),
    quiet(t('end.again'), tellAgain, { class: 'quiet small-button' }),
  );
}
