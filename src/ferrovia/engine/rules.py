"""What an action does. `apply` trusts its caller to pass a listed action.

Kernels take the board, the state and two things that are not state: `notes` (what happened) and `script` (scripted
chance). Either may be None.
"""

from __future__ import annotations

from .cards import draw, settle_display
from .claims import build, give_up_tunnel
from .compilation.jit import kernel
from .event_buffer import note
from .state import (
    CHOOSING_TICKETS,
    CLAIM,
    DRAW_TICKETS,
    DRAW_UNSEEN,
    KEEP_TICKETS,
    NOTE_TURN_STARTED,
    PASS,
    TAKE_BACK,
    TAKE_CARD,
    TURN,
    WILD,
)
from .tickets import choose_start, draw_tickets, keep_drawn
from .turns import go_on, pass_turn


@kernel
def apply(board, state, seat, action, notes, script):
    """Carry out a listed action of `seat`.

    Steps shared by several actions are written once, not per branch: on a GPU, instruction fetch is the bottleneck.
    """
    if action == PASS:
        pass_turn(state, seat, notes)
        return
    state.passes = 0
    if action == DRAW_TICKETS:
        draw_tickets(board, state, seat, notes, script)
        state.phase = CHOOSING_TICKETS
        return
    may_draw_again = False
    may_sweep = True
    if action < DRAW_TICKETS:
        draw(state, seat, action, notes, script)
        may_draw_again = action != TAKE_CARD + WILD  # D3
        may_sweep = action != DRAW_UNSEEN
    elif KEEP_TICKETS <= action < CLAIM:
        may_sweep = False
        if state.phase == CHOOSING_TICKETS:
            keep_drawn(state, seat, action - KEEP_TICKETS, notes)
        else:
            if choose_start(board, state, seat, action - KEEP_TICKETS, notes):
                state.phase = TURN
                note(notes, NOTE_TURN_STARTED, int(state.turn), 0, 0, 0, 0)
            return
    elif action == TAKE_BACK:
        give_up_tunnel(board, state, seat, notes)
    elif not build(board, state, seat, action, notes, script):
        return
    if may_sweep:
        settle_display(state, notes, script)
    go_on(state, may_draw_again, notes)
