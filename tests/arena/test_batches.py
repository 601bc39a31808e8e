"""A cluster's batches, without Ray: what a node plays, and what the tournament makes of a node's answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from tests.arena.sample_outcomes import outcome, timeless
from tests.cli.terminal import run

from ferrovia.arena import Outcome, Table, Tournament, plan_tournament
from ferrovia.arena import cluster as cluster_module
from ferrovia.arena.cluster import Batch, Cluster, ClusterError, play_batch
from ferrovia.arena.code_version import sources
from ferrovia.arena.workers import Limits
from ferrovia.boards import load_board

pytestmark = pytest.mark.compiled_only

TOURNAMENT = plan_tournament(boards=[load_board("london")], contestants=["random", "greedy"], deals=2)
CODE = sources(TOURNAMENT.who.values())


@pytest.fixture
def node() -> Iterator[None]:
    """This process as a node; its worker ends with the test."""
    yield
    cluster_module._dismiss()


@pytest.mark.usefixtures("node")
def test_a_node_plays_its_batch_in_order_as_it_would_be_played_at_home() -> None:
    batch = tuple(TOURNAMENT.plans())[::-1]
    played, seconds = play_batch((TOURNAMENT, Limits(), CODE), batch)
    assert [found.plan for found in played] == list(batch)
    assert [timeless(found) for found in played] == [timeless(Table(TOURNAMENT).play(plan)) for plan in batch]
    assert seconds > 0


@pytest.mark.usefixtures("node")
def test_a_node_keeps_its_worker_for_the_same_tournament_and_no_longer() -> None:
    first, *others = TOURNAMENT.plans()
    play_batch((TOURNAMENT, Limits(), CODE), (first,))
    pool = cluster_module._pool
    play_batch((TOURNAMENT, Limits(), CODE), tuple(others))
    assert cluster_module._pool is pool
    next_one = plan_tournament(boards=[load_board("london")], contestants=["random", "greedy"], deals=2, seed=7)
    ((played,), _) = play_batch((next_one, Limits(), CODE), (first,))
    assert timeless(played) == timeless(Table(next_one).play(first))


def test_a_node_with_other_code_of_a_bot_refuses_to_play() -> None:
    with pytest.raises(ClusterError, match="a node has other code of greedy than the machine that asks"):
        play_batch((TOURNAMENT, Limits(), CODE | {"greedy": "0" * 16}), tuple(TOURNAMENT.plans()))


class FakeRay:
    """Runs each task at once, in this process, by the function that stands for a node."""

    def __init__(self, node: Callable[[Batch], list[Outcome]]) -> None:
        self._node = node
        self.batches: list[Batch] = []
        self.cancelled: list[int] = []

    def init(self, **_: object) -> None:
        pass

    def put(self, value: object) -> object:
        return value

    def remote(self, **_: object) -> Callable[[Any], Any]:
        def task(_common: object, batch: Batch) -> int:
            self.batches.append(batch)
            return len(self.batches) - 1

        return lambda _function: SimpleNamespace(remote=task)

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 1.0}

    def wait(self, running: list[int], **_: object) -> tuple[list[int], list[int]]:
        return running[:1], running[1:]

    def get(self, reference: int) -> tuple[list[Outcome], float]:
        batch = self.batches[reference]
        return self._node(batch), 1.0 * len(batch)

    def cancel(self, reference: int, **_: object) -> None:
        self.cancelled.append(reference)

    def shutdown(self) -> None:
        pass


def wins(batch: Batch) -> list[Outcome]:
    return [outcome(*plan, [1, 2]) for plan in batch]


def cluster_of(
    ray: FakeRay, monkeypatch: pytest.MonkeyPatch, tournament: Tournament = TOURNAMENT, address: str = "auto"
) -> Cluster:
    monkeypatch.setitem(sys.modules, "ray", ray)
    return Cluster(tournament, address)


def test_every_planned_game_comes_back_once(monkeypatch: pytest.MonkeyPatch) -> None:
    long = plan_tournament(boards=[load_board("london")], contestants=["random", "greedy"], deals=20)
    ray = FakeRay(wins)
    with cluster_of(ray, monkeypatch, long) as cluster:
        assert sorted(found.plan for found in cluster.play(long.plans())) == sorted(long.plans())
    assert {len(batch) for batch in ray.batches} == {1, 2}, "batches grow to two seconds once a game's time is known"
    assert ray.cancelled == []


def test_a_node_that_answers_with_other_games_stops_the_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = FakeRay(lambda batch: wins(tuple(reversed(tuple(TOURNAMENT.plans())))[: len(batch)]))
    with (
        cluster_of(ray, monkeypatch) as cluster,
        pytest.raises(ClusterError, match="a node answered with other games than it was given"),
    ):
        list(cluster.play(TOURNAMENT.plans()))
    assert ray.cancelled == [1], "the batch that another node still plays"


@pytest.mark.parametrize("words, shown", [("long story\n\n  no such bot\n", "no such bot"), ("", "ValueError")])
def test_a_node_that_cannot_play_is_reported_in_one_line(
    words: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def node(_batch: Batch) -> list[Outcome]:
        raise ValueError(words)

    with cluster_of(FakeRay(node), monkeypatch) as cluster, pytest.raises(ClusterError) as problem:
        list(cluster.play(TOURNAMENT.plans()))
    assert str(problem.value) == f"a node of the cluster cannot play: {shown}"


def test_an_interrupted_tournament_cancels_what_nodes_still_play(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = FakeRay(wins)
    with cluster_of(ray, monkeypatch) as cluster:
        games = cluster.play(TOURNAMENT.plans())
        next(games)
        games.close()  # type: ignore[attr-defined]
    assert ray.cancelled == [1]


def test_a_cluster_that_ray_does_not_find_is_reported_with_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = FakeRay(wins)

    def init(**_: object) -> None:
        raise ConnectionError("many words\ncould not find a running instance")

    ray.init = init  # type: ignore[method-assign]
    with pytest.raises(ClusterError, match="there is no cluster at 'auto': could not find a running instance"):
        cluster_of(ray, monkeypatch)


def test_without_ray_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # as if it were not installed
    shown = run("tournament", "random", "greedy", "--deals", "1", "--cluster", "auto")
    assert shown.exit_code == 2
    assert "pip install 'ferrovia[cluster]'" in shown.stderr
