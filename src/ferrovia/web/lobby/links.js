/** A link to share: copy it, or show it as a QR code. */

import { under } from '../base.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { icon } from '../components.js';
import { say } from '../announce.js';
import { change, state } from '../state.js';

/** The full address of a link that the server gave without its host. @param {string} link */
export const whole = (link) => new URL(under(link), location.origin).href;

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
            on: { focus: (/** @type {Event} */ e) => e.target instanceof HTMLInputElement && e.target.select() },
          }),
        ),
      ),
  );
}

/** QR codes by address, as data URLs; empty while loading. @type {Map<string, string>} */
const codes = new Map();

/** @param {string} address */
function picture(address) {
  const src = codes.get(address);
  if (src) return h('img', { src, width: 220, height: 220, alt: t('link.qr') });
  if (src === undefined) fetchCode(address);
  return null;
}

/** A POST request keeps the secret out of addresses. @param {string} text */
async function fetchCode(text) {
  codes.set(text, '');
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(under('/api/qr'), { method: 'POST', headers, body: JSON.stringify({ text }) });
    if (!answer.ok) throw new Error(String(answer.status));
    codes.set(text, `data:image/svg+xml,${encodeURIComponent(await answer.text())}`);
  } catch {
    return; // the address is shown next to it
  }
  change(() => {});
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
