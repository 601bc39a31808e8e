"""`ferrovia prepare`: compiles everything that would otherwise be compiled on first use, for images and servers."""

from __future__ import annotations

from ferrovia.bots.registry import bot_names, prepare_bots
from ferrovia.engine import prepare


def compile_everything() -> None:
    prepare("loops")
    prepare_bots(bot_names())
    print("Everything is compiled.")
