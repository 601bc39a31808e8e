"""The sources of layouts: shipped, cached in the user's folder, or computed. Only this module reads and writes them.

A layout is cached under a hash of the board file, the scenery file and the style version. A cached file that is wrong
or damaged is computed again; a read-only folder is not an error.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from ferrovia.boards import Board
from ferrovia.geometry.scenery import built_in_scenery, draw_scenery
from ferrovia.geometry.schema import Layout, Quality
from ferrovia.geometry.search import Progress, lay_out, lay_straight
from ferrovia.geometry.sheet import Sheet
from ferrovia.geometry.style import VERSION
from ferrovia.geometry.write import write_layout


def layout_of(
    board: Board, *, quick: bool = False, scenery: str | None = None, progress: Progress = lambda share: None
) -> Layout:
    """Returns the layout of a board.

    A shipped or cached layout is returned at once. Otherwise a search finds one, which takes up to a few minutes for a
    large board. `quick` returns straight tracks within a second instead, in the same form, and caches nothing.
    `scenery` is the text of a scenery file; the default is the file that accompanies the board or its id, if any.
    """
    drawn = _scenery_of(board) if scenery is None else scenery
    found = shipped_layout(board, drawn) or _kept_layout(board, drawn)
    if found is not None:
        return found
    layout = make_layout(board, drawn, quality="quick" if quick else "good", progress=progress)
    if not quick:
        _keep(layout, _file_of(board, drawn))
    return layout


def _scenery_of(board: Board) -> str | None:
    return built_in_scenery(board.id) if board.scenery is None else board.scenery


def is_ready(board: Board) -> bool:
    """Whether the good layout is available at once."""
    drawn = _scenery_of(board)
    return shipped_layout(board, drawn) is not None or _kept_layout(board, drawn) is not None


def make_layout(
    board: Board, scenery: str | None = None, *, quality: Quality = "good", progress: Progress = lambda share: None
) -> Layout:
    """Computes the layout of a board now, even if one exists."""
    sheet = Sheet(board)
    drawn = draw_scenery(
        sheet, _scenery_of(board) if scenery is None else scenery
    )  # first, so that a bad file does not cost a minute
    if quality == "quick":
        lay_straight(sheet)
    else:
        lay_out(sheet, progress)
    return write_layout(sheet, drawn, quality)


def as_text(layout: Layout) -> str:
    """One line of JSON, the same bytes for the same layout."""
    return json.dumps(layout, ensure_ascii=False, separators=(",", ":"))


def shipped_layout(board: Board, scenery: str | None) -> Layout | None:
    """The layout that ships with the package, if it was made for this board and scenery."""
    shipped = _shipped().get(board.digest)
    if shipped is None or scenery != built_in_scenery(shipped["board"]):
        return None
    return shipped


@cache
def _shipped() -> dict[str, Layout]:
    files = resources.files("ferrovia.geometry").joinpath("layouts").iterdir()
    layouts: list[Layout] = [json.loads(f.read_text(encoding="utf8")) for f in files if f.name.endswith(".json")]
    return {layout["digest"]: layout for layout in layouts}


def _file_of(board: Board, scenery: str | None) -> Path:
    folder = Path(os.environ.get("FERROVIA_CACHE") or user_cache_path("ferrovia", appauthor=False)) / "layouts"
    key = hashlib.sha256(f"{VERSION} {board.digest} {scenery or ''}".encode(errors="replace")).hexdigest()
    return folder / f"{key[:32]}.json"


def _kept_layout(board: Board, scenery: str | None) -> Layout | None:
    try:
        found: Any = json.loads(_file_of(board, scenery).read_bytes())
    except (OSError, ValueError):
        return None
    fits = isinstance(found, dict) and found.get("digest") == board.digest and found.get("version") == VERSION
    fits = (
        fits and len(found.get("routes", ())) == len(board.routes) and len(found.get("cities", ())) == len(board.cities)
    )
    return found if fits else None


def _keep(layout: Layout, file: Path) -> None:
    """Writes to a temporary file and moves it into place, so that no reader sees half a layout."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile("w", dir=file.parent, suffix=".new", delete=False, encoding="utf8") as new:
            new.write(as_text(layout))
        os.replace(new.name, file)
