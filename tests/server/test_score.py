"""The referee over HTTP: the requests of the page at /score."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from starlette.requests import Request
from tests.referee.tables import engine_sheets, random_final
from tests.server.serving import Room, Serving

from ferrovia import board_names, load_board
from ferrovia.server.config import Config
from ferrovia.server.http.rate_limits import RateLimits
from ferrovia.server.http.routes.score import score

POSITIONS = 1000


def as_json(sheets: object) -> object:
    return json.loads(json.dumps(sheets))


@pytest.mark.compiled_only
@pytest.mark.slow
@pytest.mark.parametrize("name", board_names())
def test_a_thousand_final_positions_give_the_engines_sheets(serving: Serving, name: str) -> None:
    board, rng = load_board(name), random.Random(2026)
    with httpx.Client(base_url=serving.url) as browser:
        for _ in range(POSITIONS):
            position = random_final(board, rng)
            found = browser.post("/api/score", json=position).json()
            assert found["problems"] == []
            assert found["sheets"] == as_json(engine_sheets(position)), position


def test_impossible_entries_are_named_with_their_numbers(room: Room) -> None:
    seats = [{"tickets": ["brest-marseille"]}, {"tickets": ["brest-marseille"]}]
    found = room.browser().post("/api/score", json={"board": "europe", "seats": seats}).json()
    assert found["sheets"] is None
    assert [problem["code"] for problem in found["problems"]] == ["position/ticket_twice"]
    assert found["problems"][0]["numbers"] == {"ticket": "brest-marseille", "other": "seats[0].tickets"}


def test_a_board_of_ones_own_is_scored_by_its_text(room: Room) -> None:
    text = Path("tests/data/tiny.toml").read_text(encoding="utf-8")
    found = room.browser().post("/api/score", json={"board_text": text, "seats": [{}, {}]}).json()
    assert found["problems"] == []


def test_an_unknown_board_is_refused(room: Room) -> None:
    answer = room.browser().post("/api/score", json={"board": "atlantis"})
    assert answer.status_code == 404
    assert answer.json()["refusal"]["code"] == "board/unknown"


@pytest.mark.parametrize("body", ["[]", "7", "{", '{"board": 7}', '{"board_text": 7}', '{"seats": 7}'])
def test_nonsense_is_answered(room: Room, body: str) -> None:
    answer = room.browser().post("/api/score", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (200, 422)
    assert answer.status_code == 422 or answer.json()["problems"]


def test_scores_are_limited_per_address(tmp_path: Path) -> None:
    with (
        Serving(tmp_path / "tables.sqlite", "--limit=scores=2/3600", limited=True) as serving,
        httpx.Client(base_url=serving.url) as browser,
    ):
        answers = [browser.post("/api/score", json={"board": "europe"}).status_code for _ in range(3)]
        assert answers == [200, 200, 429]


def test_boards_that_visitors_bring_are_read_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading one takes time of the process that answers players, however hostile it is."""
    inside, most = 0, 0

    async def counted(*_: object) -> dict[str, object]:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0)
        inside -= 1
        return {}

    class Registry:
        """No table is needed."""

    async def work() -> None:
        context = SimpleNamespace(registry=Registry(), limits=RateLimits(), config=Config(database="none"))
        app = SimpleNamespace(state=SimpleNamespace(context=context))
        request = Request({"type": "http", "app": app, "client": ("192.0.2.9", 1), "headers": []})
        await asyncio.gather(*(score({"board_text": "id = 7"}, request) for _ in range(4)))

    monkeypatch.setattr(asyncio, "to_thread", counted)
    asyncio.run(work())
    assert most == 1
