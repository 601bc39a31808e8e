"""Shell completion of names: boards, bots and levels."""

from __future__ import annotations


def complete_boards(incomplete: str) -> list[str]:
    from ferrovia.boards import board_names

    return [name for name in board_names() if name.startswith(incomplete)]


def complete_bots(incomplete: str) -> list[str]:
    """Completes the last name in a comma-separated list and keeps the names before it."""
    from ferrovia.bots import bot_names
    from ferrovia.bots.levels import LEVELS

    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in sorted({*LEVELS, *bot_names()}) if name.startswith(last)]
