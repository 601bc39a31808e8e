"""Gymnasium's vector environment: thousands of games in one compiled call, all cores. Needs the extra `environments`.

```python
from ferrovia.environments.gymnasium_vector import FerroviaVectorEnv

tables = FerroviaVectorEnv("new_york", num_envs=1024, players=2)
observations, infos = tables.reset(seed=7)
for _ in range(100):
    actions = tables.sample()  # or a policy's, from infos["action_mask"]
    observations, rewards, ended, cut_off, infos = tables.step(actions)
```

This is self-play: each step takes one action for the seat to act in each game (`infos["seat"]`), and returns the
observation and mask of the seat to act next. `rewards` belong to the seats that acted. `infos["rewards"]` has all
seats' rewards; a learner needs them, because the end of a game rewards every seat. A game that ends is replaced in the
same step (`SAME_STEP`): observation and mask are the new game's; where `ended`, `infos["totals"]` and `infos["ranks"]`
are the old one's. With `copy=False` the arrays are the environment's own buffers (or the ones given as `buffers`), and
the next step overwrites them. `scaled=True` gives observations times `encoding.scale` in float32, in new arrays.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ferrovia.boards import Board
from ferrovia.environments.action_space import Wilds
from ferrovia.environments.batch import Batch, Buffers, Reward
from ferrovia.environments.spaces import observation_box


class FerroviaVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` games of one board. The seed alone decides the games, not the number of threads."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        board: str | Path | Board = "new_york",
        *,
        num_envs: int = 1024,
        players: int = 2,
        wilds: Wilds = "explicit",
        reward: Reward = "win",
        every_step: bool = False,
        threads: int | None = None,
        copy: bool = True,
        scaled: bool = False,
        buffers: Buffers | None = None,
    ) -> None:
        super().__init__()
        self.batch = Batch(
            board,
            players=players,
            games=num_envs,
            wilds=wilds,
            reward=reward,
            every_step=every_step,
            threads=threads,
            buffers=buffers,
        )
        self.num_envs = num_envs
        self.copy = copy
        self.scaled = scaled
        self.single_observation_space = observation_box(self.batch.encoding, scaled=scaled)
        self.single_action_space = spaces.Discrete(self.batch.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts all games. Without a seed, continues with games not played yet."""
        if seed is not None:
            self.batch.seed(int(seed))
        elif not self.batch.begun:
            self.batch.seed(int(np.random.SeedSequence().generate_state(1)[0]))
        self.batch.reset()
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        buffers = self.batch.buffers
        actors = buffers.seats.copy()
        self.batch.step(actions)
        rewards = buffers.rewards[self._rows, actors]
        ended = buffers.dones.astype(bool)
        return self._observations(), rewards, ended, np.zeros_like(ended), self._infos()

    def sample(self) -> Any:
        """An allowed action for every game, uniformly random."""
        return self.batch.sample()

    def _observations(self) -> Any:
        found = self.batch.buffers.observations
        return found * self.batch.encoding.scale if self.scaled else self._own(found)

    def _own(self, array: Any) -> Any:
        return array.copy() if self.copy else array

    def _infos(self) -> dict[str, Any]:
        buffers = self.batch.buffers
        named = {
            "seat": buffers.seats,
            "action_mask": buffers.masks,
            "rewards": buffers.rewards,
            "totals": buffers.totals,
            "ranks": buffers.ranks,
        }
        return {name: self._own(array) for name, array in named.items()}

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()
