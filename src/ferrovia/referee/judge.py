"""Checks the entries of a real game: names every impossible one, or scores the whole game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ferrovia.boards import Board, load_board
from ferrovia.engine.state import FEW_TRAINS, RULES_VERSION
from ferrovia.game import Result
from ferrovia.position.problems import PositionProblems
from ferrovia.position.read_board import read_board
from ferrovia.referee.count import count
from ferrovia.referee.entry import Entry, read_entries
from ferrovia.referee.steps import Step, steps_of


@dataclass(frozen=True, slots=True)
class Judgement:
    """The score of a game, as if it ended now."""

    board: Board  # its tickets are those that the players hold, including entered ones
    entries: tuple[Entry, ...]
    result: Result
    trains_left: tuple[int, ...]
    few_trains: tuple[int, ...]  # seats that have called the last round, or could have (E1)
    steps: tuple[Step, ...]

    @property
    def names(self) -> tuple[str | None, ...]:
        return tuple(entry.name for entry in self.entries)

    def as_data(self) -> dict[str, Any]:
        """Everything as plain data that fits into JSON."""
        seats = zip(self.entries, self.trains_left, strict=True)
        return {
            "board": self.board.id,
            "rules_version": RULES_VERSION,
            "seats": [{"name": entry.name, "color": entry.color, "trains_left": left} for entry, left in seats],
            "few_trains": list(self.few_trains),
            "tickets": [
                {
                    "id": ticket.id,
                    "cities": [self.board.city(city).id for city in ticket.cities],
                    "points": ticket.points,
                }
                for ticket in self.board.tickets
            ],
            "exact": self.result.exact,
            "winners": list(self.result.winners),
            "totals": list(self.result.totals),
            "sheets": [asdict(sheet) for sheet in self.result.sheets],
            "steps": [asdict(step) for step in self.steps],
        }


def judge(data: Any, *, board: str | Path | Board | None = None) -> Judgement:
    """Scores what was entered. Raises PositionError with every impossible entry.

    `board` is for your own board, a path or a Board; the data can only name a built-in board or bring the text.
    """
    problems = PositionProblems()
    given = board if isinstance(board, Board) or board is None else load_board(board)
    found = read_board(data, given, problems)
    draft, entries = read_entries(data, found, problems)
    problems.raise_if_any()
    variant, result = count(draft, entries)
    owned = tuple(tuple(found.route(number).id for number in sorted(seat.routes)) for seat in draft.seats)
    trains = tuple(seat.trains_left(found) for seat in draft.seats)
    few = tuple(seat for seat, left in enumerate(trains) if left <= FEW_TRAINS)
    return Judgement(variant, entries, result, trains, few, steps_of(variant, owned, result))
