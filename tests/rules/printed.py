"""The printed rules of each board, typed from the rulebooks and not from the board files: P1 to P16."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest


@dataclass(frozen=True)
class Printed:
    board: str
    players: tuple[int, ...]
    trains: int
    colors: frozenset[str]
    of_a_color: int
    wilds: int
    dealt: int
    tickets: tuple[int, int]  # regular, long
    offered: tuple[int, int]  # long, regular
    kept: int  # at least, of those
    unkept_leave: bool  # or go under the deck
    drawn: int  # tickets, of which one is kept
    closing: tuple[int, ...]  # players with whom half a double closes the other
    points: dict[int, int]
    stations: int = 0
    tunnels_and_ferries: bool = False
    tie_breaks: tuple[str, ...] = ("tickets_completed",)
    bonuses: dict[str, object] = field(default_factory=dict)

    @property
    def cards(self) -> int:
        return len(self.colors) * self.of_a_color + self.wilds


def _city(board: str, trains: int, colors: str, tickets: int, bonuses: dict[str, object]) -> Printed:
    """The three city books agree in all the rest."""
    return Printed(
        board=board,
        players=(2, 3, 4),
        trains=trains,
        colors=frozenset(colors.split()),
        of_a_color=6,
        wilds=8,
        dealt=2,
        tickets=(tickets, 0),
        offered=(0, 2),
        kept=1,
        unkept_leave=False,
        drawn=2,
        closing=(2,),
        points={1: 1, 2: 2, 3: 4, 4: 7},
        bonuses=bonuses,
    )


_EIGHT_COLORS = frozenset(["purple", "blue", "orange", "white", "green", "yellow", "black", "red"])

EUROPE = Printed(
    board="europe",
    players=(2, 3, 4, 5),
    trains=45,
    colors=_EIGHT_COLORS,
    of_a_color=12,
    wilds=14,
    dealt=4,
    tickets=(40, 6),
    offered=(1, 3),
    kept=2,
    unkept_leave=True,
    drawn=3,
    closing=(2, 3),
    points={1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21},
    stations=3,
    tunnels_and_ferries=True,
    tie_breaks=("tickets_completed", "fewest_stations", "longest_path"),
    bonuses={"longest_path": 10},
)
NEW_YORK = _city("new_york", 15, "blue green black pink red orange", 18, {"attraction": 1})
LONDON = _city("london", 17, "blue green black pink yellow orange", 20, {"districts": (1, 2, 3, 4, 5)})
AMSTERDAM = _city(
    "amsterdam",
    16,
    "pink blue green black red orange",
    24,
    {"merchandise": (16, {2: (8, 4), 3: (8, 5, 2), 4: (8, 6, 4, 2)})},
)
USA = Printed(
    board="usa",
    players=(2, 3, 4, 5),
    trains=45,
    colors=_EIGHT_COLORS,
    of_a_color=12,
    wilds=14,
    dealt=4,
    tickets=(30, 0),
    offered=(0, 3),
    kept=2,
    unkept_leave=False,
    drawn=3,
    closing=(2, 3),
    points={1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15},
    tie_breaks=("tickets_completed", "longest_path"),
    bonuses={"longest_path": 10},
)

BOARDS = (EUROPE, NEW_YORK, LONDON, AMSTERDAM, USA)
each_board = pytest.mark.parametrize("printed", BOARDS, ids=lambda printed: printed.board)
each_table = pytest.mark.parametrize(
    "printed, players",
    [
        pytest.param(printed, players, id=f"{printed.board}-{players}")
        for printed in BOARDS
        for players in printed.players
    ],
)
