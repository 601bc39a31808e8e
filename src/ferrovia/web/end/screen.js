/**
 * The end of a game: the score sheet told row by row, what each row comes from on the board, who won and why, and what
 * to do next.
 * What it remembers lies in `state.end` (`newEnd`). Scores are the server's; nothing here computes one.
 */

import { under } from '../base.js';
import { h } from '../dom.js';
import { list, number, t } from '../i18n.js';
import { emblem, icon, primary, quiet } from '../components.js';
import { copy, linkRow } from '../lobby/links.js';
import { keptCommitment, keptValue } from '../net/fair-deal.js';
import { startFairly } from '../net/fair-deal.js';
import { go } from '../route.js';
import { say } from '../announce.js';
import { remember } from '../settings.js';
import { change, state, theTable } from '../state.js';
import { theMap } from '../table/board-view.js';
import { me, nameOf, seatName } from '../table/model.js';
import { wish } from '../table/session.js';
import { details } from './details.js';
import { fairnessPanel } from './fairness.js';
import { glyph } from './glyphs.js';
import { lightsOf, rowsOf, totalsSoFar } from './rows.js';

const PACE = 1500; // milliseconds for a row while the sheet is told

/** @param {string} table whose end this is @param {number} seat whose part is shown first */
export const newEnd = (table, seat) => ({
  table,
  /** How many rows have been told, and whether all have. */
  told: 0,
  done: false,
  /** The row that the board explains, and for which seat. @type {string|null} */
  row: /** @type {string|null} */ (null),
  seat,
  /** Is the shuffle being checked? */
  checking: false,
});

/** @param {any} now */
function endOf(now) {
  const { table } = now;
  if (now.end?.table !== table.id) {
    now.end = newEnd(table.id, me(table) ?? table.result.winners[0] ?? 0);
    if (me(table) !== null && !table.info.lesson) remember('finished', 'yes');
  }
  return now.end;
}

/** With a real minus, which is as wide as a figure. @param {number} points */
const signed = (points) => (points < 0 ? `−${number(-points)}` : number(points));

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

// ------------------------------------------------------------------ telling

/** Row after row, until somebody takes over. @param {any} table */
function startTelling(table) {
  const rows = rowsOf(table.board, table.result);
  if (calm()) {
    change((s) => Object.assign(endOf(s), { told: rows.length, done: true }));
    return undefined;
  }
  const next = () => {
    const { told } = endOf(state);
    if (told >= rows.length) {
      window.clearInterval(timer);
      return;
    }
    change((s) => Object.assign(endOf(s), { told: told + 1, row: rows[told].id, done: told + 1 === rows.length }));
    if (rows[told].id === 'longest_path') drawPath(table, showLongest(table));
    frame(table, state.end.row, state.end.seat);
    requestAnimationFrame(keepInSight);
    if (told + 1 === rows.length) say(verdict(table));
  };
  const timer = window.setInterval(next, PACE);
  window.setTimeout(next, 300);
  return () => window.clearInterval(timer);
}

/** The row being told stays in sight, also where the sheet is longer than its window. */
const keepInSight = () => document.querySelector('.sheet tbody .is-shown')?.scrollIntoView({ block: 'nearest' });

/** Who has the longest path: shown first, whoever looks. @param {any} table */
const showLongest = (table) => {
  const best = table.result.sheets.reduce((/** @type {any} */ a, /** @type {any} */ b) =>
    b.longest_path > a.longest_path ? b : a,
  );
  change((s) => {
    endOf(s).seat = best.seat;
  });
  return best.seat;
};

/**
 * Bring into sight what a row lights: on a phone the board is larger than its window.
 * @param {any} table
 * @param {string|null} row
 * @param {number} seat
 */
function frame(table, row, seat) {
  const { lit, litCities, keep } = lightsOf(table.board, table.result, table.view.owners, row, seat);
  const routes = lit?.size ? lit : litCities?.size ? [] : (keep ?? []);
  theMap()?.frame(routes, litCities ?? []);
}

/** After the redraw that lights it. @param {any} table @param {number} seat */
function drawPath(table, seat) {
  const routes = table.result.sheets[seat].longest_path_routes.map((/** @type {string} */ route) =>
    table.board.routeNo.get(route),
  );
  requestAnimationFrame(() => theMap()?.animate({ kind: 'path', routes }));
}

