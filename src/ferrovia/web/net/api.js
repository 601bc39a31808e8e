/**
 * HTTP requests to the server. Every failure becomes an `ApiError` with a code that has a text in each language.
 */

import { under } from '../base.js';

/** The protocol version of these files; a server updated in the meantime may use another. */
export const PROTOCOL = 2;

export class ApiError extends Error {
  /** @param {string} code @param {Record<string, number | string>} [numbers] @param {string | null} [rule] */
  constructor(code, numbers = {}, rule = null) {
    super(code);
    this.code = code;
    this.numbers = numbers;
    this.rule = rule;
  }
}

/**
 * The reason for a failure, if it is an `ApiError`.
 * @param {unknown} error
 * @returns {import('../shapes').Reason}
 */
export const reasonOf = (error) => (error instanceof ApiError ? error : { code: 'unknown' });

/**
 * A request, or the response to the same one that `preload.js` already sent.
 * @param {string} path
 * @param {RequestInit} [how]
 * @returns {Promise<Response>}
 */
export function fetchOnce(path, how) {
  const coming = window.ferroviaPreload?.[path];
  delete window.ferroviaPreload?.[path];
  return coming ?? fetch(under(path), how);
}

/** Sends a request; a body is posted as JSON. @type {import('./requests').Ask} */
export const ask = async (/** @type {string} */ path, /** @type {object | undefined} */ body = undefined) => {
  let answer;
  try {
    answer = await fetchOnce(
      path,
      body === undefined
        ? { headers: { accept: 'application/json' } }
        : {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              accept: 'application/json',
              'ferrovia-protocol': String(PROTOCOL),
            },
            body: JSON.stringify(body),
          },
    );
  } catch {
    throw new ApiError('net/unreachable');
  }
  const data = await answer.json().catch(() => ({}));
  if (answer.ok) return data;
  const refusal = data.refusal ?? data;
  throw new ApiError(
    refusal.code ?? (answer.status === 404 ? 'table/unknown' : 'net/trouble'),
    refusal.numbers ?? {},
    refusal.rule ?? null,
  );
};

/**
 * Random letters for request ids and for the fair deal: plain HTTP in a home network has no `randomUUID`.
 * @param {number} bytes
 */
export function randomHex(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
