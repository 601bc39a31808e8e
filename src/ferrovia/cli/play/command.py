"""`ferrovia play`: sets up the table, runs the game, says goodbye and saves the game."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from ferrovia.bots import dismiss
from ferrovia.cli.files import Resumed, check_place, load_unfinished, program, save_game, unfinished_file
from ferrovia.cli.output.console import new_console
from ferrovia.cli.output.score_sheets import score_sheets
from ferrovia.cli.output.sentences import Words
from ferrovia.cli.play.opponents import check_count, check_names, seat_bots, split_names
from ferrovia.cli.play.session import Leave, Session
from ferrovia.cli.play.watching import watch_game
from ferrovia.cli.table_options import board_and_players, names_of, texts_for
from ferrovia.engine.state import SPECTATOR
from ferrovia.game import Game

PERSON = 0  # the player's seat; the first seat to act is random


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
    bot_names = split_names(bots)
    check_names(bot_names)
    if save is not None:
        check_place(save)
    resumed = None if resume is None else Resumed(resume)
    if resumed is not None:
        game = load_unfinished(resumed)
    else:
        several = len(bot_names) + (not watch) if len(bot_names) > 1 else None  # as many seats as bots are named
        board, seats = board_and_players(board_name, players or several)
        check_count(bot_names, seats - (not watch))  # before a first game compiles the rules
        game = Game(board, players=seats, seed=seed)
    console = new_console()
    person = None if watch else PERSON
    bot = seat_bots(bot_names, game.players, person)
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
            console.print()  # the cursor is behind the prompt
        if not game.is_over:
            _leave(console, game, words, save or resume, resumed)
        console.print(texts("say.goodbye"))
        return
    finally:
        dismiss(bot)
    console.print(score_sheets(game.result(), words))
    if save is not None:
        file = _keep(console, game, words, save, _names_in_record(words, person), resumed)
        _print(console, texts("say.replay", program=program(), file=shlex.quote(str(file))))


def _print(console: Console, line: str) -> None:
    """Print a line with a file name exactly as it is: no markup, no wrapping."""
    console.print(Text(line), soft_wrap=True)


def _keep(
    console: Console, game: Game, words: Words, wanted: Path, names: Sequence[str], resumed: Resumed | None
) -> Path:
    """Saves the game and says where."""
    file = save_game(game, wanted, names, resumed)
    if file != wanted:
        _print(console, words.texts("say.not_replaced", file=wanted))
    _print(console, words.texts("say.saved", file=file))
    return file


def _names_in_record(words: Words, person: int | None) -> list[str]:
    """A record has the player's name instead of `you`, because others will read it."""
    return [words.texts("screen.person") if seat == person else name for seat, name in enumerate(words.names)]


def _welcome(console: Console, game: Game, words: Words, person: int | None) -> None:
    opponents = words.both([name for seat, name in enumerate(words.names) if seat != person])
    key = "say.watching" if person is None else "say.welcome"
    first = words.about("say.first", game.first)
    board = words.texts.board_name(game.board.name)
    console.print(Text(f"{words.texts(key, board=board, opponents=opponents)} {first}", style="bold"))
    if game.board.reconstructed:
        parts = [words.texts.or_else(f"screen.part.{part}", part) for part in game.board.reconstructed]
        sentence = words.texts("screen.reconstructed", parts=words.both(parts))
        console.print(Text(sentence[0].upper() + sentence[1:], style="yellow"))


def _leave(console: Console, game: Game, words: Words, wanted: Path | None, resumed: Resumed | None) -> None:
    """Saves an unfinished game: to the player's file, or to the default place."""
    if wanted is None and game.moves and sys.stdin.isatty():
        wanted = unfinished_file(game)
    if wanted is None or not game.moves:
        console.print(words.texts("say.unfinished"))
        return
    file = _keep(console, game, words, wanted, words.names, resumed)
    _print(console, words.texts("say.resume", program=program(), file=shlex.quote(str(file))))
