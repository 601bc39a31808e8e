"""`ferrovia board draw`, and the pictures of `ferrovia replay`."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from tests.kit.walks import played

from ferrovia import Game
from ferrovia.actions import ClaimRoute, decode
from ferrovia.cli.commands.draw import SECONDS_A_MOVE
from ferrovia.record import write_record

from .terminal import run

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels


@pytest.fixture(scope="module")
def game() -> Game:
    return played(Game("new_york", players=2, seed=3), seed=1)


@pytest.fixture
def record(game: Game, tmp_path: Path) -> Path:
    file = tmp_path / "game.record"
    file.write_text(write_record(game), encoding="utf-8")
    return file


def size_of(file: Path) -> tuple[int, int]:
    with Image.open(io.BytesIO(file.read_bytes())) as image:
        return image.size


def test_a_board_is_drawn_into_a_file_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("board", "draw", "new_york")
    assert result.exit_code == 0, result.output
    assert "Drawn: new_york.svg" in result.stdout
    assert "Central Park" in (tmp_path / "new_york.svg").read_text("utf8")


def test_a_board_is_drawn_on_standard_output_without_names() -> None:
    drawn = run("board", "draw", "new_york", "--out", "-", "--no-names").stdout
    assert drawn.startswith("<svg")
    assert not re.search("<text[^>]*>[^<]*Central Park", drawn)


def test_a_picture_in_pixels_has_the_width_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "board.png"
    assert run("board", "draw", "new_york", "--out", str(file), "--width", "300").exit_code == 0
    assert size_of(file)[0] == 300


def test_a_board_is_drawn_on_paper(tmp_path: Path) -> None:
    for name in ("board.png", "board.pdf"):
        assert run("board", "draw", "new_york", "--out", str(tmp_path / name), "--paper", "a4").exit_code == 0
    assert sorted(size_of(tmp_path / "board.png")) == [2480, 3508]  # 300 dots per inch
    assert (tmp_path / "board.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    "name, reason", [("board.gif", "A picture is written as .svg, .png, .pdf"), ("no/board.svg", "cannot be written")]
)
def test_a_picture_that_cannot_be_written_says_why(tmp_path: Path, name: str, reason: str) -> None:
    result = run("board", "draw", "new_york", "--out", str(tmp_path / name))
    assert result.exit_code == 2
    assert reason in " ".join(result.stderr.split())


def test_scenery_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    scenery = tmp_path / "scenery.toml"
    scenery.write_text("base = 1", encoding="utf8")
    result = run("board", "draw", "new_york", "--out", "-", "--scenery", str(scenery))
    assert result.exit_code == 1
    assert 'base: It must be "land" or "water".' in result.stderr


def test_a_replay_is_drawn_with_every_route_in_its_moment(record: Path, game: Game, tmp_path: Path) -> None:
    file = tmp_path / "game.svg"
    assert run("replay", str(record), "--svg", str(file)).exit_code == 0
    moments = {float(found) for found in re.findall(r'<animate[^>]* begin="([\d.]+)s"', file.read_text("utf8"))}
    claims = [number for number, (_, code) in enumerate(game.moves) if isinstance(decode(game.board, code), ClaimRoute)]
    assert claims
    assert moments == {number * SECONDS_A_MOVE for number in claims}


def test_a_position_of_a_replay_is_drawn(record: Path, game: Game, tmp_path: Path) -> None:
    drawn: dict[str, Any] = {}
    for at in ("0", str(len(game.moves))):
        file = tmp_path / f"{at}.svg"
        assert run("replay", str(record), "--svg", str(file), "--at", at).exit_code == 0
        drawn[at] = file.read_text("utf8")
    first, last = drawn.values()
    assert first != last
    assert "<animate" not in last


def test_a_position_after_the_end_cannot_be_drawn(record: Path, game: Game, tmp_path: Path) -> None:
    result = run("replay", str(record), "--svg", str(tmp_path / "game.svg"), "--at", "9999")
    assert result.exit_code == 2
    assert f"--at goes from 0 to {len(game.moves)}" in " ".join(result.stderr.split())


def test_an_unfinished_game_has_no_positions_to_draw(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    unfinished = Game("new_york", players=2, seed=3)
    file.write_text(write_record(unfinished, reader=0), encoding="utf-8")
    result = run("replay", str(file), "--svg", str(tmp_path / "game.svg"))
    assert result.exit_code == 2
    assert "An unfinished game has no positions to draw." in " ".join(result.stderr.split())
