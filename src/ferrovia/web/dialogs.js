/**
 * Dialogs over a page: rules, menu. One at a time; Escape closes it and returns the focus. Loaded when first opened.
 */

import { h } from './dom.js';
import { helpBody } from './help/help.js';
import { t } from './i18n.js';
import { tool } from './components.js';
import { helpName } from './settings.js';
import { change, state } from './state.js';
import { menu } from './table/menu.js';

export { helpScreen, scrollToRule } from './help/help.js';

const close = () =>
  change((s) => {
    s.dialog = null;
    s.rule = null;
  });

export function dialog() {
  if (!state.dialog) return null;
  const inside = {
    help: () => h('div', { class: 'help' }, helpBody()),
    menu,
    keys: () => h('div', { class: 'help' }, helpBody()),
    share: menu,
  }[state.dialog];
  const title = {
    help: helpName(),
    keys: helpName(),
    menu: t('tools.menu'),
    share: t('tools.menu'),
  }[state.dialog];
  return h(
    'dialog',
    {
      class: `over is-${state.dialog}`,
      key: `dialog-${state.dialog}`,
      'aria-label': title,
      mount: undefined,
      on: {
        cancel: (/** @type {Event} */ e) => {
          e.preventDefault();
          close();
        },
        click: (/** @type {Event} */ e) => {
          if (e.target instanceof HTMLDialogElement) close();
        },
      },
    },
    h('header', null, h('h2', null, title), tool('close', t('close'), close)),
    h('div', { class: 'inside' }, inside()),
  );
}

/** The focused element before a dialog opened. @type {Element | null} */
let returnTo = null;

/**
 * After a redraw: opens a new dialog in the browser's top layer, which keeps focus inside; afterwards returns the
 * focus.
 */
export function afterDialog() {
  const element = document.querySelector('dialog.over');
  if (element instanceof HTMLDialogElement && !element.open) {
    returnTo ??= document.activeElement;
    element.showModal();
  } else if (!element && returnTo) {
    if (returnTo.isConnected && returnTo instanceof HTMLElement) returnTo.focus();
    returnTo = null;
  }
}
