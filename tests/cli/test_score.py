"""`ferrovia score`: scores a game played on a real board, from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ferrovia import load_board

from .terminal import run

GAME: dict[str, Any] = {
    "board": "europe",
    "seats": [
        {
            "name": "Ana",
            "routes": ["paris-zurich", "brest-paris"],
            "stations": ["paris"],
            "other_tickets": [{"cities": ["zurich", "marseille"], "points": 7}],
        },
        {"name": "Bea", "routes": ["marseille-paris"]},
    ],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "table.json"
    file.write_text(json.dumps(GAME), encoding="utf-8")
    return file


def test_a_file_is_scored_with_its_names(file: Path) -> None:
    output = run("score", str(file)).stdout
    assert "Final scores" in output
    assert "Ana" in output
    assert "Zürich–Marseille" in output
    assert "Ana won the game." in output


@pytest.mark.parametrize("language, words", [("es", "Puntuación final"), ("pt", "Pontuação final")])
def test_the_score_is_shown_in_other_languages(file: Path, language: str, words: str) -> None:
    assert words in run("score", str(file), "--lang", language).stdout


def test_steps_tell_tickets_with_their_paths(file: Path) -> None:
    output = run("score", str(file), "--steps").stdout
    assert "Zürich–Marseille +7: Zürich – Paris – Marseille" in output
    assert "6 trains: Zürich – Paris – Brest" in output or "6 trains: Brest – Paris – Zürich" in output


def test_only_json_goes_to_standard_output(file: Path) -> None:
    result = run("score", str(file), "--json", "-")
    found = json.loads(result.stdout)
    assert found["totals"] == [sheet["total"] for sheet in found["sheets"]]
    assert found["steps"][0]["row"] == "routes"


def test_the_input_is_read_where_the_file_is_a_dash() -> None:
    assert "Final scores" in run("score", "-", text=json.dumps(GAME)).stdout


def test_your_own_board_is_given_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "tiny.json"
    file.write_text('{"seats": [{}, {}]}', encoding="utf-8")
    assert "Player 2" in run("score", str(file), "--board", "tests/data/tiny.toml").stdout


def test_every_problem_is_a_line(tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    wrong = {
        "board": "europe",
        "seats": [{"routes": ["brest-paris"]}, {"routes": ["brest-paris"], "stations": ["rom"]}],
    }
    file.write_text(json.dumps(wrong), encoding="utf-8")
    result = run("score", str(file))
    assert result.exit_code == 1
    assert "claimed by the seats 0 and 1" in result.stderr
    assert "roma" in result.stderr


@pytest.mark.parametrize("text, words", [("{", "line 1, column 2: `ferrovia score`"), ("7", "A position is a table")])
def test_a_file_of_another_kind_is_refused(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "other.json"
    file.write_text(text, encoding="utf-8")
    result = run("score", str(file))
    assert result.exit_code == 1
    assert words in result.stderr


def test_steps_name_attractions_districts_and_round_trips(tmp_path: Path) -> None:
    def told(board: str, routes: list[str]) -> str:
        file = tmp_path / f"{board}.json"
        file.write_text(json.dumps({"board": board, "seats": [{"routes": routes}, {}]}), encoding="utf-8")
        return str(run("score", str(file), "--steps").stdout)

    new_york, london, europe = (load_board(name) for name in ("new_york", "london", "europe"))
    sight = next(city for city in new_york.cities if city.attraction)
    route = next(route for route in new_york.routes if sight.number in route.cities)
    assert f"    {sight.name} +1\n" in told("new_york", [route.id])
    third = [city for city in london.cities if city.district == 3]
    between = [route.id for route in london.routes if set(route.cities) <= {city.number for city in third}]
    assert "    3: " in told("london", between)
    loop = ["bruxelles-paris", "frankfurt-paris", "bruxelles-frankfurt"]
    assert all(europe.route(name) for name in loop)
    path = told("europe", loop).partition("trains: ")[2].splitlines()[0].split(" – ")
    assert len(path) == 4
    assert path[0] == path[-1], "it ends where it starts"
