"""One server for all tests that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.serving import Room, Serving


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("server") / "tables.sqlite", "--grace", "3") as server:
        yield server


@pytest.fixture
def room(serving: Serving) -> Iterator[Room]:
    room = Room(serving)
    yield room
    room.close()
