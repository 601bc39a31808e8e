"""Records from a visitor's disk: opened as a replay, or refused at the wrong line. Nothing is stored."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.serving import Room, Serving, play_out

from ferrovia import Game, load_board
from ferrovia.record import write_record
from ferrovia.server.analysis.records import PATIENCE

pytestmark = pytest.mark.compiled_only
TINY = Path(__file__).parents[1] / "data" / "tiny.toml"


def finished(board: str | Path, players: int = 2) -> Game:
    game, rng = Game(board, players=players, seed=4), random.Random(4)
    while not game.is_over:
        seat = min(game.actors)
        game.play(rng.choice(game.legal_codes(seat)), seat=seat)
    return game


@pytest.fixture(scope="module")
def text() -> str:
    return write_record(finished("new_york"), names=["Ana", "Bo"], date="2024-05-06")


def opened(room: Room, text: str) -> dict[str, Any]:
    found: dict[str, Any] = room.browser().post("/api/records", json={"text": text}).raise_for_status().json()
    return found


def test_a_record_is_a_replay_with_result_and_statistics(room: Room, text: str) -> None:
    game = finished("new_york")
    found = opened(room, text)
    assert found["problem"] is None
    replay = found["game"]
    assert len(replay["steps"]) == len(game.moves) + 1
    assert replay["result"]["totals"] == list(game.result().totals)
    assert replay["statistics"]["scores"][-1] == list(game.result().totals)
    assert [seat["name"] for seat in replay["table"]["seats"]] == ["Ana", "Bo"]
    assert (replay["board"], replay["layout"], replay["date"]) == (None, None, "2024-05-06")
    assert not any(replay["can"].values())


def test_a_record_brings_its_own_board_which_is_not_kept(room: Room) -> None:
    board = load_board(TINY)
    replay = opened(room, write_record(finished(TINY)))["game"]
    assert [city["id"] for city in replay["board"]["cities"]] == [city.id for city in board.cities]
    assert set(replay["layout"]["cities"]) == {city.id for city in board.cities}
    assert room.browser().get(f"/api/boards/sha256:{board.digest}").status_code == 404


def test_a_record_with_its_own_board_is_limited_by_processor_time_instead_of_the_clock() -> None:
    limits = """
import resource
from ferrovia.server.workers import open_record
open_record.open_record({"text": ""}, print)
print(resource.getrlimit(resource.RLIMIT_CPU)[0])
"""
    told = subprocess.run([sys.executable, "-c", limits], capture_output=True, text=True, check=True).stdout
    assert 60 <= int(told) <= 70  # a busy machine, where a second of work takes many, refuses no record
    assert PATIENCE >= 600


def line(text: str, number: int, change: Callable[[str], str]) -> str:
    lines = text.split("\n")
    lines[number - 1] = change(lines[number - 1])
    return "\n".join(lines)


def first_move(text: str) -> int:
    return text.split("\n").index("") + 2


@pytest.mark.parametrize(
    "spoil, code",
    [
        (lambda text: text[: len(text) // 2], "record/truncated"),
        (lambda text: line(text, 1, lambda _: "ferrovia record 9"), "record/version"),
        (lambda text: line(text, 1, lambda _: "\x7fELF\x02\x01"), "record/not_a_record"),
        (lambda text: line(text, 3, lambda _: "rules: 99"), "record/rules"),
        (lambda text: line(text, first_move(text), lambda old: old[:-1] + "xyz"), "record/syntax"),
        (lambda text: text.replace("result: ", "result: 9"), "record/result"),
    ],
    ids=["truncated", "version", "binary", "rules", "edited", "result"],
)
def test_a_bad_record_is_refused_at_its_line(room: Room, text: str, spoil: Callable[[str], str], code: str) -> None:
    found = opened(room, spoil(text))
    assert found["game"] is None
    assert found["problem"]["code"] == code
    assert 1 <= found["problem"]["line"] <= text.count("\n") + 1


def test_an_action_that_the_rules_refuse_says_which_rule(room: Room, text: str) -> None:
    number = first_move(text) + 2
    found = opened(
        room, line(text, number, lambda old: old.replace(old.split(" ", 2)[2].split("  #")[0], "pay wild*1"))
    )
    assert (found["problem"]["line"], found["problem"]["code"]) == (number, "record/action")
    assert found["problem"]["refusal"]["key"].startswith("reason.")


def test_a_huge_record_is_too_large(room: Room, text: str) -> None:
    answer = room.browser().post("/api/records", json={"text": text + "x" * 400_000})
    assert answer.status_code == 413
    assert answer.json()["refusal"]["code"] == "limit/too_large"


def test_a_hostile_board_in_a_record_is_refused_and_the_server_goes_on(room: Room) -> None:
    text = write_record(finished(TINY))
    found = opened(room, text.replace('id = "ash"', 'id = "' + "a" * 300 + '"', 1))
    assert found["problem"]["code"] == "record/board"
    assert opened(room, text)["problem"] is None


def test_statistics_of_a_table_wait_for_the_end(serving: Serving, room: Room) -> None:
    table = room.two_people().table
    answer = room.browser().get(f"/api/tables/{table}/statistics")
    assert answer.status_code in (403, 404, 409)


# --- seats without a name -------------------------------------------------------------------------------------------
def test_a_replay_says_which_seats_its_viewer_holds(room: Room) -> None:
    people = room.two_people(board="new_york", public=True)
    play_out(people.first, people.second)

    def yours(token: str | None) -> Any:
        browser = room.browser()
        if token is not None:
            browser.headers["authorization"] = f"Bearer {token}"
        return browser.get(f"/api/tables/{people.table}/replay").raise_for_status().json()["yours"]

    assert yours(people.made["seats"][0]["token"]) == [0]
    assert yours(None) == []


def test_a_record_of_seats_without_names_leaves_the_naming_to_the_client(room: Room) -> None:
    """The server writes these words where a table has no name; every client has its own for them."""
    seats = opened(room, write_record(finished("new_york", 3), names=["seat 0", "bot easy", "Bo"]))["game"]["table"]
    found = [(seat["kind"], seat["name"], seat["level"]) for seat in seats["seats"]]
    assert found == [("person", None, None), ("bot", None, "easy"), ("person", "Bo", None)]
    other = opened(room, write_record(finished("new_york"), names=["seat 1", "bot"]))["game"]
    assert [seat["name"] for seat in other["table"]["seats"]] == ["seat 1", "bot"], "names that people chose"
    assert other["yours"] == []
