/** Where the server's own paths begin: nothing, or `/games` where a proxy serves it below that path. */

const [, BASE = ''] = /^(.*)\/static\//.exec(new URL(import.meta.url).pathname) ?? [];

/** A path of the server as the browser has to ask for it. @param {string} path */
export const under = (path) => BASE + path;

/** The path of this page as the server knows it. */
export const pagePath = () => location.pathname.slice(BASE.length);
