"""One server for all tests that do not stop it; one PostgreSQL, a real one, for all that need it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.server.real_postgres import new_postgres
from tests.server.serving import Room, Serving

NewDatabase = Callable[[], str]
GRACE = 3  # seconds, of the impatient server


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("server") / "tables.sqlite") as server:
        yield server


@pytest.fixture(scope="session")
def impatient_serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("impatient") / "tables.sqlite", "--grace", str(GRACE)) as server:
        yield server


@pytest.fixture
def room(serving: Serving) -> Iterator[Room]:
    room = Room(serving)
    yield room
    room.close()


@pytest.fixture
def impatient(impatient_serving: Serving) -> Iterator[Room]:
    """A server where a bot takes over after a few seconds of absence."""
    room = Room(impatient_serving)
    yield room
    room.close()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewDatabase]:
    """Creates a new, empty database in a real PostgreSQL and returns its URL."""
    server = new_postgres(tmp_path_factory)
    numbers = itertools.count(1)

    def new_database() -> str:
        name = f"tables_{next(numbers)}"
        server.psql(f"CREATE DATABASE {name};")
        return str(server.get_uri(name))

    yield new_database
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Runs the same tests for both kinds of database."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    new_database: NewDatabase = request.getfixturevalue("postgres")
    return new_database()
