"""A club's own offers: boards from a folder in the lobby, and the operator's bots as levels."""

from __future__ import annotations

import shutil
import stat
import sys
from pathlib import Path

import pytest
from tests.server.serving import ME, Room, Serving, create, refused_serve, sensible

from ferrovia.boards import load_board, parse_board
from ferrovia.server.levels import LevelBot, Levels, read_offer

pytestmark = pytest.mark.compiled_only

TINY = Path(__file__).parents[1] / "data" / "tiny.toml"

# A bot that plays the first legal action; after so many answers it crashes.
PROGRAM = """#!{python}
import json, sys
answers = {answers}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({{"type": "ready", "protocol": message["protocol"], "name": "first"}}), flush=True)
    elif message["type"] == "decide":
        if not answers:
            sys.exit("no more")
        answers -= 1
        print(json.dumps({{"type": "action", "id": message["id"], "action": message["legal"][0]["text"]}}), flush=True)
"""


def program(folder: Path, name: str, answers: int) -> str:
    file = folder / name
    file.write_text(PROGRAM.format(python=sys.executable, answers=answers))
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return f"program:{file}"


@pytest.mark.parametrize(
    "text, label, bot",
    [
        ("planner", "planner", LevelBot("planner", 1.0)),
        ("search@2s", "search", LevelBot("search", 2.0)),
        ("Club champion=planner@0.5", "Club champion", LevelBot("planner", 0.5)),
        ("program:/srv/bots/deep.toml", "deep", LevelBot("program:/srv/bots/deep.toml", 1.0)),
    ],
)
def test_an_operator_writes_a_bot_with_its_label_and_its_seconds(text: str, label: str, bot: LevelBot) -> None:
    assert read_offer(text) == (label, bot)


def test_a_level_that_is_not_offered_any_more_is_played_by_the_stand_in() -> None:
    assert Levels(["Club=planner"]).bot("Club") == LevelBot("planner", 1.0)
    assert Levels().bot("Club") == Levels().bot("medium")


def test_boards_of_a_folder_are_in_the_lobby_and_outlive_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "boards"
    folder.mkdir()
    shutil.copy(TINY, folder)
    board = parse_board(TINY.read_text())
    serving = Serving(tmp_path / "tables.sqlite", "--boards", str(folder))
    with serving:
        room = Room(serving)
        browser = room.browser()
        assert [entry["id"] for entry in browser.get("/api/boards").json()][-1] == board.id
        assert browser.get("/api/info").json()["boards"][-1]["id"] == board.id
        assert browser.get(f"/api/boards/{board.id}/layout").json()["digest"] == board.digest
        assert browser.get(f"/api/boards/{board.id}/picture").status_code == 200
        assert browser.get(f"/api/boards/sha256:{board.digest}").json()["id"] == board.id
        made = create(browser, ME, {"kind": "bot", "level": "easy"}, board=board.id, public=True, start=True)
        assert browser.get("/api/tables").json()["playing"][0]["board"]["name"] == board.name
        room.close()
    with Serving(tmp_path / "tables.sqlite") as again:
        room = Room(again)
        player = room.player(made["table"], made["seats"][0]["token"])
        assert player.update["table"]["status"] == "playing"
        room.close()


def test_scenery_and_words_next_to_a_board_of_the_folder_are_shown(tmp_path: Path) -> None:
    folder = tmp_path / "boards"
    folder.mkdir()
    shutil.copy(TINY, folder)
    (folder / "tiny.words.toml").write_text('vehicle = "taxi"\n')
    for sea in ("Quiet Sea", "Loud Sea"):  # the second start finds other scenery for a known board
        name = f'{{ kind = "name", points = [0.1, 0.1, 0.9, 0.1], size = 0.05, text = "{sea}" }}'
        (folder / "tiny.scenery.toml").write_text(f'base = "water"\nshapes = [{name}]\n')
        with Serving(tmp_path / "tables.sqlite", "--boards", str(folder)) as serving:
            room = Room(serving)
            browser = room.browser()
            assert [entry["id"] for entry in browser.get("/api/boards").json()][5:] == ["tiny"]
            layout = browser.get("/api/boards/tiny/layout").json()
            assert layout["digest"] == load_board(TINY).digest
            assert [shape["text"] for shape in layout["scenery"]["shapes"]] == [sea]
            assert browser.get("/api/boards/tiny").json()["words"]["vehicle"] == "taxi"
            room.close()


def test_people_play_against_a_program_of_the_operator_and_a_quick_bot_steps_in_when_it_crashes(tmp_path: Path) -> None:
    steady, weak = program(tmp_path, "steady", 10**6), program(tmp_path, "weak", 2)
    options = ["--bots", f"Steady={steady}", "--bots", weak]
    with Serving(tmp_path / "tables.sqlite", *options) as serving:
        room = Room(serving)
        browser = room.browser()
        assert browser.get("/api/info").json()["levels"][-2:] == ["Steady", "weak"]
        wish = {"board": "london", "seats": [ME, {"kind": "bot", "level": "nobody"}]}
        refused = browser.post("/api/tables", json=wish)
        assert (refused.status_code, refused.json()["refusal"]["code"]) == (422, "bot/unknown")
        bots = [{"kind": "bot", "level": "Steady"}, {"kind": "bot", "level": "weak"}]
        made = create(browser, ME, *bots, board="london", start=True)
        player = room.player(made["table"], made["seats"][0]["token"])
        while player.see(lambda update: bool(update["legal"]) or update["table"]["status"] == "over")["legal"]:
            player.act(sensible(player.update)["text"])
        room.close()
        said = serving.said()
    assert "is stuck" in said, "the weak one crashed on the way"
    assert "weak" in said


@pytest.mark.parametrize(
    "options, problem",
    [
        (["--bots", "nobody"], "The bot nobody (nobody) cannot be offered: there is no bot 'nobody'"),
        (["--bots", "planner@99"], "with at most 30 seconds, not 'planner@99'"),
        (["--bots", "easy=planner"], "There are two levels 'easy'"),
        (["--bots", "program:/nowhere"], "cannot be offered: /nowhere: there is no such file"),
        (["--bots", "program:{weak}"], "The bot weak"),
        (["--boards", "/nowhere"], "/nowhere: There is no such folder of boards"),
        (["--boards", "{empty}"], "There is no board in this folder"),
        (["--boards", "{bad}"], "bad.toml: "),
        (["--boards", "{sea}"], 'mine.toml: scenery: base: It must be "land" or "water".'),
        (["--boards", "{twice}"], "There is another board with the id london"),
    ],
)
def test_a_bad_offer_stops_the_start_with_a_sentence(options: list[str], problem: str, tmp_path: Path) -> None:
    for name in ("empty", "bad", "sea", "twice"):
        (tmp_path / name).mkdir()
    (tmp_path / "bad" / "bad.toml").write_text("id = 7\n")
    shutil.copy(TINY, tmp_path / "sea" / "mine.toml")
    (tmp_path / "sea" / "mine.scenery.toml").write_text("base = 1\n")
    (tmp_path / "twice" / "x.toml").write_text(load_board("london").text)
    program(tmp_path, "weak", 0)
    places = {name: tmp_path / name for name in ("empty", "bad", "sea", "twice", "weak")}
    options = [option.format(**places) for option in options]
    outcome = refused_serve("--database", str(tmp_path / "tables.sqlite"), *options)
    assert outcome.exit_code in (1, 2)
    assert problem in outcome.output
    assert "Traceback" not in outcome.output
