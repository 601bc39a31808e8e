"""Many random games: the same sums however the work is divided."""

from __future__ import annotations

import pytest
from tests.kit.walks import TINY

from ferrovia import load_board, simulate
from ferrovia.engine import loops
from ferrovia.engine.state import MAX_PLAYERS
from ferrovia.simulation import CHUNK, WIN, Player


def test_a_few_games_are_summed_up() -> None:
    totals = simulate(load_board("new_york"), games=2, players=3, seed=1, threads=1, audit=True)
    assert totals.complete
    assert totals.games == sum(totals.endings) == 2
    assert sum(totals.wins) == sum(totals.wins_by_turn) == 2 * WIN
    assert totals.faults == 0


def test_wins_by_turn_use_the_starting_seat_of_every_game() -> None:
    board = load_board("new_york")
    games = 6
    totals = simulate(board, games=games, players=2, seed=3, threads=1)
    outcomes = Player(board, 2, 3).play(0, games)
    wins = [0, 0]
    for row in outcomes:
        winners = [seat for seat in range(2) if row[MAX_PLAYERS + seat] == 0]
        for seat in winners:
            wins[(seat - row[loops.FIRST]) % 2] += WIN // len(winners)
    assert totals.wins_by_turn == wins


@pytest.mark.compiled_only
def test_one_and_two_threads_give_the_same_totals() -> None:
    board = load_board("london")
    games = 3 * CHUNK + 7
    alone = simulate(board, games=games, players=4, seed=9, threads=1)
    together = simulate(board, games=games, players=4, seed=9, threads=2)
    assert alone == together
    assert alone.games == games


def test_a_board_goes_by_name_by_path_or_as_it_is() -> None:
    for given in (TINY, str(TINY), load_board(TINY)):
        found = simulate(given, games=1, seed=5, threads=1)
        assert (found.players, found.games) == (2, 1), "the fewest that may play"
    assert simulate("new_york", games=1, seed=5, threads=1).games == 1


@pytest.mark.parametrize(
    "options, words",
    [
        ({"games": 0}, "at least one game, not 0"),
        ({"games": 1, "players": 5}, "New York is for 2 to 4 players, not 5"),
        ({"games": 1, "players": 1}, "New York is for 2 to 4 players, not 1"),
    ],
)
def test_impossible_numbers_are_refused(options: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        simulate("new_york", **options)


def test_the_caller_hears_of_every_game_once() -> None:
    told: list[int] = []
    simulate(TINY, games=5, seed=1, threads=2, tell=told.append)
    assert sum(told) == 5
