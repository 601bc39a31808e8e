"""Games to record, played by a simple player whose choices are the same in every Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ferrovia import Board, Game
from ferrovia.actions import ClaimRoute, decode
from ferrovia.events import Event


def dice(seed: int) -> Iterator[int]:
    """A plain linear congruence: golden games must not hang on anybody's library."""
    word = seed
    while True:
        word = (word * 6364136223846793005 + 1442695040888963407) % 2**64
        yield word >> 33


def play(game: Game, seed: int, *, steps: int = 100_000) -> list[tuple[int, int, tuple[Event, ...]]]:
    """Play on at random, claiming where that is possible; what was done and what happened."""
    rolls = dice(seed)
    done = []
    while not game.is_over and len(done) < steps:
        actors = sorted(game.actors)
        seat = actors[next(rolls) % len(actors)]
        legal = game.legal_codes(seat)
        claims = [code for code in legal if isinstance(decode(game.board, code), ClaimRoute)]
        if claims and next(rolls) % 3:
            legal = claims
        code = legal[next(rolls) % len(legal)]
        done.append((seat, code, game.play(code, seat=seat)))
    return done


def finished(board: Board | str | Path, players: int, seed: int) -> Game:
    game = Game(board, players=players, seed=seed)
    play(game, seed)
    return game
