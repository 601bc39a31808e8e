"""Summarises files of tournament results: who played what, how many games, wins and margins with their intervals.

    python -m tools.summarise_tournaments FILE.jsonl [FILE.jsonl.gz ...] > benchmarks/results/tournaments.json

The games themselves are not kept in the repository: every summary carries the tournament's description, from which
`ferrovia tournament` can play it again.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from ferrovia.arena.journal import Journal, read_tournament
from ferrovia.arena.run import Finish
from ferrovia.arena.summary import summarise

DIGITS = 4
LISTS = ("scores", "before")  # long, and summarised by the numbers next to them


def rounded(value: Any) -> Any:
    """The same data without long lists and with short floats: no tournament is more precise."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items() if key not in LISTS}
    return [rounded(item) for item in value] if isinstance(value, list) else value


def summary_of(file: Path) -> dict[str, Any]:
    """The summary of one file; a compressed one is unpacked next to it first."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "results.jsonl"
        plain.write_bytes(gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes())
        tournament = read_tournament(plain)
        with Journal(plain, tournament, any_code=True) as journal:
            games = list(journal.outcomes.values())
    whole = summarise(tournament, Finish(games, complete=True))
    return {"tournament": whole["tournament"], "games": whole["games"], "tables": whole["tables"]}


def main(names: list[str]) -> None:
    found = {Path(name).name.split(".jsonl")[0]: rounded(summary_of(Path(name))) for name in names}
    json.dump(found, sys.stdout, indent=1, sort_keys=True)
    print()


if __name__ == "__main__":
    main(sys.argv[1:])
