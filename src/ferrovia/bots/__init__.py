"""Computer players: one bot a file, one protocol, found by name. They see views, and worlds redealt from them."""

from ferrovia.bots.protocol import Bot, Budget
from ferrovia.bots.registry import BrokenBotError, UnknownBotError, bot_names, new_bot

__all__ = ["Bot", "BrokenBotError", "Budget", "UnknownBotError", "bot_names", "new_bot"]
