"""The golden games in words: any change in the rules, chance or scoring shows as a readable difference."""

from __future__ import annotations

import pytest
from tests.kit.walks import board_of
from tests.record.golden_games import GOLDEN_GAMES

from ferrovia.engine.compilation.jit import COMPILED

from .telling import FOLDER, file_of, playthrough

CHECKED = GOLDEN_GAMES if COMPILED else [(board_of("new_york"), 2), (board_of("london"), 2)]


@pytest.mark.parametrize("board, players", CHECKED, ids=[f"{board.id}-{players}" for board, players in CHECKED])
def test_a_golden_game_matches_its_written_form(board, players):
    written = file_of(board, players).read_text(encoding="utf-8").splitlines()
    assert playthrough(board, players).splitlines() == written, "meant? `python -m tests.playthroughs.write`"


def test_every_golden_game_is_written_down_and_nothing_else():
    assert {file_of(board, players) for board, players in GOLDEN_GAMES} == set(FOLDER.glob("*.txt"))


def test_every_kind_of_thing_happens_in_some_game():
    text = "".join(file_of(board, players).read_text(encoding="utf-8") for board, players in GOLDEN_GAMES)
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