/** @param {any} table @param {string|null} row @param {number} [seat] */
function show(table, row, seat) {
  const rows = rowsOf(table.board, table.result);
  change((s) => {
    const end = endOf(s);
    Object.assign(end, { told: rows.length, done: true, row, seat: seat ?? end.seat });
  });
  if (row === 'longest_path') drawPath(table, state.end.seat);
  frame(table, row, state.end.seat);
}

/** What the board lights while the sheet is read. @param {any} now */
export function endLights(now) {
  const { table } = now;
  const end = endOf(now);
  return lightsOf(table.board, table.result, table.view.owners, end.row, end.seat);
}

// ------------------------------------------------------------------ the side: winner, sheet, details

/** @param {any} now */
export function endSide(now) {
  const { table } = now;
  const end = endOf(now);
  const rows = rowsOf(table.board, table.result);
  const done = end.told >= rows.length;
  return h(
    'div',
    { class: 'end', key: `end-${table.id}` },
    h('i', { hidden: true, key: 'teller', mount: () => startTelling(table) }),
    winner(table, done),
    h(
      'section',
      { class: 'panel sheet', key: 'sheet' },
      h('h2', null, t('sheet.title'), !done && quiet(t('end.skip'), () => show(table, null))),
      sheet(table, rows, end),
    ),
    done && details(table, end),
    end.checking && table.deal && fairnessPanel(table.deal, keptCommitment(table.id), keptValue(table.id)),
  );
}

/** @param {any} table */
function verdict(table) {
  const { winners } = table.result;
  if (winners.length > 1)
    return t('sheet.winners', {
      who: list(winners.map((/** @type {number} */ seat) => seatName(table.info.seats[seat]))),
    });
  return winners[0] === me(table)
    ? t('sheet.winner.you')
    : t('sheet.winner', { who: seatName(table.info.seats[winners[0]]) });
}

/** Everybody's total, the best first: in sight wherever the sheet is scrolled to. @param {any} table */
const standings = (table) =>
  h(
    'ol',
    { class: 'standings' },
    [...table.result.sheets]
      .sort((a, b) => b.total - a.total)
      .map(({ seat, total }) =>
        h(
          'li',
          { key: seat, title: nameOf(table, seat) },
          emblem(seat, 18),
          h('span', { class: 'sr' }, nameOf(table, seat)),
          h('b', null, signed(total)),
        ),
      ),
  );

/** @param {any} table @param {boolean} done */
function winner(table, done) {
  const { winners, totals, sheets, ended_by: why } = table.result;
  if (!done)
    return h(
      'section',
      { class: 'panel verdict is-open', key: 'verdict' },
      h('div', { class: 'crown' }, icon('people', 22)),
      h('div', null, h('b', null, t('end.counting')), h('small', null, t(`ended.${why}`))),
    );
  const best = Math.max(...totals);
  const others = totals.filter((/** @type {number} */ _, /** @type {number} */ seat) => !winners.includes(seat));
  const ahead = others.length ? best - Math.max(...others) : 0;
  const tied = sheets.filter((/** @type {any} */ sheet) => sheet.tie_break && sheet.total === best);
  return h(
    'section',
    { class: 'panel verdict', key: 'verdict' },
    h(
      'div',
      { class: 'crown' },
      winners.map((/** @type {number} */ seat) => emblem(seat, 40)),
    ),
    h(
      'div',
      null,
      h('b', null, verdict(table)),
      standings(table),
      h(
        'small',
        null,
        t('end.points', { count: best }),
        ahead > 0 && ` · ${t('end.ahead', { count: ahead })}`,
        ` · ${t(`ended.${why}`)}`,
      ),
      tied.map((/** @type {any} */ sheet) =>
        h(
          'small',
          { key: sheet.seat, class: 'tie' },
          t('sheet.behind', { who: seatName(table.info.seats[sheet.seat]), why: t(`tie_break.${sheet.tie_break}`) }),
        ),
      ),
    ),
  );
}

