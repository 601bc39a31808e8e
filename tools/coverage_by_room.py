"""Branch coverage of the rooms of the package, and whether each reaches its limit: the last step of `make coverage`.

    python tools/coverage_by_room.py [ROOM ...] [--missing ROOM ...]

Judges all rooms, or those that are named, by the data of the last measurement. Limits are in `pyproject.toml`, under
`tool.ferrovia.coverage`: one for all rooms, and those of rooms that have their own. Modules at the top of the package
are the room `library`. The exit status is 1 if a room is below its limit.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from coverage import Coverage

ROOT: Final = Path(__file__).parent.parent
PACKAGE: Final = "src/ferrovia"
LIBRARY: Final = "library"


@dataclass(slots=True)
class Room:
    """Statements and branches of all files of a room, and how many of them ran."""

    parts: int = 0
    ran: int = 0

    @property
    def percent(self) -> float:
        return 100 * self.ran / self.parts if self.parts else 100.0


def room_of(path: str) -> str:
    """The folder of the package that a file is in."""
    inside = Path(path).as_posix().partition(f"{PACKAGE}/")[2].split("/")
    return inside[0] if len(inside) > 1 else LIBRARY


def rooms(files: Mapping[str, Mapping[str, Any]]) -> dict[str, Room]:
    """The rooms of a JSON report's `files`."""
    found: dict[str, Room] = defaultdict(Room)
    for path, file in files.items():
        summary, room = file["summary"], found[room_of(path)]
        room.parts += summary["num_statements"] + summary["num_branches"]
        room.ran += summary["covered_lines"] + summary["covered_branches"]
    return dict(sorted(found.items()))


def limits() -> dict[str, float]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        found: dict[str, float] = tomllib.load(file)["tool"]["ferrovia"]["coverage"]
    return found


def too_low(found: Mapping[str, Room], limit: Mapping[str, float]) -> list[str]:
    """The rooms below their limit, or below the one for every room."""
    return [name for name, room in found.items() if room.percent < limit.get(name, limit["every_room"])]


def missing(files: Mapping[str, Mapping[str, Any]], wanted: list[str]) -> list[str]:
    """Per file of the wanted rooms: the lines and branches that never ran."""
    lines = []
    for path, file in sorted(files.items()):
        jumps = [f"{start}->{end}" for start, end in file["missing_branches"] if start not in file["missing_lines"]]
        if room_of(path) in wanted and (file["missing_lines"] or jumps):
            lines.append(f"{path}: {', '.join([*map(str, file['missing_lines']), *jumps])}")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help="judge only these rooms")
    parser.add_argument("--missing", nargs="+", default=[], metavar="ROOM", help="list what never ran in these rooms")
    wish = parser.parse_args()
    data = Coverage(config_file=str(ROOT / "pyproject.toml"))
    data.load()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        data.json_report(outfile=str(report))
        files = json.loads(report.read_text("utf8"))["files"]
    found, limit = rooms(files), limits()
    found = {name: found[name] for name in wish.rooms or found}
    low = too_low(found, limit)
    for name, room in found.items():
        asked = limit.get(name, limit["every_room"])
        print(f"{name:14} {room.percent:6.2f} %  of {room.parts:6,}, at least {asked:g} %{'  TOO LOW' * (name in low)}")
    for line in missing(files, wish.missing):
        print(line)
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
