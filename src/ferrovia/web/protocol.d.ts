/**
 * Every message and every shape of data that the server sends or understands.
 * Written by `make generated` from the server's models: do not edit.
 */

/** The row is on disk. A repeated `id` gets the same answer again. */
export interface Accepted {
  type: "accepted";
  id: string;
  number: number;
  data?: Record<string, unknown>;
}

/** `state` is the state that the action was decided on. A repeated `id` gets the same answer and plays nothing. */
export interface Act {
  type: "action";
  id: string;
  state: number;
  action: string | number;
  seat?: number | null;
}

/** A move that the coach proposes. */
export interface Advice {
  code: number;
  text: string;
  kind: "draw" | "take" | "tickets" | "keep" | "claim" | "pay" | "back" | "station" | "pass";
  card?: string;
  count?: number;
  places?: Array<number>;
  route?: string;
  city?: string;
  color?: string | null;
  colored?: number;
  wilds?: number;
  value: number | null;
  margin: number | null;
}

export interface Advised {
  moves: Array<Advice>;
}

export interface Answer {
  type: "answer";
  id: string;
  data: Record<string, unknown>;
}

/** `why_not` of a route, city or action; `outlook` of a ticket or of all; `tunnel_odds` of a claim; `coach`. */
export interface Ask {
  type: "ask";
  id: string;
  what: "why_not" | "outlook" | "tunnel_odds" | "coach";
  of?: string | null;
}

/** Seconds for the whole game, plus an increment per move. */
export interface BankClock {
  kind: "bank";
  seconds: number;
  increment?: number;
}

/** Everything printed on a board and in its rules, in the order of the board file. */
export interface BoardData {
  id: string;
  digest: string;
  name: string;
  players: Array<number>;
  trains: number;
  reconstructed: Array<string>;
  words: BoardWordsData;
  aspect: number;
  card_colors: Array<string>;
  cards_per_color: number;
  wilds: number;
  starting_cards: number;
  starting_tickets: StartingTicketsData;
  drawn_tickets: DrawnTicketsData;
  double_routes_close_up_to: number;
  route_points: Record<string, number>;
  stations: StationsData;
  bonuses: BonusesData;
  tie_breaks: Array<string>;
  cities: Array<CityData>;
  routes: Array<RouteData>;
  tickets: Array<TicketData>;
}

export interface BoardMinutes {
  id: string;
  minutes: Array<number>;
}

export interface BoardName {
  id: string;
  digest: string;
  name: string;
}

export interface BoardProblem {
  code: string;
  place: string;
  text: string;
}

export interface BoardSummary {
  id: string;
  digest: string;
  name: string;
  players: Array<number>;
  trains: number;
  reconstructed: Array<string>;
  words: BoardWordsData;
}

export interface BoardWordsData {
  vehicle: "train" | "taxi" | "bus" | "cart";
  tickets: "ticket" | "contract";
}

export interface BonusesData {
  longest_path: number;
  attraction: number;
  districts: boolean;
  merchandise: MerchandiseData | null;
}

/** An opponent's route that a station borrows. */
export interface BorrowedData {
  station: string;
  route: string;
}

export interface BotSeat {
  kind: "bot";
  level?: string;
}

/** POST /api/tables/{table}/branch: play on from a step of a finished game, at `seat`; bots take the others. */
export interface Branch {
  step: number;
  seat: number;
  name?: string | null;
  level?: string;
  pace?: number;
}

/** A card was dealt at the start; `card` is None for viewers who may not see it. */
export interface CardDealt {
  event: "card_dealt";
  seat: number;
  card: string | null;
}

/** A seat drew the top card of the deck; `card` is None for viewers who may not see it. */
export interface CardDrawn {
  event: "card_drawn";
  seat: number;
  card: string | null;
}

/** A seat took the face-up card in `slot`. */
export interface CardTaken {
  event: "card_taken";
  seat: number;
  card: string;
  slot: number;
}

/** Chances by step and seat, None for skipped steps; with a band if a network judged them. */
export interface ChanceLine {
  chance: Array<Array<number> | null>;
  low?: Array<Array<number>>;
  high?: Array<Array<number>>;
}

