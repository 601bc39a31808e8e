/**
 * One connection to a table that repairs itself: it reconnects with the last number it saw and gets the rest.
 * Unanswered requests are sent again with the same id, so nothing happens twice and nothing gets lost.
 */

import { randomHex } from './api.js';

const WAITS = [300, 700, 1500, 3000, 5000, 8000, 12000, 15000];
const PATIENCE = 12000; // milliseconds of silence before the connection is tested; after twice as long it is dead

/** The connection that `preload.js` opened, once, if it still stands. @param {string} address */
function opened(address) {
  const early = window.ferroviaSocket;
  window.ferroviaSocket = null;
  const stands = early && early.socket.url === address && early.socket.readyState <= WebSocket.OPEN;
  if (early && !stands) early.socket.close();
  return stands ? early : null;
}

/**
 * @typedef {{ status: 'connecting' | 'on' | 'lost', lostAt: number, retryAt: number, tries: number }} Net
 * @param {string} address
 * @typedef {{ type: 'lost', code: number }} Lost  the connection ended, with the socket's code
 * @typedef {import('../protocol').ToClient | Lost} Heard
 * @param {{ hello: () => object, receive: (message: Heard) => void, changed: (net: Net) => void }} party
 */
export function openLine(address, { hello, receive, changed }) {
  /** @type {Net} */
  const net = { status: 'connecting', lostAt: 0, retryAt: 0, tries: 0 };
  /** @type {Map<string, { message: object, resolve: (answer: import('../protocol').ToClient) => void }>} */
  const unanswered = new Map();
  /** @type {WebSocket | null} */
  let socket = null;
  let timer = 0;
  let lastHeard = Date.now();
  let closed = false;

  function connect() {
    clearTimeout(timer);
    if (closed) return;
    const early = opened(address);
    const fresh = early?.socket ?? new WebSocket(address);
    socket = fresh;
    if (!early)
      fresh.onopen = () => {
        lastHeard = Date.now();
        fresh.send(JSON.stringify(hello()));
      };
    const listen = (/** @type {MessageEvent} */ event) => {
      if (socket === fresh) hear(JSON.parse(event.data));
    };
    fresh.onmessage = listen;
    fresh.onclose = (event) => {
      if (socket === fresh) lose(event.code);
    };
    // Later, like every message: the caller does not have its line yet.
    if (early) queueMicrotask(() => early.heard.forEach(listen));
  }

  /** @param {import('../protocol').ToClient} message */
  function hear(message) {
    lastHeard = Date.now();
    if (message.type === 'welcome') {
      Object.assign(net, { status: 'on', tries: 0 });
      receive(message);
      for (const { message: again } of unanswered.values()) send(again);
      changed(net);
      return;
    }
    if (message.type === 'accepted' || message.type === 'refused' || message.type === 'answer') {
      const asked = unanswered.get(message.id);
      unanswered.delete(message.id);
      asked?.resolve(message);
    }
    receive(message);
  }

  /** @param {number} code */
  function lose(code) {
    socket = null;
    if (closed) return;
    if (net.status !== 'lost') Object.assign(net, { status: 'lost', lostAt: Date.now() });
    const wait = WAITS[Math.min(net.tries, WAITS.length - 1)] * (0.8 + 0.4 * Math.random());
    net.tries += 1;
    net.retryAt = Date.now() + wait;
    timer = window.setTimeout(connect, wait);
    receive({ type: 'lost', code });
    changed(net);
  }

  /** @param {object} message */
  function send(message) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  const pulse = window.setInterval(() => {
    const silent = Date.now() - lastHeard;
    if (net.status === 'on' && silent > 2 * PATIENCE) {
      socket?.close();
      lose(0);
    } else if (net.status === 'on' && silent > PATIENCE) send({ type: 'ping', id: 'pulse' });
  }, 4000);
  const wake = () => {
    if (net.status === 'lost') connect();
  };
  addEventListener('online', wake);
  connect();

  /**
   * Sends a request that is answered once, whatever happens to the connection.
   * @type {import('./requests').Request}
   */
  const request = (/** @type {object} */ message) => {
    const id = randomHex(12);
    const whole = { ...message, id };
    // `any`: each request has its own kind of answer, as `Request` says; nothing here can know it.
    /** @type {Promise<any>} */
    const answer = new Promise((resolve) => {
      unanswered.set(id, { message: whole, resolve });
    });
    if (net.status === 'on') send(whole);
    return answer;
  };

  return {
    net,
    send,
    request,
    retryNow: connect,
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(pulse);
      removeEventListener('online', wake);
      socket?.close();
    },
  };
}
