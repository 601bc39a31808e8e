"""Each seat's progress beyond routes and tickets: attractions, districts, merchandise.

All of it is visible on the board, so everybody may know it during the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ferrovia.boards import Board


@dataclass(frozen=True)
class Progress:
    """One seat's progress. `districts` has, per district, how many of its places the seat's routes connect."""

    attractions: int
    districts: dict[int, int]
    bonus: int  # points of all this, if the game ended now


def progress(board: Board, owners: Mapping[str, int], merchandise: Sequence[int]) -> tuple[Progress, ...]:
    """Returns every seat's progress; `owners` maps routes to seats, `merchandise` has cards by seat."""
    bonuses = board.bonuses
    if not (bonuses.districts or bonuses.merchandise or any(city.attraction for city in board.cities)):
        return (Progress(0, {}, 0),) * len(merchandise)  # most boards: this is asked after every action
    return tuple(_of_seat(board, owners, merchandise, seat) for seat in range(len(merchandise)))


def _of_seat(board: Board, owners: Mapping[str, int], merchandise: Sequence[int], seat: int) -> Progress:
    own = [board.route(route).cities for route, owner in owners.items() if owner == seat]
    touched = {city for cities in own for city in cities}
    attractions = sum(board.city(city).attraction for city in touched)
    districts = _districts(board, own) if board.bonuses.districts else {}
    bonus = attractions * board.bonuses.attraction
    if districts:
        sizes = Counter(city.district for city in board.cities)
        bonus += sum(number for number, joined in districts.items() if joined == sizes[number])
    return Progress(attractions, districts, bonus + _merchandise_points(board, merchandise, seat))


def _districts(board: Board, own: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Per district: the size of the largest group of places that the routes connect, or 0 if they touch none."""
    group = {city: city for cities in own for city in cities}
    for a, b in own:
        if group[a] != group[b]:
            old, new = group[a], group[b]
            group = {city: new if of == old else of for city, of in group.items()}
    found = {}
    for number in sorted({city.district for city in board.cities if city.district is not None}):
        together = Counter(
            group[city.number] for city in board.cities if city.district == number and city.number in group
        )
        found[number] = max(together.values(), default=0)
    return found


def _merchandise_points(board: Board, merchandise: Sequence[int], seat: int) -> int:
    if board.bonuses.merchandise is None or merchandise[seat] == 0:
        return 0
    ahead = sum(cards > merchandise[seat] for cards in merchandise)
    return board.bonuses.merchandise.points[len(merchandise)][ahead]
