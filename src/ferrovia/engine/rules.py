"""What an action does. `apply` trusts its caller: only listed actions come here.

Kernels take the board, the state and the two things that are not state: `notes` (what happened) and `script`
(what chance shall say).
"""

from __future__ import annotations

from .cards import draw_unseen, take_face_up
from .claims import build_station, claim, give_up_tunnel, pay_tunnel
from .jit import kernel
from .layout import (
    CHOOSING_TICKETS,
    CITY_STRIDE,
    CLAIM,
    COLOR_STRIDE,
    DRAW_TICKETS,
    DRAW_UNSEEN,
    KEEP_TICKETS,
    NOTE_TURN_STARTED,
    PASS,
    PAY_EXTRA,
    ROUTE_STRIDE,
    STATION,
    STATION_COLOR_STRIDE,
    TAKE_BACK,
    TAKE_CARD,
    TURN,
    WILD,
)
from .notes import note
from .tickets import choose_start, draw_tickets, keep_drawn
from .turns import after_card, end_turn, pass_turn


@kernel
def apply(board, state, seat, action, notes, script):
    """Carry out a listed action of `seat`."""
    if action == PASS:
        pass_turn(state, seat, notes)
        return
    state.passes = 0
    if action == DRAW_UNSEEN:
        draw_unseen(state, seat, notes, script)
        after_card(state, True, notes)
    elif action < DRAW_TICKETS:
        card = action - TAKE_CARD
        take_face_up(state, seat, card, notes, script)
        after_card(state, card != WILD, notes)  # D3
    elif action == DRAW_TICKETS:
        draw_tickets(board, state, seat, notes, script)
        state.phase = CHOOSING_TICKETS
    elif action == TAKE_BACK:
        give_up_tunnel(board, state, seat, notes, script)
    elif action < KEEP_TICKETS:
        pay_tunnel(board, state, seat, action - PAY_EXTRA, notes, script)
    elif action < CLAIM:
        mask = action - KEEP_TICKETS
        if state.phase == CHOOSING_TICKETS:
            keep_drawn(state, seat, mask, notes)
            end_turn(state, notes)
        elif choose_start(board, state, seat, mask, notes):
            state.phase = TURN
            note(notes, NOTE_TURN_STARTED, int(state.turn), 0, 0, 0, 0)
    elif action < STATION:
        code = action - CLAIM
        rest = code % ROUTE_STRIDE
        claim(board, state, seat, code // ROUTE_STRIDE, rest // COLOR_STRIDE, rest % COLOR_STRIDE, notes, script)
    else:
        code = action - STATION
        rest = code % CITY_STRIDE
        color, wilds = rest // STATION_COLOR_STRIDE, rest % STATION_COLOR_STRIDE
        build_station(board, state, seat, code // CITY_STRIDE, color, wilds, notes, script)