/** @param {any} table @param {import('./rows.js').Row[]} rows @param {any} end */
function sheet(table, rows, end) {
  const { sheets, winners } = table.result;
  const done = end.told >= rows.length;
  const totals = done ? table.result.totals : totalsSoFar(rows, end.told);
  return h(
    'table',
    null,
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        h('td', null),
        sheets.map((/** @type {any} */ { seat }) =>
          h(
            'th',
            { key: seat, scope: 'col' },
            h(
              'button',
              {
                type: 'button',
                class: ['head', seat === end.seat && 'is-shown'],
                'aria-pressed': String(seat === end.seat),
                title: t('end.show_of', { who: seatName(table.info.seats[seat]) }),
                on: { click: () => show(table, end.row, seat) },
              },
              emblem(seat, 26),
              h('span', null, nameOf(table, seat)),
            ),
          ),
        ),
      ),
    ),
    h(
      'tbody',
      null,
      rows.map((row, place) =>
        place < end.told
          ? told(table, row, end)
          : h(
              'tr',
              { key: row.id, class: 'is-untold' },
              h('th', { scope: 'row' }, t(`sheet.${row.id}`)),
              row.cells.map((_, seat) => h('td', { key: seat }, '·')),
            ),
      ),
    ),
    h(
      'tfoot',
      null,
      h(
        'tr',
        null,
        h('th', { scope: 'row' }, t('sheet.total')),
        totals.map((/** @type {number} */ total, /** @type {number} */ seat) =>
          h('td', { key: seat, class: done && winners.includes(seat) && 'is-winner' }, signed(total)),
        ),
      ),
    ),
  );
}

/** @param {any} table @param {import('./rows.js').Row} row @param {any} end */
const told = (table, row, end) =>
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
          on: { click: () => show(table, row.id === end.row ? null : row.id) },
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
          on: { click: () => show(table, row.id, seat) },
        },
        signed(cell.points),
        cell.count !== null && h('small', null, number(cell.count)),
      ),
    ),
  );

// ------------------------------------------------------------------ the dock: what to do next

/** @param {any} now */
export function endDock(now) {
  const { table } = now;
  const end = endOf(now);
  const next = table.rows.findLast((/** @type {any} */ row) => row.kind === 'rematch')?.data?.table;
  const address = `/game/${table.id}`;
  return h(
    'section',
    { class: 'dock after', key: 'after', id: 'actions', tabindex: -1, 'aria-label': t('end.next') },
    h(
      'div',
      { class: 'buttons' },
      h(
        'a',
        {
          class: 'quiet',
          href: under(address),
          on: {
            click: (/** @type {Event} */ e) => {
              e.preventDefault();
              go(address);
            },
          },
        },
        icon('eye', 17),
        t('end.replay'),
      ),
      h(
        'a',
        { class: 'quiet', href: under(`/api/tables/${table.id}/record`), download: `${table.id}.ferrovia` },
        glyph('download', 17),
        t('end.record'),
      ),
      (table.info.public || table.links.watch || table.host) &&
        quiet(
          /** @type {any} */ ([
            icon(state.copied === 'game' ? 'check' : 'link', 17),
            t(state.copied === 'game' ? 'link.copied' : 'end.share'),
          ]),
          share,
        ),
      state.shown === 'game' && linkRow('', table.links.game ?? address, 'game'),
      table.deal &&
        quiet(
          /** @type {any} */ ([icon('lock', 17), t('end.check')]),
          () =>
            change((s) => {
              const it = endOf(s);
              it.checking = !it.checking;
            }),
          { 'aria-expanded': String(end.checking) },
        ),
    ),
    next
      ? primary(t('end.join_rematch'), () => go(`/table/${next}`))
      : (table.held.length > 0 || table.host) && primary(t('end.rematch'), rematch),
  );
}

/** The replay's address; a private game's has a key to look with, which its host can have made. */
async function share() {
  const table = theTable();
  let link = `/game/${table.id}`;
  if (!table.info.public) {
    const watch = table.links.watch ?? (await wish({ type: 'host', do: 'watch_link' }))?.link;
    if (!watch) return;
    change(() => {
      table.links = { ...table.links, watch };
    });
    link += new URL(watch, location.origin).hash;
  }
  table.links.game = link;
  copy(link, 'game');
}

async function rematch() {
  const data = await wish({ type: 'rematch' });
  if (!data?.table) return;
  const { table, commitment, seats, invitations } = data;
  // Against bots nobody is waited for.
  if (commitment && seats && invitations?.length === 0) await startFairly({ table, commitment, seats }).catch(() => {});
  go(`/table/${table}`);
}
