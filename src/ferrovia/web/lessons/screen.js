/** The lessons at `/learn`: the guided game first, then a short lesson for each thing that other boards add. */

import { icon, primary, quiet } from '../components.js';
import { h } from '../dom.js';
import { alsoSpeak, t } from '../i18n.js';
import { pageTop } from '../lobby/shell.js';
import { ask } from '../net/api.js';
import { change } from '../state.js';
import { beginLesson, isLearnt, trying } from './progress.js';

/** @type {Array<{ id: string, board: string, table: string | null }> | null} */
let lessons = null;

export async function arriveAtLessons() {
  await trying(async () => {
    const [found] = await Promise.all([ask('/api/lessons'), alsoSpeak('lessons')]);
    change(() => {
      lessons = found;
    });
  });
}

export const lessonsScreen = () =>
  lessons === null
    ? null
    : h(
        'div',
        { class: 'lobby', key: 'lessons' },
        pageTop(),
        h(
          'main',
          { class: 'hall is-reading' },
          h(
            'section',
            { class: 'tables lessons' },
            h('h1', null, t('lesson.all')),
            h('p', { class: 'lead' }, t('lesson.lead')),
            h('ol', null, lessons.map(row)),
          ),
        ),
      );

/** @param {{ id: string, board: string, table: string | null }} lesson */
function row({ id, table }) {
  const learnt = isLearnt(id);
  const begin = (/** @type {boolean} */ again) => () => trying(() => beginLesson(id, again));
  return h(
    'li',
    { key: id, class: learnt && 'is-learnt' },
    h('span', { class: 'lesson-mark', 'aria-hidden': 'true' }, icon(learnt ? 'check' : 'bulb', 20)),
    h(
      'div',
      null,
      h('b', null, t(`lesson.${id}.name`)),
      h('small', null, t(`lesson.${id}.about`)),
      learnt && h('small', { class: 'sr' }, t('lesson.learnt')),
    ),
    table && !learnt
      ? [quiet(t('lesson.again'), begin(true)), primary(t('lesson.continue'), begin(false))]
      : (learnt ? quiet : primary)(t(learnt ? 'lesson.again' : 'lesson.begin'), begin(true)),
  );
}
