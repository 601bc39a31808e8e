"""Which games are played: fair to bots and places, the same for the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

from ferrovia.report.schedule import Schedule, line_ups, make_schedule, usual_bots

from .games import tiny

BOTS = ("greedy", "simple", "hungry")


def seats_of(schedule: Schedule) -> Counter[tuple[str, int]]:
    tournament = schedule.tournament
    return Counter(
        (bot, seat)
        for block in schedule.blocks
        for plan in block
        for seat, bot in enumerate(tournament.matches[plan.match].seating(plan.rotation))
    )


@pytest.mark.parametrize("players", [2, 3])
def test_every_bot_sits_everywhere_equally_often(players: int) -> None:
    schedule = make_schedule(tiny(), bots=BOTS, players=[players], games=60, seed=1)
    assert len(set(seats_of(schedule).values())) == 1
    assert set(seats_of(schedule)) == {(bot, seat) for bot in BOTS for seat in range(players)}


def test_every_number_of_players_gets_its_share_of_the_games() -> None:
    schedule = make_schedule(tiny(), bots=BOTS, players=[2, 3], games=120, seed=1)
    matches = schedule.tournament.matches
    counts = Counter(matches[plan.match].players for block in schedule.blocks for plan in block)
    assert counts == {2: 60, 3: 60}
    assert schedule.games == 120


def test_there_is_always_a_block_of_each() -> None:
    schedule = make_schedule(tiny(), bots=BOTS, players=[2, 3], games=1, seed=1)
    assert [len(block) for block in schedule.blocks] == [2, 3]


def test_the_deals_of_one_number_of_players_all_differ() -> None:
    schedule = make_schedule(tiny(), bots=BOTS, players=[2], games=60, seed=1)
    keys = [schedule.tournament.key(block[0]).secret for block in schedule.blocks]
    assert len(set(keys)) == len(keys) == 30


def test_fewer_bots_than_seats_share_them_evenly() -> None:
    for line_up in line_ups(("greedy", "simple"), 5, 1):
        assert sorted(Counter(line_up).values()) == [2, 3]
    assert line_ups(("greedy",), 3, 1) == [("greedy",) * 3]


def test_the_seed_decides_everything() -> None:
    first, same, other = (make_schedule(tiny(), bots=BOTS, players=[2], games=9, seed=seed) for seed in (1, 1, 2))
    assert first == same
    assert first.tournament.key(first.blocks[0][0]) != other.tournament.key(other.blocks[0][0])


def test_the_usual_mix_has_the_four_styles() -> None:
    assert {"route_focus", "one_step", "long_route", "hungry"} <= set(usual_bots())
