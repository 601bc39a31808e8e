"""Why an action is not possible: a stable code, the rule behind it, and the missing numbers.

This module reads only what the seat itself may know: public fields and its own hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ferrovia.boards import Board, City, Route
from ferrovia.engine.state import (
    CHOOSING_START,
    CHOOSING_TICKETS,
    ENDED_BY_LAST_ROUND,
    IN_TUNNEL,
    NOBODY,
    OVER,
    SECOND_CARD,
    TURN,
    WILD,
)
from ferrovia.locales import Texts
from ferrovia.views.reason_text import reason_text

Numbers = dict[str, int | str]


@dataclass(frozen=True, slots=True)
class Reason:
    """`code` has a text in each language, `rule` an entry in the rules, `numbers` fill the text's gaps."""

    code: str
    rule: str
    numbers: Numbers = field(default_factory=dict)

    def text(
        self,
        language: str = "en",
        *,
        names: Sequence[str] | None = None,
        viewer: int | None = None,
        words: Sequence[str] = (),
    ) -> str:
        """Returns a sentence in English (`en`), Spanish (`es`) or Portuguese (`pt`).

        `names` are the players' names; without them, seats are numbered from 1. `viewer` is the seat addressed as
        "you". `words` are the board's own: `("taxi", "ticket")`.
        """
        return reason_text(Texts(language, words), self.code, self.numbers, names=names, viewer=viewer)


def why_not_act(state: Any, seat: int) -> Reason | None:
    """Why the seat cannot act at all now."""
    if state.phase == OVER:
        return Reason("game/over", "E1" if state.ended_by == ENDED_BY_LAST_ROUND else "E2")
    if not 0 <= seat < state.players:
        return Reason("action/no_such_seat", "P1", {"seat": seat, "players": int(state.players)})
    if state.phase == CHOOSING_START:
        return Reason("tickets/already_chosen", "S2") if int(state.chosen) >> seat & 1 else None
    if seat != int(state.turn):
        return Reason("action/not_your_turn", "S5", {"turn": int(state.turn)})
    return None


_BUSY = {
    CHOOSING_START: Reason("phase/choose_tickets", "S2"),
    CHOOSING_TICKETS: Reason("phase/choose_tickets", "T1"),
    SECOND_CARD: Reason("phase/second_card", "D1"),
    IN_TUNNEL: Reason("phase/in_tunnel", "R10"),
}


def why_not_begin(state: Any, seat: int) -> Reason | None:
    """Why the seat cannot start an action of its turn now: claim, build, take tickets, draw a first card."""
    reason = why_not_act(state, seat)
    if reason is None and state.phase != TURN:
        reason = _BUSY[int(state.phase)]
    return reason


def why_not_draw(board: Board, state: Any, seat: int, card: int | None = None) -> Reason | None:
    """Why the seat cannot draw a card: unseen (card = None), or this kind from the display."""
    reason = why_not_act(state, seat)
    if reason is not None:
        return reason
    if state.phase not in (TURN, SECOND_CARD):
        return _BUSY[int(state.phase)]
    if state.deck_count + state.discard_count == 0:
        return Reason("draw/no_cards", "D9")
    if card is not None and card not in state.display:
        return Reason("draw/not_in_display", "D1", {"card": board.color_name(card)})
    if card == WILD and state.phase == SECOND_CARD:
        return Reason("draw/wild_is_no_second_card", "D3")
    return None


def why_not_tickets(board: Board, state: Any, seat: int) -> Reason | None:
    reason = why_not_begin(state, seat)
    if reason is None and state.unseen_tickets + state.returned_tickets == 0:
        reason = Reason("tickets/none_left", "T2")
    return reason


def why_closed(board: Board, state: Any, seat: int, route: Route) -> Reason | None:
    """Why the route cannot be claimed, whatever the payment."""
    owner = int(state.owner[route.number])
    if owner != NOBODY:
        return Reason("route/taken", "R1", {"owner": owner})
    if not int(state.open_to[route.number]) >> seat & 1:
        assert route.twin is not None, "only the half of a double can be closed"
        if int(state.owner[route.twin]) == seat:
            return Reason("route/twin_is_yours", "R6")
        return Reason("route/closed", "P10", {"players": int(state.players)})
    return None


def missing_cards(board: Board, state: Any, seat: int, route: Route) -> Reason | None:
    """The cards that the hand lacks for a route, in the colour it has most of."""
    hand = [int(count) for count in state.hands[seat]]
    wilds = hand[WILD]
    colors = [board.color_number(route.color)] if route.color else range(1, len(board.card_colors) + 1)
    color = max(colors, key=lambda number: (hand[number], -number))
    if wilds < route.ferry:
        return Reason(
            "route/too_few_wilds", "R8", {"missing": route.ferry - wilds, "needed": route.ferry, "held": wilds}
        )
    missing = route.length - wilds - hand[color]
    if missing <= 0:
        return None
    rule = "R2" if route.color else "R3"
    numbers: Numbers = {"missing": missing, "color": board.color_name(color), "held": hand[color], "wilds": wilds}
    return Reason("route/too_few_cards", rule, numbers)


def why_not_route(board: Board, state: Any, seat: int, route: Route) -> Reason | None:
    """Why the seat cannot claim a route now, the most permanent reason first; None if it can."""
    trains = int(state.trains[seat]) if 0 <= seat < state.players else 0
    reason = why_not_act(state, seat) if state.phase == OVER or not 0 <= seat < state.players else None
    reason = reason or why_closed(board, state, seat, route)
    if reason is None and trains < route.length:
        reason = Reason("route/too_few_trains", "R1", {"needed": route.length, "left": trains})
    return reason or why_not_begin(state, seat) or missing_cards(board, state, seat, route)


def why_not_station(board: Board, state: Any, seat: int, city: City) -> Reason | None:
    """Why the seat cannot build a station in a city now; None if it can."""
    if board.stations.each == 0:
        return Reason("station/not_on_this_board", "R13")
    reason = why_not_act(state, seat) if state.phase == OVER or not 0 <= seat < state.players else None
    if reason is not None:
        return reason
    owner = int(state.station_owner[city.number])
    if owner != NOBODY:
        return Reason("station/city_taken", "B1", {"owner": owner})
    left = int(state.stations_left[seat])
    if left == 0:
        return Reason("station/none_left", "B1")
    reason = why_not_begin(state, seat)
    cost = board.stations.each - left + 1
    hand = [int(count) for count in state.hands[seat]]
    most = max(hand[1 : len(board.card_colors) + 1])
    if reason is None and most + hand[WILD] < cost:
        reason = Reason("station/too_few_cards", "B2", {"missing": cost - most - hand[WILD], "needed": cost})
    return reason
