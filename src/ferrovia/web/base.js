/** The prefix of the server's paths: empty, or `/games` if a proxy serves it below that path. */

const [, BASE = ''] = /^(.*)\/static\//.exec(new URL(import.meta.url).pathname) ?? [];

/** A server path as the browser must request it. @param {string} path */
export const under = (path) => BASE + path;

/** This page's path as the server knows it. */
export const pagePath = () => location.pathname.slice(BASE.length);
