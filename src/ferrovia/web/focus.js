/** Keyboard focus across redraws: it stays on the same element, or moves to the next decision. */

/** Move focus into a part of the page: to its marked element, to the part itself, or to its first control.
 * @param {string} selector */
export function focusOn(selector) {
  const part = document.querySelector(selector);
  const next = part?.querySelector('[data-next]');
  const found =
    next ??
    (part?.matches('[tabindex]') ? part : part?.querySelector(':is(button, input, select):enabled, [tabindex]'));
  if (found instanceof HTMLElement) found.focus();
}

/** @param {Element | null} element */
const holdsFocus = (element) => element !== null && element !== document.body && element.closest('[inert]') === null;

/**
 * Redraw, then repair focus. Removing or moving an element loses its focus, and the page would start at its top again.
 * @param {() => void} redraw
 */
export function keepFocus(redraw) {
  const before = document.activeElement;
  const inList = before?.closest('.list-form') !== null;
  redraw();
  const curtain = document.querySelector('.curtain');
  if (curtain && !curtain.contains(document.activeElement)) focusOn('.curtain');
  else if (!holdsFocus(before) || holdsFocus(document.activeElement)) return;
  else if (before instanceof HTMLElement && before.isConnected) before.focus();
  else focusOn(inList && document.querySelector('.list-form') ? '.list-form' : '#actions');
}

/** Whether the last input was a key: then the focus is where the player looks. */
export const isByKeys = () => lastByKeys;
let lastByKeys = false;
addEventListener('keydown', () => void (lastByKeys = true), true);
addEventListener('pointerdown', () => void (lastByKeys = false), true);
