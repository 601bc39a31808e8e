/** A server of boardgame.io with a small game of cards, to measure beside Ferrovia's: see load.js.
 *
 * Four players draw from a common deck in turn; nobody sees another's hand. `node server.js PORT [FOLDER]`: with a
 * folder matches are kept in files, otherwise in memory. The lobby's calls are answered at the next port.
 */

const { Server, FlatFile } = require('boardgame.io/server');

const KINDS = ['red', 'blue', 'green', 'white', 'black', 'pink', 'orange', 'yellow', 'wild'];
const [port, folder] = [Number(process.argv[2]), process.argv[3]];

const cards = {
  name: 'cards',
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ ctx }) => ({
    secret: { deck: Array.from({ length: 110 }, (_, n) => KINDS[n % KINDS.length]) },
    counts: [0, 0, 0, 0],
    display: KINDS.slice(0, 5),
    players: Object.fromEntries(Array.from({ length: ctx.numPlayers }, (_, seat) => [seat, { hand: [] }])),
  }),
  playerView: ({ G, playerID }) => {
    const { secret, players, ...open } = G;
    return { ...open, you: players[playerID] };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    draw: {
      client: false,
      move: ({ G, random, playerID }) => {
        if (!G.secret.deck.length) {
          for (const player of Object.values(G.players)) G.secret.deck.push(...player.hand.splice(0));
          G.counts = [0, 0, 0, 0];
        }
        const [card] = G.secret.deck.splice(random.Die(G.secret.deck.length) - 1, 1);
        G.players[playerID].hand.push(card);
        G.counts[playerID] += 1;
      },
    },
  },
};

const db = folder ? { db: new FlatFile({ dir: folder }) } : {};
Server({ games: [cards], origins: ['http://127.0.0.1'], ...db })
  .run({ port, lobbyConfig: { apiPort: port + 1 } }, () => console.log('ready'));
