"""A view: what one seat or spectator may know. It holds a state with everything else removed.

A view contains nothing hidden, so it cannot leak. Bots get views, and worlds redealt from them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ferrovia.actions import Action, ClaimRoute, PaymentSizeError, counts_in_tunnel, decode, encode, from_text
from ferrovia.boards import Board, City, Route, engine_board
from ferrovia.engine import bridge
from ferrovia.engine.state import (
    ALL_WILD,
    NO_CARD,
    NOBODY,
    NOT_YET,
    OVER,
    PHASES,
    SPECTATOR,
    STATE,
    WILD,
    new_records,
)
from ferrovia.views.borrowing import Borrowed, borrowing, completed
from ferrovia.views.odds import Odds, tunnel_odds
from ferrovia.views.outlook import Outlook, outlook
from ferrovia.views.passing import passed
from ferrovia.views.reasons import Reason, why_not_route, why_not_station
from ferrovia.views.refusals import why_refused, why_wrong_size


@dataclass(frozen=True, slots=True)
class World:
    """A complete state that is possible from a seat's point of view. `Game.of_world` makes it playable."""

    board: Board
    states: Any


@dataclass(frozen=True, slots=True)
class TicketDraw:
    """A draw of tickets. Only the seat that drew them knows which tickets they were."""

    seat: int
    offered: int
    kept: int | None  # None: not chosen yet
    tickets: tuple[str, ...] = ()  # offered; empty if secret
    held: tuple[str, ...] = ()  # kept; empty if secret or not chosen yet


