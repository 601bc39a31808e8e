"""A bot that crashes, hangs or answers nonsense loses its move, is reported, and never ends the tournament."""

from __future__ import annotations

import pytest
from tests.arena.bad_bots import is_hanging
from tests.arena.sample_outcomes import timeless

from ferrovia.arena import Limits, Outcome, Table, Tournament, WorkerPool, plan_tournament, workers
from ferrovia.boards import load_board

pytestmark = pytest.mark.compiled_only

BAD = "tests.arena.bad_bots"


class Clock:
    """The guardian's clock. It moves only while a bot hangs, so a busy machine makes no good bot late."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool, self._now = pool, 0.0

    def monotonic(self) -> float:
        if any(is_hanging(worker._process.pid) for worker in self._pool._workers):
            self._now += workers.LONGEST_LOOK
        return self._now


def planned(bot: str) -> Tournament:
    return plan_tournament(boards=[load_board("london")], contestants=[f"{BAD}:{bot}", "greedy"], deals=1)


def played_here(bot: str) -> list[Outcome]:
    """In this process, for bots that do it no harm."""
    tournament = planned(bot)
    table = Table(tournament)
    return [table.play(plan) for plan in tournament.plans()]


def played(bot: str) -> list[Outcome]:
    tournament = planned(bot)
    with WorkerPool(tournament, processes=1, limits=Limits(move=1.0)) as pool, pytest.MonkeyPatch.context() as patched:
        patched.setattr(workers, "time", Clock(pool))
        outcomes = sorted(pool.play(tournament.plans()), key=lambda outcome: outcome.plan)
    assert [outcome.plan for outcome in outcomes] == list(tournament.plans())
    for outcome in outcomes:
        seats = [fault.seat for fault in outcome.faults]
        assert seats in ([], [outcome.rotation]), "only the bad one is blamed"
    return outcomes


@pytest.mark.parametrize(
    "bot, kind, reason",
    [
        ("Raises", "crashed", "RuntimeError: I have had enough"),
        ("Leaves", "crashed", "SystemExit: 3"),
        ("Garbage", "nonsense", "'claim everything'"),
        ("Unspeakable", "nonsense", "an object of Thing that cannot be shown"),
        ("Illegal", "illegal", "ClaimRoute("),
    ],
)
def test_every_wrong_answer_costs_a_move_and_is_reported(bot: str, kind: str, reason: str) -> None:
    for outcome in played_here(bot):
        (fault,) = outcome.faults
        assert fault.seat == outcome.rotation, "only the bad one is blamed"
        assert set(fault.counts) == {kind}
        assert fault.counts[kind] > 5, "it goes on being wrong, and is asked all the same"
        assert fault.reason.startswith(f"{kind}: {reason}")
        assert fault.move > 5


@pytest.mark.parametrize("bot, kind", [("Loops", "hung"), ("SleepsInC", "hung"), ("Exits", "exited")])
def test_a_bot_that_kills_its_process_loses_one_move(bot: str, kind: str) -> None:
    for outcome in played(bot):
        (fault,) = outcome.faults
        assert fault.counts == {kind: 1}
        assert outcome.decisions[fault.seat] > 15, "what was before and what came after are both counted"


def test_a_bot_that_always_exits_is_given_up() -> None:
    for outcome in played("ExitsAlways"):
        (fault,) = outcome.faults
        assert fault.counts == {"exited": 3}


def test_a_bot_that_cannot_be_made_is_replaced_for_the_whole_game() -> None:
    for outcome in played_here("Unmakeable"):
        (fault,) = outcome.faults
        assert fault.counts == {"unmade": 1}
        assert fault.reason == "unmade: no engine found"
        assert outcome.decisions[fault.seat] == 0


def test_a_bot_that_exits_on_creation_does_not_end_the_tournament() -> None:
    for outcome in played("ExitsWhenMade"):
        (fault,) = outcome.faults
        assert fault.counts == {"exited": 3}


def test_a_late_answer_counts_and_is_reported() -> None:
    for outcome in played_here("Dawdles@0.1s"):
        assert outcome.faults == []
        assert outcome.late[outcome.rotation] >= 1
        assert outcome.slowest[outcome.rotation] >= 0.6
        assert sum(outcome.late) - outcome.late[outcome.rotation] == 0


def test_a_hang_at_the_same_move_gives_the_same_game() -> None:
    first, second = played("Loops"), played("Loops")
    assert [timeless(outcome) for outcome in first] == [timeless(outcome) for outcome in second]


def test_a_good_bot_has_no_faults_and_may_talk() -> None:
    assert [outcome.faults for outcome in played("Noisy")] == [[], []]
