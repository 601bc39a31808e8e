"""Waiting for a state inside an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.server.serving import SOON


async def eventually(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(SOON):
        while not is_so():
            await asyncio.sleep(0.02)