class View:
    """The game as `seat` knows it. Make one with `Game.view(seat)`."""

    def __init__(self, board: Board, states: Any, seat: int, *, index: int = 0) -> None:
        """Copies what the seat may know from a real state. Only a game calls this."""
        self.board = board
        self.seat = seat
        self._boards = engine_board(board)
        self._states = new_records(STATE)
        self._seen = bridge.new_seen()
        bridge.look(
            passed(self._boards),
            passed(states),
            index,
            seat,
            passed(self._states),
            0,
            self._seen,
            passed(bridge.desk().works),
        )

    @cached_property
    def _state(self) -> dict[str, Any]:
        """The fields of the state, all read at once: reading one from a record takes a tenth of that time."""
        return dict(zip(STATE.names or (), self._states[0].item(), strict=True))

    # --- whose turn it is -------------------------------------------------------------------------------------------
    @property
    def players(self) -> int:
        return int(self._state["players"])

    @property
    def phase(self) -> str:
        return PHASES[self._state["phase"]]

    @property
    def is_over(self) -> bool:
        return int(self._state["phase"]) == OVER

    @property
    def first(self) -> int:
        return int(self._state["first"])

    @property
    def actors(self) -> frozenset[int]:
        """The seats that may act now; several while starting tickets are chosen."""
        states = passed(self._states)
        return frozenset(seat for seat in range(self.players) if bridge.may_seat_act(states, 0, seat))

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None while starting tickets are chosen and after the end."""
        return None if self.phase in ("choosing_start", "over") else int(self._state["turn"])

    @property
    def turns_left(self) -> int | None:
        """The number of turns left once the last round has begun (E1)."""
        left = int(self._state["turns_left"])
        return None if left == NOT_YET else left

    @property
    def turns_played(self) -> int:
        return int(self._state["turns"])

    # --- cards ------------------------------------------------------------------------------------------------------
    def _cards(self, counts: list[int]) -> dict[str, int]:
        return dict(zip(self.board.card_names, counts, strict=False))  # the engine has room for more kinds

    @property
    def display(self) -> tuple[str, ...]:
        return tuple(self.board.color_name(card) for card in self._state["display"].tolist())

    @property
    def deck_count(self) -> int:
        return int(self._state["deck_count"])

    @property
    def discard_count(self) -> int:
        return int(self._state["discard_count"])

    @property
    def discards(self) -> dict[str, int]:
        return self._cards(self._state["discards"].tolist())

    @property
    def hand(self) -> dict[str, int]:
        """The viewer's own cards by name; empty for a spectator."""
        return self._cards(self._state["hands"][self.seat].tolist()) if self.seat != SPECTATOR else {}

    def known_hand(self, seat: int) -> dict[str, int]:
        """The cards a seat certainly holds: the viewer's whole hand, or the publicly seen cards of another seat."""
        self._check_seat(seat)
        return self._cards(self._state["hands"][seat].tolist())

    def hand_known_by_all(self, seat: int) -> dict[str, int]:
        """The cards that everybody knows a seat to hold; the same in every view of a game."""
        self._check_seat(seat)
        return self._cards(self._state["hands" if self.is_over else "known"][seat].tolist())

    @property
    def hand_counts(self) -> tuple[int, ...]:
        return self._by_seat("hand_count")

    @cached_property
    def unseen(self) -> dict[str, int]:
        """Cards in the deck or hidden in other hands."""
        state = self._state
        columns = zip(
            self._boards[0]["cards"].tolist(), state["discards"].tolist(), *state["hands"].tolist(), strict=True
        )
        total = [cards - sum(seen) for cards, *seen in columns]
        for card in (*state["display"].tolist(), *state["tunnel_shown"].tolist()):
            if card != NO_CARD:
                total[card] -= 1
        if self.phase == "in_tunnel":
            length, wilds = self.board.route(int(state["tunnel_route"])).length, int(state["tunnel_wilds"])
            total[WILD] -= wilds
            total[int(state["tunnel_color"])] -= length - wilds
        return self._cards(total)

    @property
    def unseen_by_all(self) -> dict[str, int]:
        """Cards in the deck or in hands that are not public knowledge; the same in every view of a game."""
        if self.seat == SPECTATOR or self.is_over:
            return self.unseen
        known = self.hand_known_by_all(self.seat)
        return {card: count + self.hand[card] - known[card] for card, count in self.unseen.items()}

    def _check_seat(self, seat: object) -> None:
        if not isinstance(seat, int | np.integer) or not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.players - 1}")

    # --- the table --------------------------------------------------------------------------------------------------
    def _by_seat(self, field: str) -> tuple[int, ...]:
        return tuple(self._state[field][: self.players].tolist())

    @property
    def trains(self) -> tuple[int, ...]:
        return self._by_seat("trains")

    @property
    def scores(self) -> tuple[int, ...]:
        """Route points so far."""
        return self._by_seat("score")

    @property
    def stations_left(self) -> tuple[int, ...]:
        return self._by_seat("stations_left")

    @property
    def merchandise(self) -> tuple[int, ...]:
        return self._by_seat("merchandise")

    @property
    def merchandise_left(self) -> int:
        return int(self._state["merchandise_left"])

    @property
    def owners(self) -> dict[str, int]:
        """The owner of every claimed route."""
        owner = self._state["owner"].tolist()
        return {route.id: owner[route.number] for route in self.board.routes if owner[route.number] != NOBODY}

    @property
    def closed(self) -> dict[str, list[int]]:
        """Unclaimed routes whose twin is claimed, each with the seats that may never claim it (R6)."""
        owner, open_to = self._state["owner"].tolist(), self._state["open_to"].tolist()
        everybody = (1 << self.players) - 1
        return {
            route.id: [seat for seat in range(self.players) if not open_to[route.number] >> seat & 1]
            for route in self.board.routes
            if owner[route.number] == NOBODY and open_to[route.number] & everybody != everybody
        }

    @property
    def stations(self) -> dict[str, int]:
        """The owner of the station in every city that has one."""
        owner = self._state["station_owner"].tolist()
        return {city.id: owner[city.number] for city in self.board.cities if owner[city.number] != NOBODY}

    @property
    def tunnel(self) -> dict[str, Any] | None:
        """The open tunnel: route, cards laid down, cards turned up, which of them count, extra cards required."""
        if self.phase != "in_tunnel":
            return None
        state = self._states[0]
        route = self.board.route(int(state.tunnel_route))
        number = int(state.tunnel_color)
        color = self.board.color_name(number) if number != ALL_WILD else None
        shown = [self.board.color_name(int(card)) for card in state.tunnel_shown if card != NO_CARD]
        return {
            "route": route.id,
            "color": color,
            "colored": route.length - int(state.tunnel_wilds),
            "wilds": int(state.tunnel_wilds),
            "shown": shown,
            "counts": [counts_in_tunnel(card, color) for card in shown],
            "extra": int(state.tunnel_extra),
        }

    # --- tickets ----------------------------------------------------------------------------------------------------
    def tickets_of(self, seat: int) -> tuple[str, ...] | None:
        """A seat's tickets, or None if they are secret (T3)."""
        self._check_seat(seat)
        if seat != self.seat and not self.is_over:
            return None
        holder = self._state["ticket_at"].tolist()
        return tuple(ticket.id for ticket in self.board.tickets if holder[ticket.number] == seat)

    @property
    def tickets(self) -> tuple[str, ...]:
        """The viewer's own tickets."""
        return (self.tickets_of(self.seat) or ()) if self.seat != SPECTATOR else ()

    @property
    def ticket_counts(self) -> tuple[int, ...]:
        return self._by_seat("tickets_held")

    @property
    def ticket_deck_count(self) -> int:
        return int(self._state["unseen_tickets"]) + int(self._state["returned_tickets"])

    @property
    def offer(self) -> tuple[str, ...]:
        """Tickets offered to the viewer, in the order in which `keep` counts them."""
        if self.seat == SPECTATOR or self.is_over:
            return ()
        count = int(self._state["offer_count"][self.seat])
        return tuple(self.board.ticket(int(number)).id for number in self._state["offer"][self.seat][:count])

    @property
    def offer_counts(self) -> tuple[int, ...]:
        return self._by_seat("offer_count")

    @property
    def ticket_draws(self) -> tuple[TicketDraw, ...]:
        """Every draw of tickets so far, in order; empty for a position without its history."""
        state = self._state
        count = int(state["ledger_count"])
        rows = zip(
            state["ledger_seat"][:count].tolist(),
            state["ledger_size"][:count].tolist(),
            state["ledger_kept"][:count].tolist(),
            strict=True,
        )
        return tuple(self._ticket_draw(number, *row) for number, row in enumerate(rows))

    def _ticket_draw(self, number: int, seat: int, size: int, mask: int) -> TicketDraw:
        kept = mask.bit_count() or None  # at least one is always kept, so 0 means not chosen yet
        if seat != self.seat:
            return TicketDraw(seat, size, kept)
        tickets = tuple(self.board.ticket(ticket).id for ticket in self._seen[number][:size].tolist())
        return TicketDraw(seat, size, kept, tickets, tuple(t for place, t in enumerate(tickets) if mask >> place & 1))

    # --- what can be done with it -----------------------------------------------------------------------------------
    def legal_actions(self) -> tuple[Action, ...]:
        """The actions of this seat now, in order of codes; empty for a spectator or out of turn."""
        return tuple(decode(self.board, code) for code in self.legal_codes())

    def legal_codes(self) -> list[int]:
        legal = bridge.desk().legal
        count = bridge.list_actions(passed(self._boards), passed(self._states), 0, self.seat, legal)
        codes: list[int] = np.sort(legal[:count]).tolist()
        return codes

    def redeal(self, rng: np.random.Generator) -> World:
        """Returns a complete world that this seat cannot tell from the real one, with its own future."""
        if not isinstance(rng, np.random.Generator):
            raise ValueError(f"a redeal needs a NumPy generator, such as numpy.random.default_rng(7), not {rng!r}")
        key = rng.integers(-(2**31), 2**31, size=8, dtype=np.int32)
        worlds = new_records(STATE)
        works = bridge.desk().works
        if not bridge.imagine(self._boards, self._states, 0, self.seat, self._seen, key, 0, worlds, 0, works):
            raise RuntimeError("no choice of tickets was found that fits what this seat has seen")
        return World(self.board, worlds)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.seat == other.seat and self._bytes() == other._bytes()

    def __hash__(self) -> int:
        return hash((self.seat, self._bytes()))

    def svg(
        self,
        *,
        theme: str = "light",
        lit: Collection[str] = (),
        names: bool = True,
        width: float | None = None,
        height: float | None = None,
    ) -> str:
        """Draws the board as this seat sees it; `lit` routes and cities, by id, are highlighted."""
        from ferrovia.views.picture import draw_view  # not every program that plays also draws

        return draw_view(self, theme=theme, lit=lit, names=names, width=width, height=height)

    def _repr_svg_(self) -> str:
        return self.svg(width=900, height=620)

    def _repr_html_(self) -> str:
        """For notebooks: the picture with players, display, hand and tickets."""
        from ferrovia.views.picture import page_of

        return page_of(self)

    def __repr__(self) -> str:
        who = "spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        return f"<View of {self.board.id} for {who}: {self.phase}, turn of {self.turn}>"

    def _bytes(self) -> bytes:
        return bytes(self._states.tobytes() + self._seen.tobytes())

    def digest(self) -> str:
        """A checksum of everything this seat knows."""
        return hashlib.sha256(self._bytes()).hexdigest()[:16]

    # --- answers to a player ----------------------------------------------------------------------------------------
    def why_not(self, what: str | Action) -> Reason | None:
        """Returns why this seat cannot do something now, with rule and numbers; None if it can.

        `what` is the id of a route or (for a station) a city, `draw`, `take red`, `tickets`, or any action.
        """
        state = self._states[0]
        if isinstance(what, str) and what in self._places:
            place = self._places[what]
            if isinstance(place, Route):
                return why_not_route(self.board, state, self.seat, place)
            return why_not_station(self.board, state, self.seat, place)
        try:
            action = from_text(self.board, what) if isinstance(what, str) else what
            code = encode(self.board, action)
        except PaymentSizeError as error:
            return why_wrong_size(self.board, state, self.seat, error)
        if code in self.legal_codes():
            return None
        return why_refused(self.board, state, self.seat, action)

    @cached_property
    def _places(self) -> dict[str, Route | City]:
        cities: dict[str, Route | City] = {city.id: city for city in self.board.cities}
        return cities | {route.id: route for route in self.board.routes}

    def outlook(self, ticket: str) -> Outlook:
        """The progress of a ticket for this seat: complete, or the cheapest missing routes."""
        self._check_seat(self.seat)
        return outlook(self.board, self._states[0], self.seat, self.board.ticket(ticket))

    def borrowing(self, ticket: str) -> tuple[Borrowed, ...]:
        """The routes that this seat's stations would borrow for a ticket if the game ended now (B3), if any.

        `outlook` counts own routes only. A ticket that is borrowed for counts as joined as long as no other ticket
        needs the station more.
        """
        self._check_seat(self.seat)
        return borrowing(self.board, self._states, self.seat, self.board.ticket(ticket))

    def completed(self) -> tuple[str, ...]:
        """This seat's tickets that would count if the game ended now, also those that need its stations (B3)."""
        self._check_seat(self.seat)
        return completed(self.board, self._states, self.seat)

    def tunnel_odds(self, claim: ClaimRoute) -> Odds:
        """The chances of 0 to 3 extra cards if this payment were laid down now, and of being able to pay them."""
        self._check_seat(self.seat)
        encode(self.board, claim)  # raises if this is not a payment for the route
        route = self.board.route(claim.route)
        if not route.tunnel:
            raise ValueError(f"{route.id} is not a tunnel")
        hand = self.hand
        spare = hand["wild"] - claim.wilds
        if claim.color is not None:
            spare += hand[claim.color] - (route.length - claim.wilds)
        if spare < 0:
            raise ValueError(f"the hand does not hold {claim}")
        pile = self._state["fresh"] - self._state["drawn_since"][self.seat]  # the deck is a random part of this pile
        return tunnel_odds(
            color=claim.color,
            unseen=self._cards(pile.tolist()),
            deck=self.deck_count,
            discards=self.discards,
            spare=spare,
        )

    # --- for rooms that count (bots' kernels, encodings) --------------------------------------------------------------
    @property
    def states(self) -> Any:
        """The concealed state itself, in an array of one. Do not modify it."""
        return self._states

    @property
    def seen(self) -> Any:
        """Every ticket this seat was ever offered, by entry of the public ledger. Do not modify it."""
        return self._seen
