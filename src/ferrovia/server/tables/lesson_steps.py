"""Lessons at a table: which action the learner is asked for, and what the rival does."""

from __future__ import annotations

from ferrovia.actions import encode, from_text
from ferrovia.server.lessons import LEARNER
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.tables.state import TableState


def check_step(table: TableState, seat: int, code: int) -> None:
    """Refuses an action that the learner's current step does not ask for."""
    script = table.settings.get("lesson")
    done = _actions_of(table, seat)
    if script is None or seat != LEARNER or done >= len(script["learner"]):
        return
    if code not in [encode(table.board, from_text(table.board, text)) for text in script["learner"][done]]:
        raise Refuse("lesson/other")


def rival_action(table: TableState, seat: int) -> str | None:
    """The rival's scripted action; None if a bot decides."""
    script = table.settings.get("lesson")
    done = _actions_of(table, seat)
    if script is None or seat == LEARNER or done >= len(script["rival"]):
        return None
    return script["rival"][done]


def _actions_of(table: TableState, seat: int) -> int:
    return sum(move.seat == seat for move in table.moves)
