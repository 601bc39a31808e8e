"""The final score sheet: rules E3 to E9. Reads a finished (or any) state, writes a sheet, changes nothing else."""

from __future__ import annotations

import numpy as np

from .compilation.jit import kernel
from .connections import borrow_routes, collect_own_routes, join_own_routes
from .longest_path import longest_path
from .state import (
    BY_FEWEST_STATIONS,
    BY_LONGEST_PATH,
    BY_TICKETS_COMPLETED,
    LONGEST_PATH_STEPS,
    MAX_CITIES,
    MAX_DISTRICTS,
    MAX_ROUTES,
    MAX_ROUTES_AT_A_CITY,
    MAX_STATIONS,
    MAX_TICKETS,
    MAX_TIE_BREAKS,
    MAX_TRAINS,
    NO_TIE_BREAK,
    NOBODY,
)

# Scratch space; an argument, because kernels allocate nothing.
SCRATCH = np.dtype(
    [
        ("edges_at", np.int64, (MAX_CITIES,)),
        ("tried", np.int64, (MAX_TRAINS,)),
        ("piece_length", np.int16, (MAX_CITIES,)),
        ("options", np.int16, (MAX_STATIONS, MAX_ROUTES_AT_A_CITY)),
        ("own", np.int16, (MAX_ROUTES,)),
        ("edge_route", np.int16, (MAX_TRAINS,)),
        ("edge_from", np.int8, (MAX_TRAINS,)),
        ("edge_to", np.int8, (MAX_TRAINS,)),
        ("edge_length", np.int8, (MAX_TRAINS,)),
        ("city_at", np.int8, (MAX_TRAINS,)),
        ("choice", np.int8, (MAX_TRAINS,)),
        ("end_tried", np.int8, (MAX_TRAINS,)),
        ("number", np.int8, (MAX_CITIES,)),
        ("cheapest", np.int8, (MAX_CITIES,)),
        ("joined", np.int8, (MAX_CITIES,)),
        ("groups", np.int8, (MAX_CITIES,)),
        ("touched", np.int8, (MAX_CITIES,)),
        ("on_path", np.int8, (MAX_ROUTES,)),
        ("hopeful", np.int8, (MAX_TICKETS,)),
        ("option_count", np.int8, (MAX_STATIONS,)),
        ("pick", np.int8, (MAX_STATIONS,)),
        ("swallower", np.int8, (MAX_STATIONS,)),
        ("swallowed", np.int8, (MAX_STATIONS,)),
    ],
    align=True,
)


@kernel
def _score_tickets(board, state, seat, sheet, scratch):
    """E4, B3: score tickets by the seat's own routes and those its stations borrow."""
    borrow_routes(board, state, seat, scratch.joined, sheet.borrowed[seat], scratch)
    won = 0
    lost = 0
    completed = 0
    for ticket in range(board.tickets):
        if state.ticket_at[ticket] != seat:
            continue
        points = int(board.ticket_points[ticket])
        if scratch.joined[board.ticket_from[ticket]] == scratch.joined[board.ticket_to[ticket]]:
            sheet.ticket_done[ticket] = 1
            won += points
            completed += 1
        else:
            lost += points
    sheet.tickets_won[seat] = won
    sheet.tickets_lost[seat] = lost
    sheet.tickets_completed[seat] = completed


@kernel
def _score_attractions(board, own, count, touched):
    """E6: one point for each attraction at an end of a route."""
    points = 0
    for city in range(board.cities):
        touched[city] = 0
    for i in range(count):
        touched[board.route_from[own[i]]] = 1
        touched[board.route_to[own[i]]] = 1
    for city in range(board.cities):
        if touched[city] and board.city_attraction[city]:
            points += int(board.attraction_points)
    return points


@kernel
def _score_districts(board, joined):
    """E7: a district scores its number if all its places are connected to each other."""
    points = 0
    for district in range(1, MAX_DISTRICTS + 1):
        group = NOBODY
        whole = True
        for city in range(board.cities):
            if board.city_district[city] == district:
                if group == NOBODY:
                    group = int(joined[city])
                elif joined[city] != group:
                    whole = False
        if whole and group != NOBODY:
            points += district
    return points


@kernel
def _score_merchandise(board, state, sheet):
    """E8: rank by cards; tied players share the better rank, and the ranks they fill are skipped."""
    players = int(state.players)
    for seat in range(players):
        mine = int(state.merchandise[seat])
        rank = 0
        for other in range(players):
            if state.merchandise[other] > mine:
                rank += 1
        if mine > 0:
            sheet.merchandise[seat] = board.merchandise_points[players, rank]


