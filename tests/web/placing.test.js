/** The place of a lesson's note. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { placeNote } from '../../src/ferrovia/web/lessons/placing.js';

const NOTE = { wide: 200, high: 100 };
const ROOM = { left: 0, top: 0, right: 1000, bottom: 600 };
const box = (left, top, right, bottom) => ({ left, top, right, bottom });
const noted = ({ x, y }) => box(x, y, x + NOTE.wide, y + NOTE.high);
const overlap = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
const gap = (a, b) =>
  Math.hypot(Math.max(0, b.left - a.right, a.left - b.right), Math.max(0, b.top - a.bottom, a.top - b.bottom));

test('a note is next to its subject and not on it', () => {
  const subject = [box(480, 280, 520, 320)];
  const found = noted(placeNote(NOTE, ROOM, subject, { subject, others: [] }));
  assert.ok(!overlap(found, subject[0]));
  assert.ok(gap(found, subject[0]) <= 20);
});

test('a note covers as little of the rest as possible', () => {
  const subject = [box(480, 280, 520, 320)];
  const others = [box(0, 0, 1000, 270), box(0, 330, 1000, 600), box(0, 270, 470, 330)];
  const found = noted(placeNote(NOTE, ROOM, subject, { subject, others }));
  assert.ok(found.left >= 520, 'only the right side is partly free');
});

test('a note that is about the whole board stands where the board is empty', () => {
  const cities = [0, 1, 2, 3].flatMap((row) =>
    [0, 1, 2].map((n) => box(300 * n, 150 * row, 300 * n + 40, 150 * row + 40)),
  );
  const found = noted(placeNote(NOTE, ROOM, [], { subject: cities, others: [] }));
  assert.ok(cities.every((city) => !overlap(found, city)));
});

test('a note stays near what it points at, even if it covers something there', () => {
  const dock = box(0, 620, 1000, 700);
  const others = [box(0, 300, 1000, 600)];
  const found = noted(placeNote(NOTE, ROOM, [dock], { subject: [], others }));
  assert.ok(gap(found, dock) < 80);
});

test('a note that is larger than its room begins at its corner', () => {
  const small = box(14, 14, 100, 60);
  assert.deepEqual(placeNote(NOTE, small, [], { subject: [], others: [] }), { x: 14, y: 14 });
});
