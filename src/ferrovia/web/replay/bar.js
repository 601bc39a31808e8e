/** Below the board: back and forward, the slider of moves, and what happened in this one. */

import { h, svg, valueOf } from '../dom.js';
import { t } from '../i18n.js';
import { SEATS, emblem, inactive } from '../components.js';
import { glyph } from '../end/glyphs.js';
import { change } from '../state.js';
import { linesOf, sentence } from '../table/story.js';
import { seenBy, toldOf } from './knowledge.js';
import { jump, togglePlay } from './screen.js';

/** @typedef {import('../shapes').ShownReplay} ShownReplay */

const SPEEDS = [0.5, 1, 2, 4];

/** @param {ShownReplay} replay */
export function bar(replay) {
  const { at, playing, speed } = replay;
  const last = replay.game.steps.length - 1;
  const button = (
    /** @type {Parameters<typeof glyph>[0]} */ picture,
    /** @type {string} */ words,
    /** @type {() => void} */ act,
    idle = false,
  ) =>
    h(
      'button',
      { type: 'button', title: words, 'aria-label': words, ...inactive(idle), on: { click: act } },
      glyph(picture, 20),
    );
  return h(
    'section',
    { class: 'dock replay-bar', id: 'actions', tabindex: -1, 'aria-label': t('again.title') },
    h(
      'div',
      { class: 'steps-row', role: 'group', 'aria-label': t('again.slider') },
      button('first', t('again.first'), () => jump(0), at === 0),
      button('back', t('again.back'), () => jump(at - 1), at === 0),
      button(playing ? 'pause' : 'play', t(playing ? 'again.pause' : 'again.play'), togglePlay),
      button('forward', t('again.forward'), () => jump(at + 1), at === last),
      button('last', t('again.last'), () => jump(last), at === last),
    ),
    h(
      'div',
      { class: 'line-of-moves' },
      h('p', { class: 'what', 'aria-live': playing ? 'off' : 'polite' }, whatHappened(replay)),
      marks(replay),
      h('input', {
        type: 'range',
        min: 0,
        max: last,
        step: 1,
        value: at,
        'aria-label': t('again.slider'),
        'aria-valuetext': t('again.position', { now: at, all: last }),
        on: { input: (/** @type {Event} */ e) => jump(Number(valueOf(e))) },
      }),
      h('small', null, t('again.position', { now: at, all: last })),
    ),
    h(
      'label',
      { class: 'speed' },
      h('span', { class: 'sr' }, t('again.speed')),
      h(
        'select',
        {
          value: String(speed),
          on: {
            change: (/** @type {Event} */ e) =>
              change(() => {
                replay.speed = Number(valueOf(e));
              }),
          },
        },
        SPEEDS.map((value) =>
          h('option', { key: value, value: String(value), selected: value === speed }, `×${value}`),
        ),
      ),
    ),
  );
}

/** The sentences of this step. @param {ShownReplay} replay */
function whatHappened(replay) {
  const { game, at, eyes } = replay;
  const step = game.steps[at];
  if (at === 0) return h('span', null, t('again.start'));
  const table = toldOf(replay);
  const lines = linesOf(table, {
    number: at,
    seat: step.seat,
    kind: 'action',
    time: 0,
    events: seenBy(step, eyes),
  });
  return [
    step.seat !== null && emblem(step.seat, 20),
    h('span', null, lines.map((line) => sentence(table, line)).join(' ')),
  ];
}

/** @param {import('../protocol').Event} event */
const isBuilding = (event) => event.event === 'route_claimed' || event.event === 'station_built';

/** The seat of each move, as a strip of colours over the slider; claims are taller. @param {ShownReplay} replay */
function marks(replay) {
  const { steps } = replay.game;
  const last = Math.max(steps.length - 1, 1);
  return svg(
    'svg',
    { class: 'marks', viewBox: `0 0 ${last} 10`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    SEATS.map((seat, number) =>
      svg('path', {
        key: seat,
        class: `seat-${seat}`,
        d: steps
          .flatMap((step, n) =>
            step.seat !== number ? [] : [`M${n - 1} 10v${step.events.some(isBuilding) ? -10 : -4}h1V10Z`],
          )
          .join(''),
      }),
    ),
  );
}
