"""Two bots against each other, seats changed every game: a quick look while learning. Tournaments are the arena's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ferrovia.bots import Bot, Budget
from ferrovia.bots.api import think
from ferrovia.game import Game

_A_LITTLE = Budget(simulations=1)


@dataclass(frozen=True, slots=True)
class Duel:
    """Results of the first bot."""

    games: int
    won: float  # a tie is half
    mean_margin: float

    @property
    def share_won(self) -> float:
        return self.won / self.games

    def __str__(self) -> str:
        return f"{100 * self.share_won:.0f}% of {self.games} games won, {self.mean_margin:+.1f} points on average"


def duel(first: Bot, second: Bot, board: str, *, games: int, seed: int, budget: Budget = _A_LITTLE) -> Duel:
    """Play so many games between two bots; every deal is played twice, once from each side."""
    won, margin = 0.0, 0
    for number in range(games):
        game = Game(board, players=2, seed=seed * 100_003 + number // 2, first=0)
        rng = np.random.default_rng([seed, number])
        mine = number % 2
        while not game.is_over:
            seat = min(game.actors)
            game.play(think(first if seat == mine else second, game.view(seat), rng, budget), seat=seat)
        sheets = game.result().sheets
        margin += sheets[mine].total - sheets[1 - mine].total
        ranks = [sheet.rank for sheet in sheets]
        won += 0.5 if ranks[0] == ranks[1] else float(ranks[mine] < ranks[1 - mine])
    return Duel(games, won, margin / games)
