"""Records that visitors open: read and checked, never stored."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from ferrovia.server.messages.answers import OpenedRecord
from ferrovia.server.messages.errors import Refuse, too_many
from ferrovia.server.workers.open_record import opened
from ferrovia.server.workers.process import WorkerFailed, WorkerProcess

log = logging.getLogger(__name__)

PATIENCE: Final = 600.0  # seconds by the clock; the process itself ends sooner, after its processor time
MOST_WAITING: Final = 8


class Records:
    """Opens one record at a time: a small machine also has people to serve."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def open(self, text: str) -> OpenedRecord:
        if self._waiting >= MOST_WAITING:
            raise too_many(5)
        self._waiting += 1
        try:
            async with self._turn:
                if "\nboard text: " in text:
                    return await self._in_a_process(text)
                return await asyncio.to_thread(opened, text)
        finally:
            self._waiting -= 1

    @staticmethod
    async def _in_a_process(text: str) -> OpenedRecord:
        """A stranger's board affects only a process that ends afterwards."""
        worker = WorkerProcess(quiet=True)
        try:
            found: OpenedRecord = await worker.run("open_record", {"text": text}, within=PATIENCE)
            return found
        except WorkerFailed as error:
            log.warning("a record could not be opened: %s", error)
            raise Refuse("game/no_board", 422) from error
        finally:
            await worker.stop()
