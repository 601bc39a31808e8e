"""Measured ratings of bots, in a file that ships with the package.

The arena writes it, `ferrovia bots` shows it. People with their own bots keep a file of their own.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from importlib import resources
from pathlib import Path
from typing import Any, Final

FILE: Final = "ratings.json"
FORMAT: Final = 1
ROUNDED: Final = 0.5  # of a rating as `ferrovia bots` shows it


class RatingsError(ValueError):
    """A file without valid ratings."""

    code = "bots/ratings"


@dataclass(frozen=True, slots=True)
class Published:
    """One contestant's rating on one board with one number of players, and how it was measured."""

    contestant: str  # a bot's name, or name@budget
    board: str
    players: int
    rating: float
    low: float | None  # of the 95 % interval; None: the games set no limit
    high: float | None
    games: int
    anchor: str | None
    anchor_rating: float
    date: str
    machine: str
    reproducible: bool


def read_ratings(file: Path | None = None) -> list[Published]:
    """The ratings in a file, by default the one in the package; empty if there is no file."""
    source = resources.files("ferrovia.bots").joinpath(FILE) if file is None else file
    if not source.is_file():
        return []
    try:
        data = json.loads(source.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise RatingsError(f"{source}: written in format {data['format']!r:.20}, not {FORMAT}")
        return [_checked(entry) for entry in data["ratings"]]
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise (
            error if isinstance(error, RatingsError) else RatingsError(f"{source}: holds no ratings: {error}")
        ) from error


def _checked(entry: Any) -> Published:
    kinds: dict[str, Any] = {
        "players": int,
        "games": int,
        "rating": (int, float),
        "anchor_rating": (int, float),
        "low": (int, float, type(None)),
        "high": (int, float, type(None)),
        "anchor": (str, type(None)),
        "reproducible": bool,
    }
    for field in fields(Published):
        if not isinstance(entry[field.name], kinds.get(field.name, str)):
            raise RatingsError(f"{field.name} is {entry[field.name]!r:.40}")
    return Published(**entry)


def _merged(old: list[Published], new: list[Published]) -> list[Published]:
    """Merges the ratings of one board and number of players: measured again, or added relative to an existing one."""
    anchor, at = new[0].anchor, new[0].anchor_rating
    if not old or anchor == old[0].anchor:
        return new
    standing = next((entry for entry in old if entry.contestant == anchor), None)
    if standing is None or abs(standing.rating - at) > ROUNDED:
        has = "is not rated" if standing is None else f"has {standing.rating:.1f}"
        where = f"on {new[0].board} for {new[0].players}"
        hint = "its own rating as --anchor joins the ratings there"
        raise RatingsError(f"the bot {anchor} {has} {where}, not {at:g}; {hint}")
    joining = {
        entry.contestant: replace(entry, anchor=standing.anchor, anchor_rating=standing.anchor_rating)
        for entry in new
        if entry.contestant not in (anchor, standing.anchor)
    }
    return [entry for entry in old if entry.contestant not in joining] + list(joining.values())


def write_ratings(file: Path, ratings: list[Published], *, join: bool = False) -> None:
    """Writes ratings to a file. They replace older ones of the same board and number of players, or `join` them if they
    were measured against a rating already there.
    """
    old = read_ratings(file)
    groups: dict[tuple[str, int], list[Published]] = {}
    for new in ratings:
        groups.setdefault((new.board, new.players), []).append(new)
    entries = [entry for entry in old if (entry.board, entry.players) not in groups]
    for group, several in groups.items():
        before = [entry for entry in old if (entry.board, entry.players) == group]
        entries += _merged(before, several) if join else several
    entries.sort(key=lambda entry: (entry.board, entry.players, -entry.rating))
    data = {"format": FORMAT, "ratings": [asdict(entry) for entry in entries]}
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    beside = file.with_name(f".{file.name}.new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)
