"""A finished game step by step, everything open: what replay and analysis show."""

from __future__ import annotations

from typing import Any

from ferrovia.actions import decode, to_text
from ferrovia.events import to_data
from ferrovia.game import Game
from ferrovia.server.state import TableState
from ferrovia.server.telling import game_view, own_part


def offers(table: TableState) -> dict[str, bool]:
    """What else can be asked about a finished game."""
    return {"coach": True, "branch": True, "chances": True}


def replay_steps(table: TableState) -> list[dict[str, Any]]:
    """One step a move that counts (what was taken back is left out). Only for games that are over."""
    assert table.game is not None
    assert table.game.is_over, "everything is open after the end alone"
    game = table.beginning()
    steps = [_step(game, 0, None, None, [to_data(event) for event in game.opening])]
    for number, move in enumerate(table.moves, start=1):
        events = [to_data(event) for event in game.play(move.code, seat=move.seat)]
        text = to_text(table.board, decode(table.board, move.code))
        steps.append(_step(game, number, move.seat, text, events))
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
