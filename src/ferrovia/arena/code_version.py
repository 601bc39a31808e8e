"""A checksum of a bot's code: results of different versions must not end up in one table."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ferrovia.arena.contestants import Contestant
from ferrovia.bots.programs import is_program, program_files
from ferrovia.bots.ratings import FILE
from ferrovia.bots.registry import GROUP


@cache
def _of_files(files: tuple[Path, ...]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _module_of(bot: str) -> str:
    if ":" in bot:
        return bot.partition(":")[0]
    from importlib.metadata import entry_points

    return next((point.module for point in entry_points(group=GROUP) if point.name == bot), "")


@cache
def source_of(bot: str) -> str:
    """Returns a checksum of the folder that holds the bot's module, or of the module alone if it is not in a package.
    For a program, of the files that its command names.
    """
    if is_program(bot):
        return _of_files(program_files(bot))
    module = _module_of(bot)
    place = importlib.util.find_spec(module) if module else None
    if place is None or not place.origin:
        return "unknown"
    file = Path(place.origin)
    if "." not in module:
        return _of_files((file,))
    return _of_files(tuple(sorted(found for found in file.parent.rglob("*") if _plays(found))))


def _plays(file: Path) -> bool:
    """Whether a file in a bot's folder may affect how it plays: code and learned data."""
    return file.is_file() and "__pycache__" not in file.parts and file.name != FILE


def sources(contestants: Iterable[Contestant]) -> dict[str, str]:
    return {bot: source_of(bot) for bot in sorted({contestant.bot for contestant in contestants})}
