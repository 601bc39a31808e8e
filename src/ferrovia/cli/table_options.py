"""Board, players and language from the options, and names for the seats."""

from __future__ import annotations

import os

from ferrovia.boards import Board, load_board
from ferrovia.cli.output.console import Failure
from ferrovia.locales import Texts, language_of


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
