"""Games in files: records of finished ones, positions of unfinished ones, results as JSON. Only this module reads
and writes them.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from platformdirs import user_state_path

from ferrovia.boards import BoardError
from ferrovia.cli.output.console import Failure
from ferrovia.game import Game
from ferrovia.geometry import SceneryError
from ferrovia.position import PositionError, from_position, to_position
from ferrovia.record import Record, RecordError, read_record, write_record

UNFINISHED = "ferrovia unfinished game"


def unfinished_file(game: Game) -> Path:
    """The default file of an unfinished game: each game has its own."""
    folder = user_state_path("ferrovia", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"the folder cannot be made: {error.strerror}", at=folder) from error
    return folder / f"unfinished-{game.board.id}-{time.strftime('%Y%m%d-%H%M%S')}.json"


def check_place(file: Path) -> None:
    """Rejects a file before the game if it could not be written at the end."""
    if not file.parent.is_dir():
        raise Failure(f"there is no folder {file.parent}", at=file, exit_code=2)
    if file.exists() and not file.is_file():
        raise Failure("this is not a regular file", at=file, exit_code=2)
    if not os.access(file.parent, os.W_OK):
        raise Failure(f"the file cannot be written: the folder {file.parent} is read-only", at=file, exit_code=2)


def check_file(file: Path) -> None:
    """Rejects a file that is missing, or a folder, before any work."""
    if not file.is_file():
        raise Failure("this is not a file" if file.exists() else "there is no such file", at=file, exit_code=2)


def program() -> str:
    """The command that starts this program again."""
    if shutil.which("ferrovia"):
        return "ferrovia"
    if Path(sys.argv[0]).stem == "ferrovia":
        return shlex.quote(sys.argv[0])
    return f"{shlex.quote(sys.executable)} -m ferrovia"


class Resumed:
    """The file of a resumed game. It may be replaced unless it changed in the meantime."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.text = read_file(file)

    def may_replace(self, file: Path) -> bool:
        try:
            return os.path.samefile(self.file, file) and read_file(file) == self.text
        except (OSError, Failure):
            return False


def save_game(game: Game, file: Path, names: Sequence[str], resumed: Resumed | None = None) -> Path:
    """Saves a finished game as a record, an unfinished one as a position (with hidden information: the player owns it).

    Returns the file: a free name in the same folder, if `file` already exists.
    """
    if game.is_over:
        text = write_record(game, names=names, date=time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime()))
    else:
        text = json.dumps({UNFINISHED: to_position(game)}, indent=1, ensure_ascii=False) + "\n"
    try:
        if resumed is not None and resumed.may_replace(file):
            _replace(Path(os.path.realpath(file)), text)
            return file
        file = _free_name(file)
        try:
            _replace(file, text)
        except BaseException:
            file.unlink(missing_ok=True)  # it is ours, and empty
            raise
    except OSError as error:
        raise Failure(f"the file cannot be written: {error.strerror}", at=file) from error
    return file


def _free_name(file: Path) -> Path:
    """`game.json`, or else `game-2.json` and so on: the first free name, created at once to reserve it."""
    wanted, number = file, 1
    while True:
        try:
            with open(file, "x", encoding="utf-8"):
                return file
        except FileExistsError:
            number += 1
            file = wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}")


def _replace(file: Path, text: str) -> None:
    """Writes the whole text or nothing: the file is never half written."""
    handle, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, file.stat().st_mode & 0o777)
        os.replace(name, file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def load_unfinished(resumed: Resumed) -> Game:
    """Continue a game from its position, with new random draws."""
    file = resumed.file
    try:
        data: Any = json.loads(resumed.text.removeprefix("\ufeff"))  # some editors add a byte-order mark
        return from_position(data[UNFINISHED])
    except PositionError as error:
        raise Failure(str(error.problems[0]), at=file) from error
    except BoardError as error:
        raise Failure(str(error.problems[0]), at=file) from error
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
        raise Failure("this is not an unfinished game of `ferrovia play`", at=file) from error


def refused_record(file: Path, error: RecordError) -> Failure:
    """Records count seats from 0, people count players from 1: explains that if a seat is named."""
    note = " (seats are counted from 0)" if re.search(r"\bseats?\b", str(error), re.IGNORECASE) else ""
    return Failure(f"{error}{note}", at=file)


def refused_scenery(error: SceneryError, board: str, file: Path | None) -> Failure:
    """Names the scenery's file, or the board whose own scenery it is."""
    return Failure(str(error), at=board) if file is None else Failure(str(error).removeprefix("scenery: "), at=file)


def load_record(file: Path) -> Record:
    try:
        return read_record(read_file(file))
    except RecordError as error:
        raise refused_record(file, error) from error


def read_file(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except FileNotFoundError as error:
        raise Failure("there is no such file", at=file, exit_code=2) from error
    except OSError as error:
        raise Failure(f"the file cannot be read: {error.strerror}", at=file, exit_code=2) from error
    except UnicodeDecodeError as error:
        raise Failure("this is not UTF-8 text", at=file) from error


def write_json(file: Path, data: dict[str, Any]) -> None:
    text = json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    if file == Path("-"):
        sys.stdout.write(text)
        return
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure(f"the file cannot be written: {error.strerror}", at=file) from error
