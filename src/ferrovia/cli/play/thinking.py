"""A bot's action at the table. If a program returns none, the player is told and `simple` moves instead."""

from __future__ import annotations

import numpy as np
from rich.console import Console
from rich.text import Text

from ferrovia.actions import Action
from ferrovia.bots import Bot, ExternalBotFault
from ferrovia.bots.api import think
from ferrovia.bots.styles.simple import SimpleBot
from ferrovia.cli.output.sentences import Words
from ferrovia.views import View


def bot_action(bot: Bot, view: View, rng: np.random.Generator, words: Words, console: Console) -> Action:
    try:
        return think(bot, view, rng)
    except ExternalBotFault as fault:
        sentence = words.texts("say.bot_fault", who=words.names[view.seat], reason=fault.reason)
        console.print(Text(sentence, style="yellow"))
        return think(SimpleBot(), view, rng)
