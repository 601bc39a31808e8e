"""Checks that a bot keeps the contract: legal, in time, and a function of what its seat may know and of its seed.

    from ferrovia.bots.conformance import check_bot
    check_bot(MyBot)

It plays whole games with the bot in all seats and asks for every move twice, the second time in a redealt world.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from ferrovia.actions import to_text
from ferrovia.boards import board_names
from ferrovia.bots.api import Bot, Budget, dismiss
from ferrovia.game import Game

GRACE = 0.25  # seconds over budget, for a busy machine


class NotConformingError(AssertionError):
    """The bot broke the contract; the message says where."""


def check_bot(
    make: Callable[[], Bot],
    *,
    boards: Sequence[str] = (),
    players: int = 2,
    games: int = 1,
    budget: Budget | None = None,
    seed: int = 1,
) -> int:
    """Plays games on each board (all built-in ones by default). Returns how many decisions were checked."""
    thinking = budget or Budget(simulations=64)
    decisions = 0
    for board in boards or board_names():
        for number in range(games):
            game = Game(board, players=players, seed=seed + number)
            bots = [make() for _ in range(players)]
            try:
                while not game.is_over:
                    seat = min(game.actors)
                    _decide(game, bots[seat], make, seat, thinking, seed + decisions)
                    decisions += 1
            finally:
                for bot in bots:
                    dismiss(bot)
    return decisions


def _decide(game: Game, bot: Bot, make: Callable[[], Bot], seat: int, budget: Budget, seed: int) -> None:
    """One decision, asked of the bot and of a new one in a world that the seat cannot tell from the real one."""
    view, where = game.view(seat), f"{game.board.id}, move {len(game.moves) + 1}, seat {seat}"
    legal = view.legal_actions()
    began = time.perf_counter()
    action = bot.choose(view, legal, np.random.default_rng(seed), budget)
    seconds = time.perf_counter() - began
    if action not in legal:
        raise NotConformingError(f"{where}: {action!r:.200} is not one of the {len(legal)} legal actions")
    if budget.seconds is not None and seconds > budget.seconds + GRACE:
        raise NotConformingError(f"{where}: took {seconds:.2f} s of {budget.seconds:.2f}")
    if budget.seconds is None:
        redealt = Game.of_world(view.redeal(np.random.default_rng(seed + 1))).view(seat)
        other = make()
        again = other.choose(redealt, redealt.legal_actions(), np.random.default_rng(seed), budget)
        dismiss(other)
        if again != action:
            first, second = to_text(game.board, action), to_text(game.board, again)
            raise NotConformingError(f"{where}: chose {first!r}, and {second!r} where only hidden information differs")
    game.play(action, seat=seat)
