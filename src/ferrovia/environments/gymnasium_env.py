"""Gymnasium: one agent at a table with bots. Needs the extra `environments`.

```python
import gymnasium

import ferrovia.environments.gymnasium_env  # registers the environment

table = gymnasium.make("Ferrovia-v1", board="new_york", opponents=["simple"])
observation, info = table.reset(seed=7)
ended = False
while not ended:
    mask = info["action_mask"]  # also table.action_masks(), which MaskablePPO asks for
    observation, reward, ended, cut_off, info = table.step(table.action_space.sample(mask))
```

The agent sits in `seat` (None: a random seat in every game), the bots in the others, in order. Opponents are names of
registered bots or any objects with `choose`; they see views, as everywhere. The reward is the agent's: "win", "rank" or
"margin", at the end; `every_step=True` pays a margin as points are scored. At the end `info` has `totals` and `ranks`
by seat. A game always ends, so nothing is truncated. An action that the mask does not allow loses the game at once
(`illegal="lose"`, with the lowest reward and `info["illegal"]`) or raises ValueError (`illegal="raise"`). A step after
the end raises `ResetNeeded`. Observations are integers in bytes; `scaled=True` gives them times `encoding.scale` in
float32. `render_mode` is "ansi", "rgb_array" (a picture of the board; needs the extra `pictures`) or "human", which
prints the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import gymnasium
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.utils import RecordConstructorArgs

from ferrovia.actions import encode
from ferrovia.boards import Board
from ferrovia.bots import Bot, Budget, new_bot
from ferrovia.bots.api import think
from ferrovia.environments.action_space import Wilds
from ferrovia.environments.batch import Batch, Reward
from ferrovia.environments.rendering import RENDER_MODES, check_mode, render
from ferrovia.environments.spaces import observation_box
from ferrovia.views import View

ID = "Ferrovia-v1"
Illegal = Literal["lose", "raise"]
LOWEST: dict[Reward, float] = {"win": -1.0, "rank": -1.0, "margin": -100.0}
_BUDGET = Budget(simulations=100)


class FerroviaEnv(gymnasium.Env[Any, Any]):
    """One agent and its opponents; together they are all players."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

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
        scaled: bool = False,
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
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
        self.scaled = scaled
        self.observation_space = observation_box(self.batch.encoding, scaled=scaled)
        self.action_space = spaces.Discrete(self.batch.actions.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.seed(int(self.np_random.integers(2**31)))
        self.seat = int(self.np_random.integers(self.batch.players)) if self._asked_seat is None else self._asked_seat
        self.batch.reset()
        self._let_others_act()
        return self._observation(), self._info()

    def action_masks(self) -> Any:
        """The agent's legal actions, in the form that MaskablePPO of sb3-contrib expects."""
        return self.batch.buffers.masks[0].astype(bool)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        buffers, number = self.batch.buffers, int(action)
        if buffers.dones[0]:
            raise ResetNeeded("the game is over: call reset() before the next step")
        if self.illegal == "lose" and not (0 <= number < self.batch.actions.size and buffers.masks[0, number]):
            observation = self._observation()
            buffers.dones[0], buffers.masks[0] = 1, 0
            return observation, self._lowest, True, False, self._info() | {"illegal": number}
        self.batch.step_one(number)
        reward = float(self.batch.buffers.rewards[0, self.seat]) + self._let_others_act()
        return self._observation(), reward, bool(buffers.dones[0]), False, self._info()

    def _let_others_act(self) -> float:
        """Asks the bots until it is the agent's turn or the game is over; returns the agent's reward so far."""
        buffers, reward = self.batch.buffers, 0.0
        while not buffers.dones[0] and buffers.seats[0] != self.seat:
            seat = int(buffers.seats[0])
            bot = self._opponents[(seat - self.seat - 1) % self.batch.players]
            action = think(bot, View(self.batch.board, self.batch.states, seat), self.np_random, self.budget)
            self.batch.step_code(0, encode(self.batch.board, action))
            reward += float(buffers.rewards[0, self.seat])
        return reward

    def _observation(self) -> Any:
        encoding, buffers = self.batch.encoding, self.batch.buffers
        found = self.batch.observe(self.seat)[0] if buffers.dones[0] else buffers.observations[0]
        return found * encoding.scale if self.scaled else found.copy()

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.batch.buffers.masks[0].copy(), "seat": self.seat}
        if self.batch.is_over(0):
            info |= {"totals": self.batch.buffers.totals[0].tolist(), "ranks": self.batch.buffers.ranks[0].tolist()}
        return info

    def render(self) -> Any:
        """The position as everybody may see it."""
        return render(self.batch, self.render_mode)

    def close(self) -> None:
        self.batch.close()


class ActionMasks(gymnasium.Wrapper[Any, Any, Any, Any], RecordConstructorArgs):
    """Wraps the result of `gymnasium.make`, whose own wrappers hide the methods of an environment."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        RecordConstructorArgs.__init__(self)
        gymnasium.Wrapper.__init__(self, env)

    def action_masks(self) -> Any:
        """The agent's legal actions."""
        return self.env.get_wrapper_attr("action_masks")()


if ID not in gymnasium.registry:
    gymnasium.register(
        id=ID,
        entry_point="ferrovia.environments.gymnasium_env:FerroviaEnv",
        additional_wrappers=(ActionMasks.wrapper_spec(),),
    )
