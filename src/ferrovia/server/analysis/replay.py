"""A finished game step by step, everything open: what replay and analysis show."""

from __future__ import annotations

import asyncio
from typing import Final

from ferrovia.actions import decode, to_text
from ferrovia.data import action_for, event_data, event_for, game_view, own_part, seats_that_know_more
from ferrovia.events import Event
from ferrovia.game import Game
from ferrovia.server.messages.outgoing import SeenStep, Step
from ferrovia.server.tables.state import TableState

_AT_A_STRETCH: Final = 16  # steps


def offers(table: TableState) -> dict[str, bool]:
    """What else can be asked about a finished game."""
    return {"coach": True, "branch": True, "chances": True}


async def replay_steps(table: TableState) -> list[Step]:
    """One step a move that counts (what was taken back is left out). Only for games that are over.

    It takes a tenth of a second, in which others get their turn.
    """
    assert table.game is not None
    assert table.game.is_over, "everything is open after the end alone"
    game = table.beginning()
    steps = [_step(game, 0, None, None, game.opening)]
    for number, move in enumerate(table.moves, start=1):
        steps.append(_step(game, number, move.seat, move.code, game.play(move.code, seat=move.seat)))
        if number % _AT_A_STRETCH == 0:
            await asyncio.sleep(0)
    return steps


def _step(game: Game, number: int, seat: int | None, code: int | None, events: tuple[Event, ...]) -> Step:
    return {
        "number": number,
        "seat": seat,
        "action": None if code is None else to_text(game.board, decode(game.board, code)),
        "events": [event_data(event) for event in events],
        "seen": [_seen(game, seat, code, events, viewer) for viewer in range(game.players)],
        "view": game_view(game.spectator_view()),
        "hands": [own_part(game.view(each)) for each in range(game.players)],
    }


def _seen(game: Game, seat: int | None, code: int | None, events: tuple[Event, ...], viewer: int) -> SeenStep | None:
    """What the viewer could see of a step; None if that was everything."""
    action = None if code is None else decode(game.board, code)
    shown = None if action is None else action_for(action, seat, viewer)
    if shown == action and seats_that_know_more(events) <= {viewer}:
        return None
    return {
        "action": None if shown is None else to_text(game.board, shown),
        "events": [event_data(event_for(event, viewer)) for event in events],
    }