/** Chances to win, by each seat's own knowledge and by all hands together; or the progress of computing them. */
export interface Chances {
  done?: number;
  method?: "network" | "games";
  own?: ChanceLine;
  together?: ChanceLine;
  turning_points?: Array<TurningPoint>;
  games?: number;
}

export interface Chat {
  type: "chat";
  id: string;
  phrase?: string | null;
  text?: string | null;
}

export interface CityData {
  id: string;
  name: string;
  x: number;
  y: number;
  attraction: boolean;
  district: number | null;
}

export interface ClockInfo {
  kind: "none" | "move" | "bank";
  seconds?: number;
  increment?: number;
}

export interface Clocks {
  now: number;
  seats: Array<SeatClock>;
}

/** The score of a game played on a real board. */
export interface Count {
  problems: Array<EntryProblem>;
  board: string;
  rules_version: number;
  seats: Array<CountedSeat>;
  few_trains: Array<number>;
  tickets: Array<CountedTicket>;
  exact: boolean;
  winners: Array<number>;
  totals: Array<number>;
  sheets: Array<ScoreSheetData>;
  steps: Array<CountStep>;
}

/** One thing that scores: a ticket, a station, an attraction, a district, a path. */
export interface CountPart {
  what: string;
  points: number;
  routes: Array<string>;
  cities: Array<string>;
}

export interface CountStep {
  row: string;
  seat: number;
  points: number;
  total: number;
  count: number;
  parts: Array<CountPart>;
}

export interface CountedSeat {
  name: string | null;
  color: string | null;
  trains_left: number;
}

export interface CountedTicket {
  id: string;
  cities: Array<string>;
  points: number;
}

/** POST /api/tables */
export interface CreateTable {
  board: string;
  seats: Array<MySeat | PersonSeat | BotSeat>;
  clock?: NoClock | MoveClock | BankClock;
  public?: boolean;
  first?: number | null;
  take_back?: boolean;
  chat?: "free" | "phrases" | "off";
  pace?: number;
}

export interface DealValue {
  seat: number;
  value: string;
}

/** The discards were shuffled into a new deck of this many cards. */
export interface DeckReshuffled {
  event: "deck_reshuffled";
  cards: number;
}

/** A new face-up card was put into `slot`. */
export interface DisplayFilled {
  event: "display_filled";
  slot: number;
  card: string;
}

/** The display was cleared because it had three wilds; five DisplayFilled follow. */
export interface DisplayReset {
  event: "display_reset";
}

export interface DrawnTicketsData {
  count: number;
  keep: number;
}

/** An impossible entry. */
export interface EntryProblem {
  code: string;
  place: string;
  reason: string;
  numbers: Record<string, number | string>;
}

export type Event =
  | CardDealt
  | CardDrawn
  | CardTaken
  | DisplayFilled
  | DisplayReset
  | DeckReshuffled
  | RouteClaimed
  | TunnelEntered
  | TunnelCardShown
  | TunnelPriced
  | TunnelLeft
  | StationBuilt
  | TicketOffered
  | TicketsChosen
  | TicketsKept
  | MerchandiseTaken
  | LastRoundBegan
  | TurnStarted
  | Passed
  | GameEnded;

/** The parts of the deal, to check it; sent after the end. */
export interface FairDeal {
  commitment: string;
  server_key: string;
  values: Array<DealValue>;
  key: string;
  formula: string;
}

export type FromClient =
  | Hello
  | Look
  | Act
  | TakeBack
  | Ask
  | Chat
  | GiveValue
  | History
  | Simple
  | Webhook
  | Host;

/** The game is over; `Game.result()` has the scores. */
export interface GameEnded {
  event: "game_ended";
  reason: string;
}

/** The public facts about a game. */
export interface GameView {
  phase: "choosing_start" | "turn" | "second_card" | "in_tunnel" | "choosing_tickets" | "over";
  turn: number | null;
  actors: Array<number>;
  first: number;
  turns_played: number;
  turns_left: number | null;
  display: Array<string>;
  deck: number;
  discard: number;
  discards: Record<string, number>;
  unseen: Record<string, number>;
  ticket_deck: number;
  ticket_draws: Array<TicketDraw>;
  merchandise_left: number;
  owners: Record<string, number>;
  closed: Record<string, Array<number>>;
  stations: Record<string, number>;
  tunnel: Tunnel | null;
  seats: Array<SeatView>;
}

