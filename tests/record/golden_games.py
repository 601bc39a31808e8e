"""The golden games: one set, kept as records (`golden`) and told in words (`tests/playthroughs`).

`python -m tests.record.golden_games` writes the records, for new rules or a new board only.
"""

from __future__ import annotations

from pathlib import Path

from tests.kit.walks import BOARDS

from ferrovia import Board
from ferrovia.record import write_record

from .games import finished

GOLDEN = Path(__file__).parent / "golden"
# Every board with its fewest and most players.
GOLDEN_GAMES: list[tuple[Board, int]] = [(board, players) for board in BOARDS for players in board.players]
GOLDEN_NAMES = [f"{board.id}-{players}" for board, players in GOLDEN_GAMES]


def seed_of(players: int) -> int:
    return 2000 + players


def record_of(board: Board, players: int) -> str:
    """The record of the game, played again."""
    return write_record(finished(board, players, seed_of(players)))


def write_all() -> None:
    for name, (board, players) in zip(GOLDEN_NAMES, GOLDEN_GAMES, strict=True):
        (GOLDEN / f"{name}.txt").write_text(record_of(board, players), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_all()
