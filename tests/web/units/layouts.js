/** Layouts of the built-in boards, written by `test_units.py` for these tests. */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = process.env.FERROVIA_LAYOUTS ?? '.';

/** By the name of the board. @type {Record<string, any>} */
export const layouts = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [basename(name, '.json'), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
);
