"""A search guided by a network: it proposes the candidates, and judges the positions after some turns.

The network also plays those turns: in games of two in all seats, with more players in the seat itself, and the light
policy in the others. In games of two on USA the light policy plays all seats.

As in `search.halving`, the answer is a function of view, seed and simulations with any number of threads: worlds have
their own random streams, and positions are judged in groups that depend on the worlds alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar, Final

import numpy as np

from ferrovia.bots.api import Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.network.one_thread import one_thread
from ferrovia.bots.network.reader import Reader, network_for
from ferrovia.bots.search.halving import MOST_CANDIDATES, Study
from ferrovia.bots.search.many_games import (
    CANDIDATE,
    PLACE_COLUMNS,
    WORLD,
    act_in_games,
    begin_games,
    settle_games,
)
from ferrovia.bots.search.rollouts import MARGIN, WIN, try_actions
from ferrovia.engine import Part, register
from ferrovia.engine.state import STATE, new_records
from ferrovia.game import Game
from ferrovia.views import View
from ferrovia.views.passing import passed

LEAVES: Final = 96  # judged at once, approximately; fewer take longer each
SHORT_GAME: Final = 30  # trains; games on boards with fewer can be followed for long
UNLIKELY: Final = 0.002  # chance below which the network's proposals are ignored
PROPOSALS: Final = 12
MARGIN_POINTS: Final = 30.0  # the scale of squeezed margins in training


class Players(Enum):
    """Who plays imagined games on until a position is judged."""

    NETWORK = "the network in all seats"
    NETWORK_AMONG_LIGHT = "the network in the seat itself, the light policy in the others"
    LIGHT = "the light policy in all seats"


@dataclass(frozen=True, slots=True)
class Manner:
    """How candidates are chosen, followed and compared."""

    players: Players
    turns: int  # of the seat's own, until then
    candidates: int  # at least, however unlikely the network finds them, if there are that many
    margin: float  # the weight of a squeezed margin, relative to a win
    doubt: float  # the discount of a gain after one world, halved after four
    trust: float  # the weight of the network's own preference, by the logarithm of its chances


# A trained network is sure of itself: it finds two or three actions likelier than UNLIKELY. Its own play shows whether
# others are better. The light policy's play does not, so there it is better to try few and to trust the network.
SHORT_BY_NETWORK: Final = Manner(players=Players.NETWORK, turns=3, candidates=6, margin=0.2, doubt=0.4, trust=0.003)
# A gain on a large board varies less between worlds. So it is discounted less, and no preference has to support it.
LONG_BY_NETWORK: Final = replace(SHORT_BY_NETWORK, turns=4, doubt=0.1, trust=0.0)
# With more players the network in every seat takes long, and opponents of another kind do not play like it.
SHORT_AMONG_LIGHT: Final = replace(SHORT_BY_NETWORK, players=Players.NETWORK_AMONG_LIGHT)
LONG_AMONG_LIGHT: Final = replace(SHORT_AMONG_LIGHT, turns=2, doubt=0.1)
LONG_LIGHT: Final = Manner(players=Players.LIGHT, turns=3, candidates=1, margin=0.6, doubt=0.2, trust=0.01)

# Boards on which `master` won more games of two with the light policy (docs/network_experiments.md); why is not known.
LIGHT_BOARDS: Final = frozenset({"usa"})


def manner_for(view: View) -> Manner:
    is_long = view.board.trains >= SHORT_GAME
    if view.players > 2:
        return LONG_AMONG_LIGHT if is_long else SHORT_AMONG_LIGHT
    if view.board.id in LIGHT_BOARDS:
        return LONG_LIGHT
    return LONG_BY_NETWORK if is_long else SHORT_BY_NETWORK


class GuidedStudy(Study):
    """One position under study."""

    few: ClassVar = 8
    most: ClassVar = LEAVES

    def __init__(
        self,
        view: View,
        rng: np.random.Generator,
        benches: list[Workbench],
        readers: list[Reader],
        *,
        manner: Manner | None = None,
        least: int = 1,  # minimum number of candidates, if the manner does not ask for more
    ) -> None:
        self.readers = readers
        self.manner = manner or manner_for(view)
        opinion = readers[0].opinion(view)
        likely = (opinion.chances >= UNLIKELY) & (np.arange(len(opinion.codes)) < PROPOSALS)
        likely |= opinion.codes == opinion.planned
        likely[: max(least, self.manner.candidates)] = True
        super().__init__(view, rng, benches, opinion.codes[likely].astype(np.int64)[:MOST_CANDIDATES])
        self._liking = np.log(opinion.chances[likely][:MOST_CANDIDATES] + 1e-6)
        most = LEAVES + MOST_CANDIDATES
        self._leaves, self._games = ([new_records(STATE, most) for _ in benches] for _ in range(2))
        self._places, self._places_of_games = (
            [np.zeros((most, PLACE_COLUMNS), dtype=np.int64) for _ in benches] for _ in range(2)
        )

    def run(self, budget: Budget, *, even_if_one: bool = False) -> None:
        with one_thread():
            super().run(budget, even_if_one=even_if_one)

    def _worlds_at_once(self, count: int) -> int:
        return max(LEAVES // int(self.alive.sum()), 1)

    def _try_group(self, thread: int, first: int, last: int) -> None:
        leaves, places = self._leaves[thread], self._places[thread]
        is_light = self.manner.players is Players.LIGHT
        follow = self._follow_by_light_policy if is_light else self._follow_by_network
        count = follow(thread, first, last)
        if count:
            wins, margins = self.readers[thread].values(leaves, self.view.seat, count)
            worlds, numbers = places[:count, WORLD], places[:count, CANDIDATE]
            self._values[worlds, numbers, WIN] = wins
            self._values[worlds, numbers, MARGIN] = MARGIN_POINTS * np.arctanh(np.clip(margins, -0.98, 0.98))

    def _follow_by_light_policy(self, thread: int, first: int, last: int) -> int:
        """Plays all candidates on in some worlds. Returns how many positions there are to judge."""
        bench = self.benches[thread]
        tools, leaves = bench.for_kernels(bench.rollouts), passed(self._leaves[thread])
        return int(try_actions(tools, self._question(), first, last, self.manner.turns, leaves, self._places[thread]))

    def _follow_by_network(self, thread: int, first: int, last: int) -> int:
        """Likewise, in all games at once: the network chooses for all of them together."""
        light_rivals = self.manner.players is Players.NETWORK_AMONG_LIGHT
        bench, reader, question = self.benches[thread], self.readers[thread], self._question()
        tools, states, places = bench.for_kernels(bench.rollouts), self._games[thread], self._places_of_games[thread]
        games, seats = passed(states), np.zeros(len(states), dtype=np.int8)
        leaves, leaf_places = passed(self._leaves[thread]), self._places[thread]
        count, found = begin_games(tools, question, first, last, self.manner.turns, games, places), 0
        while True:
            count, found = settle_games(
                tools, question, count, games, places, seats, light_rivals, found, leaves, leaf_places
            )
            if count == 0:
                return int(found)
            act_in_games(tools, count, games, seats, reader.choices(states, seats[:count]))

    def scores(self) -> Any:
        """Per candidate: its gain over the network's choice in the same worlds, discounted, plus the network's
        preference.
        """
        values, manner = self._values[: self.worlds], self.manner
        worth = values[:, :, WIN] + manner.margin * np.tanh(values[:, :, MARGIN] / MARGIN_POINTS)
        lead = worth - worth[:, :1]
        tried = np.maximum((~np.isnan(lead)).sum(axis=0), 1)
        gains = np.nansum(lead, axis=0) / tried
        gains[1:] -= manner.doubt / np.sqrt(tried[1:])
        return gains + manner.trust * (self._liking - self._liking[0])


def _think_once() -> None:
    """Runs every kernel of a guided search on the first position of a small game."""
    view = Game("new_york", players=2, seed=0).view(0)
    network = network_for(view.board)
    assert network is not None, "the package comes with a network for this board"
    study = GuidedStudy(view, np.random.default_rng(0), [Workbench(view.board)], [Reader(network, 2)])
    study.run(Budget(simulations=4), even_if_one=True)


PARTS: Final = ("network",)  # the parts to `prepare` before a bot plays by a network
register(Part("network", 12, __file__, lambda: [("playing by a network", _think_once)], needs=("bots", "environments")))
