/** A link to hand on: copy it, or let a phone read it. */

import { h, svg } from '../dom.js';
import { t } from '../i18n.js';
import { icon } from '../components.js';
import { say } from '../announce.js';
import { change, state } from '../state.js';

/** The whole address of a link that the server gave without its host. @param {string} link */
export const whole = (link) => new URL(link, location.origin).href;

/** @param {string} words @param {string} link @param {string} id which link this is on the page */
export function linkRow(words, link, id) {
  const shown = state.shown === id;
  return h(
    'div',
    { class: 'link-row', key: `link-${id}` },
    words && h('span', null, words),
    h(
      'button',
      { type: 'button', class: 'quiet', on: { click: () => copy(link, id) } },
      icon(state.copied === id ? 'check' : 'link', 15),
      t(state.copied === id ? 'link.copied' : 'link.copy'),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'aria-expanded': String(shown),
        on: {
          click: () =>
            change((s) => {
              s.shown = shown ? null : id;
            }),
        },
      },
      t('link.qr'),
    ),
    shown &&
      h(
        'figure',
        { class: 'qr' },
        picture(whole(link)),
        h(
          'figcaption',
          null,
          h('input', {
            type: 'text',
            readonly: true,
            value: whole(link),
            'aria-label': t('link.address'),
            on: { focus: (/** @type {any} */ e) => e.target.select() },
          }),
        ),
      ),
  );
}

/** The maker of codes, once somebody wants one. @type {typeof import('./qr.js') | null} */
let maker = null;

/** @param {string} address */
function picture(address) {
  if (!maker) {
    import('./qr.js').then((found) => {
      maker = found;
      change(() => {});
    });
    return null;
  }
  const code = maker.qrCode(address);
  if (!code) return null;
  const size = code.length + 8;
  const d = code.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join('');
  return svg(
    'svg',
    { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': t('link.qr') },
    svg('rect', { width: size, height: size, class: 'qr-paper' }),
    svg('path', { d, class: 'qr-ink' }),
  );
}

/** @param {string} link @param {string} id */
export async function copy(link, id) {
  try {
    await navigator.clipboard.writeText(whole(link));
  } catch {
    change((s) => {
      s.shown = id;
    }); // plain HTTP has no clipboard: show the address instead
    return;
  }
  say(t('link.copied'));
  change((s) => {
    s.copied = id;
  });
  setTimeout(
    () =>
      change((s) => {
        s.copied = null;
      }),
    2500,
  );
}
