"""Analysis of finished games: the coach, chances to win, playing on from a step."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.browser.finished_games import finished_game, replay_of, upload_board
from tests.server.serving import SOON, SPOKEN, Serving

pytestmark = pytest.mark.compiled_only
VALUE = "5" * 64
TINY = Path(__file__).parents[1] / "data" / "tiny.toml"


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("analysis") / "tables.sqlite") as server:
        yield server


@pytest.fixture(scope="module")
def game(serving: Serving) -> dict[str, Any]:
    made = finished_game(serving.url, "new_york", players=2)
    replay: dict[str, Any] = httpx.get(f"{serving.url}/api/tables/{made['table']}/replay", timeout=SOON).json()
    return replay | {"url": f"{serving.url}/api/tables/{made['table']}", "watch": made["watch"]["token"]}


def actor_at(game: dict[str, Any], step: int) -> int:
    seat: int = game["steps"][step]["view"]["actors"][0]
    return seat


def test_a_replay_says_what_else_can_be_asked(game: dict[str, Any]) -> None:
    assert game["can"] == {"coach": True, "branch": True, "chances": True, "chances_at_once": True}


def test_the_statistics_are_those_of_the_game(game: dict[str, Any]) -> None:
    found = httpx.get(f"{game['url']}/statistics", timeout=SOON).raise_for_status().json()
    assert found["scores"][-1] == game["result"]["totals"]
    assert len(found["turn_of"]) == game["steps"][-1]["view"]["turns_played"]
    kept = [len(sheet["tickets"]) for sheet in game["result"]["sheets"]]
    assert [seat["tickets_kept"] for seat in found["seats"]] == kept


def test_the_coach_names_moves_that_are_legal_there(game: dict[str, Any]) -> None:
    for step in (0, 5, len(game["steps"]) // 2):
        seat = actor_at(game, step)
        answer = httpx.get(f"{game['url']}/analysis", params={"step": step, "seat": seat}, timeout=SOON)
        moves = answer.raise_for_status().json()["moves"]
        assert 1 <= len(moves) <= 5
        assert all(0 <= move["value"] <= 1 for move in moves), "the chance to win"
        assert all({"code", "text", "kind", "value"} <= set(move) for move in moves)


@pytest.mark.parametrize(
    "query, status",
    [({"step": 100_000, "seat": 0}, 422), ({"step": 3, "seat": 4}, 422), ({"step": -1, "seat": 0}, 422)],
)
def test_the_coach_refuses_what_is_not_there(query: dict[str, int], status: int, game: dict[str, Any]) -> None:
    assert httpx.get(f"{game['url']}/analysis", params=query, timeout=SOON).status_code == status


def test_the_coach_has_nothing_to_say_when_it_is_not_the_seats_turn(game: dict[str, Any]) -> None:
    step = next(n for n, entry in enumerate(game["steps"]) if entry["view"]["phase"] == "turn")
    answer = httpx.get(f"{game['url']}/analysis", params={"step": step, "seat": 1 - actor_at(game, step)}, timeout=SOON)
    assert answer.json()["refusal"]["code"] == "coach/not_now"


def chances_of(url: str) -> dict[str, Any]:
    deadline = time.monotonic() + 2 * SOON  # as long as the server would wait for it itself
    answer = httpx.get(f"{url}/chances", timeout=SOON)
    while answer.status_code == 202 and time.monotonic() < deadline:
        time.sleep(0.5)
        answer = httpx.get(f"{url}/chances", timeout=SOON)
    found: dict[str, Any] = answer.raise_for_status().json()
    return found


def test_the_coach_and_the_chances_tell_the_same_number(game: dict[str, Any]) -> None:
    found = chances_of(game["url"])
    assert found["method"] == "network"
    for step in (0, 7, len(game["steps"]) // 2):
        seat = actor_at(game, step)
        answer = httpx.get(f"{game['url']}/analysis", params={"step": step, "seat": seat}, timeout=SOON)
        values = [move["value"] for move in answer.raise_for_status().json()["moves"]]
        assert values[0] == pytest.approx(found["own"]["chance"][step][seat], abs=0.001)
        assert values == sorted(values, reverse=True)


def test_chances_have_a_row_for_every_step_and_add_up(game: dict[str, Any]) -> None:
    found = chances_of(game["url"])
    for line in (found["own"], found["together"]):
        assert all(len(line[name]) == len(game["steps"]) for name in ("chance", "low", "high"))
    assert all(sum(row) == pytest.approx(1, abs=0.01) for row in found["together"]["chance"])
    last = found["together"]["chance"][-1]
    assert [seat for seat, share in enumerate(last) if share > 0] == game["result"]["winners"]
    assert all(0 < point["step"] < len(game["steps"]) for point in found["turning_points"])


def test_a_board_without_a_network_is_played_on_from(serving: Serving) -> None:
    made = finished_game(serving.url, upload_board(serving.url, TINY.read_text()), players=2)
    replay = replay_of(serving.url, made)
    assert replay["can"]["chances_at_once"] is False
    found = chances_of(f"{serving.url}/api/tables/{made['table']}")
    assert found["method"] == "games"
    assert found["games"] >= 8
    known = [row for row in found["together"]["chance"] if row is not None]
    assert len(known) > 5
    assert all(sum(row) == pytest.approx(1, abs=0.01) for row in known)


def test_a_branch_is_a_table_that_goes_on_from_the_step(serving: Serving, game: dict[str, Any]) -> None:
    step = len(game["steps"]) // 2
    seat = actor_at(game, step)
    wish = {"step": step, "seat": seat, "name": "Ana", "level": "easy", "pace": 0}
    with httpx.Client(timeout=SOON, headers=SPOKEN) as client:
        made = client.post(f"{game['url']}/branch", json=wish).raise_for_status().json()
        info = client.get(f"{serving.url}/api/tables/{made['table']}").json()
        token = made["seats"][0]["token"]
        assert info["status"] == "open", "the browser has not added to the deal yet"
        headers = {"authorization": f"Bearer {token}"}
        for message in ({"type": "value", "seat": seat, "value": VALUE}, {"type": "start", "id": "s"}):
            path = f"{serving.url}/api/tables/{made['table']}/messages"
            assert client.post(path, json=message, headers=headers).json()["type"] == "accepted"
        seen = client.get(f"{serving.url}/api/tables/{made['table']}/view", headers=headers).raise_for_status().json()
    assert [entry["seat"] for entry in made["seats"]] == [seat]
    assert [entry["kind"] for entry in info["seats"]] == ["person" if n == seat else "bot" for n in (0, 1)]
    before = game["steps"][step]
    assert seen["view"]["owners"] == before["view"]["owners"]
    assert seen["view"]["display"] == before["view"]["display"]
    assert seen["you"]["hand"] == before["hands"][seat]["hand"]  # its own hand is the same; others are dealt anew
    assert seen["you"]["tickets"] == before["hands"][seat]["tickets"]
    assert seen["view"]["actors"] == [seat]


def test_there_is_no_branch_from_the_end_or_from_a_game_that_runs(serving: Serving, game: dict[str, Any]) -> None:
    wish = {"step": len(game["steps"]) - 1, "seat": 0, "name": "Ana"}
    assert httpx.post(f"{game['url']}/branch", json=wish, timeout=SOON).json()["refusal"]["code"] == "table/over"
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}]
    create = {"board": "new_york", "seats": seats, "public": True}
    running = httpx.post(f"{serving.url}/api/tables", json=create, timeout=SOON).json()["table"]
    table = f"{serving.url}/api/tables/{running}"
    for answer in (
        httpx.post(f"{table}/branch", json={"step": 0, "seat": 0, "name": "Eve"}, timeout=SOON),
        httpx.get(f"{table}/analysis", params={"step": 0, "seat": 0}, timeout=SOON),
        httpx.get(f"{table}/chances", timeout=SOON),
    ):
        assert answer.json()["refusal"]["code"] == "table/not_over"
