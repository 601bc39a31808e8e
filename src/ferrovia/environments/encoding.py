"""A seat's knowledge as numbers: the one documented encoding of all environments, flat or by entities.

`Encoding` defines the meaning of every index. A change of meaning, order or width raises `VERSION`. Agents carry the
version that they were trained with, and an encoding of another version rejects them.

```python
from ferrovia.environments.batch import Batch

batch = Batch("new_york", players=3, games=8, seed=7)
encoding = batch.encoding
observation = batch.reset().observations[0]  # flat: encoding.size small integers
hand = encoding.part(observation, "hand")  # one field of them
print(encoding.name(30), observation[30])  # the meaning of an index, with the board's own names
tables = encoding.entities(observation)  # the same numbers: tables["routes"] has one row per route
print(encoding.columns("routes"))  # and these columns
facts = encoding.board_entities  # constants: ends, lengths and colours of routes, tickets, cities
numbers = observation * encoding.scale  # around 1, for a network
```
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ferrovia.boards import Board, engine_board
from ferrovia.engine import Part, prepare, register
from ferrovia.engine.state import PHASES, TUNNEL_CARDS, new_records
from ferrovia.environments.kernels import sections as numbers
from ferrovia.environments.kernels.paths import look_ahead
from ferrovia.environments.kernels.sections import (
    GRAPH,
    LARGEST,
    MOST_CITIES,
    NUMBER_OF_BIT,
    PLAN,
    new_search,
)

if TYPE_CHECKING:
    from ferrovia.environments.action_space import ActionSpace

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of a board, for a number of players."""

    players: int
    cards: int  # kinds, the wild first
    routes: int
    cities: int
    tickets: int
    offer: int  # tickets offered at once, at most
    phases: int
    one: int = 1
    none: int = 0


@dataclass(frozen=True, slots=True)
class Field:
    """A kind of number: how many an entity has, the largest value, the divisor for scaling, and the meaning."""

    name: str
    entity: str  # table, cards, players, routes, cities, tickets or offers
    each: str  # "one", or the size by which it repeats for each entity, outermost
    high: Callable[[Board], int]
    unit: Callable[[Board], float]
    meaning: str
    needs: str = ""  # a part of the rules; boards without it skip the field


def _is(value: int) -> Callable[[Board], int]:
    return lambda board: value


def _units(value: float) -> Callable[[Board], float]:
    return lambda board: value


def _cards(board: Board) -> int:
    return min(max(board.cards_per_color, board.wilds), LARGEST)


def _all_cards(board: Board) -> int:
    return min(len(board.card_colors) * board.cards_per_color + board.wilds, LARGEST)


def _trains(board: Board) -> int:
    return board.trains


def _tickets(board: Board) -> int:
    return len(board.tickets)


def _ticket_points(board: Board) -> int:
    return max(ticket.points for ticket in board.tickets)


def _merchandise(board: Board) -> int:
    return board.bonuses.merchandise.cards if board.bonuses.merchandise else 0


def _offer(board: Board) -> int:
    return offer_size(board)


_any, _flag, _no_unit = _is(LARGEST), _is(1), _units(1.0)

