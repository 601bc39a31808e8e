/**
 * The shapes of the page's whole state, on one page: `State` and its parts. Messages from the server are in
 * `protocol.d.ts`, which is generated; the board's own shapes are in `board/types.js`.
 */

import type { Layout } from './board/types.js';
import type { Line } from './table/story.js';
import type { ById } from './net/boards.js';
import type { Net } from './net/socket.js';
import type { Open as OpenScore } from './score/session.js';
import type { Game as ScoredGame, Player } from './score/game.js';
import type {
  Advice,
  BoardData,
  BoardSummary,
  Chances,
  CityData,
  Clocks,
  FairDeal,
  GameView,
  Legal,
  ListedTable,
  OutlookData,
  Refusal,
  Replay as ReplayData,
  ResultData,
  RouteData,
  Row,
  ServerInfo,
  StatisticsData,
  TableInfo,
  TicketData,
  Tunnel,
  TunnelOdds,
  You,
} from './protocol';

export type { Advice, ById, Layout, Line };
export type Outlook = OutlookData;

// --- what is drawn ---------------------------------------------------------------------------------------------

/** A description of an element, made by `h`. */
export interface VNode {
  tag: string;
  props: Props;
  children: Array<VNode | string>;
  key: string | null;
  space: string;
}

/** The content of an element; true, false and null draw nothing. */
export type Child = VNode | string | number | boolean | null | undefined | Child[];

/** Attributes, properties and listeners. `any`: each has its own type, known only to the element. */
export type Props = Record<string, any>;

// --- boards ----------------------------------------------------------------------------------------------------

export type City = CityData;

/** Cities and twin by number. */
export interface Route extends Omit<RouteData, 'cities' | 'twin'> {
  cities: [number, number];
  twin: number | null;
}

/** Cities by number. */
export interface Ticket extends Omit<TicketData, 'cities'> {
  cities: [number, number];
}

/** A board with numbers in place of the server's ids, and its parts by id. */
export interface Board extends Omit<BoardData, 'routes' | 'tickets'> {
  routes: Route[];
  tickets: Ticket[];
  cityNo: ById<number>;
  routeNo: ById<number>;
  ticketBy: ById<Ticket>;
}

/** A board to choose; `ref` is the server's name for it, if that is not its id. */
export interface BoardChoice extends BoardSummary {
  ref?: string;
}

// --- the whole page --------------------------------------------------------------------------------------------

/** The parsed address. */
export interface Place {
  name: string;
  id: string;
  /** The fragment: a link's secret, a rule, a step. */
  token: string;
}

/** Why an action is not possible: a refusal by the server, or a problem of the page. */
export interface Reason {
  code: string;
  rule?: string | null;
  key?: string;
  numbers?: Record<string, number | string>;
}

export interface State {
  place: Place;
  theme: string;
  sound: boolean;
  /** Whether to notify the player of their turn; 'denied': the browser does not allow it. */
  notify: 'on' | 'off' | 'denied';
  /** When to ask before taking a face-up wild, which uses the whole draw. */
  askWild: 'always' | 'touch' | 'never';
  /** The invitation being viewed. */
  invited: Invited | null;
  /** The server's `/api/info`; empty until it has loaded. */
  server: Server;
  /** A problem that stops everything: a wrong link, a full table, an old version. */
  trouble: Reason | null;
  /** The next announcement of an aria-live region. */
  polite: string;
  assertive: string;
  /** The link just copied, and the one showing its QR code. */
  copied: string | null;
  shown: string | null;
  /** The open dialog. */
  dialog: null | 'help' | 'keys' | 'menu' | 'share';
  /** The rule to show in the help. */
  rule: string | null;
  lobby: LobbyState;
  /** The table we sit at or watch. */
  table: TableState | null;
  /** The player's current choices and focus; reset when the position changes. */
  ui: Ui;
  end: End | null;
  replay: Replay | null;
  /** The referee at `/score`. */
  score: Score | null;
}

