"""Batches of games that stay on a GPU: stepped, masked and observed in its memory, equal to the CPU's bit by bit.

```text
from ferrovia.environments.gpu import DeviceBatch

batch = DeviceBatch("new_york", games=1 << 17, seed=7)
batch.reset()
observations = torch.from_dlpack(batch.observations)  # no copy: the next step writes into the same memory
batch.step(actions)                                   # an integer tensor on the same GPU
```

Everything a step writes is a `DeviceTensor`, which PyTorch, JAX and CuPy accept without a copy by DLPack or by the CUDA
array interface. Observations and masks are transposed in memory (number after number, not game after game); frameworks
that need contiguous rows use `batch.observations.transposed()`. Needs the extra `gpu`. It plays the same games as
`Batch` with the same seed and number of games on the CPU.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ferrovia.boards import Board
from ferrovia.engine.gpu import available
from ferrovia.engine.state import MAX_LENGTH
from ferrovia.environments.action_space import Wilds
from ferrovia.environments.batch import Batch, Reward
from ferrovia.environments.dlpack import DeviceTensor
from ferrovia.environments.kernels.device import (
    BLOCKS_TO_CLEAR,
    NUMBERS_PER_THREAD,
    THREADS_IN_A_BLOCK,
    device_kernels,
)


class DeviceBatch:
    """Like `Batch`, on a GPU. Skips actions that a mask does not allow; `refused` says where."""

    def __init__(
        self,
        board: str | Path | Board,
        *,
        players: int = 2,
        games: int = 1 << 17,
        seed: int = 0,
        wilds: Wilds = "explicit",
        reward: Reward = "win",
        every_step: bool = False,
    ) -> None:
        usable, reason = available()
        if not usable:
            raise RuntimeError(f"no GPU can be used: {reason}")
        self._kernels = device_kernels()
        self.cuda = self._kernels.cuda
        # A CPU batch of one game provides everything that depends on board and options.
        model = Batch(
            board, players=players, games=1, seed=seed, wilds=wilds, reward=reward, every_step=every_step, threads=1
        )
        self.encoding, self.actions_of_board, self.players, self.games = model.encoding, model.actions, players, games
        kept, actions = int(model.plans[0].kept), model.actions.size
        self._mask_parts = -(-actions // NUMBERS_PER_THREAD)
        self._grid = self._threads_per_game(1)
        self._grid_to_copy = self._threads_per_game(-(-kept // NUMBERS_PER_THREAD))
        self._grid_to_pay = self._threads_per_game(int(model.boards[0].colors) + 1)
        self._grid_to_count = self._threads_per_game(self._mask_parts)
        send = self.cuda.to_device
        self.boards = send(np.ascontiguousarray(model.boards.view(np.ndarray)))
        self._plans = send(np.ascontiguousarray(model.plans.view(np.ndarray)))
        self._number_of, self._code_of = send(model.actions.number_of), send(model.actions.code_of)
        self.states = self._empty((games,), model.states.dtype)
        # `begin` clears the graphs; their rows are also read as words, which takes an eighth of the time.
        self._words_of_graphs = self.cuda.device_array((games, players, model.graphs.dtype.itemsize // 8), np.int64)
        self._graphs = self._words_of_graphs.view(model.graphs.dtype).reshape(games, players)
        self.legal = self._across(games, actions_listed(model), np.int16)
        self._codes = self._across(games, actions if wilds == "fewest" else 1, np.int16)
        self._given = self._empty((games, players), np.float64)
        self._observations = self._across(games, self.encoding.size, np.uint8)
        self._mask_words = self.cuda.device_array(-(-games * actions // 8), np.int64)  # cleared as words
        self._masks = self._mask_words.view(np.int8)[: games * actions].reshape(games, actions, order="F")
        self._seats, self._dones = self._empty((games,), np.int8), self._empty((games,), np.int8)
        self._refused = self._empty((games,), np.int8)
        self._rewards = self._empty((games, players), np.float32)
        self._totals, self._ranks = self._empty((games, players), np.int16), self._empty((games, players), np.int8)
        self._chosen = self._empty((games,), np.int64)
        self._found = self._empty((games,), np.int8)
        self._changed, self._count = self._empty((games,), np.int32), self._empty((1,), np.int32)
        self._counts = self._across(games, self._mask_parts, np.int8)
        self.seed(seed)

    def _threads_per_game(self, count: int) -> tuple[tuple[int, int], int]:
        return (-(-self.games // THREADS_IN_A_BLOCK), count), THREADS_IN_A_BLOCK

    def _empty(self, shape: tuple[int, ...], kind: Any) -> Any:
        return self.cuda.to_device(np.zeros(shape, dtype=kind))

    def _across(self, games: int, width: int, kind: Any) -> Any:
        """An array of games and numbers, stored number after number."""
        return self.cuda.to_device(np.zeros((games, width), dtype=kind, order="F"))

    def seed(self, seed: int) -> None:
        """Chooses the games that the next `reset` starts with; the same as `Batch.seed`."""
        from ferrovia.engine import seed_dice
        from ferrovia.game import Key

        self._key = self.cuda.to_device(Key.of_seed(seed).words)
        self._streams = self.cuda.to_device(np.arange(self.games, dtype=np.int64))
        words = [seed_dice(seed & 0xFFFFFFFF, number) for number in range(self.games)]
        self._words = self.cuda.to_device(np.array(words, dtype=np.int64))

    def reset(self) -> None:
        """Starts all games and shows them."""
        self._kernels.begin[self._grid](
            self.boards, self.states, self._graphs, self._key, self._streams, self.players, self._given,
        )  # fmt: skip
        self.show()

    def step(self, actions: Any = None) -> None:
        """Plays one action in each game: an array on this GPU, or the choice of `sample`. Returns before the GPU is
        done.
        """
        chosen = self._chosen if actions is None else self.cuda.as_cuda_array(actions)
        if chosen.shape != (self.games,):
            raise ValueError(f"a step takes {self.games} actions, not an array of shape {chosen.shape}")
        self._kernels.act[self._grid](
            self.boards, self._plans, self.states, self._seats, self._masks, chosen, self._codes, self._code_of,
            self._dones, self._refused,
        )  # fmt: skip
        self._kernels.finish[self._grid](
            self.boards, self._plans, self.states, self._graphs, self._key, self._streams, self.games,
            self._rewards, self._dones, self._totals, self._ranks, self._given,
        )  # fmt: skip
        self.show()

    def show(self) -> None:
        """Writes seats, observations and masks of the current positions."""
        kernels = self._kernels
        kernels.look[self._grid](self._plans, self.states, self._graphs, self._seats, self._changed, self._count)
        kernels.update[self._grid](
            self.boards, self._plans, self.states, self._graphs, self._seats, self._changed, self._count,
        )  # fmt: skip
        kernels.write[self._grid](
            self.boards, self._plans, self.states, self._graphs, self._seats, self._observations, self._found,
            self._count,
        )  # fmt: skip
        kernels.copy[self._grid_to_copy](self._plans, self._words_of_graphs, self._seats, self._observations)
        kernels.clear[BLOCKS_TO_CLEAR, THREADS_IN_A_BLOCK](self._mask_words)
        kernels.pay[self._grid_to_pay](
            self.boards, self._plans, self.states, self._graphs, self._seats, self._number_of, self._masks,
            self._codes, self._found,
        )  # fmt: skip
        kernels.complete[self._grid](
            self.boards, self._plans, self.states, self._graphs, self._number_of, self.legal, self._seats,
            self._observations, self._masks, self._codes, self._found,
        )  # fmt: skip

    def sample(self) -> DeviceTensor:
        """An allowed action for every game, uniformly random; the same ones as `Batch.sample`."""
        self._kernels.count[self._grid_to_count](self._masks, self._counts)
        self._kernels.choose[self._grid](self._masks, self._counts, self._words, self._chosen)
        return DeviceTensor(self._chosen)

    def synchronize(self) -> None:
        """Waits until the GPU is done."""
        self.cuda.synchronize()

    @property
    def observations(self) -> DeviceTensor:
        return DeviceTensor(self._observations)

    @property
    def masks(self) -> DeviceTensor:
        return DeviceTensor(self._masks)

    @property
    def seats(self) -> DeviceTensor:
        return DeviceTensor(self._seats)

    @property
    def rewards(self) -> DeviceTensor:
        return DeviceTensor(self._rewards)

    @property
    def dones(self) -> DeviceTensor:
        return DeviceTensor(self._dones)

    @property
    def totals(self) -> DeviceTensor:
        return DeviceTensor(self._totals)

    @property
    def ranks(self) -> DeviceTensor:
        return DeviceTensor(self._ranks)

    @property
    def refused(self) -> DeviceTensor:
        """1 for each game whose last action was not allowed by its mask; that game is unchanged."""
        return DeviceTensor(self._refused)


def actions_listed(model: Batch) -> int:
    """The longest list of codes a position of the board can need, plus the room a run may write beyond it."""
    return int((model.actions.number_of >= 0).sum()) + MAX_LENGTH
