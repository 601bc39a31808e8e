"""The flat discrete actions of a board: the engine's codes packed densely, with a name each.

`wilds="explicit"` has every payment. `wilds="fewest"` has one payment per colour, the one with the fewest wilds. It
loses no claims: a seat that can pay for a route or station in a colour, or with wilds only, still can. It leaves out
payments with more wilds than needed, which save coloured cards at the price of wilds. A change of meaning or order
raises `VERSION`.

```python
from ferrovia.boards import load_board
from ferrovia.environments.action_space import ActionSpace

actions = ActionSpace(load_board("new_york"), wilds="fewest")
print(actions.size, actions.names[0], actions.names[-1])
code = actions.code_of[8]  # the engine's code of action 8, and back:
assert actions.number(code) == 8
```
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, Literal, get_args

import numpy as np

from ferrovia.actions import BuildStation, ClaimRoute, PayTunnel, decode, encode, to_text
from ferrovia.boards import Board
from ferrovia.engine.state import (
    ACTION_CODES,
    ALL_WILD,
    CLAIM,
    COLOR_STRIDE,
    DRAW_TICKETS,
    DRAW_UNSEEN,
    KEEP_TICKETS,
    PASS,
    PAY_EXTRA,
    ROUTE_STRIDE,
    STATION,
    TAKE_BACK,
    TAKE_CARD,
    TUNNEL_CARDS,
)
from ferrovia.environments.encoding import offer_size
from ferrovia.environments.kernels.sections import MOST_CLAIMS, MOST_PAYMENTS, PART_BITS

VERSION: Final = 1
Wilds = Literal["explicit", "fewest"]
NO_ACTION: Final = -1


class ActionSpace:
    """All actions of a board, numbered from 0. `number_of` and `code_of` convert from and to the engine's codes."""

    version: Final = VERSION

    def __init__(self, board: Board, wilds: Wilds = "explicit") -> None:
        if wilds not in get_args(Wilds):
            raise ValueError(f"wilds is 'explicit' or 'fewest', not {wilds!r}")
        self.board = board
        self.wilds = wilds
        groups = list(_groups(board))
        if wilds == "explicit":
            groups = [[code] for group in groups for code in group]
        self.size = len(groups)
        self.groups = groups
        self.number_of: Any = np.full(ACTION_CODES, NO_ACTION, dtype=np.int16)
        for number, group in enumerate(groups):
            self.number_of[group] = number
        self.code_of: Any = np.array([group[0] for group in groups], dtype=np.int16)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A text for every action; with `explicit`, one that `Game.play` accepts."""
        return tuple(self._name(group) for group in self.groups)

    def _name(self, group: list[int]) -> str:
        action = decode(self.board, group[0])
        if self.wilds == "explicit":
            return to_text(self.board, action)
        match action:
            case ClaimRoute(route, color, _):
                return f"claim {route} {color or 'wild'}"
            case BuildStation(city, color, _):
                return f"station {city} {color or 'wild'}"
            case PayTunnel():
                return "pay"
        return to_text(self.board, action)

    def number(self, code: int) -> int:
        """The number of an engine code. Raises if the board has no such action."""
        number = int(self.number_of[code]) if 0 <= code < ACTION_CODES else NO_ACTION
        if number == NO_ACTION:
            raise ValueError(f"the code {code} is not an action on the board {self.board.id}")
        return number

    def describe(self, plan: Any) -> None:
        """Writes into the kernels' plan what they need to know.

        A small board has few kinds of payments, and a claim is a payment and a route. A mix of `cards` of a colour and
        `wilds` is possible with as many of each in hand, and as many trains as both together.
        """
        plan.actions, plan.fewest = self.size, self.wilds == "fewest"
        claims = np.flatnonzero((self.code_of >= CLAIM) & (self.code_of < STATION))
        longest = max(route.length for route in self.board.routes)
        mixes = [(length - wilds, wilds) for length in range(1, longest + 1) for wilds in range(length)]
        payments = longest + len(self.board.card_colors) * len(mixes)
        is_small = payments <= MOST_PAYMENTS and len(claims) <= MOST_CLAIMS and len(self.board.routes) <= PART_BITS
        if self.wilds == "fewest" or not is_small:
            return
        plan.claims, plan.first_claim, plan.longest, plan.mixes = len(claims), claims[0], longest, len(mixes)
        for number, (cards, wilds) in enumerate(mixes):
            plan.mix[cards + wilds :, wilds:, cards:] |= 1 << number
        for place, code in enumerate(self.code_of[claims].tolist()):
            route, rest = divmod(code - CLAIM, ROUTE_STRIDE)
            color, wilds = divmod(rest, COLOR_STRIDE)
            if color == ALL_WILD:
                payment = wilds - 1
            else:
                cards = self.board.routes[route].length - wilds
                payment = longest + (color - 1) * len(mixes) + mixes.index((cards, wilds))
            plan.claim_payment[place], plan.claim_route[place] = payment, route


def _groups(board: Board) -> Iterator[list[int]]:
    """The codes of a board in order; codes that differ only in their wilds are grouped, fewest first."""
    colors = (None, *board.card_colors)
    yield [DRAW_UNSEEN]
    for card in range(len(colors)):
        yield [TAKE_CARD + card]
    yield [DRAW_TICKETS]
    yield [PASS]
    if any(route.tunnel for route in board.routes):
        yield [TAKE_BACK]
        yield [PAY_EXTRA + wilds for wilds in range(TUNNEL_CARDS + 1)]
    for mask in range(1, 1 << offer_size(board)):
        yield [KEEP_TICKETS + mask]
    for route in board.routes:
        for color in colors:
            if color is None:
                yield [encode(board, ClaimRoute(route.id, None, route.length))]
            elif route.color in (None, color) and route.ferry < route.length:
                wilds = range(route.ferry, route.length)
                yield [encode(board, ClaimRoute(route.id, color, count)) for count in wilds]
    for city in board.cities if board.stations.each else ():
        for color in colors:
            # The second station costs two cards, the third three, which limits how many may be wild.
            counts = range(1, board.stations.each + 1) if color is None else range(board.stations.each)
            yield [encode(board, BuildStation(city.id, color, count)) for count in counts]
