/**
 * The shapes of everything the page remembers, on one page: `State` and its parts. What the server sends is in
 * `protocol.d.ts`, which is generated; what the board is drawn from is in `board/types.js`.
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

/** What may stand inside an element; nothing is drawn for true, false and null. */
export type Child = VNode | string | number | boolean | null | undefined | Child[];

/** Attributes, properties and listeners. `any`: each has its own type, which the element knows and we do not. */
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

/** A board with numbers where the server writes ids, and its things by id. */
export interface Board extends Omit<BoardData, 'routes' | 'tickets'> {
  routes: Route[];
  tickets: Ticket[];
  cityNo: ById<number>;
  routeNo: ById<number>;
  ticketBy: ById<Ticket>;
}

/** A board to choose; `ref` is how the server names it, where that is not its id. */
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

/** Why something is not possible: a refusal of the server, or a trouble of the page. */
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
  /** Whether the browser should tell of one's turn; 'denied': the browser was told not to. */
  notify: 'on' | 'off' | 'denied';
  /** When to ask before a face-up wild is taken, which is the whole draw. */
  askWild: 'always' | 'touch' | 'never';
  /** The invitation that is looked at. */
  invited: Invited | null;
  /** What `/api/info` says of the server; empty until it has come. */
  server: Server;
  /** What stops everything: a wrong link, a full table, an old version. */
  trouble: Reason | null;
  /** What an aria-live region says next. */
  polite: string;
  assertive: string;
  /** Which link was copied just now, and which one shows its code. */
  copied: string | null;
  shown: string | null;
  /** Which dialog lies over the page. */
  dialog: null | 'help' | 'keys' | 'menu' | 'share';
  /** The rule that the help should show. */
  rule: string | null;
  lobby: LobbyState;
  /** The table we sit at or watch. */
  table: TableState | null;
  /** What the player is about to do and looks at; forgotten when the position changes. */
  ui: Ui;
  end: End | null;
  replay: Replay | null;
  /** The referee at `/score`. */
  score: Score | null;
}

export type Server = Pick<ServerInfo, 'levels' | 'phrases' | 'boards' | 'ratings' | 'clocks' | 'paces'> & {
  limits: ServerInfo['limits'] | null;
};

/** An invitation's seat and table; `ref` names the board once it is known. */
export interface Invited {
  seat: number | null;
  info: TableInfo;
  ref: string | null;
}

// --- the lobby -------------------------------------------------------------------------------------------------

export interface LobbyState {
  boards: BoardChoice[];
  /** Open tables, and those where we have a seat. */
  tables: ListedTable[];
  mine: ListedTable[];
  name: string;
  board: string;
  /** The other seats of the table to make: a bot's level, 'open' (a friend with the link) or 'here' (this screen). */
  seats: string[];
  /** Names of those who play at this screen too, by seat. */
  names: Record<number, string>;
  clock: string;
  /** Seconds a bot takes at least. */
  pace: string;
  upload: Upload | null;
  isPublic: boolean;
  more: boolean;
  busy: boolean;
  problem: string | null;
}

/** A board of one's own that is being tried. */
export interface Upload {
  stage: 'busy' | 'refused';
  done: number;
  problems: string[];
}

// --- a table ---------------------------------------------------------------------------------------------------

/** What the page remembers of a table; board, seats and position are null until they come. */
export interface TableState {
  id: string;
  /** What is printed on the board, and where it lies on the screen. */
  board: Board | null;
  layout: Layout | null;
  /** Whether they are on their way. */
  loading: boolean;
  /** Settings and seats. */
  info: TableInfo | null;
  /** Seats this browser holds, through whose eyes it looks, whether it is the host. */
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
  /** Did the game end while this page was open? */
  watched: boolean;
  deal: FairDeal | null;
  /** How far our tickets are, by id, and the number of the position they tell of. */
  outlooks: Record<string, Outlook>;
  outlooksOf: number;
  net: Net;
  /** An action is on its way, and the number of the position it leads to: nothing else can be sent meanwhile. */
  sending: boolean;
  awaited: number;
  /** What the server refused last, or a notice of its (`trouble`, `closing`). */
  refused: Refusal | null;
  notice: string | null;
  /** The card drawn last, by colour: its stack is outlined until the next action. */
  fresh: string | null;
  reveal: Reveal | null;
  /** When the last round was announced, to show its banner for a while. */
  lastRoundAt: number;
  /** What the coach says, best first; `moves` is null while it thinks. */
  hint: { moves: Advice[] | null; open: boolean } | null;
  /** The log in words, and the number of the row up to which it was made. */
  lines: Line[];
  storyOf: number;
  /** Since when a seat is waited for whose person is not here, and after how many seconds a bot plays for it. */
  away: Record<number, number>;
  grace: number | null;
  /** Links that were made at this table: seat number or 'watch' → address. */
  links: Record<string, string>;
  unread: number;
  /** Whether this browser has sent its value for the deal. */
  hasValue: boolean;
  /** A line of the chat that passes by. */
  spoken: Row | null;
}

