"""One protocol for every worker process: results, progress, and failures that say why."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import SOON

from ferrovia.server.workers.limits import BOARD_PATIENCE
from ferrovia.server.workers.process import WorkerFailed, WorkerProcess

pytestmark = pytest.mark.compiled_only

TINY = (Path(__file__).parents[1] / "data" / "tiny.toml").read_text()


async def failure(worker: WorkerProcess, task: str, within: float = SOON, **arguments: object) -> str:
    with pytest.raises(WorkerFailed) as failed:
        await worker.run(task, arguments, within=within)
    return str(failed.value)


def test_a_worker_goes_on_after_a_task_that_failed() -> None:
    async def main() -> None:
        worker = WorkerProcess()
        try:
            assert "there is no task 'dance'" in await failure(worker, "dance")
            assert "KeyError" in await failure(worker, "check_board"), "an argument is missing"
            first = worker._process
            found = await worker.run("check_board", {"text": "no board"}, within=SOON)
            assert "This is not TOML" in found["problems"][0]["text"]
            assert worker._process is first
        finally:
            await worker.stop()
        assert not worker.is_running

    asyncio.run(main())


def test_a_worker_that_dies_or_hangs_is_replaced() -> None:
    async def main() -> None:
        worker = WorkerProcess()
        try:
            await worker.run("check_board", {"text": ""}, within=SOON)
            assert worker._process is not None
            os.kill(worker._process.pid, signal.SIGKILL)
            assert await failure(worker, "check_board", text="") in ("it ended", "no usable answer")
            await worker.run("check_board", {"text": ""}, within=SOON)
            assert worker._process is not None
            os.kill(worker._process.pid, signal.SIGSTOP)
            assert await failure(worker, "check_board", 0.5, text="") == "no answer in time"
            assert not worker.is_running
        finally:
            await worker.stop()

    asyncio.run(main())


def test_a_process_ends_after_its_processor_time() -> None:
    busy = "from ferrovia.server.workers.limits import limit_process; limit_process(seconds=1)\nwhile True: pass"
    ended = subprocess.run([sys.executable, "-c", busy], timeout=SOON, check=False)
    assert ended.returncode == -signal.SIGXCPU


def test_a_board_has_processor_time_instead_of_the_clock() -> None:
    limits = """
import resource
from ferrovia.server.workers.check_board import check_board
for _ in range(2):
    check_board({"text": ""}, print)
print(resource.getrlimit(resource.RLIMIT_CPU)[0])
"""
    told = subprocess.run([sys.executable, "-c", limits], capture_output=True, text=True, check=True).stdout
    assert 300 <= int(told) <= 315
    assert BOARD_PATIENCE >= 1800  # a busy machine, where a second of work takes many, refuses no board


def test_a_worker_out_of_processor_time_gave_no_answer_in_time() -> None:
    async def main() -> None:
        worker = WorkerProcess(quiet=True)

        async def end_it(_: dict[str, Any]) -> None:
            assert worker._process is not None
            os.kill(worker._process.pid, signal.SIGXCPU)

        try:
            with pytest.raises(WorkerFailed, match="no answer in time") as failed:
                await worker.run("check_board", {"text": TINY}, within=SOON, heard=end_it)
            assert isinstance(failed.value.__cause__, TimeoutError)
        finally:
            await worker.stop()

    asyncio.run(main())


@pytest.mark.slow
def test_a_board_is_checked_played_and_laid_out_with_progress() -> None:
    heard: list[dict[str, Any]] = []

    async def hear(progress: dict[str, Any]) -> None:
        heard.append(progress)

    async def main() -> dict[str, Any]:
        worker = WorkerProcess()
        try:
            found: dict[str, Any] = await worker.run("check_board", {"text": TINY}, within=SOON, heard=hear)
            return found
        finally:
            await worker.stop()

    assert set(asyncio.run(main())) == {"layout"}
    stages = [progress["stage"] for progress in heard]
    assert sorted(set(stages), key=stages.index) == ["checking", "playing", "laying_out"]
    assert heard[-1]["digest"]


def test_a_worker_ends_without_a_word_when_its_server_is_gone() -> None:
    pipe = subprocess.PIPE
    order = [sys.executable, "-m", "ferrovia.server.workers.worker"]
    with subprocess.Popen(order, stdin=pipe, stdout=pipe, stderr=pipe) as worker:
        assert worker.stdin
        assert worker.stdout
        assert worker.stderr
        worker.stdout.close()
        worker.stdin.write(b'{"task": "unknown"}\n')
        worker.stdin.flush()
        assert worker.stderr.read() == b""
        worker.stdin.close()
        assert worker.wait() == 0
