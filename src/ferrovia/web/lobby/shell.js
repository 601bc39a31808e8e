/** The frame of every page except the table: the top bar, the language, and problems. */

import { under } from '../base.js';
import { h, valueOf } from '../dom.js';
import { LANGUAGES, speak, spoken, t } from '../i18n.js';
import { icon, primary, sign, tool } from '../components.js';
import { go } from '../route.js';
import { helpName, switchTheme } from '../settings.js';
import { change } from '../state.js';
import { reasonWords } from '../words.js';

/** The top bar of every page except the table. */
export const pageTop = () =>
  h(
    'header',
    { class: 'top' },
    h(
      'a',
      {
        class: 'brand',
        href: under('/'),
        on: {
          click: (/** @type {Event} */ e) => {
            e.preventDefault();
            go('/');
          },
        },
      },
      sign(),
      h('b', null, 'Ferrovia'),
    ),
    h('span', null),
    h(
      'nav',
      { class: 'tools', 'aria-label': t('tools.title') },
      languagePicker(),
      tool('sun', t('tools.theme'), switchTheme),
      tool('help', helpName(), () => go('/rules')),
    ),
  );

export const languagePicker = () =>
  h(
    'label',
    { class: 'language' },
    h('span', { class: 'sr' }, t('tools.language')),
    h(
      'select',
      {
        value: spoken(),
        on: {
          change: async (/** @type {Event} */ e) => {
            await speak(valueOf(e), true);
            change((s) => {
              if (s.table) s.table.storyOf = -1;
            });
          },
        },
      },
      Object.entries(LANGUAGES).map(([id, name]) => h('option', { value: id, lang: id }, name)),
    ),
  );

/** A problem in one sentence, with one button. @param {import('../shapes').Reason} trouble */
export const troubleScreen = (trouble) =>
  h(
    'div',
    { class: 'lobby', key: 'trouble' },
    pageTop(),
    h(
      'main',
      { class: 'hall is-narrow' },
      h(
        'div',
        { class: 'sheet-card', role: 'alert' },
        icon('help', 34),
        h('h1', null, t('trouble.title')),
        h('p', { class: 'lead' }, reasonWords(trouble, String, null)),
        h(
          'div',
          { class: 'buttons' },
          trouble.code === 'page/outdated'
            ? primary(t('trouble.reload'), () => location.reload())
            : primary(t('trouble.home'), () => go('/')),
        ),
      ),
    ),
  );
