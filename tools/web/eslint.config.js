/** ESLint for the browser client, its test pages and its tools. The packages are installed into .venv. */

import { createRequire } from 'node:module';

const require = createRequire(new URL('../../.venv/web/package.json', import.meta.url));
const js = require('@eslint/js');
const globals = require('globals');

export default [
  { ignores: ['**/vendor/', '.venv/', 'build/', 'dist/'] },
  js.configs.recommended,
  {
    files: ['src/ferrovia/web/**/*.js', 'tests/browser/pages/**/*.js'],
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: 'error',
      'no-implicit-coercion': ['error', { boolean: true, number: true, string: true, allow: ['!!', '+'] }],
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
    },
  },
  { files: ['tools/web/*.js', 'tests/web/**/*.js'], languageOptions: { globals: globals.node } },
  // Runs in browsers without modules, so it is written in the JavaScript of that time.
  { files: ['src/ferrovia/web/unsupported.js'], languageOptions: { sourceType: 'script', ecmaVersion: 5 } },
  { files: ['src/ferrovia/web/preload.js'], languageOptions: { sourceType: 'script' } },
];
