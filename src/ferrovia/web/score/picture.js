/** A game as one picture: the board with everybody's routes, and the sheet under it. Painted, not photographed. */

import { rowsOf } from '../end/rows.js';
import { t } from '../i18n.js';
import { EMBLEMS, SEAT_COLOURS } from '../board/symbols.js';
import { signed, verdictWords } from './telling.js';

/**
 * @typedef {import('./session.js').Open} Open
 * @typedef {import('./session.js').Counted} Counted
 * @typedef {{ align?: 'left' | 'right', weight?: number, size?: number, ink?: string }} Look  of a word on the sheet
 */

const WIDE = 1600;
const LINE = 52;
const SIDE = 48;

/** A colour of the page, as the stylesheet has it now. @param {string} name */
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** The board, and the sheet under it. @param {Counted} it */
export function pictureOf(it) {
  const rows = rowsOf(it.board, it.count);
  const { canvas, paint, high } = paintBoard(it, (rows.length + 4) * LINE);
  paintSheet(paint, it, rows, high);
  return canvas;
}

/** The board alone. @param {Open} it */
export const boardPicture = (it) => paintBoard(it, 0).canvas;

/** @param {Open} it @param {number} below pixels for what stands under the board */
function paintBoard(it, below) {
  const [x, y, width, height] = it.layout.view;
  const scale = WIDE / width;
  const high = Math.round(height * scale);
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDE, height: high + below });
  const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  paint.fillStyle = color('panel');
  paint.fillRect(0, 0, canvas.width, canvas.height);
  paint.save();
  paint.beginPath();
  paint.rect(0, 0, WIDE, high);
  paint.clip();
  paint.scale(scale, scale);
  paint.translate(-x, -y);
  paintGround(paint, it);
  paintRoutes(paint, it);
  paintCities(paint, it);
  paint.restore();
  return { canvas, paint, high };
}

/** @param {CanvasRenderingContext2D} paint @param {Open} it */
function paintGround(paint, { layout }) {
  const [x, y, width, height] = layout.view;
  paint.fillStyle = color(layout.scenery?.base === 'water' ? 'water' : 'land');
  paint.fillRect(x, y, width, height);
  for (const { kind, d, width: line } of layout.scenery?.shapes ?? []) {
    if (!d || kind === 'graticule' || kind === 'name') continue;
    const path = new Path2D(d);
    if (['land', 'water', 'park'].includes(kind)) {
      paint.fillStyle = color(kind);
      paint.fill(path, 'evenodd');
    } else {
      paint.strokeStyle = color(kind === 'street' ? 'street' : 'water');
      paint.lineWidth = line ?? 6;
      paint.stroke(path);
    }
  }
}

/** @param {Open} it @param {number} no */
const lookOf = ({ game, board }, no) => {
  const seat = game.owners[board.routes[no].id];
  return seat === undefined ? null : game.players[seat].color;
};

/** @param {CanvasRenderingContext2D} paint @param {Open} it */
function paintRoutes(paint, it) {
  it.layout.routes.forEach((place, no) => {
    const look = lookOf(it, no);
    if (look !== null) {
      paint.strokeStyle = `color-mix(in oklab, ${color(`player-${SEAT_COLOURS[look]}`)}, #10131a 30%)`;
      paint.lineWidth = 20;
      paint.lineCap = 'round';
      paint.stroke(new Path2D(place.bed));
    }
    for (const [cx, cy, angle, length, width] of place.spaces) {
      paint.save();
      paint.translate(cx, cy);
      paint.rotate((angle * Math.PI) / 180);
      paint.beginPath();
      paint.roundRect(-length / 2, -width / 2, length, width, 3.6);
      if (look === null) {
        paint.fillStyle = color('bed');
        paint.strokeStyle = color('rail');
        paint.lineWidth = 1.2;
        paint.stroke();
      } else paint.fillStyle = color(`player-${SEAT_COLOURS[look]}`);
      paint.fill();
      paint.restore();
    }
  });
}

