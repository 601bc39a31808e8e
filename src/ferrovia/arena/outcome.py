"""How a game ended, to and from one line of JSON. Only the thinking times depend on the clock."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from ferrovia.arena.heartbeat import FAULTS
from ferrovia.arena.schedule import GamePlan, Tournament
from ferrovia.engine.state import ENDINGS, MAX_PLAYERS

_CLOCK: Final = ("micros", "cpu_micros", "slowest", "late")
_MOVES: Final = "codes"  # for records; the journal stays small without them


class OutcomeError(ValueError):
    """A line that is not a game of this tournament."""


@dataclass(frozen=True, slots=True)
class SeatFaults:
    """The faults of one seat's bot in a game: how many of each kind, and the first one."""

    seat: int
    move: int  # of the first
    reason: str  # of the first
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game; every list is by seat."""

    match: int
    deal: int
    rotation: int
    first: int  # the seat that began
    scores: list[int]
    ranks: list[int]  # 1 = winner; equal ranks are ties that no tie-break resolved
    turns: list[int]
    kept: list[int]  # tickets
    completed: list[int]
    ticket_points: list[int]
    cards: list[int]  # left in hand
    trains: list[int]  # left
    stations: list[int]  # built
    decisions: list[int]
    micros: list[float]  # mean thinking time of a decision, by the clock
    cpu_micros: list[float]  # the same in processor time, unaffected by other programs
    slowest: list[float]  # seconds of the longest decision
    late: list[int]  # decisions over a budget in seconds, with a small allowance for a busy machine
    ended_by: str
    digest: str  # of the last position
    faults: list[SeatFaults]
    codes: tuple[int, ...] = field(default=(), compare=False, repr=False)  # of all actions; empty if read from a file

    @property
    def plan(self) -> GamePlan:
        return GamePlan(self.match, self.deal, self.rotation)

    @property
    def shares(self) -> list[float]:
        """Shares of the win; ties share it."""
        winners = self.ranks.count(1)
        return [1 / winners if rank == 1 else 0.0 for rank in self.ranks]

    def to_line(self) -> str:
        data = {name: value for name, value in asdict(self).items() if name != _MOVES}
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


_BY_SEAT: Final = (
    "scores",
    "ranks",
    "turns",
    "kept",
    "completed",
    "ticket_points",
    "cards",
    "trains",
    "stations",
    "decisions",
)


def read_outcome(line: str, tournament: Tournament) -> Outcome:
    """Raises OutcomeError for a line that is not an outcome of this tournament."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise OutcomeError(f"this is not JSON ({error})") from error
    if not isinstance(data, dict) or set(data) != {part.name for part in fields(Outcome)} - {_MOVES}:
        raise OutcomeError("this is not the result of a game")
    for name in ("match", "deal", "rotation", "first"):
        if type(data[name]) is not int or data[name] < 0:
            raise OutcomeError(f"{name} is not a valid number")
    if data["match"] >= len(tournament.matches):
        raise OutcomeError(f"there is no match {data['match']}")
    match = tournament.matches[data["match"]]
    if data["rotation"] >= match.rotations or data["first"] >= match.players:
        raise OutcomeError("the seats do not fit this match")
    for name in _BY_SEAT:
        _check_row(data[name], name, match.players, int)
    for name in _CLOCK:
        _check_row(data[name], name, match.players, (int, float))
    if not all(1 <= rank <= MAX_PLAYERS for rank in data["ranks"]) or 1 not in data["ranks"]:
        raise OutcomeError("the ranks are not valid")
    if data["ended_by"] not in ENDINGS or not isinstance(data["digest"], str):
        raise OutcomeError("how the game ended is missing")
    faults = _read_faults(data["faults"], match.players)
    return Outcome(**(data | {"faults": faults}))


def _check_row(row: Any, name: str, players: int, kind: Any) -> None:
    right = isinstance(row, list) and len(row) == players
    if not right or not all(isinstance(value, kind) and not isinstance(value, bool) for value in row):
        raise OutcomeError(f"{name} does not have a number for each of {players} seats")


def _read_faults(found: Any, players: int) -> list[SeatFaults]:
    names = {field.name for field in fields(SeatFaults)}
    right = isinstance(found, list) and all(isinstance(entry, dict) and set(entry) == names for entry in found)
    if not right:
        raise OutcomeError("the faults do not have the expected form")
    for entry in found:
        counts, seat = entry["counts"], entry["seat"]
        if type(seat) is not int or not 0 <= seat < players or type(entry["move"]) is not int:
            raise OutcomeError("a fault has no seat or move")
        if not isinstance(entry["reason"], str) or not isinstance(counts, dict):
            raise OutcomeError("a fault has no reason")
        if not set(counts) <= set(FAULTS) or not all(type(count) is int for count in counts.values()):
            raise OutcomeError("a fault is of no known kind")
    return [SeatFaults(**entry) for entry in found]
