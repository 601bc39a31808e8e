/** Messages from the player to the table: actions, wishes and questions. The server decides what is allowed. */

import { openLine } from '../net/socket.js';
import { change, state, theTable } from '../state.js';
import { me } from './model.js';

/** @type {ReturnType<typeof openLine> | null} */
let line = null;

/** @type {import('../protocol').Refusal} */
export const LOST = { code: 'net/lost', rule: null, key: 'refusal.net/lost', numbers: {} };

export const isConnected = () => state.table?.net.status === 'on';

/** Whether the table is in reach; otherwise the player is told. */
export function isInReach() {
  const { table } = state;
  if (table && !isConnected()) change(() => Object.assign(table, { refused: LOST }));
  return isConnected();
}

/** The connection to the table, if there is one. */
export const theLine = () => line;

/** Connects to a table. @type {(...how: Parameters<typeof openLine>) => void} */
export function openTo(...how) {
  line = openLine(...how);
}

export function hangUp() {
  line?.close();
  line = null;
}

export const retryNow = () => line?.retryNow();

/**
 * Plays an action. Late and double clicks end here or at the server, which refuses a second one.
 * @param {string} action
 */
export async function act(action) {
  const { table } = state;
  if (!table || table.sending || !isInReach()) return;
  change(() => Object.assign(table, { sending: true, refused: null }));
  const answer = await line?.request({ type: 'action', state: table.stateNo, action, seat: me(table) });
  change(() => {
    // The answer may arrive before the resulting position: until then there is nothing to click.
    table.awaited = answer?.type === 'accepted' ? answer.number : 0;
    table.sending = table.stateNo < table.awaited;
    if (answer?.type === 'refused') table.refused = answer.refusal;
  });
}

/**
 * All other requests answered with yes or no: `start`, `rematch`, `host`, `chat`, `take_back` …
 * @param {import('../net/requests').Wish} message
 * @returns {Promise<import('../net/requests').Given | null>} what only we are told; null: refused, or out of reach
 */
export async function wish(message) {
  const { table } = state;
  if (!line || !table || !isInReach()) return null;
  const answer = await line.request(message);
  change(() => {
    table.refused = answer.type === 'refused' ? answer.refusal : null;
  });
  return answer.type === 'refused' ? null : (answer.data ?? {});
}

export const takeBack = () => wish({ type: 'take_back', state: theTable().stateNo, seat: me(theTable()) });

/** @template Data @param {{ type: 'answer', data: Data } | import('../protocol').Refused | null | undefined} answer */
const told = (answer) => (answer?.type === 'answer' ? answer.data : null);

// Questions that the server answers from what our seat knows. Out of reach, they are asked once the table is back.

/** Why something is not possible; null: it is. @param {string} of a route, a city or an action */
export async function askWhyNot(of) {
  const answer = await line?.request({ type: 'ask', what: 'why_not', of });
  return answer?.type === 'refused' ? answer.refusal : (told(answer)?.reason ?? null);
}

/** The risk of a tunnel; null if the server does not say. @param {string} of the claim */
export const askTunnelOdds = async (of) => told(await line?.request({ type: 'ask', what: 'tunnel_odds', of }));

/** The coach's advice; null if the server gives none. */
export const askForAdvice = async () => told(await line?.request({ type: 'ask', what: 'coach' }));
