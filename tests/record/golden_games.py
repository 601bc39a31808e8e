"""Writes the golden records: `python -m tests.record.golden_games`, for new rules or a new board only."""

from __future__ import annotations

from tests.kit.walks import BOARDS

from ferrovia import Board
from ferrovia.record import write_record

from .games import GOLDEN, finished


def golden_games() -> list[tuple[Board, int]]:
    return [(board, players) for board in BOARDS for players in board.players]


def write_all() -> None:
    for board, players in golden_games():
        text = write_record(finished(board, players, seed=2000 + players))
        (GOLDEN / f"{board.id}-{players}.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_all()
