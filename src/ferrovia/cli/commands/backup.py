"""`ferrovia export`, `import`, `backup` and `restore`: an operator's work with the tables of a server."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from ferrovia.cli.files import check_file
from ferrovia.cli.output.console import Failure, as_sentence, counted
from ferrovia.record import RecordError

try:
    from ferrovia.server.operations.transfer import export_records, import_record
    from ferrovia.server.serve import default_database
    from ferrovia.server.storage import StorageAway, Store, open_store
    from ferrovia.server.storage.backup import BadBackup, back_up, restore
except ModuleNotFoundError as missing:
    raise Failure(f"the server needs more: pip install 'ferrovia[server]' ({missing.name} is missing)") from missing

T = TypeVar("T")


def with_store(database: str | None, work: Callable[[Store], Awaitable[T]], *, must_exist: bool) -> T:
    where = database or default_database()
    if must_exist and "://" not in where and not Path(where).is_file():
        raise Failure("there is no such database", at=where, exit_code=2)

    async def run() -> T:
        store = await open_store(where)
        try:
            return await work(store)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except (StorageAway, ValueError) as error:
        raise Failure(f"the database cannot be used: {error}") from error


def export_tables(folder: Path, database: str | None) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"the folder cannot be made: {error.strerror}", at=folder, exit_code=2) from error

    async def work(store: Store) -> tuple[int, int]:
        written = left_out = 0
        async for table, problem in export_records(store, folder):
            if problem is None:
                written += 1
            else:
                left_out += 1
                print(f"{table}: {problem}", file=sys.stderr)
        return written, left_out

    written, left_out = with_store(database, work, must_exist=True)
    print(f"{counted(written, 'game')} written to {folder}" + (f", {left_out} left out" if left_out else ""))


def import_tables(files: list[Path], database: str | None, *, public: bool) -> None:
    for file in files:
        check_file(file)

    async def work(store: Store) -> tuple[int, int, int]:
        new = known = wrong = 0
        for file in files:
            try:
                _, is_new = await import_record(store, file.read_bytes().decode("utf-8"), public=public)
            except (RecordError, UnicodeDecodeError, OSError) as error:
                wrong += 1
                print(f"{file}: {as_sentence(_why(error))}", file=sys.stderr)
                continue
            new, known = new + is_new, known + (not is_new)
        return new, known, wrong

    new, known, wrong = with_store(database, work, must_exist=False)
    print(f"{counted(new, 'game')} imported" + (f", {known} were there already" if known else ""))
    if wrong:
        raise Failure(f"{wrong} of {len(files)} files could not be imported")


def _why(error: Exception) -> str:
    """The reason why a file was rejected, in words."""
    if isinstance(error, OSError):
        return f"the file cannot be read: {error.strerror}"
    return "this is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)


def back_up_database(file: Path, database: str | None, *, overwrite: bool) -> None:
    if file == Path("-"):
        raise Failure("a backup holds secrets and goes to a file: name one instead of -", exit_code=2)
    if not file.parent.is_dir():
        raise Failure(f"there is no folder {file.parent}", at=file, exit_code=2)
    if file.exists() and not overwrite:
        raise Failure("the file exists; name another one, or replace it with --overwrite", at=file, exit_code=2)
    try:
        count = with_store(database, lambda store: back_up(store, file), must_exist=True)
    except OSError as error:
        raise Failure(f"the file cannot be written: {error.strerror}", at=file) from error
    print(f"{counted(count, 'row')} written to {file}")


def restore_database(file: Path, database: str | None) -> None:
    check_file(file)
    try:
        count = with_store(database, lambda store: restore(store, file), must_exist=False)
    except BadBackup as error:
        raise Failure(str(error), at=file) from error
    print(f"{counted(count, 'row')} restored")
