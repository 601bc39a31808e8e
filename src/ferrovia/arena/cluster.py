"""The same tournament on a Ray cluster. Only this module imports ray.

Games go out in batches, as tasks that Ray restarts elsewhere if their node is lost. Each batch comes back once, and a
finished game is never requested again: a lost node costs time, not games. On every node a pool of one worker plays, so
bots that crash or hang are handled as on a single machine.
"""

from __future__ import annotations

import atexit
import contextlib
import re
import socket
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from ferrovia.arena.code_version import sources
from ferrovia.arena.outcome import Outcome
from ferrovia.arena.schedule import GamePlan, Tournament
from ferrovia.arena.workers import Limits, WorkerPool

BATCH_SECONDS: Final = 2.0  # length of a batch: losing one costs little
LARGEST_BATCH: Final = 64
BATCHES_A_CPU: Final = 2  # so that no node waits for the next
KNOCK: Final = 5.0  # seconds
WAIT: Final = 0.5  # seconds; then the loop checks for Ctrl-C and counts new nodes

Batch = tuple[GamePlan, ...]


class ClusterError(RuntimeError):
    """The cluster cannot be used; the text says why."""

    code = "tournament/cluster"


def check_cluster() -> None:
    """Fails before anything is planned."""
    try:
        import ray  # noqa: F401
    except ModuleNotFoundError as error:
        raise ClusterError("a cluster needs ray: install it with pip install 'ferrovia[cluster]'") from error


class Cluster:
    """A cluster's `play` works like a pool's. The address is what `ray start` prints: `auto`, host:port, ray://…"""

    def __init__(self, tournament: Tournament, address: str, *, limits: Limits | None = None) -> None:
        check_cluster()
        import ray

        _knock(address)
        self._ray: Any = ray
        self.tournament = tournament
        self.limits = limits or Limits()
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR", configure_logging=False)
        except Exception as error:  # ray raises many types
            raise ClusterError(f"there is no cluster at {address!r:.80}: {_first_line(error)}") from error
        code = sources(tournament.who.values())
        self._common = ray.put((tournament, self.limits, code))
        # No limit: a node that is lost again and again costs only time.
        self._task = ray.remote(num_cpus=1, max_retries=-1)(play_batch)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(Exception):
            self._ray.shutdown()

    def play(self, plans: Iterable[GamePlan]) -> Iterator[Outcome]:
        """Yields results as they arrive; every planned game exactly once."""
        source = iter(plans)
        running: dict[Any, Batch] = {}
        seconds_a_game: float | None = None
        try:
            while True:
                self._hand_out(source, running, seconds_a_game)
                if not running:
                    return
                done, _ = self._ray.wait(list(running), num_returns=1, timeout=WAIT)
                for reference in done:
                    batch = running.pop(reference)
                    outcomes, seconds = self._get(reference)
                    if [outcome.plan for outcome in outcomes] != list(batch):
                        raise ClusterError("a node answered with other games than it was given")
                    seconds_a_game = seconds / len(batch)
                    yield from outcomes
        finally:
            for reference in running:
                with contextlib.suppress(Exception):
                    self._ray.cancel(reference, force=True)

    def _hand_out(self, source: Iterator[GamePlan], running: dict[Any, Batch], seconds: float | None) -> None:
        """Keeps every processor of the cluster busy; nodes may come and go."""
        size = 1 if seconds is None else int(min(LARGEST_BATCH, max(1.0, BATCH_SECONDS / max(seconds, 1e-6))))
        room = BATCHES_A_CPU * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        while len(running) < room:
            batch = tuple(islice(source, size))
            if not batch:
                return
            running[self._task.remote(self._common, batch)] = batch

    def _get(self, reference: Any) -> tuple[list[Outcome], float]:
        try:
            found: tuple[list[Outcome], float] = self._ray.get(reference)
        except Exception as error:  # ray wraps whatever happened there
            cause = getattr(error, "cause", None) or error
            raise ClusterError(f"a node of the cluster cannot play: {_first_line(cause)}") from error
        return found


def _knock(address: str) -> None:
    """Fails at once if nothing listens there: Ray itself would try for minutes."""
    found = re.fullmatch(r"(?:ray://)?\[?([^\]/]+?)\]?:([0-9]{1,5})", address)
    if found is None:
        return  # `auto`, `local`, and other forms that Ray accepts
    try:
        socket.create_connection((found[1], int(found[2])), timeout=KNOCK).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(f"there is no cluster at {address!r:.80}: {error}") from error


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[-1] if lines else type(error).__name__)[:300]


# --- on the nodes ---------------------------------------------------------------------------------------------------
_pool: WorkerPool | None = None  # of this process, which Ray uses for one task after another


def play_batch(common: tuple[Tournament, Limits, dict[str, str]], batch: Batch) -> tuple[list[Outcome], float]:
    """Plays these games on a node, and returns how long it took."""
    global _pool
    tournament, limits, code = common
    here = sources(tournament.who.values())
    if here != code:
        changed = ", ".join(bot for bot, source in code.items() if here.get(bot) != source)
        raise ClusterError(f"a node has other code of {changed} than the machine that asks")
    if _pool is None or _pool.tournament != tournament:
        _dismiss()
        _pool = WorkerPool(tournament, processes=1, limits=limits)
        atexit.register(_dismiss)
    began = time.perf_counter()
    by_plan = {outcome.plan: outcome for outcome in _pool.play(batch)}
    return [by_plan[plan] for plan in batch], time.perf_counter() - began


def _dismiss() -> None:
    global _pool
    if _pool is not None:
        _pool.__exit__()
        _pool = None
