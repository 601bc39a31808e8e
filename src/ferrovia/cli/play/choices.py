"""A seat's options, sorted for people: routes for its tickets first, cheap payments first."""

from __future__ import annotations

from dataclasses import dataclass

from ferrovia.actions import Action, BuildStation, ClaimRoute
from ferrovia.bots.styles.simple import wanted_routes
from ferrovia.views import View


@dataclass(frozen=True)
class Choices:
    """`claims` in the order of the numbers on the screen; every list of payments has the most sensible first."""

    claims: dict[str, list[ClaimRoute]]
    stations: dict[str, list[BuildStation]]
    wanted: frozenset[str]  # routes that the seat's tickets lack
    others: tuple[Action, ...]


def choices_of(view: View) -> Choices:
    wanted = wanted_routes(view)
    needed = {route.color for route in wanted}
    hand = view.hand

    def sensible(payment: ClaimRoute | BuildStation) -> tuple[int, bool, int]:
        """Few wilds, no colour that a ticket needs, then the colour held most."""
        return (payment.wilds, payment.color in needed, -hand[payment.color or "wild"])

    claims: dict[str, list[ClaimRoute]] = {}
    stations: dict[str, list[BuildStation]] = {}
    others: list[Action] = []
    for action in view.legal_actions():
        match action:
            case ClaimRoute():
                claims.setdefault(action.route, []).append(action)
            case BuildStation():
                stations.setdefault(action.city, []).append(action)
            case _:
                others.append(action)
    ids = frozenset(route.id for route in wanted)

    def useful(route: str) -> tuple[bool, int, str]:
        return (route not in ids, -view.board.route(route).points, route)

    return Choices(
        {route: sorted(claims[route], key=sensible) for route in sorted(claims, key=useful)},
        {city: sorted(stations[city], key=sensible) for city in sorted(stations)},
        ids,
        tuple(others),
    )
