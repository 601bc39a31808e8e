"""A learning curve: a network's wins against planners, or another network, on fixed deals, as data and picture."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .evaluate import Match


@dataclass(frozen=True, slots=True)
class Point:
    """One evaluation of a network during training."""

    seconds: float
    decisions: int
    matches: Sequence[Match]

    def as_data(self) -> dict[str, Any]:
        return {
            "seconds": round(self.seconds, 1),
            "decisions": self.decisions,
            "matches": [{key: round(value, 5) for key, value in asdict(match).items()} for match in self.matches],
        }


def write_curve(path: Path, board: str, opponent: str, points: Sequence[Point]) -> None:
    """Writes the curve as JSON."""
    data = {"board": board, "opponent": opponent, "points": [point.as_data() for point in points]}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def draw_curve(path: Path, title: str, opponent: str, points: Sequence[Point]) -> None:
    """Draws the curve in the format of the file's ending; a band is a 95 % interval."""
    from ferrovia.arena.plots import draw_lines

    lines: dict[str, list[tuple[float, float, float]]] = {}
    for point in points:
        for match in point.matches:
            name = f"{match.players} players"
            lines.setdefault(name, []).append((point.seconds / 60, 100 * match.won, 196 * match.error))
    draw_lines(path, title, "minutes of self-play", f"games won against {opponent}, %", lines)
