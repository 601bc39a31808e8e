"""Counting legal actions and picking one by its place in the list, without a list in memory: how a GPU thread plays.

The first pass notes in `marks` where the claims of each colour end, so that the second walks through one colour only.
"""

from __future__ import annotations

from .compilation.jit import kernel
from .legal import answers, claims_with_color, claims_with_wilds, draws, station_payments
from .state import CARDS, CITY_STRIDE, COUNT_ONLY, DRAW_TICKETS, NOBODY, PASS, STATION, STATION_COLOR_STRIDE, TURN

# What is marked: where the draws end, where the claims of each colour end (by its number), where those of wilds end.
AFTER_DRAWS = 0
AFTER_WILDS = CARDS
MARKS = CARDS + 1


@kernel
def _free_cities(board, state):
    """B1: every city without a station."""
    free = int(board.cities)
    for seat in range(state.players):
        free -= int(board.stations) - int(state.stations_left[seat])
    return free


@kernel
def _count_stations(board, state, seat):
    if state.stations_left[seat] == 0:
        return 0
    ways = 0
    for color in range(board.colors + 1):
        ways += station_payments(board, state, seat, color)[1]
    return ways * _free_cities(board, state)


@kernel
def count_actions(board, state, seat, marks):
    """How many actions `seat`, whose turn it is, may choose from; fills `marks` for `pick_action`."""
    if state.phase != TURN:
        return answers(board, state, seat, marks, COUNT_ONLY)
    n = draws(state, marks, 0, COUNT_ONLY)
    marks[AFTER_DRAWS] = n
    for color in range(1, board.colors + 1):
        n = claims_with_color(board, state, seat, color, marks, n, COUNT_ONLY)
        marks[color] = n
    n = claims_with_wilds(board, state, seat, marks, n, COUNT_ONLY)
    marks[AFTER_WILDS] = n
    if int(state.unseen_tickets) + int(state.returned_tickets) > 0:  # T2
        n += 1
    n += _count_stations(board, state, seat)
    return max(n, 1)  # E2: to pass, if there is nothing else


@kernel
def _pick_station(board, state, seat, place):
    """The action at `place` among those that build stations."""
    free = _free_cities(board, state)
    for color in range(board.colors + 1):
        fewest, ways = station_payments(board, state, seat, color)
        if place < ways * free:
            city = -1
            skipped = place // ways
            while skipped >= 0:
                city += 1
                if state.station_owner[city] == NOBODY:
                    skipped -= 1
            return STATION + city * CITY_STRIDE + color * STATION_COLOR_STRIDE + fewest + place % ways
        place -= ways * free
    return PASS


@kernel
def pick_action(board, state, seat, marks, place):
    """The action at `place` of the list, after `count_actions` filled `marks` in the same position."""
    if state.phase != TURN:
        answers(board, state, seat, marks, place)
        return int(marks[0])
    if place < marks[AFTER_DRAWS]:
        draws(state, marks, 0, place)
        return int(marks[0])
    if place < marks[AFTER_WILDS]:
        color = 1
        while color <= board.colors and place >= marks[color]:
            color += 1
        begin = int(marks[color - 1])
        if color <= board.colors:
            claims_with_color(board, state, seat, color, marks, begin, place)
        else:
            claims_with_wilds(board, state, seat, marks, begin, place)
        return int(marks[0])
    n = int(marks[AFTER_WILDS])
    if int(state.unseen_tickets) + int(state.returned_tickets) > 0:
        if place == n:
            return DRAW_TICKETS
        n += 1
    if state.stations_left[seat] == 0:
        return PASS
    return _pick_station(board, state, seat, place - n)