/** @param {CanvasRenderingContext2D} paint @param {Open} it */
function paintCities(paint, { layout, board, game }) {
  for (const city of board.cities) {
    const place = layout.cities[city.id];
    const seat = game.stations[city.id];
    paint.beginPath();
    paint.arc(place.x, place.y, seat === undefined ? 8 : 14, 0, 7);
    paint.fillStyle = seat === undefined ? color('dot') : color(`player-${SEAT_COLOURS[game.players[seat].color]}`);
    paint.fill();
    paint.strokeStyle = color('dot-edge');
    paint.lineWidth = 3;
    paint.stroke();
    const { label } = place;
    paint.font = `600 ${label.size}px ${color('font')}`;
    paint.textAlign = label.anchor === 'middle' ? 'center' : label.anchor === 'end' ? 'end' : 'start';
    paint.lineJoin = 'round';
    label.lines.forEach((/** @type {string} */ words, /** @type {number} */ i) => {
      const at = label.y + i * (layout.style?.line_height ?? 18);
      paint.strokeStyle = color('halo');
      paint.lineWidth = 4;
      paint.strokeText(words, label.x, at);
      paint.fillStyle = color('label');
      paint.fillText(words, label.x, at);
    });
  }
}

/**
 * @param {CanvasRenderingContext2D} paint @param {Counted} it
 * @param {import('../end/rows.js').Row[]} rows @param {number} top
 */
function paintSheet(paint, it, rows, top) {
  const { game, count } = it;
  const first = SIDE + 380;
  const column = (WIDE - SIDE - first) / game.players.length;
  const write = (
    /** @type {string} */ words,
    /** @type {number} */ at,
    /** @type {number} */ line,
    /** @type {Look} */ more = {},
  ) => {
    const { align = 'right', weight = 500, size = 27, ink = 'ink' } = more;
    paint.font = `${weight} ${size}px ${color('font')}`;
    paint.textAlign = align;
    paint.fillStyle = color(ink);
    paint.fillText(words, at, top + line * LINE + 36, align === 'left' ? first - SIDE : column - 12);
  };
  write(`${verdictWords(it)}`, SIDE, 0.2, { align: 'left', weight: 700, size: 30 });
  game.players.forEach(({ name, color: look }, seat) => {
    const right = first + (seat + 1) * column;
    paintEmblem(paint, look, right - 22, top + 1.1 * LINE);
    write(name, right, 1.5, { weight: 650, size: 24 });
  });
  rows.forEach((row, i) => {
    write(t(`sheet.${row.id}`), SIDE, i + 2.4, { align: 'left', ink: 'ink-2' });
    row.cells.forEach((cell, seat) => write(signed(cell.points), first + (seat + 1) * column, i + 2.4));
  });
  const last = rows.length + 2.5;
  write(t('sheet.total'), SIDE, last, { align: 'left', weight: 700 });
  count.totals.forEach((/** @type {number} */ total, /** @type {number} */ seat) =>
    write(signed(total), first + (seat + 1) * column, last, {
      weight: count.winners.includes(seat) ? 800 : 600,
      size: 34,
    }),
  );
}

/** @param {CanvasRenderingContext2D} paint @param {number} look @param {number} x @param {number} y */
function paintEmblem(paint, look, x, y) {
  const name = /** @type {keyof typeof EMBLEMS} */ (SEAT_COLOURS[look]);
  paint.beginPath();
  paint.arc(x, y, 20, 0, 7);
  paint.fillStyle = color(`player-${name}`);
  paint.fill();
  paint.fillStyle = ['jade', 'amber'].includes(name) ? '#06332f' : '#fff';
  paint.save();
  paint.translate(x, y);
  for (const [, d] of EMBLEMS[name].matchAll(/ d="([^"]+)"/g)) paint.fill(new Path2D(d));
  for (const [, cx, r] of EMBLEMS[name].matchAll(/<circle(?: cx="(-?[\d.]+)")? r="([\d.]+)"/g)) {
    paint.beginPath();
    paint.arc(Number(cx ?? 0), 0, Number(r), 0, 7);
    paint.fill();
  }
  for (const [, px, py, w, t2] of EMBLEMS[name].matchAll(/<rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"/g))
    paint.fillRect(Number(px), Number(py), Number(w), Number(t2));
  paint.restore();
}
