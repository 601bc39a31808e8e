"""Plots: lines with their bands, and a folder that cannot be written."""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

from ferrovia.arena import Finish, plan_tournament, summarise
from ferrovia.arena.plots import PlotsError, draw_lines, draw_plots, draw_ratings
from ferrovia.boards import load_board

from .sample_outcomes import duel, outcome

EUROPE = load_board("europe")


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


def test_a_plot_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    tournament = plan_tournament(boards=[EUROPE], contestants=["one_step", "greedy"], deals=5)
    summary = summarise(tournament, Finish(duel(0, [(1, 0)] * 5), True))
    (tmp_path / "europe-2-scores.svg").mkdir()
    with pytest.raises(PlotsError, match=r"europe-2-scores\.svg: cannot be written: Is a directory"):
        draw_plots(summary, tmp_path)


def test_a_contestant_alone_has_scores_and_no_one_to_compare_with(tmp_path: Path) -> None:
    tournament = plan_tournament(boards=[EUROPE], contestants=["greedy"], deals=5, form="self")
    games = [outcome(0, deal, 0, [1, 2]) for deal in range(5)]
    drawn = draw_plots(summarise(tournament, Finish(games, True)), tmp_path)
    assert [file.name for file in drawn] == ["europe-2-scores.svg"]


def test_an_arrow_shows_a_rating_without_a_limit() -> None:
    tournament = plan_tournament(boards=[EUROPE], contestants=["one_step", "random"], deals=20)
    for results, arrows in (([(1, 0)] * 20, []), ([(1, 1)] * 20, ["<"]), ([(0, 0)] * 20, [">"])):
        (table,) = summarise(tournament, Finish(duel(0, results), True))["tables"]
        figure = draw_ratings(table)
        (axes,) = figure.axes
        plt.close(figure)
        markers = [line.get_marker() for line in axes.get_lines()]
        assert [marker for marker in markers if marker in ("<", ">")] == arrows


def test_without_matplotlib_the_reason_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # as if it were not installed
    with pytest.raises(PlotsError, match=r"pip install 'ferrovia\[arena\]'"):
        draw_plots({"tables": []}, tmp_path)
