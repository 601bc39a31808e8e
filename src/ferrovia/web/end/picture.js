/** A game as one picture: the board with all routes, and the sheet below. Drawn on a canvas, not a screenshot. */

import { number, t } from '../i18n.js';
import { EMBLEMS, SEAT_COLOURS } from '../board/symbols.js';

/**
 * @typedef {import('../shapes').Board} Board
 * @typedef {{ board: Board, layout: import('../shapes').Layout, owners: Record<string, number>,
 *   stations: Record<string, number>, players: Array<{ name: string, look: number }> }} OnBoard
 *   owners: seat by route id; stations: seat by city id; look: which of the seats' colours
 * @typedef {OnBoard & { title: string, note: string, rows: import('./rows.js').Row[], totals: number[],
 *   winners: number[] }} Painted  note: what stands small beside the title
 */

const WIDE = 1600;
const LINE = 52;
const SIDE = 48;

/** A colour of the page, from the current style sheet. @param {string} name */
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** @param {number} points */
const signed = (points) => (points < 0 ? `−${number(-points)}` : number(points));

/** The board, and the sheet below it. @param {Painted} it */
export function paintPicture(it) {
  const { canvas, paint, high } = paintBoard(it, (it.rows.length + 4) * LINE);
  paintSheet(paint, it, high);
  return canvas;
}

/** @param {OnBoard} it @param {number} below pixels for what stands under the board */
export function paintBoard(it, below) {
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

/** @param {CanvasRenderingContext2D} paint @param {OnBoard} it */
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

/** @param {OnBoard} it @param {number} no */
const lookOf = ({ owners, players, board }, no) => {
  const seat = owners[board.routes[no].id];
  return seat === undefined ? null : players[seat].look;
};

/** @param {CanvasRenderingContext2D} paint @param {OnBoard} it */
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

/** @param {CanvasRenderingContext2D} paint @param {OnBoard} it */
function paintCities(paint, { layout, board, stations, players }) {
  for (const city of board.cities) {
    const place = layout.cities[city.id];
    const seat = stations[city.id];
    paint.beginPath();
    paint.arc(place.x, place.y, seat === undefined ? 8 : 14, 0, 7);
    paint.fillStyle = seat === undefined ? color('dot') : color(`player-${SEAT_COLOURS[players[seat].look]}`);
    paint.fill();
    paint.strokeStyle = color('dot-edge');
    paint.lineWidth = 3;
    paint.stroke();
    const { label } = place;
    paint.font = `600 ${label.size}px ${color('font')}`;
    paint.textAlign = label.anchor === 'middle' ? 'center' : /** @type {CanvasTextAlign} */ (label.anchor);
    paint.lineJoin = 'round';
    label.lines.forEach((words, i) => {
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
 * @typedef {{ align?: CanvasTextAlign, weight?: number, size?: number, ink?: string, room?: number }} Hand
 *
 * @param {CanvasRenderingContext2D} paint
 * @param {Painted} it
 * @param {number} top
 */
function paintSheet(paint, { title, note, players, rows, totals, winners }, top) {
  const first = SIDE + 380;
  const column = (WIDE - SIDE - first) / players.length;
  const write = (
    /** @type {string} */ words,
    /** @type {number} */ at,
    /** @type {number} */ line,
    /** @type {Hand} */ { align = 'right', weight = 500, size = 27, ink = 'ink', room } = {},
  ) => {
    paint.font = `${weight} ${size}px ${color('font')}`;
    paint.textAlign = align;
    paint.fillStyle = color(ink);
    paint.fillText(words, at, top + line * LINE + 36, room ?? (align === 'left' ? first - SIDE : column - 12));
  };
  write(title, SIDE, 0.2, { align: 'left', weight: 700, size: 34, room: WIDE * 0.6 });
  write(note, WIDE - SIDE, 0.2, { ink: 'ink-2', size: 24, room: WIDE * 0.3 });
  players.forEach(({ name, look }, seat) => {
    const right = first + (seat + 1) * column;
    write(name, right, 1.5, { weight: 650, size: 24, room: column - 60 });
    paintEmblem(paint, look, right - Math.min(paint.measureText(name).width, column - 60) - 34, top + 1.5 * LINE + 27);
  });
  const line = (/** @type {number} */ at, /** @type {number} */ width) => {
    paint.fillStyle = color(width > 1 ? 'ink' : 'line');
    paint.fillRect(SIDE, top + at * LINE, WIDE - 2 * SIDE, width);
  };
  rows.forEach((row, i) => {
    line(i + 2.4, 1);
    write(t(`sheet.${row.id}`), SIDE, i + 2.4, { align: 'left', ink: 'ink-2' });
    row.cells.forEach((cell, seat) => write(signed(cell.points), first + (seat + 1) * column, i + 2.4));
  });
  const last = rows.length + 2.5;
  line(last - 0.05, 3);
  write(t('sheet.total'), SIDE, last, { align: 'left', weight: 700 });
  totals.forEach((total, seat) =>
    write(signed(total), first + (seat + 1) * column, last, { weight: winners.includes(seat) ? 800 : 500, size: 34 }),
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
