"""Plans on a GPU: one thread plans for one game, with the kernels that a core runs."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ferrovia.bots.network.features import Features, Viewer
from ferrovia.bots.planner.plan_view import view_plan
from ferrovia.bots.planner.rival_goals import NO_POSITION
from ferrovia.bots.planner.style import MIND
from ferrovia.engine.state import MAX_OFFER
from ferrovia.environments.gpu import DeviceBatch

THREADS_IN_A_BLOCK = 64
CHOICES = 1 << MAX_OFFER  # of offered tickets


@lru_cache(maxsize=1)
def _kernel() -> Any:
    """Compiled on first use, so that importing this module needs no GPU."""
    from numba import cuda, float64, from_dtype

    mind_type = from_dtype(MIND)

    @cuda.jit
    def plan(boards, roads, styles, number_of, general, choices, states, seats, legal, at, rows, masks, chosen):
        i = cuda.grid(1)
        if i < chosen.shape[0]:
            minds = cuda.local.array(1, mind_type, alignment=8)
            worths = cuda.local.array(CHOICES, float64)
            minds[0].wanted_when = NO_POSITION
            chosen[i] = view_plan(
                boards[0], roads[0], states[i], int(seats[i]), minds[0], legal[i], styles[0], worths, number_of,
                general, choices, at, rows[i], masks[i],
            )  # fmt: skip

    return plan


class DevicePlanner:
    """Writes the plans of a batch of games, marks its masks, and says what the planner would do."""

    def __init__(self, features: Features, batch: DeviceBatch) -> None:
        cuda = batch.cuda
        planner = Viewer(features).planner
        send = cuda.to_device
        self.features, self.batch = features, batch
        # Number after number, as the batch stores observations: neighbouring threads write to neighbouring addresses.
        self.rows = send(np.zeros((batch.games, features.size), dtype=np.uint8, order="F"))
        self.chosen = cuda.device_array(batch.games, dtype=np.int64)
        self._roads, self._styles, self._number_of = send(planner.roads), send(planner.styles), send(planner.number_of)
        self._masks, self._seats = cuda.as_cuda_array(batch.masks), cuda.as_cuda_array(batch.seats)

    def plan(self, stream: int) -> None:
        """Plans for the seat to act in every game, on a stream of the GPU, and writes the end of every row."""
        batch, features = self.batch, self.features
        blocks = -(-batch.games // THREADS_IN_A_BLOCK)
        _kernel()[blocks, THREADS_IN_A_BLOCK, batch.cuda.external_stream(stream)](
            batch.boards, self._roads, self._styles, self._number_of, features.general, features.choices, batch.states,
            self._seats, batch.legal, features.encoding.size, self.rows, self._masks, self.chosen,
        )  # fmt: skip
