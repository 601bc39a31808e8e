"""Colours are alike: how an observation, a mask and a board's facts look after the colours have changed their names.

A position with its colours exchanged, on a board whose routes have theirs exchanged in the same way, is the same game.
In the entities form colours are features, so exchanging them makes new examples out of old ones for a network that
sees `board_entities` too. The flat form does not tell the routes' colours: there it is no symmetry of one board.

```python
from ferrovia.environments.batch import Batch
from ferrovia.environments.symmetry import ColorChange

batch = Batch("new_york", games=8, seed=7)
change = ColorChange(batch.encoding, [1, 0, 2, 3, 4, 5])  # the first two colours change their names
tables = batch.encoding.entities(batch.reset().observations[:, change.indices])
facts = change.facts(batch.encoding.board_entities)
```
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ferrovia.engine.state import (
    CITY_STRIDE,
    CLAIM,
    COLOR_STRIDE,
    ROUTE_STRIDE,
    STATION,
    STATION_COLOR_STRIDE,
    TAKE_CARD,
    WILD,
)
from ferrovia.environments.action_space import ActionSpace
from ferrovia.environments.encoding import Encoding
from ferrovia.environments.facts import ROUTE_COLUMNS


class ColorChange:
    """One renaming of colours: `order[i]` is the colour (from 0, without the wild) that colour i is turned into.

    `observation[..., change.indices]` is the observation after it. Masks need the actions of the board whose routes
    have changed, so only actions without routes of one colour can be turned on the same board: see `action`.
    """

    def __init__(self, encoding: Encoding, order: Sequence[int]) -> None:
        colors = len(encoding.board.card_colors)
        if sorted(order) != list(range(colors)):
            raise ValueError(f"an order of {colors} colours names each of 0 to {colors - 1} once, not {list(order)}")
        self.encoding = encoding
        self.new_kind = np.array([WILD, *(color + 1 for color in order)])  # by old kind of card
        old_kind = np.argsort(self.new_kind)
        self.indices: Any = np.arange(encoding.size)
        for field in encoding.fields():
            if field.entity == "cards" or field.each == "cards":
                start, kinds = encoding.start[field.name], encoding.sizes.cards
                for row in range(start, start + encoding.width(field), kinds):
                    self.indices[row : row + kinds] = row + old_kind

    def facts(self, board_entities: Any) -> dict[str, Any]:
        """The facts of the board whose routes have the new colours."""
        routes = board_entities["routes"].copy()
        first = len(ROUTE_COLUMNS)
        routes[:, first:] = board_entities["routes"][:, first + np.argsort(self.new_kind[1:] - 1)]
        return {**board_entities, "routes": routes}

    def action(self, actions: ActionSpace, code: int, changed: ActionSpace) -> int:
        """The number, among the actions of the board with changed colours, of what `code` is turned into."""
        if TAKE_CARD <= code < TAKE_CARD + len(self.new_kind):
            code = TAKE_CARD + int(self.new_kind[code - TAKE_CARD])
        elif CLAIM <= code < STATION:
            place, rest = divmod(code - CLAIM, ROUTE_STRIDE)
            color, wilds = divmod(rest, COLOR_STRIDE)
            code = CLAIM + place * ROUTE_STRIDE + int(self.new_kind[color]) * COLOR_STRIDE + wilds
        elif code >= STATION:
            place, rest = divmod(code - STATION, CITY_STRIDE)
            color, wilds = divmod(rest, STATION_COLOR_STRIDE)
            code = STATION + place * CITY_STRIDE + int(self.new_kind[color]) * STATION_COLOR_STRIDE + wilds
        return changed.number(code)
