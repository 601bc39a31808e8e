"""Prepares the ratings of a finished tournament for the file that `ferrovia bots` reads."""

from __future__ import annotations

import time
from typing import Any

from ferrovia.bots.ratings import Published


def published(summary: dict[str, Any], *, machine: str) -> list[Published]:
    """All contestants with a rating, per board and number of players."""
    return [
        Published(
            contestant=row["name"],
            board=table["board"],
            players=table["players"],
            rating=row["rating"]["value"],
            low=row["rating"]["low"],
            high=row["rating"]["high"],
            games=row["games"],
            anchor=table["rating_scale"]["anchor"],
            anchor_rating=table["rating_scale"]["anchor_rating"],
            date=time.strftime("%Y-%m-%d"),
            machine=machine,
            reproducible=summary["reproducible"],
        )
        for table in summary["tables"]
        for row in table["contestants"]
        if row["rating"]["value"] is not None
    ]
