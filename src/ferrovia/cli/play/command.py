"""`ferrovia play`: sets the table, runs the game, says goodbye and keeps what was played."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from ferrovia.bots import Bot, BrokenBotError, UnknownBotError, new_bot
from ferrovia.cli.console import Failure, new_console
from ferrovia.cli.play.session import Leave, Session
from ferrovia.cli.play.watching import watch_game
from ferrovia.cli.saved import load_unfinished, save_game, unfinished_file
from ferrovia.cli.seats import board_and_players, names_of, texts_for
from ferrovia.cli.sheets import score_sheets
from ferrovia.cli.words import Words
from ferrovia.engine.layout import SPECTATOR
from ferrovia.game import Game

PERSON = 0  # the seat of the person; who begins is drawn


def _bot(name: str) -> Bot:
    try:
        return new_bot(name)
    except (UnknownBotError, BrokenBotError) as error:
        raise Failure(str(error), exit_code=2) from error


def play_game(
    board_name: str,
    *,
    players: int | None,
    bots: str,
    seed: int | None,
    watch: bool,
    pause: float,
    language: str | None,
    save: Path | None,
    resume: Path | None,
) -> None:
    bot = _bot(bots)
    if resume is not None:
        game = load_unfinished(resume)
    else:
        board, seats = board_and_players(board_name, players)
        game = Game(board, players=seats, seed=seed)
    console = new_console()
    person = None if watch else PERSON
    texts = texts_for(language)
    names = names_of(texts, game.players, person)
    words = Words(texts, game.board, names, SPECTATOR if person is None else person)
    _welcome(console, game, words, person)
    try:
        if person is None:
            watch_game(game, words, bot, seed=seed, pause=pause, console=console)
        else:
            Session(game, words, bot, seat=person, seed=seed, console=console).run()
    except (Leave, EOFError, KeyboardInterrupt) as going:
        if not isinstance(going, Leave):
            console.print()  # the cursor stands behind the prompt
        _goodbye(console, game, words, save or resume or (unfinished_file() if sys.stdin.isatty() else None))
        return
    console.print(score_sheets(game.result(), words))
    if save is not None:
        save_game(game, save, _names_in_record(words, person))
        console.print(texts("say.saved", file=save), soft_wrap=True)
        console.print(texts("say.replay", file=save), soft_wrap=True)


def _names_in_record(words: Words, person: int | None) -> list[str]:
    """For whoever reads it later, `you` is somebody else."""
    return [words.texts("screen.person") if seat == person else name for seat, name in enumerate(words.names)]


def _welcome(console: Console, game: Game, words: Words, person: int | None) -> None:
    opponents = words.both([name for seat, name in enumerate(words.names) if seat != person])
    key = "say.watching" if person is None else "say.welcome"
    first = words.about("say.first", game.first)
    console.print(Text(f"{words.texts(key, board=game.board.name, opponents=opponents)} {first}", style="bold"))
    if game.board.reconstructed:
        parts = [words.texts.or_else(f"screen.part.{part}", part) for part in game.board.reconstructed]
        console.print(Text(words.texts("screen.reconstructed", parts=words.both(parts)), style="yellow"))


def _goodbye(console: Console, game: Game, words: Words, file: Path | None) -> None:
    texts = words.texts
    if not game.is_over and file is not None and game.moves:
        save_game(game, file, words.names)
        console.print(texts("say.saved", file=file), soft_wrap=True)
        console.print(texts("say.resume", file=file), soft_wrap=True)
    elif not game.is_over:
        console.print(texts("say.unfinished"))
    console.print(texts("say.goodbye"))
