"""Games on all cores: the same results however the work is divided, and the same as with checked play."""

from __future__ import annotations

import dataclasses
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
from tests.arena.bad_bots import is_hanging
from tests.arena.sample_outcomes import timeless
from tests.cli.terminal import COMMAND
from tests.kit.waiting import wait_until

from ferrovia.arena import Table, Tournament, WorkerPool, WorkerPoolError, plan_tournament
from ferrovia.boards import load_board
from ferrovia.bots import new_bot
from ferrovia.engine.state import NOBODY
from ferrovia.game import Game

pytestmark = pytest.mark.compiled_only


def planned(*bots: str, board: str = "london", deals: int = 3, **options: object) -> Tournament:
    return plan_tournament(boards=[load_board(board)], contestants=bots, deals=deals, **options)  # type: ignore[arg-type]


def test_one_worker_two_workers_and_none_play_the_same_games() -> None:
    tournament = planned("random", "greedy", "one_step")
    table = Table(tournament)
    alone = [timeless(table.play(plan)) for plan in tournament.plans()]
    for processes in (1, 2):
        with WorkerPool(tournament, processes=processes) as pool:
            found = sorted(
                pool.play(tournament.plans()), key=lambda outcome: (outcome.deal, outcome.match, outcome.rotation)
            )
        assert [timeless(outcome) for outcome in found] == alone


def test_a_game_does_not_depend_on_earlier_games_or_other_contestants() -> None:
    tournament = planned("random", "greedy", "one_step")
    alone = planned("random", "greedy")
    plans = list(alone.plans())
    assert [timeless(Table(alone).play(plan)) for plan in reversed(plans)] == [
        timeless(Table(tournament).play(plan)) for plan in reversed(plans)
    ]


def test_another_seed_deals_other_games() -> None:
    first, second = planned("random", "greedy", seed=1), planned("random", "greedy", seed=2)
    plan = next(first.plans())
    assert timeless(Table(first).play(plan)) != timeless(Table(second).play(plan))


@pytest.mark.parametrize("board, players", [("europe", 2), ("new_york", 3), ("amsterdam", 4), ("usa", 5)])
def test_the_table_plays_what_the_library_plays(board: str, players: int) -> None:
    """Compares the fast loop with checked play: the same moves, turns, scores, ranks and last position."""
    tournament = planned(board=board, lineups=[("random", "greedy", "one_step", "random", "greedy")[:players]], deals=1)
    for plan in tournament.plans():
        outcome = Table(tournament).play(plan)
        match = tournament.matches[0]
        game = Game(board, players=players, key=tournament.key(plan))
        bots = [new_bot(name) for name in match.seating(plan.rotation)]
        streams, turns, decisions = tournament.streams(plan), [0] * players, [0] * players
        while not game.is_over:
            seat = min(game.actors)
            turns[seat] += game.phase == "turn"
            decisions[seat] += 1
            view = game.view(seat)
            action = bots[seat].choose(view, view.legal_actions(), streams[seat], tournament.budget)
            game.play(action, seat=seat)
        result = game.result()
        assert outcome.digest == game.digest()
        assert outcome.scores == list(result.totals)
        assert outcome.ranks == [sheet.rank for sheet in result.sheets]
        assert outcome.turns == turns
        assert outcome.decisions == decisions
        assert outcome.kept == [len(sheet.tickets) for sheet in result.sheets]
        assert outcome.completed == [sheet.tickets_completed for sheet in result.sheets]
        assert outcome.ticket_points == [sheet.ticket_points for sheet in result.sheets]
        assert outcome.cards == list(game.spectator_view().hand_counts)
        assert outcome.trains == list(game.spectator_view().trains)
        assert outcome.first == game.first
        assert outcome.ended_by == result.ended_by
        assert sum(outcome.turns) == game.spectator_view().turns_played


def test_seats_are_rotated_while_the_deal_stays() -> None:
    tournament = planned(lineups=[("greedy", "random", "random")], deals=1)
    outcomes = [Table(tournament).play(plan) for plan in tournament.plans()]
    assert len(outcomes) == 3
    assert len({outcome.first for outcome in outcomes}) == 1
    assert len({outcome.digest for outcome in outcomes}) == 3


def test_there_may_be_more_workers_than_games() -> None:
    tournament = planned("random", "greedy", deals=1)
    with WorkerPool(tournament, processes=4) as pool:
        assert len(list(pool.play(tournament.plans()))) == 2
        assert list(pool.play(iter(()))) == []
        assert len(list(pool.play(tournament.plans()))) == 2, "a pool can be used again"


