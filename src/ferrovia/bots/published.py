"""Ratings of bots as they were measured, in a file that ships with the package. The arena writes it, `ferrovia bots`
shows it; who adds bots of their own has a file of their own.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from importlib import resources
from pathlib import Path
from typing import Any, Final

FILE: Final = "ratings.json"
FORMAT: Final = 1


class RatingsError(ValueError):
    """A file that holds no ratings."""

    code = "bots/ratings"


@dataclass(frozen=True, slots=True)
class Published:
    """One contestant's rating on one board with one number of players, and how it was found."""

    contestant: str  # a bot's name, or name@budget
    board: str
    players: int
    rating: float
    low: float | None  # of the 95 % interval; None = the games set no limit
    high: float | None
    games: int
    anchor: str | None
    anchor_rating: float
    date: str
    machine: str
    reproducible: bool


def read_ratings(file: Path | None = None) -> list[Published]:
    """The ratings in a file, or those that come with the package; none if there is no file."""
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


def _anchor_of(new: Published, ratings: list[Published]) -> Published | None:
    """The entry that a new one was measured against, if it stands among the ratings with that very number."""
    for entry in ratings:
        same = (entry.board, entry.players, entry.contestant) == (new.board, new.players, new.anchor)
        if same and entry.rating == new.anchor_rating:
            return entry
    return None


def write_ratings(file: Path, ratings: list[Published]) -> None:
    """Enter ratings into a file. Whoever was measured against somebody at the rating that stands there joins the others
    of the board and number of players; else the new ones take the place of all of them."""
    old = read_ratings(file)
    joining: dict[tuple[str, int, str], Published] = {}
    replaced = set()
    for new in ratings:
        anchor = _anchor_of(new, old)
        if anchor is None:
            replaced.add((new.board, new.players))
        elif new.contestant != new.anchor:  # on the scale of the others from now on
            new = replace(new, anchor=anchor.anchor, anchor_rating=anchor.anchor_rating)
        else:
            new = anchor
        joining[new.board, new.players, new.contestant] = new
    kept = [
        entry
        for entry in old
        if (entry.board, entry.players) not in replaced
        and (entry.board, entry.players, entry.contestant) not in joining
    ]
    entries = sorted([*kept, *joining.values()], key=lambda entry: (entry.board, entry.players, -entry.rating))
    data = {"format": FORMAT, "ratings": [asdict(entry) for entry in entries]}
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    beside = file.with_name(f".{file.name}.new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)