export type Server = Pick<
  ServerInfo,
  'levels' | 'default_level' | 'phrases' | 'boards' | 'ratings' | 'clocks' | 'paces' | 'piece_colors'
> & { limits: ServerInfo['limits'] | null };

/** An invitation's seat and table; `ref` names the board once it is known. */
export interface Invited {
  seat: number | null;
  info: TableInfo;
  ref: string | null;
}

// --- the lobby -------------------------------------------------------------------------------------------------

export interface LobbyState {
  boards: BoardChoice[];
  /** Open tables, and those where the player has a seat. */
  tables: ListedTable[];
  mine: ListedTable[];
  name: string;
  board: string;
  /** The other seats of a new table: a bot's level, 'open' (a friend with the link) or 'here' (this screen). */
  seats: string[];
  /** Names of the other players at this screen, by seat. */
  names: Record<number, string>;
  clock: string;
  /** Minimum seconds per bot action. */
  pace: string;
  upload: Upload | null;
  isPublic: boolean;
  more: boolean;
  busy: boolean;
  problem: string | null;
  /** Why an open table could not be joined. */
  turnedAway: string | null;
}

/** A custom board being tested. */
export interface Upload {
  stage: 'busy' | 'refused';
  done: number;
  problems: string[];
}

// --- a table ---------------------------------------------------------------------------------------------------

/** The page's state of a table; board, seats and position are null until they load. */
export interface TableState {
  id: string;
  /** The board, and its layout on the screen. */
  board: Board | null;
  layout: Layout | null;
  /** Whether they are loading. */
  loading: boolean;
  /** Settings and seats. */
  info: TableInfo | null;
  /** Seats this browser holds, the seat in view, and whether it is the host. */
  held: number[];
  look: number | null;
  host: boolean;
  /** Number of the last row seen, and of the last one that changed the game. */
  number: number;
  stateNo: number;
  rows: Row[];
  /** The position; null before the start. */
  view: GameView | null;
  you: You | null;
  legal: Legal[];
  takeBack: boolean;
  clocks: Clocks | null;
  clockAt: number;
  result: ResultData | null;
  /** Whether the game ended while this page was open. */
  watched: boolean;
  deal: FairDeal | null;
  /** The progress of our tickets by id, and the number of the position it belongs to. */
  outlooks: Record<string, Outlook>;
  outlooksOf: number;
  net: Net;
  /** An action was sent, with the number of the resulting position: nothing else can be sent until then. */
  sending: boolean;
  awaited: number;
  /** The server's last refusal, or a notice (`trouble`, `closing`). */
  refused: Reason | null;
  notice: string | null;
  /** The card drawn last, by colour: its stack is outlined until the next action. */
  fresh: string | null;
  reveal: Reveal | null;
  /** When the last round was announced, to show its banner for a while. */
  lastRoundAt: number;
  /** The coach's advice, best first; `moves` is null while it thinks. */
  hint: { moves: Advice[] | null; open: boolean } | null;
  /** The log in words, and the number of its last row. */
  lines: Line[];
  storyOf: number;
  /** Since when others have been waiting for an absent player, and after how many seconds a bot plays. */
  away: Record<number, number>;
  grace: number | null;
  /** Links created at this table: seat number or 'watch' → address. */
  links: Record<string, string>;
  unread: number;
  /** Whether this browser has sent its value for the deal. */
  hasValue: boolean;
  /** A passing chat line. */
  spoken: Row | null;
}

/** A table whose board and seats have loaded: the screen is drawn from it. */
export interface Table extends TableState {
  board: Board;
  layout: Layout;
  info: TableInfo;
}

/** A table whose game has begun. */
export interface Playing extends Table {
  view: GameView;
}

/** A table at which our seat sees its own cards. */
export interface Seated extends Playing {
  you: You;
}

/** A table where our seat has to decide a tunnel. */
export interface InTunnel extends Seated {
  view: GameView & { tunnel: Tunnel };
}

/** A table whose game is over. */
export interface Ended extends Playing {
  result: ResultData;
}

