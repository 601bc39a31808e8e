"""Games in files: records of finished ones, positions of unfinished ones. The one place where the command reads and
writes them.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ferrovia.cli.console import Failure
from ferrovia.game import Game
from ferrovia.position import PositionError, from_position, to_position
from ferrovia.record import Record, RecordError, read_record, write_record

UNFINISHED = "ferrovia unfinished game"


def unfinished_file() -> Path:
    """Where a game that was left is kept when the person named no file."""
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return Path(state) / "ferrovia" / "unfinished.json"


def save_game(game: Game, file: Path, names: Sequence[str]) -> None:
    """A finished game as a record, an unfinished one as its position (with what is hidden: it is the person's own)."""
    if game.is_over:
        text = write_record(game, names=names, date=time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime()))
    else:
        text = json.dumps({UNFINISHED: to_position(game)}, indent=1, ensure_ascii=False) + "\n"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure(f"{file}: cannot be written: {error.strerror}") from error


def load_unfinished(file: Path) -> Game:
    """The game goes on from its position, with a new future."""
    try:
        data: Any = json.loads(read_file(file))
        position = data[UNFINISHED]
    except (ValueError, TypeError, KeyError) as error:
        raise Failure(f"{file}: this is no unfinished game of `ferrovia play`") from error
    try:
        return from_position(position)
    except PositionError as error:
        raise Failure(f"{file}: {error.problems[0]}") from error


def load_record(file: Path) -> Record:
    try:
        return read_record(read_file(file))
    except RecordError as error:
        raise Failure(f"{file}: {error}") from error


def read_file(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except OSError as error:
        raise Failure(f"{file}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Failure(f"{file}: this is no UTF-8 text") from error
