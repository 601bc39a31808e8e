/** Shares pictures: with the browser's share dialog on a phone, as a download elsewhere. */

import { rowsOf } from './rows.js';
import { seatName } from '../table/model.js';
import { list, t } from '../i18n.js';
import { boardName } from '../words.js';
import { paintPicture } from './picture.js';

/** @param {import('../shapes').Ended} table */
export async function sharePicture(table) {
  const { board, layout, view, result, info } = table;
  const names = info.seats.map(seatName); // never "You": others will look at it
  const who = list(result.winners.map((seat) => names[seat]));
  const title = t(result.winners.length > 1 ? 'sheet.winners' : 'sheet.winner', { who });
  const canvas = paintPicture({
    board,
    layout,
    title,
    note: `${boardName(board.name)} · Ferrovia`,
    owners: view.owners,
    stations: view.stations,
    players: names.map((name, look) => ({ name, look })),
    rows: rowsOf(board, result),
    totals: result.totals,
    winners: result.winners,
  });
  await handOver(canvas, `ferrovia-${board.id.slice(0, 24)}-${table.id}.png`, title);
}

/** @param {HTMLCanvasElement} canvas @param {string} name @param {string} title */
export async function handOver(canvas, name, title) {
  const blob = await new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (!(blob instanceof Blob)) return;
  const file = new File([blob], name, { type: 'image/png' });
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title }).catch(() => {}); // the player changed their mind
    return;
  }
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: file.name }).click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10000);
}
