/** Below the board at the end: what to do next. */

import { under } from '../base.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { icon, primary, quiet } from '../components.js';
import { copy, linkRow } from '../lobby/links.js';
import { startFairly } from '../net/fair-deal.js';
import { go } from '../route.js';
import { change, state } from '../state.js';
import { wish } from '../table/requests.js';
import { glyph } from './glyphs.js';
import { sharePicture } from './sharing.js';
import { changeEnd, ended, endOf } from './presentation.js';

/** @param {Pick<import('../shapes').State, 'table' | 'end'>} now */
export function endDock(now) {
  const table = /** @type {import('../shapes').Ended} */ (now.table);
  const end = endOf(now);
  const next = table.rows.findLast((row) => row.kind === 'rematch')?.data?.table;
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
          [
            icon(state.copied === 'game' ? 'check' : 'link', 17),
            t(state.copied === 'game' ? 'link.copied' : 'end.share'),
          ],
          share,
          { key: 'share' },
        ),
      state.shown === 'game' && linkRow('', table.links.game ?? address, 'game'),
      end.done && quiet([glyph('picture', 17), t('end.picture')], () => sharePicture(table), { key: 'picture' }),
      table.deal &&
        quiet([icon('lock', 17), t('end.check')], () => changeEnd({ checking: !end.checking }), {
          key: 'check',
          'aria-expanded': String(end.checking),
        }),
    ),
    next
      ? primary(t('end.join_rematch'), () => go(`/table/${next}`))
      : (table.held.length > 0 || table.host) && primary(t('end.rematch'), rematch),
  );
}

/** The replay's address; for a private game, with a watch link that its host can create. */
async function share() {
  const table = ended();
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
  const before = ended();
  const data = await wish({ type: 'rematch' });
  if (!data?.table) return;
  const { table, commitment, seats } = data;
  // Against bots there is nobody to wait for. Other people may have joined already, if this is a second answer.
  const isAlone = before.info.seats.every(({ kind, seat }) => kind === 'bot' || before.held.includes(seat));
  if (commitment && seats && isAlone) await startFairly({ table, commitment, seats }).catch(() => {});
  go(`/table/${table}`);
}
