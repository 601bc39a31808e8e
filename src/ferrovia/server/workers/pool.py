"""Bots think in separate processes, within their time. A stuck bot is stopped, and a quick bot answers instead."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from typing import Any, Final, TypedDict

from ferrovia.game import Game
from ferrovia.server.config import Limits
from ferrovia.server.levels import QUICK, LevelBot
from ferrovia.server.messages.errors import too_many
from ferrovia.server.workers.process import WorkerFailed, WorkerProcess
from ferrovia.server.workers.think import packed
from ferrovia.server.workers.turns import Account, Allowance, Turns
from ferrovia.views import View

log = logging.getLogger(__name__)

SPARE: Final = 5.0  # seconds over budget before a bot counts as stuck
MOST_ADVISING: Final = 3  # simultaneous questions to the coach, over all tables
START: Final = 300.0  # extra seconds for each bot's first answer in a process: it may have to compile first
COACH: Final = "coach"  # its name among the bots that a process knows
JUDGING: Final = 60.0  # seconds for the chances through a game: it takes one, but many on a busy machine


class Move(TypedDict):
    """An action by code, and the coach's expectation; None if it was stuck."""

    code: int
    win: float | None
    margin: float | None


class _Worker(WorkerProcess):
    def __init__(self) -> None:
        super().__init__()
        self._met: set[str] = set()  # bots that have answered in this process

    async def ask(self, task: str, request: dict[str, object], within: float) -> Any:
        if not self.is_running:
            self._met.clear()
        who = str(request.get("bot", COACH))
        result = await self.run(task, request, within=within + (0 if who in self._met else START))
        self._met.add(who)
        return result


class BotWorkers:
    """A few workers, shared fairly."""

    def __init__(self, workers: int, thinking: tuple[float, float] = Limits().thinking) -> None:
        self._all = [_Worker() for _ in range(max(1, workers))]
        self._allowance = Allowance(*thinking)
        self.turns = Turns(self._all, self._allowance)
        self._advising = 0
        self.thought = 0
        self.stuck = 0

    def check(self, address: str) -> None:
        """Refuses an address whose bots have used up their thinking time."""
        wait = self._allowance.wait(address)
        if wait:
            raise too_many(wait)

    async def choose(self, view: View, bot: LevelBot, account: Account) -> int:
        """Returns the code of a bot's choice in this view. Always succeeds, in the end with any legal action."""
        if len(codes := view.legal_codes()) == 1:
            return codes[0]
        for name, seconds in ((bot.name, bot.seconds), (QUICK, 0.5), ("random", 0.5)):
            try:
                return await self._ask(view, name, seconds, account)
            except WorkerFailed as problem:
                self.stuck += 1
                log.warning("bot %s is stuck: %s", name, problem)
        return codes[0]

    async def advise(self, view: View, bot: LevelBot, best: int, account: Account) -> list[Move]:
        """Returns the best actions by code, with `win` and `margin`; if the coach is stuck, one action without them.

        Refuses while several callers wait already: bots that people wait for have priority.
        """
        if self._advising >= MOST_ADVISING:
            raise too_many(3)
        self._advising += 1
        try:
            moves: list[Move] = await self._request("advise", view, bot.seconds, account, best=best)
            return moves
        except WorkerFailed as problem:
            self.stuck += 1
            log.warning("the coach is stuck: %s", problem)
            return [{"code": await self.choose(view, bot, account), "win": None, "margin": None}]
        finally:
            self._advising -= 1

    async def judge(self, beginning: Game, moves: Sequence[tuple[int, int]], account: Account) -> dict[str, Any]:
        """The chances through a finished game on a board with a network; see `think.judge`. Raises WorkerFailed."""
        request: dict[str, object] = {"bot": "judge", "moves": list(moves), **packed(beginning)}
        async with self.turns.worker(account) as worker:
            found: dict[str, Any] = await worker.ask("judge", request, JUDGING)
            return found

    async def _ask(self, view: View, name: str, seconds: float, account: Account) -> int:
        return int(await self._request("think", view, seconds, account, bot=name))

    async def _request(self, task: str, view: View, seconds: float, account: Account, **wish: object) -> Any:
        request = {**wish, "seconds": seconds, "seed": secrets.randbits(128), **packed(view)}
        async with self.turns.worker(account) as worker:
            answer = await worker.ask(task, request, seconds + SPARE)
            self.thought += 1
            return answer

    async def close(self) -> None:
        await asyncio.gather(*(worker.stop() for worker in self._all))
