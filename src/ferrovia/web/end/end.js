/** Stand-in until the score sheet is there. */
import { h } from '../dom.js';
export const newEnd = () => ({});
export const endSide = (/** @type {any} */ state) => h('section', { class: 'panel' }, JSON.stringify(state.table.result?.totals));
export const endDock = () => h('section', { class: 'dock' });
export const endLights = () => ({ lit: null, litCities: null, keep: null });
