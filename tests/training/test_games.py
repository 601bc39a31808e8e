"""The games that training learns from: who learns in which, and what rivals do. Needs no PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

from ferrovia.boards import load_board
from ferrovia.bots.network.features import Features, Viewer
from ferrovia.bots.planner.plan_view import plan_actions
from ferrovia.training.games import EVERY_SEAT, GROUPS, MOST_IN_BATCH, Games, share_out, split

pytestmark = pytest.mark.compiled_only

FEATURES = Features(load_board("new_york"))


def new_games(**options: object) -> Games:
    settings = {"games": 64, "shares": {2: 0.5, 4: 0.5}, "seed": 3, "threads": 1, "with_planners": 0.5, **options}
    games = Games(FEATURES, **settings)
    games.begin()
    return games


def play(games: Games, steps: int) -> None:
    for _ in range(steps):
        for group in games.groups:
            games.start(games.planned.copy(), group)
        for group in games.groups:
            games.finish(group)


def test_every_number_of_players_gets_its_share_of_the_games() -> None:
    games = new_games(games=4096, shares={2: 0.6, 3: 0.1, 4: 0.3})
    tables = [table.players for table in games.tables]
    games.close()
    assert {players: tables.count(players) for players in (2, 3, 4)} == {2: 19, 3: 3, 4: 10}
    assert len(games.groups) == GROUPS
    assert sum(group.stop - group.start for group in games.groups) == games.size == 4096


@pytest.mark.parametrize("games", [1, 4, 64, 100, 512, 1000, 4096, 16384])
@pytest.mark.parametrize(
    "shares",
    [
        {2: 0.6, 3: 0.12, 4: 0.2},  # New York's
        {2: 0.6, 3: 0.12, 4: 0.2, 5: 0.08},  # Europe's
        {2: 1.0, 3: 1e-9, 4: 0.0, 5: 5e-324},
        {3: 1.0},
    ],
)
def test_every_number_of_players_with_a_share_gets_games(games: int, shares: dict[int, float]) -> None:
    batches, each = split(games, shares)
    counts = share_out(batches, shares)
    assert counts.keys() == {players for players, share in shares.items() if share}
    assert min(counts.values()) > 0
    assert sum(counts.values()) == batches
    assert batches % GROUPS == 0
    assert 1 <= each <= MOST_IN_BATCH
    assert max(games, GROUPS) - batches < batches * each <= max(games, GROUPS), "rounded down by less than a batch"


@pytest.mark.parametrize("games", [512, 1000])
def test_small_runs_keep_to_the_shares(games: int) -> None:
    shares = {2: 0.6, 3: 0.12, 4: 0.2, 5: 0.08}
    batches, _ = split(games, shares)
    for players, count in share_out(batches, shares).items():
        assert count / batches == pytest.approx(shares[players], abs=0.05)


def test_fewer_games_than_numbers_of_players_still_give_each_one() -> None:
    assert share_out(2, {2: 0.6, 3: 0.2, 4: 0.2}) == {2: 1, 3: 1, 4: 1}


def test_one_seat_learns_where_planners_play_and_all_seats_learn_elsewhere() -> None:
    games = new_games()
    seen = {table: set() for table in range(len(games.tables))}
    for _ in range(12):
        play(games, 1)
        for number, table in enumerate(games.tables):
            learns, seats = games.learns[table.rows], games.seats[table.rows]
            half = games.each // 2
            assert learns[half:].all()
            assert (learns[:half] == (seats[:half] == np.arange(half) % table.players)).all()
            seen[number] |= set(seats[:half].tolist())
    games.close()
    assert all(seats == set(range(games.tables[number].players)) for number, seats in seen.items())


def test_rivals_choose_as_planners_and_learners_see_their_own_plan() -> None:
    games = new_games()
    play(games, 9)
    for table in games.tables:
        out, viewer = table.batch.buffers, Viewer(FEATURES)
        count = games.each
        rows, planned = np.zeros((count, FEATURES.size), dtype=np.uint8), np.zeros(count, dtype=np.int64)
        viewer.view(table.players, table.batch.states, out.seats, out.observations, rows, out.masks.copy(), planned)
        rivals, bench, style = np.zeros(count, dtype=np.int64), viewer.bench, table.rivals
        everyone = np.ones(count, dtype=np.bool_)
        plan_actions(
            bench.boards, bench.roads, table.batch.states, out.seats, everyone, bench.minds, bench.desk.legal, style,
            FEATURES.actions.number_of, rivals,
        )  # fmt: skip
        learns = games.learns[table.rows]
        assert (games.rows[table.rows][learns] == rows[learns]).all()
        assert (games.planned[table.rows] == np.where(learns, planned, rivals)).all()
    games.close()


def test_networks_that_do_not_learn_see_their_own_rows() -> None:
    """Of each batch of 16 games four are with planners, eight with networks, and in four all seats learn."""
    games = new_games(with_planners=0.25, with_networks=0.5)
    assert games.by_networks.reshape(-1, games.each).tolist() == [[False] * 4 + [True] * 8 + [False] * 4] * GROUPS
    for _ in range(9):
        play(games, 1)
        for table in games.tables:
            out, viewer = table.batch.buffers, Viewer(FEATURES)
            rows, planned = np.zeros((games.each, FEATURES.size), dtype=np.uint8), np.zeros(games.each, dtype=np.int64)
            viewer.view(table.players, table.batch.states, out.seats, out.observations, rows, out.masks.copy(), planned)
            assert (games.rows[table.rows][4:] == rows[4:]).all()
            learns, seats = games.learns[table.rows], games.seats[table.rows]
            assert (learns[:12] == (seats[:12] == np.arange(12) % table.players)).all()
            assert learns[12:].all()
    games.close()


def test_learners_make_their_own_share_of_their_decisions() -> None:
    games = new_games(games=512, shares={4: 1.0}, own=0.25)
    made, theirs = 0, 0
    for _ in range(12):
        play(games, 1)
        for table in games.tables:
            by_learners = (table.learners == EVERY_SEAT) | (table.learners == games.seats[table.rows])
            learns = games.learns[table.rows]
            assert not (learns & ~by_learners).any()
            made, theirs = made + learns.sum(), theirs + by_learners.sum()
    games.close()
    assert theirs > 3000
    assert 0.22 < made / theirs < 0.28


def test_finished_games_tell_wins_and_margins_by_seat() -> None:
    games = new_games(shares={2: 1.0})
    decided = 0
    for _ in range(70):
        play(games, 1)
        for place in np.flatnonzero(games.dones):
            wins, margins = games.ends[place, :2].T
            assert wins.sum() == 1
            assert margins[0] == -margins[1]
            if margins[0] != 0:  # otherwise a tie-break decides, or both win
                assert wins.tolist() == (margins > 0).tolist()
                decided += 1
    games.close()
    assert decided
