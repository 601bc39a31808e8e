/*
 * The first questions to the server, asked while the rest of the page is still on its way: texts, boards, the seat of a
 * link, the table and its board; and the modules of the table, all at once. A plain script, because modules run only
 * when all of them are there. Whoever asks the same question through `net/api.js` gets the answer that is coming
 * already.
 */
(function () {
  /**
   * The modules that a table starts with, by folder: fetched at once, not one import after the other. A test knows
   * which they are.
   */
  const MODULES = {
    '': 'announce base components dom focus i18n keys lazy marks route settings state words',
    board:
      'board camera corner drawing framing gestures hit-test keys motion names note route-picker scenery stamps symbols',
    end: 'end',
    net: 'api boards fair-deal socket',
    table:
      'board-view bonus curtain display dock effects model news pay selection session sidebar status-bar story table',
  };

  if (!window.fetch || !window.URL || !('noModule' in document.createElement('script'))) return;
  /** As in `base.js`, which only modules can import. */
  const own = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src).pathname;
  const [, base = ''] = /^(.*)\/static\//.exec(own) ?? [];
  /** Answers on their way, by path. @type {Record<string, Promise<Response>>} */
  const coming = {};
  window.ferroviaPreload = coming;

  /** Reads a response without consuming it for the real caller. @param {string} path @param {object} [body] */
  function ask(path, body) {
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const at = base + path;
    coming[path] = body ? fetch(at, { method: 'POST', headers, body: JSON.stringify(body) }) : fetch(at);
    return coming[path].then((answer) => (answer.ok ? answer.clone().json() : Promise.reject(answer.status)));
  }
  const nothing = () => {};

  let chosen = '';
  try {
    chosen = localStorage.getItem('ferrovia.language') || '';
  } catch {
    /* a private window may keep nothing */
  }
  const language =
    [chosen]
      .concat(navigator.languages)
      .map((name) => name.slice(0, 2).toLowerCase())
      .find((name) => ['en', 'es', 'pt'].includes(name)) || 'en';
  ask(`/api/texts/${language}`).catch(nothing);
  ask(`/static/texts/${language}.json`).catch(nothing);

  const [, place, id] = location.pathname.slice(base.length).split('/');
  const token = location.hash.slice(1);
  if (place === '') {
    ask('/api/info').catch(nothing);
    ask('/api/boards').catch(nothing);
    ask('/api/tables').catch(nothing);
  }
  if (place === 'table' && /^[A-Za-z0-9_-]{1,64}$/.test(id) && !/^i_/.test(token)) {
    const boards = ask('/api/boards');
    const open = /^[sw]_/.test(token) ? ask(`/api/tables/${id}/open`, { token }) : Promise.resolve();
    Promise.all([open.then(() => ask(`/api/tables/${id}`)), boards])
      .then(([table, known]) => {
        const { board } = table;
        const ref = known.some((/** @type {import('./protocol').BoardName} */ one) => one.digest === board.digest)
          ? board.id
          : `sha256:${board.digest}`;
        ask(`/api/boards/${ref}`).catch(nothing);
        ask(`/api/boards/${ref}/layout`).catch(nothing);
      })
      .catch(nothing);
  }

  // After the requests: a browser loads six things at a time, and responses take longer than files.
  for (const [folder, names] of Object.entries(MODULES)) {
    for (const name of names.split(' '))
      document.head.append(
        Object.assign(document.createElement('link'), {
          rel: 'modulepreload',
          href: base + `/static/${folder && `${folder}/`}${name}.js`,
        }),
      );
  }
})();
