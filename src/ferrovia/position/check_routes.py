"""Checks the pieces on the board: routes and their owners, trains, stations, merchandise."""

from __future__ import annotations

from dataclasses import replace

from ferrovia.position.draft import Draft, SeatDraft
from ferrovia.position.problems import PositionProblems


def check_routes(draft: Draft, problems: PositionProblems) -> Draft:
    """Returns the draft with every seat's merchandise filled in."""
    _check_owners(draft, problems)
    _check_doubles(draft, problems)
    for i, seat in enumerate(draft.seats):
        _check_trains(draft, i, seat, problems)
    _check_stations(draft, problems)
    return _check_merchandise(draft, problems)


def _check_owners(draft: Draft, problems: PositionProblems) -> None:
    owner: dict[int, int] = {}
    for i, seat in enumerate(draft.seats):
        for route in seat.routes:
            if route in owner:
                reason = f"{draft.board.route(route).id} is claimed by the seats {owner[route]} and {i}."
                problems.add(
                    "position/two_owners",
                    f"seats[{i}].routes",
                    reason,
                    route=draft.board.route(route).id,
                    seat=i,
                    other=owner[route],
                )
            owner.setdefault(route, i)


def _check_doubles(draft: Draft, problems: PositionProblems) -> None:
    """Checks R6 and P10. Each double is reported once, at the owner of its second half."""
    board = draft.board
    owner = {route: i for i, seat in enumerate(draft.seats) for route in seat.routes}
    for number, seat in sorted(owner.items()):
        route = board.route(number)
        if route.twin is None or route.twin not in owner or route.twin > number:
            continue
        if owner[route.twin] == seat:
            reason = (
                f"Nobody may own both halves of a double, and seat {seat} has both of {board.route(route.twin).id}."
            )
            problems.add(
                "position/both_halves", f"seats[{seat}].routes", reason, seat=seat, route=board.route(route.twin).id
            )
        if draft.players <= board.double_routes_close_up_to:
            reason = f"With {draft.players} players one half of a double closes the other, and both of "
            problems.add(
                "position/closed_half",
                f"seats[{seat}].routes",
                f"{reason}{route.id} are claimed.",
                seat=seat,
                other=owner[route.twin],
                route=route.id,
                players=draft.players,
            )


def _check_trains(draft: Draft, i: int, seat: SeatDraft, problems: PositionProblems) -> None:
    place = f"seats[{i}]"
    left = seat.trains_left(draft.board)
    if left < 0:
        used = draft.board.trains - left
        reason = f"These routes need {used} trains, and a player has {draft.board.trains}."
        problems.add(
            "position/too_many_trains", f"{place}.routes", reason, seat=i, needed=used, trains=draft.board.trains
        )
    elif seat.trains is not None and seat.trains != left and problems.clean(f"{place}.routes"):
        reason = f"The routes leave {left} trains, not {seat.trains}. The number may be left out."
        problems.add("position/trains_disagree", f"{place}.trains", reason)


def _check_stations(draft: Draft, problems: PositionProblems) -> None:
    each = draft.board.stations.each
    owner: dict[int, int] = {}
    for i, seat in enumerate(draft.seats):
        place = f"seats[{i}].stations"
        if seat.stations and not each:
            problems.add("position/no_stations", place, f"The board {draft.board.id} has no stations.", seat=i)
        elif len(seat.stations) > each:
            reason = f"A player has {each} stations, and here are {len(seat.stations)}."
            problems.add("position/too_many_stations", place, reason, seat=i, each=each, built=len(seat.stations))
        for city in seat.stations:
            if city in owner:
                reason = f"{draft.board.city(city).id} has stations of the seats {owner[city]} and {i} (B1)."
                problems.add(
                    "position/two_stations", place, reason, city=draft.board.city(city).id, seat=i, other=owner[city]
                )
            owner.setdefault(city, i)


def _check_merchandise(draft: Draft, problems: PositionProblems) -> Draft:
    """R12: one card per route with carts, while any are left. The position must say who has them if they ran out."""
    rules = draft.board.bonuses.merchandise
    cards = rules.cards if rules is not None else 0
    seats = []
    for i, seat in enumerate(draft.seats):
        carts = sum(draft.board.route(number).carts for number in seat.routes) if rules is not None else 0
        if seat.merchandise is not None and seat.merchandise > carts and problems.clean(f"seats[{i}].routes"):
            reason = f"Each route with carts gives one card: {carts} at most, not {seat.merchandise}."
            problems.add(
                "position/merchandise", f"seats[{i}].merchandise", reason, seat=i, most=carts, cards=seat.merchandise
            )
        seats.append(replace(seat, merchandise=carts if seat.merchandise is None else seat.merchandise))
    taken = sum(seat.merchandise or 0 for seat in seats)
    if taken > cards:
        last = max(i for i, seat in enumerate(seats) if seat.merchandise)
        reason = f"There are {cards} merchandise cards, and the seats have {taken}; say how many each has."
        problems.add("position/merchandise", f"seats[{last}].merchandise", reason, most=cards, cards=taken)
    return replace(draft, seats=tuple(seats))
