"""Finds what a hand can pay for and which card it lacks, for all playtesting styles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from ferrovia.actions import ClaimRoute
from ferrovia.boards import Board, Route

WILD: Final = "wild"


def best_payment(board: Board, hand: Mapping[str, int], claims: Iterable[ClaimRoute]) -> ClaimRoute | None:
    """The claim with the fewest wilds, then in the colour the hand holds most of; None if there is none."""

    def order(claim: ClaimRoute) -> tuple[int, int, int, int]:
        color = claim.color or WILD
        return claim.wilds, -hand[color], board.color_number(color), board.route(claim.route).number

    return min(claims, key=order, default=None)


def most_held(board: Board, hand: Mapping[str, int], *, but: Collection[str] = ()) -> str | None:
    """The colour that the hand holds most of, ignoring some colours; None if no other is held."""
    return max((color for color in board.card_colors if color not in but), key=lambda color: hand[color], default=None)


def paying_color(board: Board, hand: Mapping[str, int], route: Route) -> str:
    """The colour to pay a route in: its own or, for a grey one, the colour held most."""
    return route.color or most_held(board, hand) or board.card_colors[0]


def lacks(board: Board, hand: Mapping[str, int], route: Route) -> int:
    """How many cards are missing for a route, in its paying colour."""
    held = min(hand[paying_color(board, hand, route)], route.length - route.ferry)
    return max(0, route.length - held - hand[WILD])


def card_lacking(board: Board, hand: Mapping[str, int], route: Route) -> str | None:
    """The kind of card that helps most towards a route: its paying colour, or a wild if only a ferry's wilds are
    missing.

    None if the hand can pay.
    """
    if not lacks(board, hand, route):
        return None
    color = paying_color(board, hand, route)
    return color if hand[color] < route.length - route.ferry else WILD


def easiest(board: Board, hand: Mapping[str, int], routes: Iterable[Route]) -> Route:
    """The route that lacks the fewest cards; ties go to the lowest number."""
    return min(routes, key=lambda route: (lacks(board, hand, route), route.number))
