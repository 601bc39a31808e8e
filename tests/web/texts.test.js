/** Texts with gaps, plurals and a board's own words. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  alsoSpeak,
  colorName,
  has,
  levelName,
  levelNote,
  list,
  number,
  percent,
  pieces,
  preferredLanguage,
  speakOf,
  spoken,
  t,
} from '../../src/ferrovia/web/i18n.js';
import { speakReally, speakWith } from './kit.js';

const CARDS = {
  cards: { one: '{count} carta', other: '{count} cartas' },
  none: { zero: 'nenhuma carta', one: '{count} carta', other: '{count} cartas' },
};

test('zero is a plural in Portuguese too, unless it has words of its own', async () => {
  await speakWith(CARDS, 'pt');
  assert.equal(t('cards', { count: 0 }), '0 cartas');
  assert.equal(t('cards', { count: 1 }), '1 carta');
  assert.equal(t('cards', { count: 2 }), '2 cartas');
  assert.equal(t('none', { count: 0 }), 'nenhuma carta');
});

test('a gap without a value stays visible, and a key without a text is shown as it is', async () => {
  await speakWith({ hello: '{who} and {other}' });
  assert.equal(t('hello', { who: 'Ana' }), 'Ana and {other}');
  assert.equal(t('no.such.key'), 'no.such.key');
  assert.deepEqual([has('hello'), has('no.such.key')], [true, false]);
});

test('numbers, shares and lists follow the language', async () => {
  await speakReally('es');
  assert.equal(spoken(), 'es');
  assert.equal(number(12345), '12.345');
  assert.match(percent(0.256), /^26\s%$/);
  assert.equal(list(['a', 'b', 'c']), 'a, b y c');
  await speakReally('en');
  assert.deepEqual([number(12345), percent(0.256), list(['a', 'b', 'c'])], ['12,345', '26%', 'a, b, and c']);
});

test('a board replaces the words in brackets, with the same capital, and other boards do not', async () => {
  await speakWith({
    'words.taxi': { train: 'taxi', trains: 'taxis' },
    'words.contract': { ticket: 'contract' },
    left: '[Trains] left: {count} [trains], no [ticket]',
  });
  speakOf({ words: { vehicle: 'taxi', tickets: 'contract' } });
  assert.equal(t('left', { count: 3 }), 'Taxis left: 3 taxis, no contract');
  speakOf({ words: { vehicle: 'taxi', tickets: 'ticket' } });
  assert.equal(t('left', { count: 3 }), 'Taxis left: 3 taxis, no ticket');
  speakOf(null);
  assert.equal(t('left', { count: 3 }), 'Trains left: 3 trains, no ticket');
});

test('a name in brackets is no word of the board', async () => {
  await speakWith({ 'words.taxi': { trains: 'taxis' }, said: '{who} said' });
  speakOf({ words: { vehicle: 'taxi', tickets: 'ticket' } });
  assert.equal(t('said', { who: '[trains]' }), '[trains] said');
  speakOf(null);
});

test('a text comes in pieces, so that pictures can stand in its gaps', async () => {
  await speakWith({ paid: '{who} paid {cards}: {count}.' });
  const picture = { picture: true };
  assert.deepEqual(pieces('paid', { who: 'Ana', cards: picture, count: 1200 }), ['Ana paid ', picture, ': 1,200.']);
});

test('colours and levels without a text keep their own names', async () => {
  await speakWith({ 'color.red': 'scarlet', 'bot.easy': 'Easy', 'level.easy': 'Draws and claims.' });
  assert.deepEqual([colorName('red'), colorName('teal')], ['scarlet', 'teal']);
  assert.deepEqual([levelName('easy'), levelName('house'), levelName(null)], ['Easy', 'house', '']);
  assert.deepEqual([levelNote('easy'), levelNote('house')], ['Draws and claims.', '']);
});

test('texts of a part come on demand, and again in a language chosen later', async () => {
  await speakReally('en');
  assert.equal(has('end.statistics'), false);
  await alsoSpeak('end');
  const english = t('end.statistics');
  await speakReally('pt');
  assert.ok(has('end.statistics'));
  assert.notEqual(t('end.statistics'), english);
});

test('the language is the stored one, then the browser’s first that we speak, then English', () => {
  const choose = (stored, ...languages) => {
    globalThis.localStorage = { getItem: () => stored };
    Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });
    return preferredLanguage();
  };
  assert.equal(choose('pt', 'es-MX', 'en'), 'pt');
  assert.equal(choose(null, 'de-AT', 'es-MX', 'en'), 'es');
  assert.equal(choose('xx', 'de', 'fr'), 'en');
});
