"""The same tournament on a real Ray cluster of several nodes: a node killed in the middle costs time, not games."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.arena.sample_outcomes import timeless
from tests.cli.terminal import COMMAND
from tests.kit.waiting import PATIENCE, wait_until

from ferrovia.arena import Table, plan_tournament
from ferrovia.boards import load_board

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]
needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed: pip install 'ferrovia[cluster]'")

QUIET = os.environ | {"RAY_USAGE_STATS_ENABLED": "0", "RAY_DISABLE_IMPORT_WARNING": "1", "PYTHONPATH": os.getcwd()}
QUIET["RAY_raylet_start_wait_time_s"] = str(int(PATIENCE))  # Ray's own 30 seconds are too few on a busy machine
SCRIPT = Path(__file__).with_name("local_cluster.py")
DEALS = 40


class LocalCluster:
    """The program of `local_cluster.py`, spoken to line by line."""

    def __init__(self, nodes: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(SCRIPT), str(nodes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=QUIET,
        )
        self.address = self._hear("address").split()[1]

    def order(self, order: str, answer: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{order}\n")
        self._process.stdin.flush()
        self._hear(answer)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(timeout=PATIENCE)
        finally:
            if self._process.poll() is None:
                self._process.kill()
                self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()

    def _hear(self, word: str, *, seconds: float = PATIENCE) -> str:
        assert self._process.stdout is not None
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self._process.stdout], [], [], 1.0)[0]:
                line = self._process.stdout.readline()
                assert line, "the cluster ended before it said anything"
                if line.startswith(word):
                    return line
        raise AssertionError(f"the cluster never said {word!r}")


@pytest.fixture
def cluster() -> Iterator[LocalCluster]:
    found = LocalCluster(2)
    try:
        yield found
    finally:
        found.close()


def games(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()[1:]] if file.exists() else []


@needs_ray
def test_a_node_killed_in_the_middle_costs_no_game_and_none_is_counted_twice(
    cluster: LocalCluster, tmp_path: Path
) -> None:
    file = tmp_path / "results.jsonl"
    order = ["random", "one_step", "--deals", str(DEALS), "--results", str(file), "--cluster", cluster.address]
    process = subprocess.Popen(
        [*COMMAND, "tournament", *order], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=QUIET
    )
    try:
        wait_until(lambda: len(games(file)) >= 15 or process.poll() is not None, "games come in")
        had = len(games(file))
        cluster.order("kill", "killed")
        said, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, said
    assert had < 2 * DEALS, "it was killed in the middle"
    found = games(file)
    planned = plan_tournament(boards=[load_board("europe")], contestants=["random", "one_step"], deals=DEALS)
    identities = [(game["match"], game["deal"], game["rotation"]) for game in found]
    assert sorted(identities) == sorted(tuple(plan) for plan in planned.plans())
    assert f"{2 * DEALS} games of {DEALS} deals" in said
    table = Table(planned)
    for game, identity in list(zip(found, identities, strict=True))[:: len(found) // 8]:
        plan = next(plan for plan in planned.plans() if tuple(plan) == identity)
        outcome = table.play(plan)
        assert timeless(outcome).items() <= game.items(), "what a node plays is what is played at home"


@needs_ray
def test_an_address_without_a_cluster_gives_a_one_line_error(tmp_path: Path) -> None:
    order = [
        "random",
        "greedy",
        "--deals",
        "1",
        "--results",
        str(tmp_path / "results.jsonl"),
        "--cluster",
        "127.0.0.1:9",
    ]
    shown = subprocess.run(
        [*COMMAND, "tournament", *order], capture_output=True, text=True, env=QUIET, timeout=PATIENCE
    )
    assert shown.returncode == 2
    assert "There is no cluster at '127.0.0.1:9'" in shown.stderr
    assert "Traceback" not in shown.stderr
