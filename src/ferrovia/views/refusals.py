"""Explains why an illegal action is refused, with the most helpful reason."""

from __future__ import annotations

from typing import Any

from ferrovia.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    PaymentSizeError,
    PayTunnel,
    TakeBack,
    TakeCard,
)
from ferrovia.boards import Board, Route
from ferrovia.engine.state import ALL_WILD, CHOOSING_START, CHOOSING_TICKETS, IN_TUNNEL, WILD
from ferrovia.views.reasons import (
    Numbers,
    Reason,
    why_not_act,
    why_not_draw,
    why_not_route,
    why_not_station,
    why_not_tickets,
)


def why_refused(board: Board, state: Any, seat: int, action: Action) -> Reason:
    """Returns why `seat` may not do `action` now. The action must be illegal."""
    reason = why_not_act(state, seat)
    if reason is None:
        reason = _why_not(board, state, seat, action)
    assert reason is not None, f"{action} was refused without a reason"
    return reason


def why_wrong_size(board: Board, state: Any, seat: int, error: PaymentSizeError) -> Reason:
    """Returns why a payment of an impossible size is refused. Reasons against any payment come first."""
    if not isinstance(error.action, ClaimRoute):
        return why_refused(board, state, seat, error.action)
    route = board.route(error.action.route)
    found = why_not_act(state, seat) or why_not_route(board, state, seat, route)
    return found or Reason("payment/wrong_count", "R2", {"needed": route.length})


def _why_not(board: Board, state: Any, seat: int, action: Action) -> Reason | None:
    match action:
        case DrawCard():
            return why_not_draw(board, state, seat)
        case TakeCard(card):
            return why_not_draw(board, state, seat, board.color_number(card))
        case DrawTickets():
            return why_not_tickets(board, state, seat)
        case KeepTickets(places):
            return _why_not_keep(board, state, seat, places)
        case ClaimRoute(route):
            return why_not_route(board, state, seat, board.route(route)) or _wrong_claim(board, state, seat, action)
        case BuildStation(city):
            return why_not_station(board, state, seat, board.city(city)) or _wrong_station(board, state, seat, action)
        case PayTunnel(wilds):
            return _why_not_pay(board, state, seat, wilds)
        case TakeBack():
            return Reason("tunnel/none_open", "R10")
        case Pass():
            return Reason("pass/not_allowed", "E2")


def _why_not_keep(board: Board, state: Any, seat: int, places: tuple[int, ...]) -> Reason | None:
    if state.phase not in (CHOOSING_START, CHOOSING_TICKETS):
        return Reason("tickets/none_offered", "T1")
    starting = state.phase == CHOOSING_START
    offered = int(state.offer_count[seat])
    if max(places) > offered:
        return Reason("tickets/no_such_offer", "P7" if starting else "T1", {"offered": offered})
    needed = board.starting_tickets.keep if starting else min(board.drawn_tickets.keep, offered)
    if len(places) < needed:
        return Reason("tickets/keep_more", "P7" if starting else "P9", {"needed": needed, "offered": offered})
    return None


def _not_held(
    board: Board, state: Any, seat: int, rule: str, color: str | None, colored: int, wilds: int
) -> Reason | None:
    """The payment is of the right kind, but the cards are not in the hand."""
    held = int(state.hands[seat][WILD])
    if wilds > held:
        return Reason("payment/not_held", rule, {"card": "wild", "needed": wilds, "held": held})
    if color is not None and colored > (held := int(state.hands[seat][board.color_number(color)])):
        return Reason("payment/not_held", rule, {"card": color, "needed": colored, "held": held})
    return None


def _wrong_claim(board: Board, state: Any, seat: int, action: ClaimRoute) -> Reason | None:
    route: Route = board.route(action.route)
    if route.color is not None and action.color not in (None, route.color):
        return Reason("payment/wrong_color", "R2", {"color": route.color})
    if action.wilds < route.ferry:
        return Reason("payment/too_few_wilds", "R8", {"needed": route.ferry})
    return _not_held(board, state, seat, "R2", action.color, route.length - action.wilds, action.wilds)


def _wrong_station(board: Board, state: Any, seat: int, action: BuildStation) -> Reason | None:
    cost = board.stations.each - int(state.stations_left[seat]) + 1
    fits = action.wilds == cost if action.color is None else action.wilds < cost
    if not fits:
        return Reason("payment/wrong_count", "B2", {"needed": cost})
    return _not_held(board, state, seat, "B2", action.color, cost - action.wilds, action.wilds)


def _why_not_pay(board: Board, state: Any, seat: int, wilds: int) -> Reason | None:
    if state.phase != IN_TUNNEL:
        return Reason("tunnel/none_open", "R10")
    extra = int(state.tunnel_extra)
    color = int(state.tunnel_color)
    numbers: Numbers = {"extra": extra}
    if wilds > extra or (color == ALL_WILD and wilds != extra):
        return Reason("tunnel/wrong_payment", "R9", numbers)
    name = None if color == ALL_WILD else board.color_name(color)
    return _not_held(board, state, seat, "R9", name, extra - wilds, wilds)
