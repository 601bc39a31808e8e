"""Ferrovia: the railway board games of the Ticket to Ride family, exact and fast.

Unofficial: not affiliated with any publisher, and without any publisher's artwork.
"""

from ferrovia.boards import Board, BoardError, board_names, load_board, parse_board
from ferrovia.engine.state import RULES_VERSION, SPECTATOR
from ferrovia.game import Game, Key, Refused, Result, ScoreSheet
from ferrovia.position import PositionError, from_position, to_position
from ferrovia.simulation import Simulation, simulate
from ferrovia.statistics import GameStatistics, SeatStatistics, game_statistics
from ferrovia.views import View, World

__version__ = "0.2.0"

__all__ = [
    "RULES_VERSION",
    "SPECTATOR",
    "Board",
    "BoardError",
    "Game",
    "GameStatistics",
    "Key",
    "PositionError",
    "Refused",
    "Result",
    "ScoreSheet",
    "SeatStatistics",
    "Simulation",
    "View",
    "World",
    "board_names",
    "from_position",
    "game_statistics",
    "load_board",
    "parse_board",
    "simulate",
    "to_position",
]
