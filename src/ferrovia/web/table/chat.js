/**
 * Chat: phrases that everybody reads in their own language, and free text if the host allows it.
 */

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { emblem, icon, primary, tool } from '../components.js';
import { state } from '../state.js';
import { switchChat } from './selection.js';
import { me, speaker, spokenWords } from './model.js';
import { wish } from './requests.js';

/** @param {import('../shapes').Table} table */
export function chatPanel(table) {
  const lines = table.rows.filter((row) => row.kind === 'chat' && (row.data.text || row.data.phrase)).slice(-60);
  const speak = async (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    const field = e.target instanceof HTMLFormElement ? e.target.querySelector('input') : null;
    const text = field?.value.trim();
    if (!field || !text) return;
    field.value = '';
    if (!(await wish({ type: 'chat', text })) && !field.value) field.value = text; // refused: to be sent again
  };
  return h(
    'section',
    { class: 'panel chat-panel', key: 'chat', 'aria-label': t('tools.chat') },
    h('h2', null, t('tools.chat'), tool('close', t('close'), switchChat)),
    h(
      'ol',
      { class: 'chat', key: 'lines', 'aria-live': 'polite' },
      lines.length === 0 && h('li', { class: 'empty' }, t('chat.empty')),
      lines.map((row) =>
        h(
          'li',
          { key: row.number, class: row.seat === me(table) && 'is-own' },
          row.seat !== null && emblem(row.seat, 22),
          h('p', null, h('b', null, speaker(table, row)), ' ', spokenWords(row)),
        ),
      ),
    ),
    table.held.length > 0 &&
      table.info.chat !== 'off' && [
        h(
          'div',
          { class: 'phrases', key: 'phrases' },
          state.server.phrases.map((phrase) =>
            h(
              'button',
              { type: 'button', key: phrase, on: { click: () => wish({ type: 'chat', phrase }) } },
              t(`server.phrase.${phrase}`),
            ),
          ),
        ),
        table.info.chat === 'free' &&
          h(
            'form',
            { class: 'say', key: 'say', on: { submit: speak } },
            h('input', {
              type: 'text',
              maxlength: state.server.limits?.chat,
              'aria-label': t('chat.write'),
              placeholder: t('chat.write'),
            }),
            primary(icon('chat', 16), () => {}, {
              type: 'submit',
              'aria-label': t('chat.send'),
              title: t('chat.send'),
            }),
          ),
      ],
  );
}
