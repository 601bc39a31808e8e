/** The players and their colours: before the first entry, and corrected later. */

import { emblem, icon, tool } from '../components.js';
import { h } from '../dom.js';
import { t } from '../i18n.js';
import { MOST_NAME, pieceColors } from './game.js';

/**
 * @typedef {import('./game.js').Player} Player
 * @typedef {object} Changes
 * @property {(seat: number, text: string) => void} type   with each letter
 * @property {(seat: number, name: string) => void} rename  once the field is left
 * @property {(seat: number) => void} recolor
 * @property {() => void} add
 * @property {(seat: number) => void} remove
 */

/** @param {number} color */
export const colorWords = (color) => t(`score.color.${pieceColors()[color]}`);

/** @param {Player[]} players @param {[number, number]} range least and most @param {Changes} changes */
export const playerRows = (players, [least, most], changes) =>
  h(
    'ul',
    { class: 'seatlist' },
    players.map((player, seat) => playerRow(player, seat, players.length > least, changes)),
    players.length < most &&
      h(
        'li',
        { class: 'add', key: 'add' },
        h('button', { type: 'button', on: { click: changes.add } }, icon('plus', 16), t('score.add')),
      ),
  );

/** @param {Player} player @param {number} seat @param {boolean} removable @param {Changes} changes */
const playerRow = ({ name, color }, seat, removable, { type, rename, recolor, remove }) =>
  h(
    'li',
    { key: `player-${seat}` },
    h(
      'button',
      {
        type: 'button',
        class: 'color-button',
        'aria-label': t('score.color', { color: colorWords(color) }),
        title: t('score.change_color'),
        on: { click: () => recolor(seat) },
      },
      emblem(color, 32),
    ),
    h(
      'label',
      { class: 'seat-field' },
      h('span', { class: 'sr' }, t('player.seat', { number: seat + 1 })),
      h('input', {
        type: 'text',
        value: name,
        placeholder: colorWords(color),
        maxlength: MOST_NAME,
        autocomplete: 'off',
        on: {
          input: (/** @type {Event} */ e) => type(seat, textIn(e)),
          change: (/** @type {Event} */ e) => rename(seat, textIn(e)),
        },
      }),
    ),
    removable &&
      tool('close', t('score.remove', { who: name || colorWords(color) }), () => remove(seat), { class: 'remove' }),
  );

/** The text in the field of an event. @param {Event} event */
export const textIn = ({ target }) =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : '';

/** One more player, in the first free colour. @param {Player[]} players @returns {Player[]} */
export function withOneMore(players) {
  const used = players.map(({ color }) => color);
  return [...players, { name: '', color: pieceColors().findIndex((_, color) => !used.includes(color)) }];
}

/** The next colour; its owner, if any, takes the old one. @param {Player[]} players @param {number} seat */
export function withNextColor(players, seat) {
  const before = players[seat].color;
  const color = (before + 1) % pieceColors().length;
  return players.map((player, i) =>
    i === seat ? { ...player, color } : player.color === color ? { ...player, color: before } : player,
  );
}
