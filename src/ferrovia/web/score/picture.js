/** A counted game as one picture, or only its board: see `end/picture.js`. */

import { paintBoard, paintPicture } from '../end/picture.js';
import { rowsOf } from '../end/rows.js';
import { boardName } from '../words.js';
import { verdictWords } from './count.js';

/** @param {import('./session.js').Open} it */
const boardOf = ({ board, layout, game }) => ({
  board,
  layout,
  owners: game.owners,
  stations: game.stations,
  players: game.players.map(({ name, color }) => ({ name, look: color })),
});

/** Only the board. @param {import('./session.js').Open} it */
export const boardPicture = (it) => paintBoard(boardOf(it), 0).canvas;

/** The board, and the sheet below it. @param {import('./session.js').Counted} it */
export const pictureOf = (it) =>
  paintPicture({
    ...boardOf(it),
    title: verdictWords(it),
    note: boardName(it.game.boardName),
    rows: rowsOf(it.board, it.count),
    totals: it.count.totals,
    winners: it.count.winners,
  });