/** This browser's random value for the fair deal; sent after it has seen the commitment and before the start. */
export interface GiveValue {
  type: "value";
  id?: string;
  seat: number;
  value: string;
}

export interface Hello {
  type: "hello";
  protocol?: number;
  tokens?: Array<string>;
  since?: number | null;
  look?: number | null;
}

/** The rows after `since`, up to `until`, as the caller may see them. */
export interface History {
  type: "history";
  id: string;
  since?: number;
  until?: number | null;
}

/** A host command. Which of `seat`, `level`, `on` and `mode` it needs depends on the command. */
export interface Host {
  type: "host";
  id: string;
  do: "bot" | "invite" | "remove" | "mute" | "chat" | "public" | "hand_over" | "watch_link" | "close";
  seat?: number | null;
  level?: string | null;
  on?: boolean | null;
  mode?: "free" | "phrases" | "off" | null;
}

/** POST /api/tables/{table}/join. `token` is an invitation; for a public table, give a seat's number instead. */
export interface Join {
  name?: string | null;
  token?: string | null;
  seat?: number | null;
}

/** This seat ended its turn with few trains left: every seat has one more turn. */
export interface LastRoundBegan {
  event: "last_round_began";
  seat: number;
}

/** One action with one payment. Both `text` and `code` identify it. */
export interface Legal {
  code: number;
  text: string;
  kind: "draw" | "take" | "tickets" | "keep" | "claim" | "pay" | "back" | "station" | "pass";
  card?: string;
  count?: number;
  places?: Array<number>;
  route?: string;
  city?: string;
  color?: string | null;
  colored?: number;
  wilds?: number;
}

export interface LessonBegun {
  table: string;
  link: string;
}

export interface LessonData {
  id: string;
  board: string;
  steps: Array<LessonStep>;
}

export interface LessonEntry {
  id: string;
  board: string;
  table: string | null;
}

export interface LessonStep {
  id: string;
  at: "map" | "dock" | "market" | "pile" | "tickets" | "side";
  do?: Array<string>;
  look?: string;
  when?: string;
  routes?: Array<string>;
  cities?: Array<string>;
}

/** A token as its owner sees it, once. */
export interface Link {
  token: string;
  link: string;
}

/** POST /api/tables/{table}/open */
export interface LinkOpened {
  table: string;
  kind: "seat" | "watch" | "host" | "invitation";
  seat: number | null;
  board: BoardName;
  info?: TableInfo;
}

export interface ListedSeat {
  kind: "open" | "person" | "bot";
  name: string | null;
  level: string | null;
  away?: boolean;
}

/** A table in the lobby's lists. */
export interface ListedTable {
  id: string;
  board: BoardName;
  status: "open" | "playing" | "over" | "frozen" | "closed";
  clock: ClockInfo;
  seats: Array<ListedSeat>;
  open: Array<number>;
  actors: Array<number>;
  totals: Array<number> | null;
  winners: Array<number> | null;
  created: number;
  changed: number;
  yours: Array<number>;
  your_turn: boolean;
}

export interface Lobby {
  open: Array<ListedTable>;
  playing: Array<ListedTable>;
  mine: Array<ListedTable>;
}

/** Lift the curtain for one of your own seats, or (null) close it: hot-seat. */
export interface Look {
  type: "look";
  seat: number | null;
}

export interface MerchandiseData {
  cards: number;
  points: Record<string, Array<number>>;
}

/** A seat took a merchandise card. */
export interface MerchandiseTaken {
  event: "merchandise_taken";
  seat: number;
}

/** Seconds per move; slow games count in days. */
export interface MoveClock {
  kind: "move";
  seconds: number;
}

/** A seat for the creator of the table; several of them share one screen (hot-seat). */
export interface MySeat {
  kind: "me";
  name?: string | null;
}

export interface NoClock {
  kind: "none";
}

export interface NoCount {
  problems: Array<EntryProblem>;
  sheets: null;
}

