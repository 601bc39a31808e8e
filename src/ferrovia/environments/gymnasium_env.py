"""Gymnasium: one agent at a table with bots. Needs the extra `environments`.

```python
import gymnasium

import ferrovia.environments.gymnasium_env  # registers the environment

table = gymnasium.make("Ferrovia-v1", board="new_york", opponents=["simple"])
observation, info = table.reset(seed=7)
ended = False
while not ended:
    mask = info["action_mask"]  # also table.unwrapped.action_masks(), which MaskablePPO asks for
    observation, reward, ended, cut_off, info = table.step(table.action_space.sample(mask))
```

The agent sits in `seat` (None: at random, anew in every game), the bots in the others, in order. Any registered bot
is named, any other object with `choose` is given as it is; they see views, as everywhere. The reward is the agent's:
"win", "rank" or "margin", at the end; `every_step=True` gives a margin as points are scored. At the end `info` has
`totals` and `ranks` by seat. A game always ends, so nothing is cut off. An action that the mask does not allow
loses the game at once (`illegal="lose"`, with the lowest reward and `info["illegal"]`) or raises ValueError
(`illegal="raise"`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import gymnasium
import numpy as np
from gymnasium import spaces

from ferrovia.actions import encode
from ferrovia.boards import Board
from ferrovia.bots import Bot, Budget, new_bot
from ferrovia.bots.api import think
from ferrovia.environments.action_space import Wilds
from ferrovia.environments.batch import Batch, Reward
from ferrovia.environments.text import position_text
from ferrovia.views import View

ID = "Ferrovia-v1"
Illegal = Literal["lose", "raise"]
LOWEST: dict[Reward, float] = {"win": -1.0, "rank": -1.0, "margin": -100.0}
_BUDGET = Budget(simulations=100)


class FerroviaEnv(gymnasium.Env[Any, Any]):
    """The number of players is that of the opponents and one."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        board: str | Path | Board = "new_york",
        *,
        opponents: Sequence[str | Bot] = ("greedy",),
        seat: int | None = None,
        wilds: Wilds = "explicit",
        reward: Reward = "win",
        every_step: bool = False,
        illegal: Illegal = "lose",
        budget: Budget = _BUDGET,
        render_mode: str | None = None,
    ) -> None:
        players = len(opponents) + 1
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {players - 1}")
        self.batch = Batch(
            board, players=players, wilds=wilds, reward=reward, every_step=every_step, threads=1, again=False
        )
        if illegal not in get_args(Illegal):
            raise ValueError(f"illegal is 'lose' or 'raise', not {illegal!r}")
        self.illegal = illegal
        self._lowest = LOWEST[reward]
        self.render_mode = render_mode
        self.budget = budget
        self._opponents = [new_bot(bot) if isinstance(bot, str) else bot for bot in opponents]
        self._asked_seat = seat
        self.seat = seat or 0
        high = self.batch.encoding.high
        self.observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        self.action_space = spaces.Discrete(self.batch.actions.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.seed(int(self.np_random.integers(2**31)))
        self.seat = int(self.np_random.integers(self.batch.players)) if self._asked_seat is None else self._asked_seat
        self.batch.reset()
        self._let_others_act()
        return self._observation(), self._info()

    def action_masks(self) -> Any:
        """What the agent may do now, as MaskablePPO of sb3-contrib asks for it."""
        return self.batch.buffers.masks[0].astype(bool)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        buffers, number = self.batch.buffers, int(action)
        if self.illegal == "lose" and not (0 <= number < self.batch.actions.size and buffers.masks[0, number]):
            observation = self._observation()
            buffers.dones[0], buffers.masks[0] = 1, 0
            return observation, self._lowest, True, False, self._info() | {"illegal": number}
        self.batch.step_one(number)
        reward = float(self.batch.buffers.rewards[0, self.seat]) + self._let_others_act()
        return self._observation(), reward, bool(buffers.dones[0]), False, self._info()

    def _let_others_act(self) -> float:
        """Ask the bots until it is the agent's turn or the game is over; return what the agent got meanwhile."""
        buffers, reward = self.batch.buffers, 0.0
        while not buffers.dones[0] and buffers.seats[0] != self.seat:
            seat = int(buffers.seats[0])
            bot = self._opponents[(seat - self.seat - 1) % self.batch.players]
            action = think(bot, View(self.batch.board, self.batch.states, seat), self.np_random, self.budget)
            self.batch.step_code(0, encode(self.batch.board, action))
            reward += float(buffers.rewards[0, self.seat])
        return reward

    def _observation(self) -> Any:
        if self.batch.buffers.dones[0]:
            return self.batch.observe(self.seat)[0]
        return self.batch.buffers.observations[0].copy()

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.batch.buffers.masks[0].copy(), "seat": self.seat}
        if self.batch.is_over(0):
            info |= {"totals": self.batch.buffers.totals[0].tolist(), "ranks": self.batch.buffers.ranks[0].tolist()}
        return info

    def render(self) -> Any:
        """The position as everybody may see it, in text."""
        return position_text(self.batch, 0) if self.render_mode == "ansi" else None

    def close(self) -> None:
        self.batch.close()


if ID not in gymnasium.registry:
    gymnasium.register(id=ID, entry_point="ferrovia.environments.gymnasium_env:FerroviaEnv")
