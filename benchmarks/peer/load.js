/** The load of `python -m benchmarks.load` for a server of boardgame.io: tables of four, one action a second at each,
 * spread over the second; the time from sending an action to the update of who acted.
 *
 *     npm install boardgame.io@0.50.2 socket.io-client@4.8.4 node-persist@3
 *     node server.js 9000 & node load.js 9000 400 30
 */

const { io } = require('socket.io-client');

const [port, tables, seconds] = process.argv.slice(2).map(Number);
const took = [];
let [pushed, late, measuring] = [0, 0, false];

async function post(path, body) {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(`http://127.0.0.1:${port + 1}/games/cards/${path}`, options)).json();
}

/** Four people sit down at a new table. */
async function sit() {
  const { matchID } = await post('create', { numPlayers: 4 });
  const seats = [];
  for (const seat of ['0', '1', '2', '3']) {
    const { playerCredentials } = await post(`${matchID}/join`, { playerID: seat, playerName: `P${seat}` });
    seats.push({ seat, credentials: playerCredentials, socket: null });
  }
  const table = { matchID, seats, state: null, waiting: null };
  await Promise.all(seats.map((person) => new Promise((done) => {
    person.socket = io(`http://127.0.0.1:${port}/cards`, { transports: ['websocket'], forceNew: true });
    person.socket.on('connect', () => person.socket.emit('sync', matchID, person.seat, person.credentials, 4));
    person.socket.on('sync', (_, { state }) => { table.state ??= state; done(); });
    person.socket.on('update', (_, state) => hear(table, person, state));
  })));
  return table;
}

function hear(table, person, state) {
  pushed += Number(measuring);
  if (state._stateID > table.state._stateID) table.state = state;
  if (table.waiting?.seat === person.seat && state._stateID > table.waiting.stateID) {
    took.push(performance.now() - table.waiting.since);
    table.waiting = null;
  }
}

/** Whoever's turn it is draws a card. */
function act(table) {
  if (table.waiting) { late += 1; return; }
  const { _stateID: stateID, ctx: { currentPlayer: seat } } = table.state;
  const { socket, credentials } = table.seats[seat];
  table.waiting = { seat, stateID, since: performance.now() };
  const action = { type: 'MAKE_MOVE', payload: { type: 'draw', args: [], playerID: seat, credentials } };
  socket.emit('update', action, stateID, table.matchID, seat);
}

const pause = (ms) => new Promise((done) => { setTimeout(done, Math.max(0, ms)); });
const at = (share) => Number(took[Math.min(took.length - 1, Math.floor(took.length * share))].toFixed(2));

(async () => {
  const all = [];
  for (let n = 0; n < tables; n += 1) all.push(await sit());
  await pause(2000);
  measuring = true;
  const began = performance.now();
  await Promise.all(all.map(async (table, place) => {
    for (let n = 0; n < seconds; n += 1) {
      await pause(began + 1000 * (n + place / tables) - performance.now());
      act(table);
    }
  }));
  const whole = (performance.now() - began) / 1000;
  await pause(500);
  took.sort((a, b) => a - b);
  console.log(JSON.stringify({
    tables,
    sockets: tables * 4,
    actions: took.length,
    unanswered: all.filter((table) => table.waiting).length,
    late,
    pushed_per_second: Number((pushed / whole).toFixed(1)),
    pushed_bytes: JSON.stringify(all[0].state).length,
    median_ms: at(0.5),
    p99_ms: at(0.99),
    max_ms: at(1),
  }, null, 1));
  process.exit(0);
})();
