"""The look of cards, routes and seats in a terminal. A colour always comes with a name or a sign."""

from __future__ import annotations

import re
from typing import Final

from rich.text import Text

from ferrovia.boards import Board, Route
from ferrovia.cli.output.sentences import Words

WILD_SIGN: Final = "★"
SPACE_SIGN: Final = "▮"
TUNNEL_SIGN: Final = "∩"
CART_SIGN: Final = "⊙"
SEAT_SIGNS: Final = "●■▲◆✚"
SEAT_STYLES: Final = ("bold cyan", "bold magenta", "bold yellow", "bold green", "bold blue")

# Text on a block, the block, and text on the terminal's background. Fixed, since a terminal's `yellow` may be brown.
_PAINTS: Final = {
    "wild": ("#000000", "#d7d7ff", "#afafff"),
    "purple": ("#ffffff", "#8700af", "#af5fd7"),
    "blue": ("#ffffff", "#005fd7", "#5f87ff"),
    "orange": ("#000000", "#ff8700", "#ff8700"),
    "white": ("#000000", "#eeeeee", "default"),
    "green": ("#ffffff", "#00802b", "#00af5f"),
    "yellow": ("#000000", "#ffd700", "#d7af00"),
    "black": ("#ffffff", "#303030", "#8a8a8a"),
    "red": ("#ffffff", "#d70000", "#ff5f5f"),
    "pink": ("#000000", "#ff87d7", "#ff87d7"),
}


def block_style(color: str) -> str:
    ink, ground, _ = _PAINTS.get(color, ("#ffffff", "#5f5f5f", "default"))
    return f"{ink} on {ground}"


def ink_style(color: str | None) -> str:
    """For a word or sign in a colour on the terminal's background; None is grey."""
    return "default" if color is None else _PAINTS.get(color, ("", "", "default"))[2]


def card_block(words: Words, color: str, count: int | None = None) -> Text:
    """` red 3 ` on a red background."""
    sign = f"{WILD_SIGN} " if color == "wild" else ""
    number = "" if count is None else f" {count}"
    return Text(f" {sign}{words.card(color)}{number} ", style=block_style(color))


def blocks(words: Words, cards: list[tuple[str, int | None]]) -> Text:
    return Text(" ").join(card_block(words, color, count) for color, count in cards)


def spaces(route: Route) -> Text:
    """One sign per space; spaces that require a wild are stars. Tunnels and carts have their own signs."""
    wilds = (WILD_SIGN * route.ferry, ink_style("wild"))
    others = (SPACE_SIGN * (route.length - route.ferry), ink_style(route.color))
    return Text.assemble(wilds, others, TUNNEL_SIGN * route.tunnel + CART_SIGN * route.carts)


def seat_name(words: Words, seat: int) -> Text:
    return Text(f"{SEAT_SIGNS[seat]} {words.names[seat]}", style=SEAT_STYLES[seat])


def painted(words: Words, sentence: str) -> Text:
    """A sentence with names of players and colours in their colours."""
    text = Text(sentence)
    for seat, name in enumerate(words.names):
        if seat != words.viewer:
            text.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", SEAT_STYLES[seat])
    for color in color_names(words.board):
        text.highlight_regex(rf"(?<![\w–]){re.escape(words.card(color))}(?![\w–])", ink_style(color))
    return text


def color_names(board: Board) -> tuple[str, ...]:
    return ("wild", *board.card_colors)
