/** What the tests without a browser share: texts from the real files or from the test itself, and a small board. */

import { readFile } from 'node:fs/promises';

import { speak } from '../../src/ferrovia/web/i18n.js';
import { number } from '../../src/ferrovia/web/net/boards.js';

const WEB = new URL('../../src/ferrovia/web/', import.meta.url);
const LOCALES = new URL('../../src/ferrovia/locales/', import.meta.url);

/** The parts of a page that some modules touch when they are loaded. */
export const page = () =>
  Object.assign(globalThis, {
    window: globalThis,
    document: { documentElement: {}, getElementById: () => ({}) },
    addEventListener() {},
    matchMedia: () => ({ matches: false }),
  });

/** Speaks a language with the client's real texts, as a browser gets them from the server. */
export async function speakReally(language) {
  page();
  globalThis.fetch = async (path) => {
    const [, set, name] = /^\/(api|static)\/texts\/([a-z.]+?)(?:\.json)?$/.exec(path) ?? [];
    const file = set === 'static' ? new URL(`texts/${name}.json`, WEB) : new URL(`${name}.json`, LOCALES);
    return new Response(await readFile(file));
  };
  await speak(language);
}

/** Speaks with these texts alone; every other key is shown as it is. */
export async function speakWith(texts, language = 'en') {
  page();
  globalThis.fetch = async () => new Response(JSON.stringify(texts));
  await speak(language);
}

const plainRoute = { color: 'red', length: 2, tunnel: false, ferry: 0, carts: false, twin: null };

/**
 * A board as the client numbers it: four cities in a row, `a–b` double, `b–c` a tunnel, `c–d` a ferry.
 * @param {Record<string, unknown>} [more] replaces facts
 */
export const smallBoard = (more = {}) =>
  number({
    cities: ['a', 'b', 'c', 'd'].map((id) => ({ id, name: id.toUpperCase(), attraction: false, district: null })),
    routes: [
      { ...plainRoute, id: 'a-b', cities: ['a', 'b'], twin: 'a-b/2' },
      { ...plainRoute, id: 'a-b/2', cities: ['a', 'b'], color: 'blue', twin: 'a-b' },
      { ...plainRoute, id: 'b-c', cities: ['b', 'c'], color: null, length: 3, tunnel: true },
      { ...plainRoute, id: 'c-d', cities: ['c', 'd'], color: null, length: 4, ferry: 2 },
    ],
    tickets: [
      { id: 'a-c', cities: ['a', 'c'], points: 5 },
      { id: 'b-d', cities: ['b', 'd'], points: 7 },
    ],
    stations: { each: 3, points_unused: 4 },
    bonuses: { longest_path: 10, attraction: 0, districts: false, merchandise: null },
    double_routes_close_up_to: 3,
    ...more,
  });
