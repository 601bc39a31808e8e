"""A finished game step by step, everything open: what replay and analysis show."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from ferrovia.actions import decode, to_text
from ferrovia.events import to_data
from ferrovia.game import Game
from ferrovia.server.messages.viewer import game_view, own_part
from ferrovia.server.tables.state import TableState

_AT_A_STRETCH: Final = 16  # steps


def offers(table: TableState) -> dict[str, bool]:
    """What else can be asked about a finished game."""
    return {"coach": True, "branch": True, "chances": True}


async def replay_steps(table: TableState) -> list[dict[str, Any]]:
    """One step a move that counts (what was taken back is left out). Only for games that are over.

    It takes a tenth of a second, in which others get their turn.
    """
    assert table.game is not None
    assert table.game.is_over, "everything is open after the end alone"
    game = table.beginning()
    steps = [_step(game, 0, None, None, [to_data(event) for event in game.opening])]
    for number, move in enumerate(table.moves, start=1):
        events = [to_data(event) for event in game.play(move.code, seat=move.seat)]
        text = to_text(table.board, decode(table.board, move.code))
        steps.append(_step(game, number, move.seat, text, events))
        if number % _AT_A_STRETCH == 0:
            await asyncio.sleep(0)
    return steps


def _step(
    game: Game, number: int, seat: int | None, action: str | None, events: list[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "number": number,
        "seat": seat,
        "action": action,
        "events": events,
        "view": game_view(game.spectator_view()),
        "hands": [own_part(game.view(each)) for each in range(game.players)],
    }
