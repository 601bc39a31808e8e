"""Boards that came with an imported game: everybody can look at them, and no new table can use them."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.server.serving import ME, PERSON, SOON, Serving
from tests.server.test_scheduler import new_table, with_registry

from ferrovia.boards import load_board
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.tables.registry import TableRegistry

pytestmark = pytest.mark.compiled_only

TINY = load_board(Path(__file__).parents[1] / "data" / "tiny.toml")
NAME = f"sha256:{TINY.digest}"


async def keep(registry: TableRegistry, *, ready: bool) -> None:
    await registry.store.keep_board(TINY.digest, TINY.text, now=1, ready=ready, layout=None)


def test_a_board_that_was_looked_at_is_still_not_ready_for_new_tables(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        await keep(registry, ready=False)
        for _ in range(2):
            assert (await registry.board(NAME, must_be_ready=False)).digest == TINY.digest
            assert (await registry.board_of(TINY.id, TINY.digest)).digest == TINY.digest
            with pytest.raises(Refuse, match="board/not_ready"):
                await new_table(registry, board=NAME)
        await keep(registry, ready=True)
        assert (await new_table(registry, board=NAME)).state.board.digest == TINY.digest

    with_registry(tmp_path / "tables.sqlite", work)


def test_a_visitor_sees_a_board_that_is_not_ready(tmp_path: Path) -> None:
    async def work(registry: TableRegistry) -> None:
        await keep(registry, ready=False)

    with_registry(tmp_path / "tables.sqlite", work)
    with (
        Serving(tmp_path / "tables.sqlite") as serving,
        httpx.Client(base_url=f"{serving.url}/api", timeout=SOON) as browser,
    ):
        for part in ("", "/layout", "/picture"):
            answer = browser.get(f"/boards/{NAME}{part}")
            assert answer.status_code == 200, answer.text
        made = browser.post("/tables", json={"board": NAME, "seats": [ME, PERSON]})
        assert (made.status_code, made.json()["refusal"]["code"]) == (409, "board/not_ready")
