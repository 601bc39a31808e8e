"""A game in play: legal actions, checked play, events, views, result."""

from ferrovia.game.key import Key
from ferrovia.game.play import Game, Refused
from ferrovia.game.result import Result, ScoreSheet, StationScore, TicketScore

__all__ = ["Game", "Key", "Refused", "Result", "ScoreSheet", "StationScore", "TicketScore"]
