"""A table's finished game step by step, with nothing hidden, for replay and analysis."""

from __future__ import annotations

import asyncio
from typing import Final

from ferrovia.server.analysis.chances import method_for
from ferrovia.server.messages.outgoing import Step
from ferrovia.server.messages.steps import steps_of
from ferrovia.server.tables.state import TableState

_AT_A_STRETCH: Final = 16  # steps


def offers(table: TableState) -> dict[str, bool]:
    """Further questions that the server answers about a finished game. With a network, chances are instant."""
    return {
        "coach": True,
        "branch": True,
        "chances": True,
        "chances_at_once": method_for(table.board) == "network",
    }


async def replay_steps(table: TableState) -> list[Step]:
    """Returns one step per move that counts (taken-back moves are left out). Only for finished games.

    It takes a tenth of a second and yields to other tasks in between.
    """
    assert table.game is not None
    assert table.game.is_over, "everything is open after the end alone"
    steps: list[Step] = []
    for step in steps_of(table.beginning(), [(move.seat, move.code) for move in table.moves]):
        steps.append(step)
        if len(steps) % _AT_A_STRETCH == 0:
            await asyncio.sleep(0)
    return steps
