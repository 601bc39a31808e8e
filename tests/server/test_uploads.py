"""Uploaded boards: tested in a separate process before a table may use them."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.kit.waiting import wait_until
from tests.server.serving import BOT, Json, Room, create, play_out

from ferrovia.boards import parse_board

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]

TINY = (Path(__file__).parents[1] / "data" / "tiny.toml").read_text(encoding="utf-8")


SEA = 'base = "water"\n[[shapes]]\nkind = "name"\ntext = "Oceano"\nsize = 0.05\npoints = [0.1, 0.1, 0.9, 0.1]\n'


def upload(room: Room, text: str, *, scenery: str | None = None, until: str = "ready") -> Json:
    browser = room.browser()
    answer = browser.post("/api/boards", json={"text": text, "scenery": scenery})
    assert answer.status_code == 202, answer.text
    job = judged(browser, answer.json())
    assert job["stage"] == until, job
    return job


def judged(browser: httpx.Client, job: Json) -> Json:
    """The job, once the board has been tested."""

    def is_judged() -> bool:
        job.update(browser.get(f"/api/boards/jobs/{job['job']}").json())
        return job["stage"] in ("ready", "refused")

    wait_until(is_judged, "the board was tried")
    return job


def test_a_board_of_ones_own_can_be_uploaded_and_played(room: Room) -> None:
    board = upload(room, TINY)["board"]
    browser = room.browser()
    data = browser.get(f"/api/boards/{board}").json()
    layout = browser.get(f"/api/boards/{board}/layout").json()
    assert len(layout["routes"]) == len(data["routes"])
    made = create(browser, {"kind": "me", "name": "Ana"}, BOT, board=board, start=True)
    player = room.player(made["table"], cookies=browser.cookies)
    assert play_out(player)["result"]["winners"]
    text = browser.get(f"/api/tables/{made['table']}/record").text
    assert "board text" in text, "a board of one's own travels with its record"


def test_scenery_comes_along_and_changes_no_digest(room: Room) -> None:
    text = TINY + "\n# with a sea\n"
    plain = upload(room, text)["board"]
    board = upload(room, text, scenery=SEA)["board"]
    assert board == plain == f"sha256:{parse_board(text).digest}"
    browser = room.browser()

    def shown() -> str:
        return str(browser.get(f"/api/boards/{board}/layout").json()["scenery"])

    assert "Oceano" in shown()
    assert "Oceano" not in browser.get(f"/api/boards/{board}/picture").text, "thumbnails have no names"
    upload(room, text, scenery=SEA.replace("Oceano", "Lago"))
    upload(room, text)
    assert "Oceano" in shown(), "the first scenery stays"


def test_scenery_that_cannot_be_drawn_is_refused_with_the_reason(room: Room) -> None:
    [problem] = upload(room, TINY, scenery="base = 1", until="refused")["problems"]
    assert (problem["code"], problem["text"]) == ("board/scenery", 'scenery: base: It must be "land" or "water".')


def test_a_board_with_mistakes_is_refused_with_all_of_them(room: Room) -> None:
    job = upload(room, TINY.replace("trains", "tranes"), until="refused")
    assert any("tranes" in problem["text"] and problem["code"] == "board/unknown_key" for problem in job["problems"])
    assert upload(room, "this is no board", until="refused")["problems"]


def test_one_address_has_one_board_tried_at_a_time(room: Room) -> None:
    browser = room.browser()
    first = browser.post("/api/boards", json={"text": TINY}).json()
    second = browser.post("/api/boards", json={"text": TINY})
    assert second.json()["refusal"]["code"] == "board/busy"
    judged(browser, first)


def test_a_board_can_follow_one_that_can_be_played_already(room: Room) -> None:
    """While the better layout of the first is still being searched for."""
    browser, jobs = room.browser(), list[Json]()
    for number in range(2):
        answer = browser.post("/api/boards", json={"text": f"{TINY}\n# number {number}\n"})
        assert answer.status_code == 202, answer.text
        jobs.append(answer.json())
        address = f"/api/boards/jobs/{jobs[-1]['job']}"
        wait_until(lambda: browser.get(address).json()["board"] is not None, "the board can be played")  # noqa: B023
    for job in jobs:
        judged(browser, job)


def test_a_board_that_was_never_tried_makes_no_table(room: Room) -> None:
    wish = {"board": "sha256:" + "0" * 64, "seats": [BOT, BOT]}
    assert room.browser().post("/api/tables", json=wish).json()["refusal"]["code"] == "board/unknown"
    assert room.browser().get("/api/boards/jobs/nothing").status_code == 404
