"""The program of every worker process: `python -m ferrovia.server.workers.worker`.

`process` has the other end of its stdin and stdout and describes the protocol. A task is a function of its arguments
and of a callback for progress. Its imports happen on first use.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable

Say = Callable[..., None]  # reports progress
Task = Callable[[dict[str, object], Say], object]


def task_of(name: str) -> Task:
    match name:
        case "think":
            from ferrovia.server.workers.think import think

            return think
        case "advise":
            from ferrovia.server.workers.think import advise

            return advise
        case "judge":
            from ferrovia.server.workers.think import judge

            return judge
        case "check_board":
            from ferrovia.server.workers.check_board import check_board

            return check_board
        case "open_record":
            from ferrovia.server.workers.open_record import open_record

            return open_record
        case "evaluate":
            from ferrovia.server.workers.evaluate import evaluate

            return evaluate
    raise ValueError(f"there is no task {name!r}")


def main() -> None:
    requests, replies = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # a bot's output must not mix with the replies

    def reply(**message: object) -> None:
        replies.write(json.dumps(message).encode() + b"\n")
        replies.flush()

    def say(**progress: object) -> None:
        reply(progress=progress)

    for line in requests:
        request = json.loads(line)
        try:
            result = task_of(request["task"])(request, say)
        except BrokenPipeError:
            raise
        except Exception as error:  # a bot may fail in any way; the server continues without it
            reply(error=_described(error)[:300])
        else:
            reply(result=result)


def _described(error: Exception) -> str:
    """Our own errors are sentences; any other needs the name of its class."""
    is_ours = type(error).__module__.partition(".")[0] == "ferrovia"
    return str(error) if is_ours else f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:  # the server is gone, and so is the reader of any pending output
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
