"""What a position is worth: an estimate of every seat's final total, from what is scored and what is planned.

The estimate is linear in some features of a seat, with weights that change over the game: they are given at some
numbers of turns ahead, and mixed between them. They are fitted to games of the policy against itself.
"""

from __future__ import annotations

from ferrovia.bots.kernels.mind import FILLER, NEEDED
from ferrovia.bots.kernels.plans import make_plan, turns_of_seat
from ferrovia.bots.kernels.wants import count_wants
from ferrovia.engine.jit import kernel
from ferrovia.engine.layout import NOT_YET, WILD
from ferrovia.engine.scoring import score

FEATURES = (
    "one",
    "scored",  # points that nobody can take away: routes, joined tickets, bonuses
    "stations",  # points of unused stations
    "pursued",  # points of tickets on their way
    "lost",  # points of tickets given up
    "planned",  # points of the routes on the tickets' ways
    "plan_turns",
    "late",  # turns by which the plan is longer than the game
    "lacking",  # cards that the plan still asks for
    "filling",  # points of the fillers
    "cards",
    "wilds",
    "trains",
    "ahead",
    "tempo",  # 1 for who is to move
    "path",  # own longest path against the best other one, from -1 to 1
    "length",  # own longest path
    "tickets",  # open goals
    "few_trains",  # trains below ten
)
TRAINS_BY_CLAIM = 4.0
CARDS_BY_TRAIN = 1.2  # that are drawn for one laid

ANCHORS = 10
ANCHOR_STEP = 4.0  # turns ahead between two anchors


@kernel
def turns_to_the_end(state):
    """How long the game will go on, by what everybody sees: the same for every style, which may see it its own way."""
    if state.turns_left != NOT_YET:
        return 1.0
    shortest = 1000.0
    for seat in range(state.players):
        shortest = min(shortest, turns_of_seat(state, seat, TRAINS_BY_CLAIM, CARDS_BY_TRAIN))
    return shortest + 2.0  # the turn that ends it, and one more


@kernel
def _goal_points(mind, out):
    """Points of the seat's goals that are under way, and of those given up."""
    for goal in range(int(mind.goal_count)):
        if mind.goal_lost[goal]:
            out[4] += mind.goal_points[goal]
        else:
            out[3] += mind.goal_points[goal]


@kernel
def find_features(board, roads, state, seat, mind, sheet, style, out):
    """Write the seat's features; the sheet is of the position as it stands."""
    for i in range(out.shape[0]):
        out[i] = 0.0
    make_plan(board, roads, state, seat, mind, style)
    lacking = count_wants(board, state, seat, mind, style)
    ahead = turns_to_the_end(state)
    _goal_points(mind, out)
    won = float(sheet.tickets_won[seat])
    out[0] = 1.0
    bonus = float(sheet.attractions[seat]) + float(sheet.districts[seat]) + float(sheet.merchandise[seat])
    out[1] = float(sheet.routes[seat]) + won + bonus
    out[2] = float(sheet.stations_unused[seat])
    out[3] -= won
    for i in range(int(mind.plan_count)):
        route = int(mind.plan[i])
        if mind.role[route] == NEEDED:
            out[5] += mind.score[route]
        elif mind.role[route] == FILLER:
            out[9] += mind.score[route]
    out[6] = mind.plan_turns
    out[7] = max(mind.plan_turns - ahead, 0.0)
    out[8] = lacking
    out[10] = float(state.hand_count[seat])
    out[11] = float(state.hands[seat, WILD])
    out[12] = float(state.trains[seat])
    out[13] = ahead
    out[14] = 1.0 if state.turn == seat else 0.0
    best_other = 0
    for other in range(state.players):
        if other != seat:
            best_other = max(best_other, int(sheet.longest_path[other]))
    lead = (int(sheet.longest_path[seat]) - best_other) / 8.0
    out[15] = min(max(lead, -1.0), 1.0)
    out[16] = float(sheet.longest_path[seat])
    out[17] = float(mind.open_goals)
    out[18] = max(10.0 - float(state.trains[seat]), 0.0)
    return ahead


@kernel
def weigh(features, ahead, weights):
    """The estimate of a seat's total: weights[anchor, feature], mixed between the two anchors around `ahead`."""
    place = min(ahead / ANCHOR_STEP, ANCHORS - 1.001)
    anchor = int(place)
    share = place - anchor
    total = 0.0
    for i in range(features.shape[0]):
        total += features[i] * ((1.0 - share) * weights[anchor, i] + share * weights[anchor + 1, i])
    return total


@kernel
def judge(board, roads, state, minds, styles, sheet, scratch, weights, features, totals):
    """Write the estimated final total of every seat. A game that is over is scored, not estimated."""
    score(board, state, sheet, scratch)
    for seat in range(state.players):
        ahead = find_features(board, roads, state, seat, minds[seat], sheet, styles[seat], features)
        totals[seat] = weigh(features, ahead, weights)
        minds[seat].is_made = 0