/** Who plays, and which of them we are: a table, maybe before its board has come, or a step of a replay. */
export type Players = Pick<Table, 'info' | 'held'> & { you: Pick<You, 'seat'> | null };

/** The source of the log's sentences. */
export type Told = Players & Pick<Table, 'board'>;

/** A tunnel whose cards are being revealed one by one. */
export interface Reveal {
  route: number;
  seat: number;
  cards: { card: string; counts: boolean }[];
  extra: number | null;
  at: number;
}

/** An action with a payment. */
export interface Way extends Legal {
  color: string | null;
  colored: number;
  wilds: number;
}

/** What the pointer or the focus is on. */
export type Looking = { kind: 'ticket'; what: string } | { kind: 'seat'; what: number } | { kind: 'log'; what: Spot };

/** Places on the board: of a log line, or of the coach's move. */
export interface Spot {
  routes: number[];
  cities: number[];
}

/** The player's choices and what they look at. */
export interface Ui {
  /** Chosen route, or city for a station, by number. */
  route: number | null;
  city: number | null;
  /** The selected payment. */
  way: number;
  /** Whether a station is being built, tickets are about to be drawn, a face-up wild is about to be taken. */
  asking: null | 'station' | 'tickets' | 'wild';
  /** Ticked tickets of the offer, by place from 1. */
  kept: Set<number>;
  looking: Looking | null;
  /** A chosen stack of the hand: routes it cannot pay are dimmed. */
  color: string | null;
  /** Why the chosen action is not possible. */
  why: Reason | null;
  /** Odds of the tunnel chosen, by action text. */
  odds: Record<string, TunnelOdds>;
  /** A card, a pass or a step back that the coach proposes: marked, not sent. */
  advised: string | null;
  /** Whether the list of all actions is open. */
  list: boolean;
  /** The open drawer on small screens; the chat opens next to the board on large ones too. */
  tab: null | 'cards' | 'tickets' | 'players' | 'log' | 'chat';
}

// --- the end of a game, and a finished game again --------------------------------------------------------------

/** The state of a game's end while its sheet is shown and read. */
export interface End {
  /** The table it belongs to. */
  table: string;
  /** How often it was shown before. */
  run: number;
  /** How many beats have been shown, and whether all have. */
  told: number;
  done: boolean;
  /** The row that the board explains, and for which seat. */
  row: string | null;
  seat: number;
  /** The ticket that the board shows alone. */
  ticket: string | null;
  page: 'sheet' | 'statistics';
  statistics: StatisticsData | 'asked' | 'failed' | null;
  /** Whether the shuffle is being checked. */
  checking: boolean;
}

/** A finished game by link; game, board and layout are null until they load. */
export interface Replay {
  id: string;
  game: ReplayData | null;
  board: Board | null;
  layout: Layout | null;
  /** The current step, whether it plays automatically, and how fast. */
  at: number;
  playing: boolean;
  speed: number;
  /** The viewer: a seat, or null for everything open. */
  eyes: number | null;
  /** Chances to win from the server, or the progress of computing them. */
  chances: Chances | null;
  computed: number | null;
  /** The coach's advice, by step and seat; 'asking' while it loads. */
  coach: Record<string, Advice[] | 'asking'>;
  /** What this server can do beyond replaying. */
  can: ReplayData['can'];
  /** The coach's move being viewed. */
  looking: Advice | null;
  problem: Reason | null;
  /** Of an opened record; those of a table are next to its final scores. */
  statistics: StatisticsData | null;
}

/** A replay whose game, board and layout have loaded. */
export interface ShownReplay extends Replay {
  game: ReplayData;
  board: Board;
  layout: Layout;
}

// --- the referee -----------------------------------------------------------------------------------------------

export interface Score {
  boards: BoardChoice[];
  games: ScoredGame[];
  board: string;
  players: Player[];
  /** The problem, as the end of a text key. */
  trouble: string | null;
  /** A custom board that the server tests. */
  upload: null | { done: number; problems: string[]; busy: boolean };
  open: OpenScore | null;
  loading: boolean;
}