/** For the whole table or server: `trouble` (the database is away), `well` (it is back), `closing`. */
export interface Notice {
  type: "notice";
  notice: "trouble" | "well" | "closing" | "revoked" | "replaced";
}

/** Further questions that the server answers about a finished game. */
export interface Offers {
  coach: boolean;
  branch: boolean;
  chances: boolean;
  chances_at_once: boolean;
}

/** POST /api/tables/{table}/open: this browser now holds the rights of the link. */
export interface OpenLink {
  token: string;
}

/** POST /api/records */
export interface OpenRecord {
  text: string;
}

/** Exactly one of the two is None. */
export interface OpenedRecord {
  problem: RecordProblem | null;
  game: RecordedGame | null;
}

/** The progress of a ticket: by its seat's routes, and by what its stations would borrow if the game ended now. */
export interface OutlookData {
  joined: boolean;
  possible: boolean;
  missing: Array<string> | null;
  trains: number | null;
  borrowing: Array<BorrowedData>;
}

export interface Outlooks {
  outlooks: Record<string, OutlookData>;
}

/** A seat's own draw of tickets. `number` is its index in `ticket_draws`, from 0. */
export interface OwnDraw {
  number: number;
  offered: Array<string>;
  kept: Array<string> | null;
}

/** A seat passed because it could do nothing else. */
export interface Passed {
  event: "passed";
  seat: number;
}

export interface PastRows {
  rows: Array<Row>;
}

/** An empty seat for the holder of its invitation (at a public table: for anyone). */
export interface PersonSeat {
  kind: "person";
}

export interface Pong {
  type: "pong";
  now: number;
}

export interface Presence {
  type: "presence";
  online: Array<number>;
  watching: number;
}

/** The refusal of a record. `reason` is in English; `refusal` is the rules' own, if an action broke one. */
export interface RecordProblem {
  code: string;
  line: number;
  reason: string;
  refusal: Refusal | null;
}

export interface RecordTable {
  board: BoardName;
  seats: Array<SeatInfo>;
}

/** A replay of a record. `board` and `layout` come from the record; None for a built-in board. */
export interface RecordedGame {
  table: RecordTable;
  date: string | null;
  steps: Array<Step>;
  result: ResultData;
  statistics: StatisticsData;
  deal: FairDeal | null;
  yours: Array<number>;
  can: Offers;
  board: BoardData | null;
  layout: Record<string, unknown> | null;
}

/** `key` names the text in every language, `numbers` fill its gaps; `rule` is the id of the rule behind it. */
export interface Refusal {
  code: string;
  rule: string | null;
  key: string;
  numbers: Record<string, number | string>;
}

export interface Refused {
  type: "refused";
  id: string;
  refusal: Refusal;
  number: number;
  state: number;
}

/** A finished game step by step, with nothing hidden. */
export interface Replay {
  table: TableInfo;
  board: string;
  steps: Array<Step>;
  result: ResultData;
  deal: FairDeal | null;
  yours: Array<number>;
  can: Offers;
}

export interface ResultData {
  ended_by: string;
  exact: boolean;
  winners: Array<number>;
  totals: Array<number>;
  sheets: Array<ScoreSheetData>;
}

/** A seat claimed a route and paid for it; `points` are the points of the route. */
export interface RouteClaimed {
  event: "route_claimed";
  seat: number;
  route: string;
  color: string | null;
  colored: number;
  wilds: number;
  points: number;
}

export interface RouteData {
  id: string;
  cities: Array<string>;
  length: number;
  color: string | null;
  ferry: number;
  tunnel: boolean;
  carts: boolean;
  twin: string | null;
  points: number;
}

/** One row of the table's log, as the viewer may see it. */
export interface Row {
  number: number;
  kind: string;
  time: number;
  seat: number | null;
  by: "person" | "bot" | "stand_in" | "host" | "server";
  data: RowData;
  events: Array<Event>;
}

/** The details of a row; docs/protocol.md lists the fields of each kind. */
export interface RowData {
  name?: string | null;
  reason?: string;
  level?: string;
  action?: string | null;
  to?: number;
  phrase?: string;
  text?: string | null;
  chat?: "free" | "phrases" | "off";
  public?: boolean;
  muted?: boolean;
  table?: string;
}

