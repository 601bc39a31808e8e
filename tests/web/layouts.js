/** Layouts of the built-in boards, as they are shipped. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const folder = new URL('../../src/ferrovia/geometry/layouts/', import.meta.url);

/** By the name of the board. @type {Record<string, any>} */
export const layouts = Object.fromEntries(
  readdirSync(folder).map((name) => [basename(name, '.json'), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]),
);