# In the order of the numbers in `kernels.plan`; a test compares the names.
FIELDS: Final[tuple[Field, ...]] = (
    Field("phase", "table", "phases", _flag, _no_unit, "1 at the phase of the game: " + ", ".join(PHASES)),
    Field("to_act", "table", "one", _flag, _no_unit, "whether the observer may act now"),
    Field("turn_of", "players", "one", _flag, _no_unit, "whose turn it is (at the start: who will begin)"),
    Field("first", "players", "one", _flag, _no_unit, "the seat that began"),
    Field("round", "table", "one", _any, _units(50.0), "finished turns by players, rounded down"),
    Field("last_round", "table", "one", _flag, _no_unit, "whether the last round has begun"),
    Field("turns_left", "table", "one", lambda board: board.players[1], _units(2.0), "turns left, in the last round"),
    Field("passes", "table", "one", lambda board: board.players[1], _no_unit, "turns passed in a row"),
    Field("deck", "table", "one", _all_cards, _units(50.0), "cards in the deck"),
    Field("discarded", "table", "one", _all_cards, _units(50.0), "cards in the discard pile"),
    Field("ticket_deck", "table", "one", _tickets, _units(20.0), "tickets in the deck"),
    Field("merchandise_left", "table", "one", _merchandise, _units(4.0), "merchandise cards not taken yet"),
    Field("points_joined", "table", "one", _any, _units(20.0), "points of own tickets that are joined"),
    Field("points_open", "table", "one", _any, _units(20.0), "points of own tickets that are not"),
    Field("tunnel_extra", "table", "one", _is(TUNNEL_CARDS), _no_unit, "extra cards the open tunnel asks", "tunnels"),
    Field("tunnel_wilds", "table", "one", _is(9), _units(2.0), "wilds laid down for the open tunnel", "tunnels"),
    Field("hand", "cards", "one", _cards, _units(3.0), "own cards of this kind"),
    Field("displayed", "cards", "one", _is(5), _units(2.0), "face-up cards of this kind"),
    Field("discards", "cards", "one", _cards, _units(6.0), "discarded cards of this kind"),
    Field("unseen", "cards", "one", _cards, _units(6.0), "those neither in sight nor known to be in a hand"),
    Field("pile", "cards", "one", _cards, _units(6.0), "those the deck is of: the last shuffle less what was seen"),
    Field("tunnel_color", "cards", "one", _flag, _no_unit, "the colour laid down (wild: wilds alone)", "tunnels"),
    Field("tunnel_shown", "cards", "one", _is(TUNNEL_CARDS), _no_unit, "those turned up for the tunnel", "tunnels"),
    Field("trains", "players", "one", _trains, _units(15.0), "trains left"),
    Field("score", "players", "one", _any, _units(20.0), "points of routes so far"),
    Field("hand_count", "players", "one", _all_cards, _units(10.0), "cards in hand"),
    Field("hidden", "players", "one", _all_cards, _units(10.0), "cards in hand that only their holder knows"),
    Field("tickets_held", "players", "one", _tickets, _units(3.0), "tickets kept"),
    Field("offered", "players", "one", _offer, _units(2.0), "tickets on offer to this seat"),
    Field("chosen", "players", "one", _flag, _no_unit, "whether this seat has chosen its start tickets"),
    Field("stations_left", "players", "one", lambda board: board.stations.each, _units(3.0), "stations not built yet"),
    Field("merchandise", "players", "one", _merchandise, _units(4.0), "merchandise cards taken"),
    Field("known", "players", "cards", _cards, _units(3.0), "cards of a kind that everybody knows this hand holds"),
    Field("owner", "routes", "players", _flag, _no_unit, "whether this seat owns the route"),
    Field("open", "routes", "one", _flag, _no_unit, "whether the observer may still claim it"),
    Field("affordable", "routes", "one", _flag, _no_unit, "open, and own hand and trains could pay for it now"),
    Field("wanted", "routes", "one", _tickets, _units(2.0), "own tickets not joined that have a cheapest path over it"),
    Field("in_tunnel", "routes", "one", _flag, _no_unit, "whether it is the open tunnel", "tunnels"),
    Field("reached", "cities", "one", _flag, _no_unit, "whether an own route ends here"),
    Field("goal", "cities", "one", _tickets, _units(2.0), "own tickets not joined that begin or end here"),
    Field("station", "cities", "players", _flag, _no_unit, "whether this seat has a station here", "stations"),
    Field("held", "tickets", "one", _flag, _no_unit, "whether it is the observer's"),
    Field("slot", "tickets", "one", _offer, _no_unit, "its place on offer to the observer, from 1; 0 = none"),
    Field("joined", "tickets", "one", _flag, _no_unit, "held or on offer, and joined by own routes"),
    Field("missing", "tickets", "one", _any, _units(5.0), "held or on offer: trains that a cheapest path still lacks"),
    Field("hopeless", "tickets", "one", _flag, _no_unit, "held or on offer, and no path is left"),
    Field("offer_points", "offers", "one", _ticket_points, _units(10.0), "points of the ticket in this place"),
    Field("offer_joined", "offers", "one", _flag, _no_unit, "joined, of that ticket"),
    Field("offer_missing", "offers", "one", _any, _units(5.0), "missing, of that ticket"),
    Field("offer_hopeless", "offers", "one", _flag, _no_unit, "hopeless, of that ticket"),
)  # fmt: skip
ENTITIES: Final = ("table", "cards", "players", "routes", "cities", "tickets", "offers")


