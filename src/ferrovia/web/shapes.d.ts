/** The shapes of what the page remembers of a table. The parts that the server sends are in `protocol.d.ts`. */

import type { Board } from './words.js';
import type { Layout } from './board/types.js';
import type { Line } from './table/story.js';
import type { Clocks, FairDeal, GameView, Legal, Refusal, ResultData, Row, TableInfo, Tunnel, You } from './protocol';

/** A move that the coach proposes. */
export interface Advice extends Legal {
  value: number;
  margin: number;
}

/** How far a ticket is, as the server told our seat. */
export interface Outlook {
  joined: boolean;
  possible: boolean;
  trains: number;
  routes: string[];
  missing: string[];
}

/** A position's tunnel while its cards are turned up one after the other. */
export interface Reveal {
  route: number;
  seat: number;
  color: string | null;
  cards: string[];
  extra: number | null;
  at: number;
}

/** A table whose board, seats and position have come: what most of the screen is drawn from. */
export interface Table {
  id: string;
  board: Board;
  layout: Layout;
  info: TableInfo;
  held: number[];
  look: number | null;
  host: boolean;
  number: number;
  stateNo: number;
  rows: Row[];
  view: GameView;
  you: You | null;
  legal: Legal[];
  takeBack: boolean;
  clocks: Clocks | null;
  clockAt: number;
  result: ResultData | null;
  deal: FairDeal | null;
  outlooks: Record<string, Outlook>;
  outlooksOf: number;
  net: { status: string; lostAt: number; retryAt: number; tries: number };
  sending: boolean;
  awaited: number;
  refused: Refusal | null;
  notice: string | null;
  fresh: string | null;
  reveal: Reveal | null;
  lastRoundAt: number;
  /** What the coach says, best first; `moves` is null while it thinks. */
  hint: { moves: Advice[] | null; open: boolean } | null;
  /** The log in words, and the number of the row up to which it was made. */
  lines: Line[];
  storyOf: number;
  away: Record<number, number>;
  grace: number | null;
  links: Record<string, string>;
  unread: number;
  /** A line of the chat that passes by. */
  spoken: Row | null;
}

/** A table with a tunnel whose cards are being turned up. */
export interface Revealing extends Table {
  reveal: Reveal;
}

/** A table at which our seat has to decide a tunnel. */
export interface InTunnel extends Seated {
  view: GameView & { tunnel: Tunnel };
}

/** What the log's sentences are made from: a table, or a step of a replay. */
export type Told = Pick<Table, 'board' | 'info' | 'you' | 'held' | 'view'>;

/** A table at which our seat sees its own cards. */
export interface Seated extends Table {
  you: You;
}

/** An action that is paid with cards. */
export interface Way extends Legal {
  color: string | null;
  colored: number;
  wilds: number;
}

/** Things by id. Ids come from the same server as the board, so each of them is known. */
export interface ById<Thing> {
  get(id: string | undefined): Thing;
  has(id: string): boolean;
}
