"""Lessons at a table: which action the learner is asked for, and what the rival does."""

from __future__ import annotations

from ferrovia.actions import encode, from_text
from ferrovia.server.lessons import LEARNER
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.tables.state import TableState


def check_step(table: TableState, seat: int, code: int) -> None:
    """Refuses an action that the learner's current step does not ask for."""
    steps = (table.settings.get("lesson") or {}).get("learner", [])
    done = sum(move.seat == seat for move in table.moves)
    if seat != LEARNER or done >= len(steps):
        return
    if code not in [encode(table.board, from_text(table.board, text)) for text in steps[done]]:
        raise Refuse("lesson/other")


def rival_action(table: TableState, seat: int) -> str | None:
    """The rival's scripted action; None if a bot decides."""
    script = (table.settings.get("lesson") or {}).get("rival", [])
    done = sum(move.seat == seat for move in table.moves)
    return script[done] if seat != LEARNER and done < len(script) else None
