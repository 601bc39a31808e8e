/**
 * Checks that the deck was fixed before the first card and that every player contributed to it. Runs here, not on the
 * server.
 */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { icon } from '../components.js';
import { bytesOf, hexOf, sha256 } from './sha256.js';

const HEX = /^([0-9a-f]{2})+$/;

/**
 * @typedef {{ commitment: string, server_key: string, values: Array<{ seat: number, value: string }>, key: string }}
 *   Deal
 * @param {Deal} deal what the server reveals after the end
 * @param {string|null} seen the commitment that this browser saw before the game; null: it was not there
 * @param {string|null} own the value that this browser gave after that; null: it gave none
 * @returns {Array<{ id: 'commitment'|'seen'|'own'|'key', good: boolean|null }>} null: cannot be told here
 */
export function checkDeal(deal, seen, own) {
  const values = [...deal.values].sort((a, b) => a.seat - b.seat).map(({ value }) => value);
  const readable = [deal.server_key, deal.commitment, deal.key, ...values].every((text) => HEX.test(text));
  const all = readable ? bytesOf(deal.server_key + values.join('')) : new Uint8Array();
  return [
    { id: 'commitment', good: readable && hexOf(sha256(bytesOf(deal.server_key))) === deal.commitment },
    { id: 'seen', good: seen === null ? null : seen === deal.commitment },
    { id: 'own', good: own === null ? null : values.includes(own) },
    { id: 'key', good: readable && hexOf(sha256(all)) === deal.key },
  ];
}

/** @param {Deal} deal @param {string|null} seen @param {string|null} own */
export function fairnessPanel(deal, seen, own) {
  const checks = checkDeal(deal, seen, own);
  const verdict = checks.some(({ good }) => good === false) ? 'bad' : 'good';
  const part = (/** @type {string} */ id, /** @type {string} */ value) =>
    h('div', { key: id }, h('dt', null, t(`fair.${id}`)), h('dd', null, h('code', null, value)));
  return h(
    'section',
    { class: `panel fairness is-${verdict}`, key: 'fairness' },
    h('h2', null, t('fair.title')),
    h('p', null, t(verdict === 'good' && seen === null ? 'fair.verdict.late' : `fair.verdict.${verdict}`)),
    h(
      'ul',
      null,
      checks.map(({ id, good }) =>
        h(
          'li',
          { key: id, class: good === null ? 'is-open' : good ? 'is-good' : 'is-bad' },
          icon(good === null ? 'help' : good ? 'check' : 'close', 16),
          h('span', null, t(`fair.check.${id}${good === null ? '.unknown' : good ? '' : '.bad'}`)),
        ),
      ),
    ),
    h(
      'details',
      null,
      h('summary', null, t('fair.numbers')),
      h(
        'dl',
        null,
        part('commitment', deal.commitment),
        part('server_key', deal.server_key),
        deal.values.map(({ seat, value }) =>
          h(
            'div',
            { key: `value-${seat}` },
            h('dt', null, t('fair.value', { number: seat + 1 })),
            h('dd', null, h('code', null, value)),
          ),
        ),
        part('key', deal.key),
      ),
    ),
  );
}
