"""What one seat sees of a table, worlds dealt from that alone, and whether they come as often as they should."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.kit.walks import sized

from ferrovia.engine import bridge, state
from ferrovia.views.passing import passed

from .table import OTHER_KEY, Table

WORLDS = sized(20_000, 150)
BATCH = 1000  # worlds in memory at once


class SeatView:
    """What one seat sees of a table, and worlds dealt from that alone."""

    def __init__(self, table: Table, states: Any, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.views = state.new_records(state.STATE)
        self.seen = bridge.new_seen()
        self.worlds = state.new_records(state.STATE)
        boards, views, works = passed(table.boards), passed(self.views), passed(table.desk.works)
        bridge.look(boards, passed(states), 0, seat, views, 0, self.seen, works)

    def sight(self) -> bytes:
        return bytes(self.views.tobytes() + self.seen.tobytes())

    def world(self, stream: int) -> Any:
        self._imagine(stream, self.worlds, 0)
        return self.worlds[0]

    def batches(self, draws: int) -> Iterator[Any]:
        """The worlds of the first `draws` streams, in arrays of many: a look at each single record costs more."""
        many = state.new_records(state.STATE, BATCH)
        for first in range(0, draws, BATCH):
            count = min(BATCH, draws - first)
            for i in range(count):
                self._imagine(first + i, many, i)
            yield many[:count]

    def _imagine(self, stream: int, worlds: Any, place: int) -> None:
        boards, views, works = passed(self.table.boards), passed(self.views), passed(self.table.desk.works)
        worlds = passed(worlds)
        assert bridge.imagine(boards, views, 0, self.seat, self.seen, OTHER_KEY, stream, worlds, place, works)


def is_likely(counts: Counter[Any], chances: dict[Any, float]) -> None:
    """Chi-square: five deviations above its mean would come once in millions, and seeds are fixed anyway."""
    assert set(counts) <= set(chances), "a world that cannot be"
    draws = counts.total()
    assert math.isclose(sum(chances.values()), 1)
    # Cells that are too rare for the approximation count together.
    rare = {cell for cell, chance in chances.items() if chance * draws < 5}
    cells = [(counts[cell], chance * draws) for cell, chance in chances.items() if cell not in rare]
    if sum(chances[cell] for cell in rare) * draws >= 5:
        cells.append((sum(counts[cell] for cell in rare), sum(chances[cell] for cell in rare) * draws))
    free = len(cells) - 1
    assert sum((count - mean) ** 2 / mean for count, mean in cells) <= free + 5 * math.sqrt(2 * free) + 1e-9
