/** Loads the lobby's data from the server: boards once, tables repeatedly while the lobby is open. */

import { ask, reasonOf } from '../net/api.js';
import { loadBoard, loadBoards, loadInfo } from '../net/boards.js';
import { change, state } from '../state.js';
import { reasonWords } from '../words.js';
import { showKept } from './own-board.js';

let timer = 0;

export async function arriveInLobby() {
  clearTimeout(timer);
  look();
  if (state.lobby.boards.length) return;
  try {
    const [boards, { default_level: level }] = await Promise.all([loadBoards(), loadInfo()]);
    change((s) => {
      s.lobby.boards = boards;
      s.lobby.seats = [level, level];
    });
    for (const { id } of boards) {
      const board = await loadBoard(id);
      change((s) => {
        s.lobby.boards = s.lobby.boards.map((b) => (b.id === id && !b.ref ? board : b));
      });
    }
    await showKept();
  } catch (error) {
    change((s) => {
      s.lobby.problem = reasonWords(reasonOf(error), String, null);
    });
  }
}

/** Tables come and go. */
async function look() {
  if (state.place.name !== 'lobby') return;
  try {
    const { open, playing, mine } = await ask('/api/tables');
    const own = new Set(mine.map((table) => table.id));
    change((s) => {
      s.lobby.mine = mine;
      s.lobby.tables = [...open, ...playing].filter((table) => !own.has(table.id));
    });
  } catch {
    /* the next request will tell */
  }
  clearTimeout(timer);
  timer = window.setTimeout(look, document.hidden ? 20000 : 5000);
}
