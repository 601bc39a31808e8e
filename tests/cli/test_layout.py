"""`ferrovia board layout`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.geometry.own_board import CITIES, valley
from typer.testing import CliRunner

from ferrovia.cli.app import app

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FERROVIA_CACHE", str(tmp_path))


def test_a_layout_is_written_and_praised(tmp_path: Path) -> None:
    file, out = tmp_path / "valley.toml", tmp_path / "valley.json"
    file.write_text(valley().text, encoding="utf8")
    result = CliRunner().invoke(app, ["board", "layout", str(file), "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert "Nothing overlaps." in result.output
    assert json.loads(out.read_text(encoding="utf8"))["board"] == "valley"


def test_a_layout_with_overlaps_fails_and_names_them(tmp_path: Path) -> None:
    file = tmp_path / "valley.toml"
    file.write_text(valley().text, encoding="utf8")
    result = CliRunner().invoke(app, ["board", "layout", str(file), "--quick"])
    assert result.exit_code == 1
    assert "abbey-dam × bridge-castle" in result.output
    assert "a space is under the city: elm" in result.output


def test_a_board_without_room_fails_with_the_routes_to_blame(tmp_path: Path) -> None:
    file = tmp_path / "valley.toml"
    file.write_text(valley(places=CITIES | {"elm": (0.101, 0.101)}).text, encoding="utf8")
    result = CliRunner().invoke(app, ["board", "layout", str(file), "--quick"])
    assert result.exit_code == 1
    assert "no room for the spaces of: abbey-elm" in result.output


def test_bad_scenery_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenery = tmp_path / "scenery.toml"
    scenery.write_text("base = 1", encoding="utf8")
    code = app(["board", "layout", "london", "--scenery", str(scenery)], standalone_mode=False)
    assert code == 1
    assert capsys.readouterr().err == f'ferrovia: {scenery}: base: It must be "land" or "water".\n'
