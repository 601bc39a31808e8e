/** Before the first card: people at the table, links for the others, start. */

import { h } from '../dom.js';
import { levelName, t } from '../i18n.js';
import { emblem, icon, primary, quiet } from '../components.js';
import { change, state, theTable } from '../state.js';
import { linkRow } from '../lobby/links.js';
import { held, listedName, youNote } from './model.js';
import { wish } from './requests.js';
import { keepLinks, sitDown } from './session.js';
import { boardName } from '../words.js';

/** @param {import('../shapes').Table} table */
export function gathering(table) {
  const { info, host } = table;
  const open = info.seats.filter((s) => s.kind === 'open');
  return h(
    'div',
    { class: 'gathering', key: 'gathering' },
    h(
      'div',
      { class: 'sheet-card' },
      h('h1', null, t('gather.title', { board: boardName(table.board?.name ?? info.board.name) })),
      h(
        'p',
        { class: 'lead' },
        open.length
          ? t(host ? 'gather.invite' : 'gather.wait', { count: open.length })
          : t(host ? 'gather.ready' : 'gather.host_starts'),
      ),
      h(
        'ul',
        { class: 'chairs' },
        info.seats.map((seat) => chair(table, seat)),
      ),
      held(table).length > 0 || host ? null : h('p', { class: 'hint' }, icon('eye', 16), t('dock.watching')),
      table.links.watch && linkRow(t('gather.watch_link'), table.links.watch, 'watch'),
      h(
        'div',
        { class: 'buttons' },
        host && open.length > 0 && quiet(t('gather.fill'), () => fill(open)),
        host && primary(t('gather.start'), () => wish({ type: 'start' }), { disabled: open.length > 0 }),
      ),
    ),
  );
}

/** @param {import('../shapes').Table} table @param {import('../protocol').SeatInfo} seat */
function chair(table, seat) {
  const link = table.links[String(seat.seat)];
  const empty = seat.kind === 'open';
  return h(
    'li',
    { key: seat.seat, class: empty && 'is-open' },
    emblem(seat.seat, 32),
    h(
      'div',
      { class: 'chair-name' },
      h('b', null, empty ? t('gather.open') : listedName(table, seat)),
      h(
        'small',
        null,
        seat.kind === 'bot'
          ? levelName(seat.level)
          : empty
            ? t('gather.who_has_link')
            : held(table).includes(seat.seat)
              ? youNote(listedName(table, seat))
              : seat.online
                ? t('gather.here')
                : t('player.away'),
      ),
    ),
    empty &&
      table.host &&
      (link ? linkRow('', link, String(seat.seat)) : quiet(t('gather.new_link'), () => newLink(seat.seat))),
    table.host && !empty && seat.kind === 'bot' && quiet(t('gather.open_for_person'), () => newLink(seat.seat)),
    empty &&
      !table.host &&
      held(table).length === 0 &&
      table.info.public &&
      primary(t('dock.sit_down'), () => sitDown(seat.seat)),
  );
}

/** @param {number} seat */
async function newLink(seat) {
  const table = theTable();
  const link = (await wish({ type: 'host', do: 'invite', seat }))?.link;
  if (!link) return;
  change(() => {
    table.links = { ...table.links, [seat]: link };
  });
  keepLinks(table.id, table.links);
}

/** @param {import('../protocol').SeatInfo[]} open */
async function fill(open) {
  const level = state.server.default_level || null; // null: the server's choice
  for (const { seat } of open) await wish({ type: 'host', do: 'bot', seat, level });
}
