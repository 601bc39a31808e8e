/** Card faces and the symbols on them, for screens that show cards without a board. */

export { MARKS, EMBLEMS, SEAT_COLOURS, dressColours, symbolSheet } from './board/symbols.js';
