/** The script of a lesson, and which of its notes is shown. */

/**
 * @typedef {object} Step
 * @property {string} id
 * @property {'map' | 'dock' | 'market' | 'pile' | 'tickets' | 'side'} at  what the note points at
 * @property {string[]} [do]      the actions that end the step, as text
 * @property {string} [look]      the route to open; the step ends when it is closed again
 * @property {string} [when]      the phase of the game that the note waits for
 * @property {string[]} [routes]  lit on the board
 * @property {string[]} [cities]
 *
 * @typedef {{ id: string, board: string, steps: Step[] }} Lesson
 */

/**
 * The first step that is not done; the number of steps when the lesson is. A step with `do` is done by a move, every
 * other one by being read. A move passes all notes before it.
 * @param {Step[]} steps @param {number} moves the learner's, so far @param {number} read the last note that was read
 */
export function stepNumber(steps, moves, read) {
  let done = 0;
  for (const [no, step] of steps.entries()) {
    if (step.do) {
      if (done === moves) return no;
      done += 1;
    } else if (no > read && done === moves) return no;
  }
  return steps.length;
}
