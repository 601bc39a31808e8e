/** A finger on two routes at once: ask which one was meant. */

/**
 * @param {HTMLElement} window_
 * @param {{ board: import('./types.js').Board, t: import('./types.js').Speak, choose: (route: number) =>
 *   void }} on
 */
export function askerIn(window_, { board, t, choose }) {
  /** @type {HTMLElement|null} */
  let list = null;

  function close() {
    list?.remove();
    list = null;
  }

  /** @param {number[]} routes @param {{ x: number, y: number }} at where the finger was, in pixels of the window */
  function ask(routes, at) {
    close();
    list = document.createElement('div');
    list.className = 'which';
    list.setAttribute('role', 'group');
    list.setAttribute('aria-label', t('board.which'));
    for (const route of routes) list.append(answer(route));
    window_.append(list);
    const width = Math.min(list.offsetWidth, window_.clientWidth - 16);
    const left = Math.min(Math.max(at.x - width / 2, 8), window_.clientWidth - width - 8);
    const top =
      at.y + 24 + list.offsetHeight < window_.clientHeight ? at.y + 24 : Math.max(at.y - 24 - list.offsetHeight, 8);
    list.style.left = `${left}px`;
    list.style.top = `${top}px`;
    /** @type {HTMLElement|null} */ (list.firstElementChild)?.focus({ preventScroll: true });
  }

  /** @param {number} number */
  function answer(number) {
    const { cities, color } = board.routes[number];
    const button = document.createElement('button');
    button.type = 'button';
    const sample = document.createElement('i');
    sample.className = `sample is-${color ?? 'gray'}`;
    if (color !== null)
      sample.innerHTML = `<svg width="16" height="16" aria-hidden="true"><use href="#mark-${color}"/></svg>`;
    const words = document.createElement('span');
    words.textContent = cities.map((city) => board.cities[city].name).join(' – ');
    const name = document.createElement('small');
    const key = `color.${color ?? 'gray'}`;
    name.textContent = t(key) === key ? color : t(key);
    button.append(sample, words, name);
    button.addEventListener('click', () => {
      close();
      choose(number);
    });
    return button;
  }

  return {
    ask,
    close,
    isOpen: () => list !== null,
    holds: (/** @type {EventTarget|null} */ target) => target instanceof Node && (list?.contains(target) ?? false),
  };
}
