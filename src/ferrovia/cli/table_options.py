"""Board, players and language from the options, and names for the seats."""

from __future__ import annotations

import os

from ferrovia.boards import Board, load_board
from ferrovia.cli.output.console import Failure
from ferrovia.locales import Texts, language_of
from ferrovia.record import Record
from ferrovia.record.names import Nameless, read_name


def board_and_players(name: str, players: int | None) -> tuple[Board, int]:
    """The board, and the requested number of players or the fewest it allows."""
    board = load_board(name)
    fewest, most = board.players
    if players is None:
        return board, fewest
    if not fewest <= players <= most:
        raise Failure(f"{board.name} is for {fewest} to {most} players, not {players}.", exit_code=2)
    return board, players


def texts_for(language: str | None) -> Texts:
    """Texts in the requested language, or in that of the terminal."""
    return Texts(str(language) if language else language_of(os.environ))


def names_of(texts: Texts, players: int, person: int | None) -> tuple[str, ...]:
    """The player is `you`; a bot has the name of its seat."""
    return tuple(texts("screen.you") if seat == person else texts(f"bot.name.{seat}") for seat in range(players))


def names_in(texts: Texts, record: Record) -> tuple[str, ...]:
    """The names in a record; a nameless reader is `you`, every other nameless person goes by the number of the seat."""
    written = record.names if record.names and len(record.names) == record.players else (None,) * record.players
    return tuple(_name(texts, record, seat, read_name(seat, name)) for seat, name in enumerate(written))


def _name(texts: Texts, record: Record, seat: int, name: str | Nameless) -> str:
    if not isinstance(name, Nameless):
        return name
    if name.level is not None:
        return texts(f"bot.name.{seat}")
    return texts("screen.you") if seat == record.reader else texts("score.player", number=seat + 1)
