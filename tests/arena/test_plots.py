"""Plots: lines with their bands, and a folder that cannot be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from ferrovia.arena.plots import PlotsError, draw_lines, draw_plots


def test_lines_are_drawn_with_their_names(tmp_path: Path) -> None:
    file = tmp_path / "curve.svg"
    draw_lines(file, "Wins", "minutes", "share", {"network": [(0, 0.2, 0.1), (5, 0.6, 0.1)], "planner": [(0, 0.5, 0)]})
    drawn = file.read_text(encoding="utf-8")
    for words in ("Wins", "minutes", "share", "network", "planner"):
        assert f">{words}</text>" in drawn


def test_a_place_that_cannot_be_written_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    with pytest.raises(PlotsError, match="cannot be written: Not a directory"):
        draw_lines(tmp_path / "a file" / "curve.svg", "", "", "", {"network": [(0, 0.2, 0.1)]})
    with pytest.raises(PlotsError, match="cannot be made: Not a directory"):
        draw_plots({"tables": []}, tmp_path / "a file" / "plots")