def test_bots_are_told_how_many_threads_they_may_use() -> None:
    tournament = planned("tests.arena.bad_bots:SaysThreads", "greedy", deals=1)
    with WorkerPool(tournament, processes=64) as pool:
        reasons = {fault.reason for outcome in pool.play(tournament.plans()) for fault in outcome.faults}
    assert reasons == {"crashed: RuntimeError: 1"}


def test_ties_share_the_win() -> None:
    tournament = planned("random", "greedy", deals=1)
    outcome = Table(tournament).play(next(tournament.plans()))
    assert dataclasses.replace(outcome, ranks=[1, 1]).shares == [0.5, 0.5]
    assert dataclasses.replace(outcome, ranks=[2, 1]).shares == [0.0, 1.0]
    assert np.isclose(sum(outcome.shares), 1)


def test_a_worker_killed_from_outside_costs_no_move() -> None:
    tournament = planned("random", "one_step", deals=12)
    table = Table(tournament)
    alone = [timeless(table.play(plan)) for plan in tournament.plans()]
    found = []
    with WorkerPool(tournament, processes=2) as pool:
        for outcome in pool.play(tournament.plans()):
            found.append(outcome)
            if len(found) == 5:
                _kill_while_nobody_thinks(pool)
    found.sort(key=lambda outcome: outcome.plan)
    assert [timeless(outcome) for outcome in found] == alone


def _kill_while_nobody_thinks(pool: WorkerPool) -> None:
    """Stop a worker, see whether a bot was thinking, and only then kill it or let it go on for a moment."""
    worker = pool._workers[0]
    process = worker._process.pid

    def nobody_thinks() -> bool:
        os.kill(process, signal.SIGSTOP)
        wait_until(lambda: " T " in Path(f"/proc/{process}/stat").read_text(), "the worker stands still")
        if worker.notes.asked[0] != NOBODY:
            os.kill(process, signal.SIGCONT)
            time.sleep(random.random() / 500)
        return bool(worker.notes.asked[0] == NOBODY)

    wait_until(nobody_thinks, "no bot is thinking")
    os.kill(process, signal.SIGKILL)


def test_workers_that_die_all_the_time_end_the_tournament_with_a_reason() -> None:
    tournament = planned("random", "greedy", deals=2)
    with WorkerPool(tournament, processes=1) as pool:
        start = pool._start_worker

        def start_and_kill() -> object:
            worker = start()
            worker.kill_process()
            return worker

        pool._start_worker = start_and_kill  # type: ignore[method-assign,assignment]
        with pytest.raises(WorkerPoolError, match="workers died one after the other"):
            list(pool.play(tournament.plans()))


def test_a_bot_is_not_blamed_for_a_machine_that_slept() -> None:
    tournament = planned("random", "greedy", deals=1)
    with WorkerPool(tournament, processes=1) as pool:
        worker = pool._start_worker()
        worker.kill_process()  # the notes is ours now
        worker.notes.serial[0] += 1
        worker.notes.asked[0] = 0
        assert worker.overdue(1.0) is None
        worker._looked -= 3_600
        assert worker.overdue(1.0) is None, "an hour between two looks is sleep, not thought"
        for _ in range(3):
            worker._looked -= 0.6
            late = worker.overdue(1.0)
        assert late == 1.0


@pytest.mark.parametrize("bot", ["Loops", "SleepsInC"])
def test_no_worker_survives_its_guardian_even_if_its_bot_hangs(bot: str, tmp_path: Path) -> None:
    order = ["tournament", f"tests.arena.bad_bots:{bot}", "greedy", "--board", "london", "--deals", "1"]
    guardian = subprocess.Popen(
        [*COMMAND, *order, "--processes", "1", "--results", str(tmp_path / "r.jsonl")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"ARENA_TEST_MARK": str(tmp_path), "PYTHONPATH": os.getcwd()},
    )
    try:
        wait_until(lambda: any(map(is_hanging, marked(tmp_path))), "the bot hangs")
        assert len(marked(tmp_path)) >= 3, "guardian, server of forks, worker"
    finally:
        guardian.kill()
        guardian.wait()
    wait_until(lambda: not marked(tmp_path), "no process is left")


def marked(folder: Path) -> list[int]:
    """Processes that have the mark of this test in their environment."""
    mark, found = f"ARENA_TEST_MARK={folder}".encode(), []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:
                continue
    return found
