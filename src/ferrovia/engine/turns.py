"""Ending turns and the game: rules S5 and E."""

from __future__ import annotations

from .chance import can_draw
from .compilation.jit import kernel
from .event_buffer import note
from .state import (
    ENDED_BY_LAST_ROUND,
    ENDED_BY_PASSES,
    ENDED_BY_TURN_LIMIT,
    FEW_TRAINS,
    MAX_TURNS_EACH,
    NOT_YET,
    NOTE_GAME_ENDED,
    NOTE_LAST_ROUND,
    NOTE_PASSED,
    NOTE_TURN_STARTED,
    OVER,
    SECOND_CARD,
    TURN,
)


@kernel
def end_game(state, reason, notes):
    state.phase = OVER
    state.ended_by = reason
    note(notes, NOTE_GAME_ENDED, reason, 0, 0, 0, 0)


@kernel
def end_turn(state, notes):
    seat = int(state.turn)
    players = int(state.players)
    state.turns += 1
    if state.turns_left > 0:
        state.turns_left -= 1
        if state.turns_left == 0:
            end_game(state, ENDED_BY_LAST_ROUND, notes)
            return
    if state.turns >= MAX_TURNS_EACH * players:
        end_game(state, ENDED_BY_TURN_LIMIT, notes)  # E2
        return
    if state.turns_left == NOT_YET and state.trains[seat] <= FEW_TRAINS:
        state.turns_left = players  # E1: everyone, that player included, has one more turn
        note(notes, NOTE_LAST_ROUND, seat, 0, 0, 0, 0)
    state.phase = TURN
    state.turn = seat + 1 if seat + 1 < players else 0
    note(notes, NOTE_TURN_STARTED, int(state.turn), 0, 0, 0, 0)


@kernel
def pass_turn(state, seat, notes):
    """E2: pass, because nothing else is possible."""
    note(notes, NOTE_PASSED, seat, 0, 0, 0, 0)
    state.passes += 1
    if state.passes >= state.players:
        state.turns += 1
        end_game(state, ENDED_BY_PASSES, notes)
        return
    end_turn(state, notes)


@kernel
def go_on(state, may_draw_again, notes):
    """After an action: a second card, or the next turn."""
    if may_draw_again and state.phase == TURN and can_draw(state):  # D9, D10
        state.phase = SECOND_CARD
    else:
        end_turn(state, notes)
