"""PettingZoo: one agent after the other (AEC), as the seats take their turns. Needs the extra `environments`.

```python
from ferrovia.environments.pettingzoo_env import env

table = env("new_york", players=3)
table.reset(seed=7)
for agent in table.agent_iter():
    observation, reward, ended, cut_off, info = table.last()
    mask = observation["action_mask"]
    table.step(None if ended or cut_off else table.action_space(agent).sample(mask))
```

Agents are `seat_0`, `seat_1`, ...; an observation is a dictionary of `observation` (the flat encoding, uint8) and
`action_mask` (int8, all 0 for a seat that is not to act). At a real table all players choose their starting tickets at
once; here seats are asked one after the other and do not see each other's choices. Rewards come at the end: `reward` is
"win", "rank" or "margin"; `every_step=True` pays a margin as points are scored. A game always ends, so nothing is
truncated (`truncations` stay False). An action that the mask does not allow raises ValueError and changes nothing.
`scaled=True` gives observations times `encoding.scale` in float32. `render_mode` is "ansi", "rgb_array" (a picture of
the board; needs the extra `pictures`) or "human", which prints the text.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ferrovia.boards import Board
from ferrovia.environments.action_space import Wilds
from ferrovia.environments.batch import Batch, Reward
from ferrovia.environments.rendering import RENDER_MODES, check_mode, render
from ferrovia.environments.spaces import observation_box


class FerroviaAEC(AECEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """The environment itself; `env` adds PettingZoo's checks for the order of calls."""

    metadata = {"name": "ferrovia_v1", "render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        board: str | Path | Board = "new_york",
        *,
        players: int = 2,
        wilds: Wilds = "explicit",
        reward: Reward = "win",
        every_step: bool = False,
        scaled: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.scaled = scaled
        self.batch = Batch(
            board, players=players, wilds=wilds, reward=reward, every_step=every_step, threads=1, again=False
        )
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._no_action = np.zeros(self.batch.actions.size, dtype=np.int8)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observation_box(self.batch.encoding, scaled=scaled),
                    "action_mask": spaces.Box(0, 1, (self.batch.actions.size,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.batch.actions.size) for agent in self.possible_agents}
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game. The same seed starts the same game; without one, the next game of the last seed."""
        if seed is not None:
            self.batch.seed(seed)
        elif not self.batch.begun:
            self.batch.seed(int(np.random.SeedSequence().generate_state(1)[0]))
        self.batch.reset()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.batch.buffers.seats[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """An agent's observation and action mask."""
        seat, buffers = self._seat_of[agent], self.batch.buffers
        if seat == buffers.seats[0] and not buffers.dones[0]:
            return {"observation": self._scale(buffers.observations[0]), "action_mask": buffers.masks[0].copy()}
        return {"observation": self._scale(self.batch.observe(seat)[0]), "action_mask": self._no_action.copy()}

    def _scale(self, observation: Any) -> Any:
        return observation * self.batch.encoding.scale if self.scaled else observation.copy()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act: None is not an action")
        self.batch.step_one(int(action))
        buffers = self.batch.buffers
        self._cumulative_rewards[agent] = 0.0
        given = buffers.rewards[0].tolist()
        for seat, other in enumerate(self.possible_agents):
            self.rewards[other] = given[seat]
        if buffers.dones[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            totals = buffers.totals[0].tolist()
            self.infos = {other: {"total": totals[self._seat_of[other]]} for other in self.agents}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[buffers.seats[0]]
        self._accumulate_rewards()

    def render(self) -> Any:
        """The position as everybody may see it."""
        return render(self.batch, self.render_mode)

    def close(self) -> None:
        self.batch.close()


def env(board: str | Path | Board = "new_york", **options: Any) -> Any:
    """The environment inside PettingZoo's wrappers, which detect calls in the wrong order."""
    inside = FerroviaAEC(board, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inside))
