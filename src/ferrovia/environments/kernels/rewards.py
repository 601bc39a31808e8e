"""Rewards of the seats."""

from __future__ import annotations

from ferrovia.engine import inlined, kernel

from .sections import MARGIN, RANK


@kernel
def margin(points, players, seat):
    """Points ahead of the best other seat."""
    best = -10_000
    for other in range(players):
        if other != seat:
            best = max(best, int(points[other]))
    return int(points[seat]) - best


@kernel
def final_reward(kind, sheet, players, seat):
    """Win: 1 to the winner, -1 to the others, joint winners share. Rank: evenly from 1 to -1. Margin: in points."""
    if kind == MARGIN:
        return float(margin(sheet.total, players, seat))
    better = 0
    equal = 0
    for other in range(players):
        if sheet.rank[other] < sheet.rank[seat]:
            better += 1
        elif sheet.rank[other] == sheet.rank[seat]:
            equal += 1
    if kind == RANK:
        return 1.0 - (2.0 * better + equal - 1.0) / (players - 1.0)
    return 2.0 / equal - 1.0 if better == 0 else -1.0


@inlined
def write_rewards(plan, state, sheet, over, given, rewards):
    """Write the rewards of all seats for one step; `given` keeps what they got so far in this game."""
    players = int(state.players)
    for seat in range(players):
        rewards[seat] = 0.0
        if over:
            rewards[seat] = final_reward(int(plan.reward), sheet, players, seat) - given[seat]
            given[seat] = 0.0
        elif plan.every_step:
            now = float(margin(state.score, players, seat))
            rewards[seat] = now - given[seat]
            given[seat] = now