def offer_size(board: Board) -> int:
    """Tickets offered at once, at most."""
    return max(board.starting_tickets.long + board.starting_tickets.regular, board.drawn_tickets.count)


def _has(board: Board, part: str) -> bool:
    if part == "tunnels":
        return any(route.tunnel for route in board.routes)
    return part != "stations" or board.stations.each > 0


class Encoding:
    """The encoding of one board for a number of players: sizes, the meaning of every index, and both forms.

    Numbers are `uint8`, exact (capped at 255) and relative to the seat: player 0 is the observer, player 1 sits to the
    left. `observation * encoding.scale` suits networks.
    """

    version: Final = VERSION

    def __init__(self, board: Board, players: int) -> None:
        low, high = board.players
        if not low <= players <= high:
            raise ValueError(f"the board {board.id} is for {low} to {high} players, not {players}")
        if len(board.cities) > MOST_CITIES:
            raise ValueError(f"environments are for boards of {MOST_CITIES} cities at most; {board.id} has more")
        self.board = board
        self.players = players
        self.sizes = Sizes(
            players=players,
            cards=len(board.card_colors) + 1,
            routes=len(board.routes),
            cities=len(board.cities),
            tickets=len(board.tickets),
            offer=offer_size(board),
            phases=len(PHASES),
        )
        self.start: dict[str, int] = {}
        at = 0
        for field in FIELDS:
            self.start[field.name] = at
            at += self.width(field)
        self.size = at

    def _entities(self, field: Field) -> int:
        counts = {"table": 1, "offers": self.sizes.offer}
        count: int = counts.get(field.entity) or getattr(self.sizes, field.entity)
        return count

    def width(self, field: Field) -> int:
        """How many numbers a field takes on this board; 0 if the board does not have it."""
        each: int = getattr(self.sizes, field.each)
        return self._entities(field) * each if _has(self.board, field.needs) else 0

    def fields(self) -> tuple[Field, ...]:
        """The fields that this board has."""
        return tuple(field for field in FIELDS if self.width(field))

    def part(self, observation: Any, name: str) -> Any:
        """The numbers of one field in an observation or in a batch of them."""
        field = next((field for field in self.fields() if field.name == name), None)
        if field is None:
            raise KeyError(f"the encoding of {self.board.id} has no field {name!r}")
        return observation[..., self.start[name] : self.start[name] + self.width(field)]

    @cached_property
    def high(self) -> Any:
        """The largest value of each index (at least 1: spaces reject constant numbers)."""
        return self._by_index(lambda field: max(field.high(self.board), 1), np.uint8)

    @cached_property
    def scale(self) -> Any:
        """The factors that give numbers around 1."""
        return self._by_index(lambda field: 1.0 / field.unit(self.board), np.float32)

    def _by_index(self, value: Callable[[Field], float], kind: Any) -> Any:
        return np.concatenate([np.full(self.width(field), value(field), dtype=kind) for field in FIELDS])

    # --- entities -----------------------------------------------------------------------------------------------------
    def columns(self, entity: str) -> tuple[str, ...]:
        """The names of an entity's numbers, in order."""
        return tuple(
            field.name if field.each == "one" else f"{field.name} {i}"
            for field in self.fields()
            if field.entity == entity
            for i in range(getattr(self.sizes, field.each))
        )

    @cached_property
    def entity_indices(self) -> Mapping[str, Any]:
        """One table per entity: rows are entities, columns as named by `columns`, values are flat indices."""
        found: dict[str, Any] = {}
        for entity in ENTITIES:
            tables = []
            for field in self.fields():
                if field.entity == entity:
                    each, count = getattr(self.sizes, field.each), self._entities(field)
                    flat = np.arange(self.start[field.name], self.start[field.name] + each * count)
                    # Known cards of hands are stored player by player, all other repeated fields plane by plane.
                    by_entity = (
                        flat.reshape(count, each) if entity in ("players", "table") else flat.reshape(each, count).T
                    )
                    tables.append(by_entity)
            found[entity] = np.concatenate(tables, axis=1)
        return found

    def entities(self, observation: Any) -> dict[str, Any]:
        """The same numbers by entity: arrays of shape (..., entities, columns). `observation` may be a batch."""
        return {entity: observation[..., indices] for entity, indices in self.entity_indices.items()}

    @cached_property
    def board_entities(self) -> Mapping[str, Any]:
        """Constants by entity: see `facts.board_facts`."""
        from ferrovia.environments.facts import board_facts

        return board_facts(self.board)

    # --- for the kernels ----------------------------------------------------------------------------------------------
    def plan(self, actions: ActionSpace, *, reward: int = 0, every_step: bool = False) -> Any:
        """The record that describes this board and its actions to the kernels."""
        plans = np.zeros(1, dtype=PLAN).view(np.recarray)
        plan = plans[0]
        plan.at[:] = [self.start[field.name] for field in FIELDS]
        plan.kept_at[:] = plan.at - plan.at[numbers.OWNER]
        plan.kept = plan.kept_at[numbers.OFFER_POINTS]
        actions.describe(plan)
        plan.size, plan.reward, plan.every_step = self.size, reward, every_step
        plan.tunnels, plan.stations = _has(self.board, "tunnels"), _has(self.board, "stations")
        plan.number_of_bit[:] = NUMBER_OF_BIT
        lengths = sorted({route.length for route in self.board.routes})
        plan.lengths, plan.length[: len(lengths)] = len(lengths), lengths
        plan.most_ferry = max(route.ferry for route in self.board.routes)
        plan.parts = -(-self.sizes.routes // numbers.PART_BITS)
        colors = engine_board(self.board)[0].route_color
        for route in self.board.routes:
            part, bit = divmod(route.number, numbers.PART_BITS)
            plan.payable[:, numbers.ANY_ROUTE, route.length :, part] |= 1 << bit
            if route.ferry < route.length:
                plan.payable[route.ferry :, colors[route.number], route.length :, part] |= 1 << bit
        prepare("environments")
        look_ahead(engine_board(self.board), plans, new_records(GRAPH), new_search())
        return plans

    # --- names --------------------------------------------------------------------------------------------------------
    def name(self, index: int) -> str:
        """The meaning of an index of the flat form, with the board's own names: `owner of dieppe-paris: player 1`."""
        if not 0 <= index < self.size:
            raise IndexError(f"the encoding of {self.board.id} has {self.size} numbers, not a number {index}")
        field = next(f for f in self.fields() if self.start[f.name] <= index < self.start[f.name] + self.width(f))
        each, count = getattr(self.sizes, field.each), self._entities(field)
        rest = index - self.start[field.name]
        if field.entity == "table":
            return f"{field.name}: {PHASES[rest]}" if field.each == "phases" else field.name
        entity, repeated = divmod(rest, each) if field.entity == "players" else (rest % count, rest // count)
        text = f"{field.name} of {self._entity_name(field.entity, entity)}"
        return text if each == 1 and field.each == "one" else f"{text}: {self._entity_name(field.each, repeated)}"

    def _entity_name(self, entity: str, number: int) -> str:
        if entity == "cards":
            return self.board.color_name(number)
        if entity in ("players", "offers"):
            return f"{entity[:-1]} {number}"
        places: Any = getattr(self.board, entity)
        return str(places[number].id)


assert len(FIELDS) == numbers.SECTIONS


def _step_once() -> None:
    """Runs every loop over games and every observation of a view once, on the smallest batch."""
    from ferrovia.environments.action_space import ActionSpace
    from ferrovia.environments.batch import Batch
    from ferrovia.environments.observer import Observer

    batch = Batch("new_york", games=1)
    batch.reset()
    batch.step(batch.sample())
    batch.observe(0)
    batch.put(0, batch.states)
    observer = Observer(batch.encoding, ActionSpace(batch.board, "explicit"))
    observer.observe(batch.states, 0)
    observer.mask(batch.states, 0)


register(Part("environments", 22, numbers.__file__, lambda: [("stepping and observing", _step_once)], needs=("rules",)))