/** A table whose board and seats have come: what the screen is drawn from. */
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

/** A table at which our seat has to decide a tunnel. */
export interface InTunnel extends Seated {
  view: GameView & { tunnel: Tunnel };
}

/** A table whose game is over. */
export interface Ended extends Playing {
  result: ResultData;
}

/** What the log's sentences are made from: a table, or a step of a replay. */
export type Told = Pick<Table, 'board' | 'info' | 'you' | 'held'>;

/** A tunnel whose cards are turned up one after the other. */
export interface Reveal {
  route: number;
  seat: number;
  color: string | null;
  cards: string[];
  extra: number | null;
  at: number;
}

/** An action that is paid with cards. */
export interface Way extends Legal {
  color: string | null;
  colored: number;
  wilds: number;
}

/** What the pointer or the focus is on. */
export type Looking = { kind: 'ticket'; what: string } | { kind: 'seat'; what: number } | { kind: 'log'; what: Spot };

/** Places on the board: a line of the log, or what the coach means. */
export interface Spot {
  routes: number[];
  cities: number[];
}

/** What hands and eyes are on. */
export interface Ui {
  /** Chosen route, or city for a station, by number. */
  route: number | null;
  city: number | null;
  /** Which of the payments is marked. */
  way: number;
  /** Is a station being built, are tickets about to be drawn, is a face-up wild about to be taken? */
  asking: null | 'station' | 'tickets' | 'wild';
  /** Offered tickets that are ticked, by place from 1. */
  kept: Set<number>;
  looking: Looking | null;
  /** A stack of the hand that was chosen first: routes it cannot pay step back. */
  color: string | null;
  /** Why the chosen thing is not possible. */
  why: Reason | null;
  /** Odds of the tunnel chosen, by action text. */
  odds: Record<string, TunnelOdds>;
  /** A card, a pass or a step back that the coach means: marked, not sent. */
  advised: string | null;
  /** Is the list of all actions open? */
  list: boolean;
  /** Which drawer is open on small screens; the chat opens beside the board on large ones too. */
  tab: null | 'cards' | 'tickets' | 'players' | 'log' | 'chat';
}

// --- the end of a game, and a finished game again --------------------------------------------------------------

/** What the end of a game remembers while its sheet is told and read. */
export interface End {
  /** Whose end this is. */
  table: string;
  /** How often it was told before. */
  run: number;
  /** How many beats have been told, and whether all have. */
  told: number;
  done: boolean;
  /** The row that the board explains, and for which seat. */
  row: string | null;
  seat: number;
  /** The ticket that the board shows alone. */
  ticket: string | null;
  page: 'sheet' | 'statistics';
  statistics: StatisticsData | 'asked' | 'failed' | null;
  /** Is the shuffle being checked? */
  checking: boolean;
}

/** A finished game by link; game, board and layout are null until they come. */
export interface Replay {
  id: string;
  game: ReplayData | null;
  board: Board | null;
  layout: Layout | null;
  /** The step that is shown, whether it goes on by itself, and how fast. */
  at: number;
  playing: boolean;
  speed: number;
  /** Through whose eyes: a seat, or null for all open. */
  eyes: number | null;
  /** Chances to win as the server sends them; how far they are computed. */
  chances: Chances | null;
  computed: number | null;
  /** What the coach says, by step and seat; 'asking' meanwhile. */
  coach: Record<string, Advice[] | 'asking'>;
  /** What this server can do beyond replaying. */
  can: ReplayData['can'];
  /** The move of the coach that is looked at. */
  looking: Advice | null;
  problem: Reason | null;
}

/** A replay whose game, board and layout have come. */
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
  /** What went wrong, as the end of a text key. */
  trouble: string | null;
  /** A board of one's own that the server tries. */
  upload: null | { done: number; problems: string[]; busy: boolean };
  open: OpenScore | null;
  loading: boolean;
}
