/**
 * Texts in the player's language. `t('make.start')` returns the text of a key, with its gaps filled and the right
 * plural. Keys and languages are the same everywhere; a test fails if one is missing or unused. A board may replace the
 * words in square brackets: `[trains]` are taxis in New York.
 */

import { fetchOnce } from './net/api.js';

export const LANGUAGES = { en: 'English', es: 'Español', pt: 'Português' };
const STORED = 'ferrovia.language';

/** @type {Record<string, string | Record<string, string>>} */
let texts = {};
let language = 'en';

/**
 * The browser's grammar, made when first needed: the first one takes a phone a tenth of a second.
 * @template Tool @param {(language: string) => Tool} make @returns {() => Tool}
 */
function inLanguage(make) {
  let made = /** @type {{ language: string, tool: Tool } | null} */ (null);
  return () => {
    if (made?.language !== language) made = { language, tool: make(language) };
    return made.tool;
  };
}
const plurals = inLanguage((name) => new Intl.PluralRules(name));
const numbers = inLanguage((name) => new Intl.NumberFormat(name));
const lists = inLanguage((name) => new Intl.ListFormat(name, { type: 'conjunction' }));

/** The language chosen here before, otherwise the browser's first supported one. @returns {string} */
export function preferredLanguage() {
  const wanted = [stored(), ...navigator.languages].map((name) => (name ?? '').slice(0, 2).toLowerCase());
  return wanted.find((name) => name in LANGUAGES) ?? 'en';
}

function stored() {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

/** Loads a language; the next redraw uses it. @param {string} wanted @param {boolean} [remember] */
export async function speak(wanted, remember = false) {
  const files = [`/api/texts/${wanted}`, `/static/texts/${wanted}.json`];
  const parts = await Promise.all(
    files.map(async (file) => {
      const answer = await fetchOnce(file);
      return answer.ok ? answer.json() : {};
    }),
  );
  texts = Object.assign({}, ...parts.map((part) => part.texts ?? part));
  language = wanted;
  await Promise.all([...sets].map(readSet));
  document.documentElement.lang = wanted;
  if (remember)
    try {
      localStorage.setItem(STORED, wanted);
    } catch {
      /* a private window may keep nothing */
    }
}

/** The board's own words: its vehicle and its tickets, as in `words.taxi`. @type {string[]} */
let ownWords = [];

/**
 * From now on texts are about this board; without one they use the default words.
 * @param {{ words?: import('./protocol').BoardWordsData } | null | undefined} board
 */
export function speakOf(board) {
  ownWords = board?.words ? [board.words.vehicle, board.words.tickets] : [];
}

/** This board's replacement for a phrase, capitalised like the phrase. @param {string} phrase */
function ownPhrase(phrase) {
  const first = phrase[0].toLowerCase();
  const usual = first + phrase.slice(1);
  const said = ownWords.map((word) => Object(texts[`words.${word}`])[usual]).find(Boolean);
  if (!said) return phrase;
  return first === phrase[0] ? said : said[0].toUpperCase() + said.slice(1);
}

/** A text with the board's own words. @param {string} text */
export const worded = (text) => text.replace(/\[([^\][]+)\]/g, (_, phrase) => ownPhrase(phrase));

/** Texts of parts that are loaded on demand. @type {Set<string>} */
const sets = new Set();

/** @param {string} set */
async function readSet(set) {
  const answer = await fetchOnce(`/static/texts/${set}.${language}.json`);
  if (answer.ok) Object.assign(texts, await answer.json());
}

/** Loads the texts of a part, in this language and in those chosen later. @param {string} set */
export async function alsoSpeak(set) {
  if (sets.has(set)) return;
  await readSet(set);
  sets.add(set);
}

export const spoken = () => language;

/** Whether a text exists for this key: colours of custom boards may have none. @param {string} key */
export const has = (key) => key in texts;

/**
 * The text of a key. Gaps are `{name}`; a text with plural forms chooses by `count`.
 * @param {string} key @param {Record<string, string | number>} [gaps] @returns {string}
 */
export function t(key, gaps = {}) {
  let text = texts[key];
  if (text === undefined) return key;
  if (typeof text === 'object') {
    const count = Number(gaps.count);
    // In Portuguese, zero is grammatically singular, but people say "0 cartas".
    const form = count === 0 ? (text.zero ?? text.other) : text[count === 1 ? 'one' : pluralOf(count)];
    text = form ?? text.other;
  }
  return worded(text).replace(/\{(\w+)\}/g, (whole, name) => (name in gaps ? say(gaps[name]) : whole));
}

/** The name of a bot level; the operator's own levels keep their names. @param {string | null} level */
export const levelName = (level) => (`bot.${level}` in texts ? t(`bot.${level}`) : (level ?? ''));

/** How a level plays; empty for the operator's own levels. @param {string} level */
export const levelNote = (level) => (`level.${level}` in texts ? t(`level.${level}`) : '');

/** @param {string | number} value */
const say = (value) => (typeof value === 'number' ? number(value) : value);

/** Small whole numbers are alike in all our languages. @param {number} value */
const isSmall = (value) => Number.isInteger(value) && value >= 0 && value < 1000;

/** @param {number} count other than 0 and 1 */
const pluralOf = (count) => (isSmall(count) ? 'other' : plurals().select(count));

/** @param {number} value */
export const number = (value) => (isSmall(value) ? String(value) : numbers().format(value));
/** @param {number} share between 0 and 1 */
export const percent = (share) =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
/** @param {string[]} items */
export const list = (items) => lists().format(items);

/** The name of a card colour, or its id on boards with their own colours. @param {string} color */
export const colorName = (color) => (has(`color.${color}`) ? t(`color.${color}`) : color);

/** "2 green": cards of one colour. @param {string} color @param {number} count */
export const cardWords = (color, count) =>
  has(`cards.${color}`) ? t(`cards.${color}`, { count }) : t('card.count', { count, color });

/**
 * The text of a key as pieces, for gaps filled with more than words: an emblem, a row of cards.
 * @template Piece @param {string} key @param {Record<string, Piece>} gaps @returns {Array<string | Piece>}
 */
export function pieces(key, gaps) {
  /** @type {Record<string, string | number>} */
  const plain = {};
  for (const [name, value] of Object.entries(gaps))
    if (typeof value === 'number' || typeof value === 'string') plain[name] = value;
  return t(key, plain)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name && name in gaps ? gaps[name] : part;
    });
}
