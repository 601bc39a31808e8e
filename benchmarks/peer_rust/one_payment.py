"""Random games in which a seat lists one payment per route and colour, the one with the fewest wilds, as the peer does.

Like `ferrovia.engine.sampling`, which lists every payment; for boards without ferries, tunnels and stations.
"""

from __future__ import annotations

from ferrovia.engine.compilation.jit import kernel
from ferrovia.engine.fast_random import face, roll, seed_dice
from ferrovia.engine.legal import claims_with_wilds
from ferrovia.engine.loops import NO_SCORES, STEPS, next_to_act, write_result
from ferrovia.engine.rules import apply
from ferrovia.engine.sampling import AFTER_DRAWS, AFTER_WILDS, _count_draws, count_actions, pick_action
from ferrovia.engine.scoring import score
from ferrovia.engine.setup import set_up
from ferrovia.engine.state import (
    ANY_COLOR,
    CLAIM,
    COLOR_STRIDE,
    DRAW_TICKETS,
    MAX_LENGTH,
    OVER,
    PASS,
    RANDOM_FIRST,
    ROUTE_STRIDE,
    TURN,
    WILD,
)


@kernel
def _reach(state, seat, color):
    """The longest route that the seat can pay for with at least one card of a colour."""
    held = int(state.hands[seat, color])
    if held == 0:
        return 0
    return min(held + int(state.hands[seat, WILD]), int(state.trains[seat]), MAX_LENGTH)


@kernel
def _leave_out_halves(board, state, seat, marks):
    """Subtract the free halves of doubles that are closed to the seat because it owns the other half."""
    for i in range(int(state.half_count)):
        route = int(state.halves[i])
        if (int(state.open_to[route]) >> seat) & 1:
            continue
        color, length = int(board.route_color[route]), int(board.route_length[route])
        first, last = (1, int(board.colors)) if color == ANY_COLOR else (color, color)
        for paid in range(first, last + 1):
            marks[paid] -= int(length <= _reach(state, seat, paid))
        marks[AFTER_WILDS] -= int(length <= min(int(state.hands[seat, WILD]), int(state.trains[seat])))


@kernel
def count_with_one_payment(board, state, seat, marks):
    """The number of actions of `seat`, whose turn it is; fills `marks` for `pick_with_one_payment`."""
    if state.phase != TURN:
        return count_actions(board, state, seat, marks)
    n = _count_draws(state)
    marks[AFTER_DRAWS] = n
    for color in range(1, board.colors + 1):
        reach = _reach(state, seat, color)
        ways = 0
        for kind in range(int(board.kind_start[color]), int(board.kind_start[color + 1])):
            ways += int(state.free_up_to[kind, reach])
        for kind in range(int(board.kind_start[ANY_COLOR + 1])):
            ways += int(state.free_up_to[kind, reach])
        marks[color] = ways
    ways = 0
    reach = min(int(state.hands[seat, WILD]), int(state.trains[seat]), MAX_LENGTH)
    for kind in range(int(board.kind_start[board.colors + 1])):
        ways += int(state.free_up_to[kind, reach])
    marks[AFTER_WILDS] = ways
    if state.half_count > 0:
        _leave_out_halves(board, state, seat, marks)
    for color in range(1, board.colors + 1):
        n += int(marks[color])
        marks[color] = n
    n += int(marks[AFTER_WILDS])
    marks[AFTER_WILDS] = n
    if int(state.unseen_tickets) + int(state.returned_tickets) > 0:
        n += 1
    return max(n, 1)


@kernel
def _pick_claim(board, state, seat, color, place):
    reach = _reach(state, seat, color)
    group = color
    i = int(board.color_start[group])
    while True:
        if i == state.free_end[group]:
            group = ANY_COLOR
            i = int(board.color_start[group])
        route = int(state.free_routes[i])
        length = int(board.route_length[route])
        ways = ((int(state.open_to[route]) >> seat) & 1) * int(length <= reach)
        if place < ways:
            fewest = max(length - int(state.hands[seat, color]), 0)
            return CLAIM + route * ROUTE_STRIDE + color * COLOR_STRIDE + fewest
        place -= ways
        i += 1


@kernel
def pick_with_one_payment(board, state, seat, marks, place):
    """The action at `place` of the list, after `count_with_one_payment` filled `marks` in the same position."""
    if state.phase != TURN or place < marks[AFTER_DRAWS]:
        return pick_action(board, state, seat, marks, place)
    if place < marks[AFTER_WILDS]:
        color = 1
        for passed in range(1, board.colors + 1):
            color += int(place >= marks[passed])
        begin = int(marks[color - 1])
        if color <= board.colors:
            return _pick_claim(board, state, seat, color, place - begin)
        claims_with_wilds(board, state, seat, marks, begin, place)
        return int(marks[0])
    return DRAW_TICKETS if int(state.unseen_tickets) + int(state.returned_tickets) > 0 else PASS


@kernel
def games_with_one_payment(boards, states, sheets, scratches, marks, key, first, players, seed, outcomes, options):
    """Like `ferrovia.engine.loops.random_games`."""
    total = 0
    state = states[0]
    for i in range(outcomes.shape[0]):
        set_up(boards[0], state, players, RANDOM_FIRST, key, first + i, None, None)
        word, steps = seed_dice(seed, first + i), 0
        while state.phase != OVER:
            seat = next_to_act(state)
            count = count_with_one_payment(boards[0], state, seat, marks)
            word = roll(word)
            action = pick_with_one_payment(boards[0], state, seat, marks, face(word, count))
            apply(boards[0], state, seat, action, None, None)
            steps += 1
        outcomes[i, STEPS] = steps
        total += steps
        if options & NO_SCORES == 0:
            score(boards[0], state, sheets[0], scratches[0])
            write_result(sheets[0], players, outcomes[i])
    return total
