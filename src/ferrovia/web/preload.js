/*
 * The first requests to the server, sent while the rest of the page is still loading: texts, boards, the seat of a
 * link, the board of a table and its socket. A plain script, because modules run only when all of them have loaded.
 * `net/api.js` and `net/socket.js` return these responses instead of sending the same requests again.
 */
(function () {
  const PROTOCOL = 2; // as in `net/api.js`, which only modules can import

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

  /** The first greeting is always the same. Messages are kept until a module listens. @param {string} path */
  function openSocket(path) {
    if (window.ferroviaSocket === null) return; // a module was quicker
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${base}${path}`);
    /** @type {MessageEvent[]} */
    const heard = [];
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL, since: null, look: null }));
    socket.onmessage = (event) => heard.push(event);
    window.ferroviaSocket = { socket, heard };
  }

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

  const [, place, id] = location.pathname.slice(base.length).split('/');
  const token = location.hash.slice(1);
  if (place === '') {
    ask('/api/info').catch(nothing);
    ask('/api/boards').catch(nothing);
    ask('/api/tables').catch(nothing);
  }
  if (place === 'score') ask('/api/info').catch(nothing);
  if (place === 'table' && /^[A-Za-z0-9_-]{1,64}$/.test(id) && !/^i_/.test(token)) {
    const known = /^[sw]_/.test(token) ? ask(`/api/tables/${id}/open`, { token }) : ask(`/api/tables/${id}`);
    known
      .then(({ board: { digest } }) => {
        openSocket(`/api/tables/${id}/socket`);
        ask(`/api/boards/sha256:${digest}`).catch(nothing);
        ask(`/api/boards/sha256:${digest}/layout`).catch(nothing);
      })
      .catch(nothing);
  }
  ask(`/api/texts/${language}`).catch(nothing);
  ask(`/static/texts/${language}.json`).catch(nothing);
})();
