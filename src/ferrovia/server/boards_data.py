"""Boards as the client gets them: everything printed on the board and in its rules, as plain data."""

from __future__ import annotations

from typing import Any

from ferrovia.boards import Board
from ferrovia.boards.plain import board_data


def board_summary(board: Board) -> dict[str, Any]:
    return {
        "id": board.id,
        "digest": board.digest,
        "name": board.name,
        "players": list(board.players),
        "trains": board.trains,
        "reconstructed": list(board.reconstructed),
    }


def client_board(board: Board) -> dict[str, Any]:
    """The board's plain data, with what a screen needs besides."""
    data = board_data(board)
    return {**data, **board_summary(board), "aspect": board.aspect, "colors": data["card_colors"]}
