"""The board from one seat's side: what routes cost it, and the cheapest paths."""

from __future__ import annotations

from ferrovia.bots.planner.style import BLOCKED
from ferrovia.engine import inlined, kernel
from ferrovia.engine.state import (
    ANY_COLOR,
    CARDS,
    DISPLAY,
    MAX_CITIES,
    MAX_LENGTH,
    NO_CARD,
    NO_ROUTE,
    NO_TWIN,
    NOBODY,
    WILD,
)

LENT = 1e-3  # price of a route that the seat's own station borrows: almost nothing, but not free


@kernel
def map_roads(board, roads):
    """List the roads of every city, lowest route number first."""
    place = 0
    for city in range(board.cities):
        roads.start[city] = place
        for route in range(board.routes):
            a, b = int(board.route_from[route]), int(board.route_to[route])
            if a == city or b == city:
                roads.route[place] = route
                roads.to[place] = b if a == city else a
                place += 1
    for city in range(int(board.cities), MAX_CITIES + 1):
        roads.start[city] = place


@kernel
def count_shown(state, mind):
    """Count the face-up cards of each kind."""
    for card in range(CARDS):
        mind.shown[card] = 0
    for slot in range(DISPLAY):
        if state.display[slot] != NO_CARD:
            mind.shown[state.display[slot]] += 1


@kernel
def _cards_turns(state, seat, mind, color, count, style):
    """Turns that `count` cards of a colour cost: least for those in hand, then face-up ones, then those to be found."""
    held = min(int(state.hands[seat, color]), count)
    shown = min(int(mind.shown[color]), count - held)
    return style.held * held + style.missing * (count - held - shown) + style.missing * style.shown_price * shown


@kernel
def _grey_turns(board, state, seat, mind, count, style):
    """The same for the cheapest colour."""
    least = 100.0
    for color in range(1, board.colors + 1):
        least = min(least, _cards_turns(state, seat, mind, color, count, style))
    return least


@kernel
def _turns_for(board, state, seat, mind, route, style):
    """Turns to claim a free route; cards in hand cost almost nothing."""
    ferry = int(board.route_ferry[route])
    color = int(board.route_color[route])
    count = int(board.route_length[route]) - ferry
    turns = 1.0
    if color == ANY_COLOR:
        turns += mind.grey[count]
    else:
        turns += _cards_turns(state, seat, mind, color, count, style)
    if ferry > 0:
        wilds = min(int(state.hands[seat, WILD]), ferry)
        turns += style.ferry_wild * (ferry - wilds) + style.held * wilds
    if board.route_tunnel[route]:
        turns += style.tunnel
    return turns


@kernel
def _look_at_cities(board, state, seat, mind):
    """Find the cities where the seat has routes, and how many routes opponents have there."""
    for city in range(board.cities):
        mind.touched[city] = 0
        mind.rivals[city] = 0
    for route in range(board.routes):
        owner = int(state.owner[route])
        if owner == NOBODY:
            continue
        a, b = int(board.route_from[route]), int(board.route_to[route])
        if owner == seat:
            mind.touched[a] = 1
            mind.touched[b] = 1
        else:
            mind.rivals[a] += 1
            mind.rivals[b] += 1


@kernel
def danger(board, state, mind, route):
    """Opponents' interest in a free route: by their routes at its ends, less if its twin is open too."""
    rivals = float(min(int(mind.rivals[board.route_from[route]]) + int(mind.rivals[board.route_to[route]]), 3))
    if board.route_twin[route] != NO_TWIN and state.players > board.doubles_close_up_to:
        rivals *= 0.5
    return rivals


@kernel
def _score_of(board, state, mind, route, style):
    """Points that a free route earns by itself, including attractions and merchandise."""
    points = float(board.route_points[route])
    if board.attraction_points > 0:
        a, b = int(board.route_from[route]), int(board.route_to[route])
        if board.city_attraction[a] and not mind.touched[a]:
            points += board.attraction_points
        if board.city_attraction[b] and not mind.touched[b]:
            points += board.attraction_points
    if board.route_carts[route] and state.merchandise_left > 0:
        points += style.cart
    return points


@inlined
def _has_station_at(board, state, seat, route):
    """Whether the seat can borrow the route with a station it has built."""
    return state.station_owner[board.route_from[route]] == seat or state.station_owner[board.route_to[route]] == seat


@kernel
def price_routes(board, state, seat, mind, style):
    """Price every route for the seat: turns and trains, in points, minus the points it earns. Own routes are free."""
    _look_at_cities(board, state, seat, mind)
    trains = int(state.trains[seat])
    count_shown(state, mind)
    for count in range(1, MAX_LENGTH + 1):
        mind.grey[count] = _grey_turns(board, state, seat, mind, count, style)
    stations = int(state.stations_left[seat])
    cards = int(board.stations) - stations + 1
    borrowing = style.station + int(board.station_points) + style.turn * (1.0 + style.missing * cards)
    for route in range(board.routes):
        owner = int(state.owner[route])
        price = BLOCKED
        mind.turns[route] = 0.0
        mind.score[route] = 0.0
        if owner == seat:
            price = 0.0
        elif owner != NOBODY:
            if _has_station_at(board, state, seat, route):
                price = LENT
            elif stations > 0:
                price = borrowing
                mind.turns[route] = 1.0 + style.missing * cards
        elif (int(state.open_to[route]) >> seat) & 1:
            length = int(board.route_length[route])
            if length <= trains:
                turns = _turns_for(board, state, seat, mind, route, style)
                points = _score_of(board, state, mind, route, style)
                price = max(style.turn * turns + style.train * length - points, style.least_price * length)
                price += style.contested * danger(board, state, mind, route) + style.avoid * mind.wanted[route]
                mind.turns[route] = turns
                mind.score[route] = points
        if owner != seat and price != LENT:
            price = max(price, 2.0 * LENT)  # the path search needs positive prices
        mind.full_price[route] = price
        mind.price[route] = price


@kernel
def find_way(board, roads, mind, start, goal):
    """Dijkstra from one city to another over mind.price; returns the cost, or BLOCKED if there is no path.

    mind.by_route holds the route by which each settled city was reached.
    """
    for city in range(board.cities):
        mind.cost[city] = BLOCKED
        mind.settled[city] = 0
    mind.cost[start] = 0.0
    mind.by_route[start] = NO_ROUTE
    while True:
        nearest = -1
        least = BLOCKED
        for city in range(board.cities):
            if mind.settled[city] == 0 and mind.cost[city] < least:
                nearest = city
                least = mind.cost[city]
        if nearest < 0:
            return BLOCKED
        if nearest == goal:
            return least
        mind.settled[nearest] = 1
        for i in range(int(roads.start[nearest]), int(roads.start[nearest + 1])):
            route = int(roads.route[i])
            through = least + mind.price[route]
            other = int(roads.to[i])
            if through < mind.cost[other]:
                mind.cost[other] = through
                mind.by_route[other] = route


@kernel
def other_end(board, route, city):
    """The other end of a route that starts at `city`."""
    a = int(board.route_from[route])
    return int(board.route_to[route]) if a == city else a
