"""Boards are data: TOML files anyone can write. This room reads and checks them and builds the engine's board."""

from ferrovia.boards.build import engine_board
from ferrovia.boards.loader import board_names, is_built_in, load_board, parse_board
from ferrovia.boards.model import (
    Board,
    Bonuses,
    City,
    DrawnTickets,
    Merchandise,
    NotOnBoardError,
    Route,
    StartingTickets,
    Stations,
    Ticket,
)
from ferrovia.boards.problems import BoardError
from ferrovia.boards.words import BoardWords
from ferrovia.validation import Problem

__all__ = [
    "Board",
    "BoardError",
    "BoardWords",
    "Bonuses",
    "City",
    "DrawnTickets",
    "Merchandise",
    "NotOnBoardError",
    "Problem",
    "Route",
    "StartingTickets",
    "Stations",
    "Ticket",
    "board_names",
    "engine_board",
    "is_built_in",
    "load_board",
    "parse_board",
]
