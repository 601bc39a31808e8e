"""Whole games, written down: any change in the rules, chance or scoring shows as a readable difference."""

from __future__ import annotations

import pytest

from ferrovia.engine.compilation.jit import COMPILED

from .telling import FOLDER, TABLES, file_of, playthrough

CHECKED = TABLES if COMPILED else [("new_york", 2), ("london", 2)]


@pytest.mark.parametrize("board, players", CHECKED)
def test_a_random_game_matches_its_written_form(board, players):
    written = file_of(board, players).read_text(encoding="utf-8").splitlines()
    assert playthrough(board, players).splitlines() == written, "meant? `python -m tests.playthroughs.write`"


def test_every_board_and_number_of_players_is_written_down_and_nothing_else():
    assert {file_of(board, players) for board, players in TABLES} == set(FOLDER.glob("*.txt"))


def test_every_kind_of_thing_happens_in_some_game():
    text = "".join(file_of(board, players).read_text(encoding="utf-8") for board, players in TABLES)
    happenings = [
        "is dealt",
        "draws",
        "takes",
        "place 0",
        "swept away",
        "become the deck",
        "owns",
        "enters",
        "turned up",
    ]
    happenings += [
        "owes",
        "leaves",
        "builds in",
        "is offered",
        "has chosen",
        "keeps",
        "takes merchandise",
        "last round",
    ]
    happenings += ["turn of", "end by", "station in", "longest path, ", "attractions: ", "districts: ", "merchandise: "]
    assert [what for what in happenings if what not in text] == []