export interface ScoreSheetData {
  seat: number;
  routes: number;
  tickets: Array<TicketScoreData>;
  stations: Array<StationScoreData>;
  stations_unused: number;
  longest_path: number;
  longest_path_routes: Array<string>;
  longest_path_bonus: number;
  attractions: Array<string>;
  attraction_points: number;
  districts: Array<number>;
  district_points: number;
  merchandise: number;
  merchandise_points: number;
  total: number;
  rank: number;
  tie_break: string | null;
}

export interface SeatClock {
  left: number | null;
  running: boolean;
}

export interface SeatInfo {
  seat: number;
  kind: "open" | "person" | "bot";
  name: string | null;
  level: string | null;
  stand_in: boolean;
  online: boolean;
  muted: boolean;
  value: boolean;
}

export interface SeatLink {
  token: string;
  link: string;
  seat: number;
}

/** The statistics of one seat in a game; `ferrovia.statistics` defines each number. */
export interface SeatStatisticsData {
  seat: number;
  turns: number;
  points: number;
  points_per_turn: number;
  cards_dealt: number;
  cards_drawn: number;
  cards_taken: number;
  wilds: number;
  cards_left: number;
  routes: number;
  routes_by_length: Record<string, number>;
  trains_used: number;
  longest_path: number;
  tickets_offered: number;
  tickets_kept: number;
  tickets_completed: number;
  stations: number;
  tunnels: number;
  tunnels_left: number;
  tunnel_cards: number;
}

/** The public facts about a seat. */
export interface SeatView {
  seat: number;
  trains: number;
  score: number;
  cards: number;
  known_cards: Record<string, number>;
  tickets: number;
  offered: number;
  stations_left: number;
  merchandise: number;
  attractions: number;
  districts: Record<string, number>;
  bonus: number;
}

export interface SeenStep {
  action: string | null;
  events: Array<Event>;
}

/** Features, offers and limits of this server. */
export interface ServerInfo {
  protocol: number;
  version: string;
  languages: Array<string>;
  levels: Array<string>;
  default_level: string;
  ratings: Record<string, Record<string, number>>;
  phrases: Array<string>;
  boards: Array<BoardMinutes>;
  clocks: Record<string, NoClock | MoveClock | BankClock>;
  paces: Array<number>;
  seat_colors: Array<string>;
  piece_colors: Array<string>;
  limits: ServerLimits;
  webhooks: boolean;
}

export interface ServerLimits {
  name: number;
  chat: number;
  seats: number;
  board: number;
  record: number;
  grace: number;
}

export interface Simple {
  type: "start" | "rematch" | "back" | "leave" | "link" | "forget" | "ping";
  id?: string;
  seat?: number | null;
}

export interface StartingTicketsData {
  long: number;
  regular: number;
  keep: number;
  unkept: string;
}

/** A seat built a station and paid for it. */
export interface StationBuilt {
  event: "station_built";
  seat: number;
  city: string;
  color: string | null;
  colored: number;
  wilds: number;
}

export interface StationScoreData {
  city: string;
  borrows: string | null;
}

export interface StationsData {
  each: number;
  points_unused: number;
}

/** `scores`: by seat, at the start and after every turn; the totals come last. */
export interface StatisticsData {
  seats: Array<SeatStatisticsData>;
  scores: Array<Array<number>>;
  turn_of: Array<number>;
}

/** A step of a finished game, with nothing hidden. `seen`: what each seat could see then; None: everything. */
export interface Step {
  number: number;
  seat: number | null;
  action: string | null;
  events: Array<Event>;
  seen: Array<SeenStep | null>;
  view: GameView;
  hands: Array<You>;
  completed: Array<Array<string>>;
}

export interface TableInfo {
  id: string;
  board: BoardName;
  status: "open" | "playing" | "over" | "frozen" | "closed";
  public: boolean;
  clock: ClockInfo;
  first: number | null;
  take_back: boolean;
  chat: "free" | "phrases" | "off";
  pace: number;
  commitment: string;
  host: number | null;
  seats: Array<SeatInfo>;
  watching: number;
  rematch: string | null;
  created: number;
  frozen: string | null;
  lesson: string | null;
}

