"""The planner's view of a position as small integers: extra input for a network.

Makes a plan for the seat to act, with the given style, and writes it out: the role of each route, the missing cards,
the turns it takes, the value of every choice of tickets, the payment for each route, and the planner's action. It uses
only what the seat may know.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ferrovia.bots.planner.card_needs import count_wants, pay_route, worth_of_unseen
from ferrovia.bots.planner.plan import (
    collect_goals,
    make_plan,
    plan_goals,
    sort_goals,
    turns_before_others,
    turns_of_seat,
)
from ferrovia.bots.planner.policy import decide, station_code
from ferrovia.bots.planner.rival_goals import find_wanted
from ferrovia.bots.planner.route_costs import danger, price_routes
from ferrovia.bots.planner.spare_trains import plan_fillers
from ferrovia.bots.planner.style import BORROWED, FILLER, NEEDED, NO_ACTION
from ferrovia.bots.planner.ticket_choice import _add_offered
from ferrovia.engine import count_bits, kernel
from ferrovia.engine.state import (
    CHOOSING_START,
    CHOOSING_TICKETS,
    CLAIM,
    IN_TUNNEL,
    KEEP_TICKETS,
    MAX_OFFER,
    MAX_PLAYERS,
    NOBODY,
    OVER,
    ROUTE_STRIDE,
    STATION,
    TURN,
)

# fields, in order; see `Features`
ROUTE_FIELDS = 6  # needed, borrowed, filler, turns, danger, chosen
CARD_FIELDS = 4  # lacking, filling, rest, worth
TABLE_FIELDS = 12
EIGHTHS = 8.0
MOST = 255.0

# marks in a mask, in addition to 1 for allowed
PREFERRED = 2  # how the planner would pay for this route or station
CHOSEN = 4  # what the planner would do


class Planner(NamedTuple):
    """The board, a thread's planning buffers, and the action space in which plans are written."""

    boards: Any
    roads: Any
    minds: Any
    styles: Any
    legal: Any
    worths: Any  # by choice of tickets
    number_of: Any
    general: int  # actions that are neither claims nor stations
    choices: int  # of tickets


@kernel
def _byte(value):
    """A number between 0 and 255, rounded."""
    return int(min(max(value + 0.5, 0.0), MOST))


@kernel
def _weigh_keeps(board, roads, state, seat, mind, style, worths):
    """Plan every legal choice of the offered tickets; worths[mask] gets its value. Returns the best mask."""
    start = state.phase == CHOOSING_START
    offered = int(state.offer_count[seat])
    least = int(board.start_keep) if start else min(int(board.draw_keep), offered)
    ahead = turns_before_others(state, seat, style) - (0.0 if start else 1.0)
    price = style.keep_more if start else 0.0
    find_wanted(board, roads, state, seat, mind, style)
    price_routes(board, state, seat, mind, style)
    best = (1 << offered) - 1
    most = -1e9
    for mask in range(1, 1 << offered):
        if count_bits(mask) < least:
            continue
        collect_goals(board, state, seat, mind)
        _add_offered(board, state, seat, mind, mask)
        sort_goals(mind)
        plan_goals(board, roads, state, seat, mind, ahead, style)
        worths[mask] = mind.value - price * count_bits(mask)
        if worths[mask] > most:
            most = worths[mask]
            best = mask
    collect_goals(board, state, seat, mind)
    _add_offered(board, state, seat, mind, best)
    sort_goals(mind)
    plan_goals(board, roads, state, seat, mind, ahead, style)
    plan_fillers(board, state, seat, mind, ahead, style)
    count_wants(board, state, seat, mind, style)
    mind.is_made = 0
    return best


@kernel
def _mark_payments(board, state, seat, mind, style, number_of, mask):
    """Mark how the planner would pay for each route and station that is available now."""
    for route in range(board.routes):
        if state.owner[route] == NOBODY and (int(state.open_to[route]) >> seat) & 1:
            action, _cost = pay_route(board, state, seat, mind, route, 0 if mind.role[route] == FILLER else 1, style)
            if action != NO_ACTION and mask[number_of[action]]:
                mask[number_of[action]] |= PREFERRED
    if board.stations > 0 and state.stations_left[seat] > 0:
        for city in range(board.cities):
            action = station_code(board, state, seat, mind, city)
            if action != NO_ACTION and mask[number_of[action]]:
                mask[number_of[action]] |= PREFERRED


@kernel
def _write_routes(board, state, mind, at, row):
    """Write the role of each route in the plan, plane by plane."""
    routes = int(board.routes)
    for route in range(routes):
        role = int(mind.role[route])
        row[at + route] = 1 if role == NEEDED else 0
        row[at + routes + route] = 1 if role == BORROWED else 0
        row[at + 2 * routes + route] = 1 if role == FILLER else 0
        free = state.owner[route] == NOBODY
        row[at + 3 * routes + route] = _byte(EIGHTHS * mind.turns[route]) if free else 0
        row[at + 4 * routes + route] = _byte(2.0 * danger(board, state, mind, route)) if free else 0
        row[at + 5 * routes + route] = 0
    return at + ROUTE_FIELDS * routes