@kernel
def _award_longest_path(board, state, sheet):
    """E5: every player tied for the longest gets the bonus; no one does if no one has a route."""
    longest = 0
    for seat in range(state.players):
        longest = max(longest, int(sheet.longest_path[seat]))
    for seat in range(state.players):
        if longest > 0 and sheet.longest_path[seat] == longest:
            sheet.longest_path_bonus[seat] = board.longest_path_points


@kernel
def _score_routes(board, state, seat, sheet, scratch):
    """Score everything that depends on one seat's network alone."""
    count = collect_own_routes(board, state, seat, scratch)
    join_own_routes(board, scratch.own, count, scratch.joined)
    sheet.routes[seat] = state.score[seat]
    sheet.stations_built[seat] = int(board.stations) - int(state.stations_left[seat])
    sheet.stations_unused[seat] = int(state.stations_left[seat]) * int(board.station_points)
    if board.longest_path_points > 0:
        length, steps = longest_path(board, scratch.own, count, scratch.joined, scratch, sheet.on_longest_path)
        sheet.longest_path[seat] = length
        if steps >= LONGEST_PATH_STEPS:
            sheet.exact = 0
    if board.districts:
        sheet.districts[seat] = _score_districts(board, scratch.joined)
    if board.attraction_points > 0:
        sheet.attractions[seat] = _score_attractions(board, scratch.own, count, scratch.touched)
    _score_tickets(board, state, seat, sheet, scratch)  # last: it adds borrowed routes to the groups


@kernel
def _tie_break(sheet, rule, seat):
    """A number that is larger for the seat that wins one tie-break (P15)."""
    if rule == BY_TICKETS_COMPLETED:
        return int(sheet.tickets_completed[seat])
    if rule == BY_FEWEST_STATIONS:
        return -int(sheet.stations_built[seat])
    if rule == BY_LONGEST_PATH:
        return int(sheet.longest_path_bonus[seat])
    return 0


@kernel
def _beaten_by(board, sheet, seat, other):
    """0 if `other` is not better than `seat`; 1 if by points; 2, 3, ... if by the first, second, ... tie-break."""
    if sheet.total[other] != sheet.total[seat]:
        return 1 if sheet.total[other] > sheet.total[seat] else 0
    for i in range(MAX_TIE_BREAKS):
        rule = int(board.tie_breaks[i])
        if rule == NO_TIE_BREAK:
            return 0
        mine = _tie_break(sheet, rule, seat)
        theirs = _tie_break(sheet, rule, other)
        if mine != theirs:
            return 2 + i if theirs > mine else 0
    return 0


@kernel
def rank(board, state, sheet):
    """E9: rank by points, then P15. There can be several winners."""
    for seat in range(state.players):
        rank = 0
        last = 0  # a later tie-break means a closer seat above
        for other in range(state.players):
            beaten = _beaten_by(board, sheet, seat, other)
            if beaten:
                rank += 1
            last = max(last, beaten)
        sheet.rank[seat] = rank
        sheet.decided_by[seat] = board.tie_breaks[last - 2] if last >= 2 else NO_TIE_BREAK


@kernel
def _clear(sheet):
    sheet.exact = 1
    for seat in range(sheet.total.shape[0]):
        sheet.total[seat] = 0
        sheet.routes[seat] = 0
        sheet.tickets_won[seat] = 0
        sheet.tickets_lost[seat] = 0
        sheet.tickets_completed[seat] = 0
        sheet.stations_unused[seat] = 0
        sheet.stations_built[seat] = 0
        sheet.longest_path[seat] = 0
        sheet.longest_path_bonus[seat] = 0
        sheet.attractions[seat] = 0
        sheet.districts[seat] = 0
        sheet.merchandise[seat] = 0
        sheet.rank[seat] = 0
        sheet.decided_by[seat] = 0
    for ticket in range(sheet.ticket_done.shape[0]):
        sheet.ticket_done[ticket] = 0
    for route in range(MAX_ROUTES):
        sheet.on_longest_path[route] = 0


@kernel
def add_up(board, state, sheet):
    """Totals and ranking from the rows of a sheet (E3, E9)."""
    for seat in range(state.players):
        sheet.total[seat] = (
            int(sheet.routes[seat])
            + int(sheet.tickets_won[seat])
            - int(sheet.tickets_lost[seat])
            + int(sheet.stations_unused[seat])
            + int(sheet.longest_path_bonus[seat])
            + int(sheet.attractions[seat])
            + int(sheet.districts[seat])
            + int(sheet.merchandise[seat])
        )
    rank(board, state, sheet)


@kernel
def score(board, state, sheet, scratch):
    """Fill in the whole sheet (E3)."""
    _clear(sheet)
    for seat in range(state.players):
        _score_routes(board, state, seat, sheet, scratch)
    if board.longest_path_points > 0:
        _award_longest_path(board, state, sheet)
    if board.merchandise_cards > 0:
        _score_merchandise(board, state, sheet)
    add_up(board, state, sheet)