/** POST /api/tables and /api/tables/{table}/branch */
export interface TableMade {
  table: string;
  link: string;
  seats: Array<SeatLink>;
  invitations: Array<SeatLink>;
  watch: Link;
  host: Link | null;
  commitment: string;
}

export interface TakeBack {
  type: "take_back";
  id: string;
  state: number;
  seat?: number | null;
}

export interface TicketData {
  id: string;
  cities: Array<string>;
  points: number;
  long: boolean;
}

/** A draw of tickets, as everybody saw it. */
export interface TicketDraw {
  seat: number;
  offered: number;
  kept: number | null;
}

/** A ticket is on offer to a seat; `ticket` is None for other viewers. */
export interface TicketOffered {
  event: "ticket_offered";
  seat: number;
  ticket: string | null;
}

export interface TicketScoreData {
  ticket: string;
  completed: boolean;
  points: number;
}

/** A seat has chosen its starting tickets. The number it kept is announced once all seats have chosen. */
export interface TicketsChosen {
  event: "tickets_chosen";
  seat: number;
}

/** How many of the offered tickets a seat kept; `tickets` is None for other viewers. */
export interface TicketsKept {
  event: "tickets_kept";
  seat: number;
  kept: number;
  returned: number;
  tickets: Array<string> | null;
}

export type ToClient =
  | Welcome
  | Update
  | Presence
  | Accepted
  | Refused
  | Answer
  | Notice
  | Pong;

/** The open tunnel: what was laid down, what was turned up, which of it counts, and the extra cards it costs. */
export interface Tunnel {
  route: string;
  color: string | null;
  colored: number;
  wilds: number;
  shown: Array<string>;
  counts: Array<boolean>;
  extra: number;
}

/** A card was turned up for a tunnel; `counts` says whether it costs an extra card. */
export interface TunnelCardShown {
  event: "tunnel_card_shown";
  card: string;
  counts: boolean;
}

/** A seat laid down cards for a tunnel; the extra cards come next. */
export interface TunnelEntered {
  event: "tunnel_entered";
  seat: number;
  route: string;
  color: string | null;
  colored: number;
  wilds: number;
}

/** The seat took its cards back instead of paying for the tunnel. */
export interface TunnelLeft {
  event: "tunnel_left";
  seat: number;
  route: string;
}

export interface TunnelOdds {
  extra: Array<number>;
  spare: number;
  payable: number;
}

/** How many extra cards the tunnel costs; 0 means it is claimed at once. */
export interface TunnelPriced {
  event: "tunnel_priced";
  seat: number;
  extra: number;
}

/** It is this seat's turn. */
export interface TurnStarted {
  event: "turn_started";
  seat: number;
}

/** A turn that changed the chances a lot: after which step, for which seat most, from what to what. */
export interface TurningPoint {
  step: number;
  seat: number;
  before: number;
  after: number;
}

/** Something happened or, without rows, this is the current state. `snapshot`: discard everything you knew. */
export interface Update {
  type: "update";
  snapshot: boolean;
  number: number;
  state: number;
  rows: Array<Row>;
  table: TableInfo | null;
  view: GameView | null;
  you: You | null;
  legal: Array<Legal>;
  take_back: boolean;
  clocks: Clocks | null;
  result: ResultData | null;
  deal: FairDeal | null;
}

/** POST /api/boards */
export interface UploadBoard {
  text: string;
  scenery?: string | null;
}

/** The progress of an uploaded board's trial. */
export interface UploadJob {
  job: string;
  stage: string;
  done: number;
  board: string | null;
  problems: Array<BoardProblem>;
}

/** An address to call when it is the player's turn in a slow game; null for none. Only if the operator allows it. */
export interface Webhook {
  type: "webhook";
  id: string;
  seat?: number | null;
  url?: string | null;
}

export interface Welcome {
  type: "welcome";
  protocol: number;
  server: string;
  now: number;
  seats: Array<number>;
  look: number | null;
  host: boolean;
}

export interface WhyNot {
  reason: Refusal | null;
}

/** The private facts of one seat: hand, tickets and offers. */
export interface You {
  seat: number;
  hand: Record<string, number>;
  tickets: Array<string>;
  offer: Array<string>;
  ticket_draws: Array<OwnDraw>;
}
