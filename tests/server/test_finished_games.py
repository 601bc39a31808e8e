"""Finished games: what the host may still do with them, and their list for research."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import httpx
import pytest
from tests.server.serving import SOON, Serving
from tests.server.test_scheduler import BROWSER, TWO, new_table, with_registry

from ferrovia.server.messages import incoming
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.tables import commands, host
from ferrovia.server.tables.live_table import LiveTable, entry_of
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.seats import holdings_of

pytestmark = pytest.mark.compiled_only


async def finished_table(registry: TableRegistry, *seats: dict[str, str]) -> LiveTable:
    """A public table of people whose game has been played to its end."""
    live = await new_table(registry, *(seats or TWO), public=True)
    while live.state.status == "playing":
        assert live.state.game is not None
        seat = min(live.state.actors)
        code = live.state.game.legal_codes(seat)[-1]
        await commands.act(live, seat, state=live.state.state, action=code, request=None)
    return live


def test_a_finished_game_cannot_be_closed(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await finished_table(registry)
        held = await holdings_of(registry.store, live.state.id, BROWSER, ())
        with pytest.raises(Refuse, match="table/over"):
            await host.command(registry, live, held, incoming.Host(type="host", id="c", do="close"))
        await host.close_table(live, "expired")
        assert live.state.status == "over"

    with_registry(tmp_path / "tables.sqlite", work)


def test_a_game_that_is_over_is_listed_with_its_result_whatever_became_of_its_table(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        live = await finished_table(registry)
        over = entry_of(live.state, 1)
        for status in ("closed", "frozen"):
            following = live.state.copy()
            following.status = status  # type: ignore[assignment]
            assert entry_of(following, 1) == {**over, "status": status}

    with_registry(tmp_path / "tables.sqlite", work)


def test_an_entry_without_a_result_hides_no_other_game(tmp_path: Path) -> None:
    """In earlier versions hosts could close finished games, which took the result out of their entries."""
    file = tmp_path / "tables.sqlite"
    ids: list[str] = []

    async def work(registry: TableRegistry) -> None:
        ids.extend([(await finished_table(registry)).state.id for _ in range(2)])

    with_registry(file, work)
    with sqlite3.connect(file) as connection:
        [(text,)] = connection.execute("SELECT summary FROM tables WHERE id = ?", (ids[0],))
        summary = {name: json.loads(text)[name] for name in ("seats", "actors", "sittings")}
        connection.execute("UPDATE tables SET summary = ? WHERE id = ?", (json.dumps(summary), ids[0]))
    with Serving(file) as serving:
        answer = httpx.get(f"{serving.url}/api/games", timeout=SOON)
        assert answer.status_code == 200, answer.text
        assert [game["id"] for game in answer.json()] == [ids[1]]