@kernel
def _write_cards(board, mind, at, row):
    """Write what the plan needs and leaves of each kind of card."""
    cards = int(board.colors) + 1
    for card in range(cards):
        row[at + card] = _byte(mind.lacking[card])
        row[at + cards + card] = _byte(mind.filling[card])
        row[at + 2 * cards + card] = _byte(float(mind.rest[card]))
        row[at + 3 * cards + card] = _byte(EIGHTHS * mind.worth[card])
    return at + CARD_FIELDS * cards


@kernel
def _write_table(board, state, seat, mind, style, at, row):
    """Write turns, trains and value of the whole plan."""
    before = turns_before_others(state, seat, style)
    own = turns_of_seat(state, seat, style)
    needed, fillers = 0, 0
    points = 0.0
    for i in range(int(mind.plan_count)):
        route = int(mind.plan[i])
        if state.owner[route] == NOBODY:
            points += mind.score[route]
            if mind.role[route] == NEEDED:
                needed += 1
            elif mind.role[route] == FILLER:
                fillers += 1
    lost = 0
    for goal in range(int(mind.goal_count)):
        lost += int(mind.goal_lost[goal])
    row[at] = _byte(2.0 * mind.plan_turns)
    row[at + 1] = _byte(float(mind.plan_trains))
    row[at + 2] = _byte(float(mind.plan_stations))
    row[at + 3] = _byte(float(mind.open_goals))
    row[at + 4] = _byte(float(needed))
    row[at + 5] = _byte(float(fillers))
    row[at + 6] = _byte(float(lost))
    row[at + 7] = _byte(before)
    row[at + 8] = _byte(own)
    row[at + 9] = _byte(128.0 + mind.value)
    row[at + 10] = _byte(points)
    row[at + 11] = _byte(EIGHTHS * worth_of_unseen(board, state, seat, mind, style))
    return at + TABLE_FIELDS


@kernel
def view_plan(board, roads, state, seat, mind, legal, style, worths, number_of, general, choices, at, row, mask):
    """Write the plan of the seat to act into row[at:], mark its mask, and return the planner's action."""
    mind.is_made = 0
    phase = int(state.phase)
    most = 1 << MAX_OFFER
    for choice in range(most):
        worths[choice] = -1e9
    if phase == CHOOSING_START or phase == CHOOSING_TICKETS:
        action = KEEP_TICKETS + _weigh_keeps(board, roads, state, seat, mind, style, worths)
    else:
        action = decide(board, roads, state, seat, mind, legal, style)
        if phase == IN_TUNNEL:
            make_plan(board, roads, state, seat, mind, style)
            count_wants(board, state, seat, mind, style)
    number = int(number_of[action])
    routes_at = at
    at = _write_routes(board, state, mind, at, row)
    at = _write_cards(board, mind, at, row)
    at = _write_table(board, state, seat, mind, style, at, row)
    best = -1e9
    for choice in range(choices):
        best = max(best, worths[choice])
    for choice in range(choices):
        worth = worths[choice]
        row[at + choice] = _byte(MOST - 4.0 * (best - worth)) if worth > -1e8 else 0
    at += choices
    for i in range(general + 2):
        row[at + i] = 0
    if action < CLAIM:
        row[at + number] = 1
    elif action < STATION:
        row[at + general] = 1
        row[routes_at + 5 * int(board.routes) + (action - CLAIM) // ROUTE_STRIDE] = 1
    else:
        row[at + general + 1] = 1
    at += general + 2
    for players in range(2, MAX_PLAYERS + 1):
        row[at + players - 2] = 1 if state.players == players else 0
    if phase == TURN:
        _mark_payments(board, state, seat, mind, style, number_of, mask)
    mask[number] |= CHOSEN
    return number


@kernel
def view_plans(planner, columns, states, seats, observations, rows, masks, chosen):
    """For every row: write the observation, in the columns for the most players, followed by the plan."""
    board, general, choices = planner.boards[0], planner.general, planner.choices
    at = rows.shape[1] - plan_width(board, general, choices)
    for i in range(rows.shape[0]):
        if states[i].phase == OVER:
            continue
        for column in range(at):
            rows[i, column] = 0
        for column in range(columns.shape[0]):
            rows[i, columns[column]] = observations[i, column]
        seat = int(seats[i])
        mind, style, worths = planner.minds[seat], planner.styles[seat], planner.worths
        chosen[i] = view_plan(
            board, planner.roads[0], states[i], seat, mind, planner.legal, style, worths, planner.number_of, general,
            choices, at, rows[i], masks[i],
        )  # fmt: skip


@kernel
def plan_width(board, general, choices):
    """The number of values that describe a plan."""
    cards = int(board.colors) + 1
    return (
        ROUTE_FIELDS * int(board.routes) + CARD_FIELDS * cards + TABLE_FIELDS + choices + general + 2 + MAX_PLAYERS - 1
    )


@kernel
def plan_actions(boards, roads, states, seats, asked, minds, legal, styles, number_of, numbers):
    """The planner's action, from a new plan, in every requested game that is not over."""
    for i in range(numbers.shape[0]):
        if asked[i] and states[i].phase != OVER:
            seat = int(seats[i])
            minds[seat].is_made = 0
            numbers[i] = number_of[decide(boards[0], roads[0], states[i], seat, minds[seat], legal, styles[seat])]
