"""What games against planners need at each step: a network's inputs for learners, only a choice for planners."""

from __future__ import annotations

from ferrovia.bots.planner.plan_view import plan_width, view_plan
from ferrovia.bots.planner.policy import decide
from ferrovia.engine import kernel
from ferrovia.engine.state import OVER


@kernel
def view_learners(planner, rivals, learners, columns, states, seats, observations, rows, masks, chosen):
    """Like `view_plans` where the seat to act learns; for another seat, only writes the choice in the rivals' style.

    learners[i] is the only seat that learns in game i, or -1 if all do.
    """
    board, general, choices = planner.boards[0], planner.general, planner.choices
    at = rows.shape[1] - plan_width(board, general, choices)
    for i in range(rows.shape[0]):
        if states[i].phase == OVER:
            continue
        seat = int(seats[i])
        mind = planner.minds[seat]
        if learners[i] >= 0 and seat != learners[i]:
            mind.is_made = 0
            action = decide(board, planner.roads[0], states[i], seat, mind, planner.legal, rivals[seat])
            chosen[i] = planner.number_of[action]
            continue
        for column in range(at):
            rows[i, column] = 0
        for column in range(columns.shape[0]):
            rows[i, columns[column]] = observations[i, column]
        chosen[i] = view_plan(
            board, planner.roads[0], states[i], seat, mind, planner.legal, planner.styles[seat], planner.worths,
            planner.number_of, general, choices, at, rows[i], masks[i],
        )  # fmt: skip
