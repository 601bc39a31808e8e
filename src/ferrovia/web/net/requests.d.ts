/** The answer type of each request: over HTTP (`Ask`), and at a table over its socket (`Request`). */

import type { Layout } from '../board/types.js';
import type {
  Accepted,
  Act,
  Advised,
  Answer,
  Ask as Question,
  BoardData,
  BoardSummary,
  Branch,
  Chances,
  Chat,
  Count,
  CreateTable,
  GiveValue,
  History,
  Host,
  Join,
  LessonBegun,
  LessonData,
  LessonEntry,
  LinkOpened,
  Lobby,
  NoCount,
  OpenLink,
  OpenedRecord,
  Outlooks,
  PastRows,
  Refused,
  Replay,
  SeatLink,
  ServerInfo,
  Simple,
  StatisticsData,
  TableMade,
  TakeBack,
  TunnelOdds,
  UploadBoard,
  UploadJob,
  WhyNot,
} from '../protocol';

declare global {
  interface Window {
    /** Pending responses by address, requested by `preload.js`. */
    ferroviaPreload?: Record<string, Promise<Response>>;
    /** The socket that `preload.js` opened, and what it heard; null once a module has taken it or opened its own. */
    ferroviaSocket?: { socket: WebSocket; heard: MessageEvent[] } | null;
  }
}

export interface Ask {
  (path: '/api/info'): Promise<ServerInfo>;
  (path: '/api/boards'): Promise<BoardSummary[]>;
  (path: '/api/boards', body: UploadBoard): Promise<UploadJob>;
  (path: `/api/boards/jobs/${string}`): Promise<UploadJob>;
  (path: `/api/boards/${string}/layout`): Promise<Layout>;
  (path: `/api/boards/${string}`): Promise<BoardData>;
  (path: '/api/tables'): Promise<Lobby>;
  (path: '/api/tables', body: CreateTable): Promise<TableMade>;
  (path: `/api/tables/${string}/join`, body: Join): Promise<SeatLink>;
  (path: `/api/tables/${string}/open`, body: OpenLink): Promise<LinkOpened>;
  (path: `/api/tables/${string}/messages`, body: GiveValue | Simple): Promise<Accepted | Refused>;
  (path: `/api/tables/${string}/replay`): Promise<Replay>;
  (path: `/api/tables/${string}/chances`): Promise<Chances>;
  (path: `/api/tables/${string}/analysis?step=${number}&seat=${number}`): Promise<Advised>;
  (path: `/api/tables/${string}/branch`, body: Branch): Promise<TableMade>;
  (path: '/api/lessons'): Promise<LessonEntry[]>;
  (path: `/api/tables/${string}/statistics`): Promise<StatisticsData>;
  (path: '/api/records', body: { text: string }): Promise<OpenedRecord>;
  (path: `/api/lessons/${string}`): Promise<LessonData>;
  (path: `/api/lessons/${string}`, body: { name?: string; again: boolean }): Promise<LessonBegun>;
  (path: '/api/score', body: object): Promise<Count | NoCount>;
}

/** A message without its id, which the socket adds. */
type New<Message> = Omit<Message, 'id'>;

/** The answer to a request, unless it is refused. */
type Told<Data> = Omit<Answer, 'data'> & { data: Data };

/** A request that the server carries out; `data` is for this browser only, such as a link. */
export type Wish = New<TakeBack> | New<Chat> | New<Host> | New<Simple>;

/** What such a request may return. */
export type Given = Partial<SeatLink> & Partial<TableMade>;

export interface Request {
  (message: New<Question> & { what: 'why_not' }): Promise<Told<WhyNot> | Refused>;
  (message: New<Question> & { what: 'outlook' }): Promise<Told<Outlooks> | Refused>;
  (message: New<Question> & { what: 'tunnel_odds' }): Promise<Told<TunnelOdds> | Refused>;
  (message: New<Question> & { what: 'coach' }): Promise<Told<Advised> | Refused>;
  (message: New<History>): Promise<Told<PastRows> | Refused>;
  (message: New<Act> | New<GiveValue>): Promise<Accepted | Refused>;
  (message: Wish): Promise<(Omit<Accepted, 'data'> & { data?: Given }) | Refused>;
}
