"""The results of a tournament in an append-only file: a line that describes the tournament, then one line per game.

Finished games are in the file however the program ends, and the same tournament continues with the missing ones. An
incomplete last line is dropped; a file of another tournament is refused with the reason.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from filelock import FileLock, Timeout

from ferrovia.arena.code_version import sources
from ferrovia.arena.outcome import Outcome, OutcomeError, read_outcome
from ferrovia.arena.schedule import GamePlan, Tournament

FORMAT: Final = 3
TITLE: Final = "ferrovia tournament"
SAFE_EVERY: Final = 5.0  # seconds between two syncs to disk


class JournalError(ValueError):
    """The file cannot serve this tournament; the text says why."""

    code = "tournament/journal"


class Journal:
    """Use as a context manager; it locks the file against other writers."""

    def __init__(self, file: Path, tournament: Tournament, *, any_code: bool = False) -> None:
        """`any_code`: accept results of other versions of the bots."""
        self.file = file
        self._any_code = any_code
        self.tournament = tournament
        self.outcomes: dict[GamePlan, Outcome] = {}
        self._written = time.monotonic()
        self._held = FileLock(file.with_name(f".{file.name}.lock"))

    def __enter__(self) -> Journal:
        _refuse_pipes(self.file)
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(self.file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise JournalError(f"{self.file}: cannot be opened: {error.strerror}") from error
        try:
            self._lock()
            self._load()
        except BaseException:
            os.close(self._handle)
            self._held.release()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            os.fsync(self._handle)
        os.close(self._handle)
        self._held.release()

    def add(self, outcome: Outcome) -> bool:
        """Writes a finished game; False if it was already there, and then nothing is written."""
        if outcome.plan in self.outcomes:
            return False
        self._write(outcome.to_line())
        self.outcomes[outcome.plan] = outcome
        if time.monotonic() - self._written > SAFE_EVERY:
            os.fsync(self._handle)
            self._written = time.monotonic()
        return True

    def missing(self) -> Iterator[GamePlan]:
        """The games that have not been played yet."""
        return (plan for plan in self.tournament.plans() if plan not in self.outcomes)

    # --- the file ---------------------------------------------------------------------------------------------------
    def _lock(self) -> None:
        try:
            self._held.acquire(timeout=0)
        except Timeout as error:
            raise JournalError(f"{self.file}: another tournament is writing to this file") from error
        except (OSError, NotImplementedError):
            pass  # a file system without locks

    def _write(self, line: str) -> None:
        data = line.encode() + b"\n"
        while data:  # a full disk may accept a part; the rest then raises
            data = data[os.write(self._handle, data) :]

    def _load(self) -> None:
        with open(self.file, "rb") as file:
            found = file.read()
        end = found.rfind(b"\n") + 1
        lines = found[:end].decode(errors="replace").splitlines()
        if lines:
            self._check_header(lines[0])
        elif not _begins_header(found):
            raise JournalError(f"{self.file}: this is not a file of results")
        if end < len(found):  # an incomplete last line; checked only now, so that no other kind of file is modified
            os.ftruncate(self._handle, end)
        if not lines:
            self._write(json.dumps(self._header(), ensure_ascii=False))
            return
        for number, line in enumerate(lines[1:], start=2):
            try:
                outcome = read_outcome(line, self.tournament)
            except OutcomeError as error:
                raise JournalError(f"{self.file}: line {number}: {error}") from error
            self.outcomes.setdefault(outcome.plan, outcome)

    def _header(self) -> dict[str, Any]:
        return {
            TITLE: FORMAT,
            "reproducible": self.tournament.reproducible,
            "deals": self.tournament.deals,  # at the start; more can be added
            "tournament": self.tournament.description(),
            "sources": sources(self.tournament.who.values()),
        }

    def _check_header(self, line: str) -> None:
        found, wanted = _read_header(self.file, line), self._header()
        theirs = found["tournament"]
        for part, value in wanted["tournament"].items():
            if theirs.get(part) != value:
                raise JournalError(
                    f"{self.file}: holds the results of another tournament ({part.replace('_', ' ')} differ: "
                    f"{json.dumps(theirs.get(part)):.80} there, {json.dumps(value):.80} here)"
                )
        changed = [bot for bot, source in wanted["sources"].items() if (found.get("sources") or {}).get(bot) != source]
        if changed and not self._any_code:
            raise JournalError(
                f"{self.file}: the code of {', '.join(changed)} has changed since; results of both would be mixed"
            )


def forget(file: Path) -> None:
    """Removes a file of results, and no other file."""
    _refuse_pipes(file)
    try:
        with open(file, "rb") as found:
            if not _begins_header(found.read(200)):
                raise JournalError(f"{file}: this is not a file of results, so it is not deleted")
        file.unlink()
    except FileNotFoundError:
        return
    except OSError as error:
        raise JournalError(f"{file}: cannot be removed: {error.strerror}") from error


def _refuse_pipes(file: Path) -> None:
    """Rejects pipes: opening one would block, and a tournament could not resume from it."""
    if file.exists() and not file.is_file():
        raise JournalError(f"{file}: this is not a regular file")


def _begins_header(found: bytes) -> bool:
    """Whether the file is empty or begins like a header, even an incomplete one."""
    start = f'{{"{TITLE}": '.encode()
    return found.startswith(start) or start.startswith(found)


def _read_header(file: Path, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or TITLE not in found:
        raise JournalError(f"{file}: this is not a file of results")
    if found[TITLE] != FORMAT:
        raise JournalError(f"{file}: written by another version of Ferrovia, in format {found[TITLE]!r:.20}")
    if not isinstance(found.get("tournament"), dict) or type(found.get("deals")) is not int:
        raise JournalError(f"{file}: does not say which tournament it belongs to")
    return found


def read_tournament(file: Path, *, deals: int | None = None) -> Tournament:
    """The tournament of a results file; by default with the number of deals it started with."""
    _refuse_pipes(file)
    try:
        with open(file, encoding="utf-8", errors="replace") as lines:
            found = _read_header(file, lines.readline())
    except OSError as error:
        raise JournalError(f"{file}: cannot be read: {error.strerror}") from error
    try:
        return Tournament.of_description(found["tournament"], deals=deals or found["deals"])
    except ValueError as error:
        raise JournalError(f"{file}: {error}") from error
