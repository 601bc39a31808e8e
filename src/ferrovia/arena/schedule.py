"""A tournament: contestants, boards, line-ups and deals. They determine every game.

A *match* is a line-up on a board. A *deal* is a key: all matches with the same number of players on a board use the
same deals, and each deal is played once with every rotation of the line-up over the seats.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import Any, Final, NamedTuple

import numpy as np

from ferrovia.arena.contestants import Contestant, budget_text, read_budget, read_contestant
from ferrovia.boards import Board, is_built_in, load_board, parse_board
from ferrovia.bots import Budget
from ferrovia.engine.state import RULES_VERSION
from ferrovia.game import Key

FORMATS: Final = ("all", "one-of", "self")
DEFAULT_BUDGET: Final = Budget(simulations=1_000)  # not seconds: a tournament should be repeatable


class TournamentError(ValueError):
    """An impossible tournament; the text says why."""

    code = "tournament/impossible"


class GamePlan(NamedTuple):
    """One game: the match, the deal, and the rotation of the line-up in seats."""

    match: int
    deal: int
    rotation: int


@dataclass(frozen=True, slots=True)
class Match:
    """A line-up, in seat order before rotation, on the board with that number."""

    board: int
    lineup: tuple[str, ...]

    @property
    def players(self) -> int:
        return len(self.lineup)

    @property
    def rotations(self) -> int:
        """The number of distinct rotations: one if all seats are alike, otherwise usually the number of seats."""
        n = len(self.lineup)
        return next(k for k in range(1, n + 1) if self.lineup[k % n :] + self.lineup[: k % n] == self.lineup)

    def seating(self, rotation: int) -> tuple[str, ...]:
        """The contestants by seat: a rotation moves each on by one seat."""
        n = len(self.lineup)
        return tuple(self.lineup[(seat - rotation) % n] for seat in range(n))


@dataclass(frozen=True)
class Tournament:
    """Boards, line-ups, deals, a seed and a budget: they determine every game."""

    boards: tuple[Board, ...]
    matches: tuple[Match, ...]
    deals: int
    seed: int = 1
    budget: Budget = DEFAULT_BUDGET  # for contestants without their own

    def __post_init__(self) -> None:
        if not self.matches:
            raise TournamentError("there is no match to play: name at least two bots, or a line-up")
        if self.deals < 1:
            raise TournamentError("a tournament has at least one deal")
        for match in self.matches:
            board = self.boards[match.board]
            fewest, most = board.players
            if not fewest <= match.players <= most:
                lineup = ",".join(match.lineup)
                raise TournamentError(f"{board.name} is for {fewest} to {most} players, not {match.players}: {lineup}")

    @cached_property
    def contestants(self) -> tuple[str, ...]:
        """Every contestant once, in the order of appearance."""
        return tuple(dict.fromkeys(name for match in self.matches for name in match.lineup))

    @cached_property
    def who(self) -> dict[str, Contestant]:
        return {name: read_contestant(name) for name in self.contestants}

    def budget_of(self, contestant: str) -> Budget:
        return self.who[contestant].budget or self.budget

    @property
    def reproducible(self) -> bool:
        """Whether all budgets are in simulations. With one in seconds, another run may give another result."""
        return all(self.budget_of(name).seconds is None for name in self.contestants)

    @cached_property
    def games(self) -> int:
        return self.deals * sum(match.rotations for match in self.matches)

    def plans(self) -> Iterator[GamePlan]:
        """Every game, deal by deal, so that a tournament stopped early has played all pairs."""
        for deal in range(self.deals):
            for number, match in enumerate(self.matches):
                for rotation in range(match.rotations):
                    yield GamePlan(number, deal, rotation)

    def key(self, plan: GamePlan) -> Key:
        """The deal: the same for all matches with this number of players on the board, whatever the seating."""
        match = self.matches[plan.match]
        text = f"ferrovia tournament {self.seed} {self.boards[match.board].digest} {match.players} {plan.deal}"
        return Key(hashlib.sha256(text.encode()).digest())

    def streams(self, plan: GamePlan, *, start: int = 0) -> list[np.random.Generator]:
        """A random source per seat; `start` is the move from which it is used, if a game was resumed."""
        match = self.matches[plan.match]
        seating = ",".join(match.seating(plan.rotation))
        root = f"{self.key(plan).secret.hex()} {seating} {start}"
        seeds = (hashlib.sha256(f"{root} {seat}".encode()).digest()[:16] for seat in range(match.players))
        return [np.random.Generator(np.random.PCG64(int.from_bytes(seed))) for seed in seeds]

    def description(self) -> dict[str, Any]:
        """Plain data that determines every game. It omits the number of deals: more may be added later."""
        return {
            "rules_version": RULES_VERSION,
            "seed": self.seed,
            "boards": [
                {"id": board.id, "digest": board.digest}
                | ({} if is_built_in(board.id, board.digest) else {"text": board.text})
                for board in self.boards
            ],
            "matches": [{"board": match.board, "lineup": list(match.lineup)} for match in self.matches],
            "budgets": {name: budget_text(self.budget_of(name)) for name in self.contestants},
        }

    @staticmethod
    def of_description(data: Any, *, deals: int) -> Tournament:
        """The tournament that plain data describes; TournamentError if it is invalid."""
        try:
            boards = tuple(_described_board(entry) for entry in data["boards"])
            matches = tuple(Match(entry["board"], tuple(entry["lineup"])) for entry in data["matches"])
            if any(type(match.board) is not int or not 0 <= match.board < len(boards) for match in matches):
                raise TournamentError("a match names a board that does not exist")
            budgets = {read_budget(text) for name, text in data["budgets"].items() if "@" not in name}
            budget = budgets.pop() if budgets else DEFAULT_BUDGET
            found = Tournament(boards, matches, deals, data["seed"], budget)
            if found.description() != data:
                raise TournamentError("it was written for other rules, boards or budgets than those of today")
        except (KeyError, TypeError, AttributeError) as error:
            raise TournamentError(f"it describes no tournament ({type(error).__name__}: {error})") from error
        return found


def _described_board(entry: dict[str, str]) -> Board:
    if "text" in entry:
        return parse_board(entry["text"], source=f"board {entry['id']}")
    return load_board(entry["id"])


def line_ups(contestants: Sequence[str], players: int, form: str) -> list[tuple[str, ...]]:
    """Line-ups of a format. `all`: every combination of different contestants; `one-of`: each alone among copies of
    each other one; `self`: each in all seats.
    """
    names = list(dict.fromkeys(contestants))
    if form == "self":
        return [(name,) * players for name in names]
    if form == "one-of":
        pairs = combinations(names, 2) if players == 2 else permutations(names, 2)
        return [(one, *(other,) * (players - 1)) for one, other in pairs]
    if form != "all":
        raise TournamentError(f"there is no format {form!r:.40}; the formats are {', '.join(FORMATS)}")
    if len(names) < players:
        raise TournamentError(
            f"{players} players need {players} different contestants, and there are {len(names)}: "
            f"name more, ask for the format one-of or self, or give a line-up"
        )
    return list(combinations(names, players))


def plan_tournament(
    *,
    boards: Sequence[Board],
    contestants: Sequence[str] = (),
    players: Sequence[int] = (2,),
    form: str = "all",
    lineups: Sequence[Sequence[str]] = (),
    deals: int,
    seed: int = 1,
    budget: Budget = DEFAULT_BUDGET,
) -> Tournament:
    """A tournament with the format's line-ups for every number of players, and those given, on every board."""
    spelled = [read_contestant(name).spelled for name in contestants]
    wanted = [line_up for count in players for line_up in line_ups(spelled, count, form)] if spelled else []
    wanted += [tuple(read_contestant(name).spelled for name in lineup) for lineup in lineups]
    matches = tuple(Match(board, lineup) for board in range(len(boards)) for lineup in dict.fromkeys(wanted))
    return Tournament(tuple(boards), matches, deals, seed, budget)
