"""Watching bots play each other: redraws the table at every move, or prints line by line without a terminal."""

from __future__ import annotations

import time

import numpy as np
from rich.console import Console
from rich.live import Live

from ferrovia.bots import Bot
from ferrovia.cli.output.log import Log
from ferrovia.cli.output.sentences import Words
from ferrovia.cli.output.style import painted
from ferrovia.cli.play.screen import screen
from ferrovia.cli.play.thinking import bot_action
from ferrovia.game import Game


def watch_game(game: Game, words: Words, bot: Bot, *, seed: int | None, pause: float, console: Console) -> None:
    """Plays to the end of the game. A spectator sees public information, no hands or tickets."""
    log = Log(words)
    log.add(game.opening)
    rng = np.random.default_rng(seed)
    if not console.is_terminal:
        told = 0
        while not game.is_over:
            _move(game, bot, rng, log, console)
            # A sentence may still grow (a second card), so it is printed when the next one has begun.
            ready = max(told, len(log.lines) - 1)
            for line in log.lines[told:ready]:
                console.print(painted(words, line))
            told = ready
        for line in log.lines[told:]:
            console.print(painted(words, line))
        return
    with Live(console=console, auto_refresh=False, transient=False) as live:
        while not game.is_over:
            _move(game, bot, rng, log, console)
            view = game.spectator_view()
            live.update(screen(view, words, None, log.lines, size=console.size), refresh=True)
            time.sleep(pause)


def _move(game: Game, bot: Bot, rng: np.random.Generator, log: Log, console: Console) -> None:
    seat = min(game.actors)
    log.add(game.play(bot_action(bot, game.view(seat), rng, log.words, console), seat=seat))
