"""Many games at once, stepped, restarted, masked and observed by one compiled call on all cores.

The loop under every environment here. Callers may pass their own buffers; each call writes into them and allocates
nothing. The seed alone decides which games are played, not the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from ferrovia.boards import Board, engine_board, load_board
from ferrovia.engine import bridge, seed_dice, usable_cores
from ferrovia.engine.state import OVER, STATE, new_records
from ferrovia.environments.action_space import ActionSpace, Wilds
from ferrovia.environments.encoding import Encoding
from ferrovia.environments.kernels import loops
from ferrovia.environments.kernels.sections import GRAPH, NO_STAMP, REWARDS, new_search
from ferrovia.game import Key
from ferrovia.views.passing import passed

Reward = Literal["win", "rank", "margin"]
FEWEST_GAMES_A_THREAD = 128  # by default: handing over work takes as long as some 20 to 60 steps


@dataclass(slots=True)
class Buffers:
    """The arrays that a step fills, one row per game. All arrays must be C-contiguous and of these types.

    The next step reads `masks` back and rejects actions that they do not allow: do not modify them.
    """

    observations: Any  # uint8 (games, observation): for the seat to act
    masks: Any  # int8 (games, actions): what that seat may do
    seats: Any  # int8 (games,): the seat to act
    rewards: Any  # float32 (games, players): for the step just made
    dones: Any  # int8 (games,): whether the step ended the game; the other arrays then show the next game
    totals: Any  # int16 (games, players): final points of the last finished game in this place
    ranks: Any  # int8 (games, players): 0 = winner

    @staticmethod
    def new(games: int, observation: int, actions: int, players: int) -> Buffers:
        return Buffers(
            observations=np.zeros((games, observation), dtype=np.uint8),
            masks=np.zeros((games, actions), dtype=np.int8),
            seats=np.zeros(games, dtype=np.int8),
            rewards=np.zeros((games, players), dtype=np.float32),
            dones=np.zeros(games, dtype=np.int8),
            totals=np.zeros((games, players), dtype=np.int16),
            ranks=np.zeros((games, players), dtype=np.int8),
        )

    def check(self, games: int, observation: int, actions: int, players: int) -> None:
        """Rejects buffers of another shape or type, by name."""
        wanted = Buffers.new(0, observation, actions, players)
        for name in self.__slots__:
            buffer, model = getattr(self, name), getattr(wanted, name)
            shape = (games, *model.shape[1:])
            if buffer.shape != shape or buffer.dtype != model.dtype or not buffer.flags.c_contiguous:
                raise ValueError(f"the buffer {name} must be {model.dtype} {shape}, C-contiguous")


class Batch:
    """`games` games of one board. `reset` starts them; `step` takes one action for the seat to act in each.

    A game that ends is replaced by a new one in the same step (with `again=False` its masks allow nothing more).
    Rewards are for all seats, at the end: `reward` is "win" (1 and -1), "rank" (evenly from 1 to -1) or "margin"
    (points over the best other seat). With `every_step` a margin is paid as points are scored.
    """

    def __init__(
        self,
        board: str | Path | Board,
        *,
        players: int = 2,
        games: int = 1,
        seed: int = 0,
        wilds: Wilds = "explicit",
        reward: Reward = "win",
        every_step: bool = False,
        threads: int | None = None,
        again: bool = True,
        buffers: Buffers | None = None,
    ) -> None:
        if games < 1:
            raise ValueError(f"a batch has at least one game, not {games}")
        if reward not in get_args(Reward):
            raise ValueError(f"a reward is one of {', '.join(get_args(Reward))}, not {reward!r}")
        if every_step and reward != "margin":
            raise ValueError("only a margin can come at every step")
        self.board = board if isinstance(board, Board) else load_board(board)
        self.encoding = Encoding(self.board, players)
        self.actions = ActionSpace(self.board, wilds)
        self.players, self.games, self.again = players, games, again
        shape = (games, self.encoding.size, self.actions.size, players)
        if buffers is not None:
            buffers.check(*shape)
        self.buffers = buffers or Buffers.new(*shape)
        kind = REWARDS.index(reward)
        fewest = wilds == "fewest"
        self.plans = self.encoding.plan(self.actions, reward=kind, every_step=every_step)
        self.boards = engine_board(self.board)
        self.states: Any = new_records(STATE, games)
        self.graphs: Any = new_records(GRAPH, games * players).reshape(games, players)
        self.streams: Any = np.zeros(games, dtype=np.int64)
        self.given: Any = np.zeros((games, players), dtype=np.float64)
        self.codes: Any = np.zeros((games, self.actions.size if fewest else 1), dtype=np.int16)
        self.words: Any = np.zeros(games, dtype=np.int64)
        self._one: Any = np.zeros(games, dtype=np.int64)
        self.begun = False
        worth_it = max(1, games // FEWEST_GAMES_A_THREAD)
        self.threads = min(games, threads or min(worth_it, usable_cores()))
        self._desks = [_new_desk() for _ in range(self.threads)]
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None  # the caller works too
        cuts = np.linspace(0, games, self.threads + 1).astype(int).tolist()
        self._slices = list(pairwise(cuts))
        self.key = self.seed(seed)

    def _as_games(self) -> loops.Games:
        """All arrays for the kernels."""
        out = self.buffers
        return loops.Games(
            boards=passed(self.boards),
            plans=passed(self.plans),
            states=passed(self.states),
            graphs=passed(self.graphs),
            number_of=self.actions.number_of,
            code_of=self.actions.code_of,
            codes=self.codes,
            key=self.key,
            streams=self.streams,
            given=self.given,
            **{name: getattr(out, name) for name in out.__slots__},
        )

    def seed(self, seed: int) -> Any:
        """Chooses the games that the next `reset` starts with."""
        self.key = Key.of_seed(seed).words
        self._games = self._as_games()
        self.streams[:] = np.arange(self.games)
        self.words[:] = [seed_dice(seed & 0xFFFFFFFF, number) for number in range(self.games)]
        self.begun = False
        return self.key

    def _share(self, work: Callable[[int, int, int], Any]) -> None:
        """Runs `work(thread, start, stop)` over all games, on all threads."""
        if self._pool is None:
            work(0, 0, self.games)
            return
        tasks = [self._pool.submit(work, thread, *self._slices[thread]) for thread in range(1, self.threads)]
        work(0, *self._slices[0])
        for task in tasks:
            task.result()

    def reset(self) -> Buffers:
        """Starts all games. A second reset continues with games not played yet."""
        if self.begun:
            self.streams += self.games
        self.begun = True
        out = self.buffers
        self.buffers.dones[:] = 0
        self.buffers.rewards[:] = 0

        def begin(thread: int, start: int, stop: int) -> None:
            loops.begin_games(self._games, self._desks[thread], self.players, start, stop)

        self._share(begin)
        return out

    def step(self, actions: Any) -> Buffers:
        """Plays one action in each game. Raises for an action that its mask does not allow, and changes nothing."""
        if not self.begun:
            raise RuntimeError("reset the batch before its first step")
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (self.games,):
            raise ValueError(f"a step takes {self.games} actions, not an array of shape {chosen.shape}")
        refused = loops.first_refused(chosen, self.buffers.masks, 0, self.games)
        if refused < self.games:
            raise ValueError(self._refusal(int(refused), int(chosen[refused])))
        self._share(lambda thread, start, stop: self._step(thread, start, stop, chosen))
        return self.buffers

    def step_one(self, action: int) -> Buffers:
        """Like `step`, with less overhead, for a batch of one."""
        if not self.begun:
            raise RuntimeError("reset the batch before its first step")
        if not 0 <= action < self.actions.size or not self.buffers.masks[0, action]:
            raise ValueError(self._refusal(0, action))
        self._one[0] = action
        self._step(0, 0, 1, self._one)
        return self.buffers

    def step_code(self, game: int, code: int) -> Buffers:
        """Plays one action in one game by engine code, with exactly this payment; for players that see views."""
        seat = int(self.buffers.seats[game])
        if not self.begun or not bridge.is_listed(self.boards, self.states, game, seat, code, self._desks[0].legal):
            raise ValueError(f"game {game}: the code {code} is not allowed now for seat {seat}")
        number = self.actions.number(code)
        if self.plans[0].fewest:
            self.codes[game, number] = code
        self._one[game] = number
        self._step(0, game, game + 1, self._one)
        return self.buffers

    def _step(self, thread: int, start: int, stop: int, chosen: Any) -> None:
        stride = self.games if self.again else loops.STOP
        loops.step_games(self._games, self._desks[thread], chosen, stride, start, stop)

    def _refusal(self, game: int, action: int) -> str:
        named = self.actions.names[action] if 0 <= action < self.actions.size else "no action"
        return f"game {game}: action {action} ({named}) is not allowed now for seat {self.buffers.seats[game]}"

    def is_over(self, game: int) -> bool:
        """Whether a game that is not restarted (`again=False`) is over."""
        return int(self.states[game].phase) == OVER

    def sample(self, out: Any = None) -> Any:
        """Returns an allowed action for every game, uniformly random; the seed decides which."""
        actions = np.empty(self.games, dtype=np.int64) if out is None else out
        self._share(lambda _, start, stop: loops.choose_at_random(self.buffers.masks, self.words, actions, start, stop))
        return actions

    def observe(self, seats: Any, out: Any = None) -> Any:
        """Returns what the given seat of each game may know, on any seat's turn."""
        wanted = np.ascontiguousarray(np.broadcast_to(seats, self.games), dtype=np.int8)
        if wanted.size and not (wanted.min() >= 0 and wanted.max() < self.players):
            raise ValueError(f"seats are 0 to {self.players - 1}")
        observations = np.empty_like(self.buffers.observations) if out is None else out

        def look(thread: int, start: int, stop: int) -> None:
            games, searches = self._games, self._desks[thread].searches
            loops.observe_seats(*games[:4], searches, wanted, observations, start, stop)

        self._share(look)
        return observations

    def put(self, game: int, states: Any, index: int = 0) -> None:
        """Replaces a game with a copy of a state, and shows it. For searches and tests."""
        self.states[game] = states[index]
        self.graphs["stamp"][game] = NO_STAMP
        self.given[game] = 0
        loops.show_game(self._games, self._desks[0], game)
        self.begun = True

    def close(self) -> None:
        """Stops the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def _new_desk() -> loops.Desk:
    """One thread's buffers."""
    desk = bridge.Desk()
    return loops.Desk(passed(new_search()), passed(desk.sheets), passed(desk.scratches), desk.legal)
