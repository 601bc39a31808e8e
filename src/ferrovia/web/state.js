/**
 * Everything the page shows, in one object. Every change is a function of it, given to `change`, followed by one
 * redraw.
 * Nothing else remembers anything, except the board's picture (board/), which keeps its zoom.
 */

export const state = {
  /** Where we are: the parsed address. @type {{ name: string, [part: string]: string }} */
  place: { name: 'lobby' },
  theme: 'light',
  sound: false,
  /**
   * Whether the browser should tell of one's turn; 'denied': the browser was told not to.
   * @type {'on' | 'off' | 'denied'}
   */
  notify: /** @type {'on' | 'off' | 'denied'} */ ('off'),
  /** When to ask before a face-up wild is taken, which is the whole draw. @type {'always' | 'touch' | 'never'} */
  askWild: /** @type {'always' | 'touch' | 'never'} */ ('always'),
  /** The invitation that is looked at: its seat, the table's info, board and layout once they are there. @type {any} */
  invited: /** @type {any} */ (null),
  /**
   * What `/api/info` says of the server; empty until it has come.
   * @type {{ levels: string[], phrases: string[], boards: Array<{ id: string, minutes: [number, number] }>,
   *   limits: { name: number, chat: number, grace: number } | null,
   *   ratings: Record<string, Record<string, number>> }}
   */
  server: { levels: [], phrases: [], boards: [], limits: null, ratings: {} },
  /** What stops everything: a wrong link, a full table, an old version. @type {null | { code: string }} */
  trouble: null,
  /** What an aria-live region says next. */
  polite: '',
  assertive: '',
  /** Which link was copied just now, and which one shows its code. @type {string | null} */
  copied: /** @type {string | null} */ (null),
  shown: /** @type {string | null} */ (null),
  /** Which dialog lies over the page. @type {null | 'help' | 'keys' | 'menu' | 'share'} */
  dialog: null,
  /** The rule that the help should show. @type {string | null} */
  rule: null,

  lobby: {
    /** Boards to choose from; with their tracks once those are loaded. @type {any[]} */
    boards: [],
    /** Layouts by board, for the pictures. @type {Record<string, any>} */
    /** Open tables, and those where we have a seat. @type {any[]} */
    tables: [],
    /** @type {any[]} */
    mine: [],
    name: '',
    board: 'europe',
    /**
     * The other seats of the table to make: the level of a bot, 'open' (a friend with the link) or 'here' (at this
     * screen).
     * @type {string[]}
     */
    seats: ['medium', 'medium'],
    /** Names of those who play at this screen too, by seat. @type {Record<number, string>} */
    names: {},
    clock: 'none',
    /** Seconds a bot takes at least. */
    pace: '1',
    /**
     * A board of one's own that is being tried.
     * @type {null | { stage: 'busy' | 'refused', done: number, problems: string[] }}
     */
    upload: null,
    isPublic: false,
    more: false,
    busy: false,
    /** @type {string | null} */
    problem: null,
  },

  /** The table we sit at or watch. @type {any} */
  table: null,

  /** What the player is about to do and looks at; forgotten when the position changes. */
  ui: newUi(),

  end: /** @type {any} */ (null),
  replay: /** @type {any} */ (null),
  /** The referee at `/score`: see `score/screen.js`. */
  score: /** @type {any} */ (null),
};

/** What hands and eyes are on. */
export function newUi() {
  return {
    /** Chosen route (number), or city for a station (number). @type {number | null} */
    route: null,
    /** @type {number | null} */
    city: null,
    /** Which of the payments is marked. */
    way: 0,
    /**
     * Is a station being built, are tickets about to be drawn, is a face-up wild about to be taken?
     * @type {null | 'station' | 'tickets' | 'wild'}
     */
    asking: null,
    /** Offered tickets that are ticked, by place from 1. @type {Set<number>} */
    kept: new Set(),
    /** What the pointer or the focus is on. @type {null | { kind: 'ticket' | 'seat' | 'log' | 'card', what: any }} */
    looking: null,
    /** A stack of the hand that was chosen first: routes it cannot pay step back. @type {string | null} */
    color: null,
    /** Why the chosen thing is not possible. @type {null | { code: string, rule?: string | null, numbers?: any }} */
    why: null,
    /** Odds of the tunnel chosen, by action text. @type {Record<string, { extra: number[], payable: number }>} */
    odds: {},
    /** A card, a pass or a step back that the coach means: marked, not sent. @type {string | null} */
    advised: null,
    /** Is the list of all actions open? */
    list: false,
    /**
     * Which drawer is open on small screens; the chat opens beside the board on large ones too.
     * @type {null | 'cards' | 'tickets' | 'players' | 'log' | 'chat'}
     */
    tab: null,
  };
}

/** @type {() => void} */
let redraw = () => {};
let waiting = false;

/** Who draws; called once at the start. @param {() => void} draw */
export function drawWith(draw) {
  redraw = draw;
}

/** Change the state and draw it, once for all changes of one frame. @param {(now: typeof state) => void} how */
export function change(how) {
  how(state);
  if (waiting) return;
  waiting = true;
  queueMicrotask(() => {
    waiting = false;
    redraw();
  });
}
