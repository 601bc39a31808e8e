/**
 * The first questions to the server, asked while the rest of the page is still on its way: the texts, the seat of a
 * link, the table's board. Who needs the answers asks the same functions again and gets what is coming already.
 */

import { fetchTexts, preferredLanguage } from './i18n.js';
import { loadBoards, loadPicture } from './net/boards.js';
import { openTable, tableInfo } from './net/tables.js';
import { readPlace } from './route.js';

const { name, id, token } = readPlace();
fetchTexts(preferredLanguage());
if (name === 'table' && !token.startsWith('i_')) {
  loadBoards().catch(() => {});
  openTable(id, token).then(() => tableInfo(id)).then(({ board }) => loadPicture(board)).catch(() => {});      // who really asks is told
}
