"""Computer players: one bot per file, one interface, found by name. They see views, and worlds redealt from them."""

from ferrovia.bots.api import Bot, Budget, dismiss
from ferrovia.bots.programs import ExternalBotFault
from ferrovia.bots.registry import BrokenBotError, UnknownBotError, bot_names, new_bot, new_installed_bot

__all__ = [
    "Bot",
    "BrokenBotError",
    "Budget",
    "ExternalBotFault",
    "UnknownBotError",
    "bot_names",
    "dismiss",
    "new_bot",
    "new_installed_bot",
]
