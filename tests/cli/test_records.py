"""`ferrovia replay` and `ferrovia verify`, on the records that `ferrovia play` keeps."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from tests.kit.walks import TINY

from ferrovia import SPECTATOR, Game
from ferrovia.record import write_record

from .terminal import run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    game = Game(TINY, players=2, seed=3)
    rng = random.Random(1)
    while not game.is_over:
        seat = min(game.actors)
        game.play(rng.choice(game.legal_codes(seat)), seat=seat)
    file = tmp_path / "game.record"
    file.write_text(write_record(game, names=["Xul", "Ada"]), encoding="utf-8")
    return file


def test_a_record_is_shown_in_words_with_its_scores(record: Path) -> None:
    output = run("replay", str(record)).stdout
    assert "Tiny, 2 players" in output
    assert "Xul" in output
    assert "The game is over" in output
    assert "Final scores" in output


@pytest.mark.parametrize("language, words", [("es", "Puntuación final"), ("pt", "Pontuação final")])
def test_a_record_is_shown_in_other_languages(record: Path, language: str, words: str) -> None:
    assert words in run("replay", str(record), "--lang", language).stdout


def test_an_unfinished_game_is_written_as_json_without_positions(tmp_path: Path) -> None:
    game = Game(TINY, players=2, seed=3)
    for seat in (0, 1):
        game.play("keep 1 2", seat=seat)
    game.play("draw")
    file = tmp_path / "game.record"
    file.write_text(write_record(game, reader=0), encoding="utf-8")
    found = json.loads(run("replay", str(file), "--json", "-").stdout)
    assert (found["board"], found["finished"]) == ("tiny", False)
    assert found["lines"][-1] == {"move": 3, "text": "Player 2 drew an unseen card."}
    result = run("replay", str(file), "--json", "-", "--at", "1")
    assert result.exit_code == 2
    assert "An unfinished game has no positions to show." in result.stderr


@pytest.mark.parametrize(
    "language, names",
    [("en", ["Player 1", "Bruno"]), ("es", ["Jugador 1", "Bruno"]), ("pt", ["Jogador 1", "Bruno"])],
)
def test_seats_without_names_are_named_in_the_readers_language(language: str, names: list[str], tmp_path: Path) -> None:
    game, rng = Game(TINY, players=2, seed=3), random.Random(3)
    while not game.is_over:
        seat = min(game.actors)
        game.play(rng.choice(game.legal_codes(seat)), seat=seat)
    file = tmp_path / "game.record"
    file.write_text(write_record(game, names=["seat 0", "bot easy"]), encoding="utf-8")
    shown = run("replay", str(file), "--lang", language).stdout
    assert all(name in shown for name in names)
    assert "seat 0" not in shown
    assert "bot easy" not in shown


def test_a_position_on_the_way_is_shown(record: Path) -> None:
    result = run("replay", str(record), "--at", "4")
    assert "After move 4 of" in result.stdout
    assert "Final scores" not in result.stdout
    assert "The start" in run("replay", str(record), "--at", "0").stdout


def test_a_record_is_written_as_json(record: Path) -> None:
    found = json.loads(run("replay", str(record), "--json", "-").stdout)
    assert found["names"] == ["Xul", "Ada"]
    assert found["finished"]
    assert found["moves"][0]["seat"] == 0
    assert found["moves"][0]["action"].startswith("keep ")
    assert [move["move"] for move in found["moves"]] == list(range(1, len(found["moves"]) + 1))
    assert any("Xul" in line["text"] for line in found["lines"])
    totals = json.loads(run("verify", str(record), "--json", "-").stdout)["totals"]
    assert [sheet["total"] for sheet in found["scores"]] == totals
    there = json.loads(run("replay", str(record), "--json", "-", "--at", "4").stdout)
    assert there["position"]["board"]
    assert run("replay", str(record), "--json", "-", "--at", "9999").exit_code == 2


def test_a_position_after_the_end_is_refused(record: Path) -> None:
    result = run("replay", str(record), "--at", "9999")
    assert result.exit_code == 2
    assert "--at goes from 0 to" in result.stderr
    assert result.stdout == ""


def test_a_record_can_be_stepped_through(record: Path) -> None:
    output = run("replay", str(record), "--step", text="\n\n3\n9999\n").stdout
    assert output.count("Enter: next move") == 4
    assert "Final scores" in output
    assert "Final scores" not in run("replay", str(record), "--step", text="\nq\n").stdout


def test_an_unfinished_game_is_shown_as_its_reader_may_know_it(tmp_path: Path) -> None:
    game = Game("new_york", players=2, seed=3)
    for _ in range(8):
        seat = min(game.actors)
        game.play(game.legal_codes(seat)[0], seat=seat)
    file = tmp_path / "unfinished.record"
    file.write_text(write_record(game, reader=SPECTATOR), encoding="utf-8")
    result = run("replay", str(file))
    assert "two unseen cards" in result.stdout
    assert "the game is not over" in result.stdout
    assert run("replay", str(file), "--at", "2").exit_code == 1


def test_a_true_record_is_verified_and_says_what_was_checked(record: Path) -> None:
    result = run("verify", str(record))
    assert result.exit_code == 0
    assert "commitment, opening, actions, digests, result, seed" in result.stdout
    assert "The record is true." in result.stdout


def test_a_wrong_record_is_refused_with_its_line(record: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("result:"))
    lines[place] = "result: 1 2"
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("verify", str(record))
    assert result.exit_code == 1
    assert f"line {place + 1}:" in result.stderr


@pytest.mark.compiled_only
def test_a_played_game_is_kept_replayed_and_verified(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    played = run("play", "new_york", "--seed", "5", "--save", str(file), text="1\n" + "1\ndraw\npass\n" * 1500)
    assert f" replay {file}" in played.stdout
    assert run("verify", str(file)).exit_code == 0
    assert "Player" in run("replay", str(file)).stdout
