/** Announcements for screen readers. Sentences in quick succession are announced together. */

/** @type {{ polite: string[], assertive: string[] }} */
const waiting = { polite: [], assertive: [] };
let timer = 0;

/** @param {string} words @param {'polite' | 'assertive'} [how] */
export function say(words, how = 'polite') {
  if (!words) return;
  waiting[how].push(words);
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    tell('assertive');
    tell('polite');
  }, 150);
}

/** @param {'polite' | 'assertive'} how */
function tell(how) {
  const region = document.getElementById(how);
  if (!region || waiting[how].length === 0) return;
  region.textContent = waiting[how].slice(-6).join(' ');
  waiting[how] = [];
}
