"""Records of released rules replay forever: a change that breaks one must raise the version of the rules."""

from __future__ import annotations

import pytest

from ferrovia.record import read_record, replay, verify, write_record

from .golden_games import GOLDEN, GOLDEN_GAMES, GOLDEN_NAMES, record_of

FILES = sorted(GOLDEN.glob("*.txt"))


def text_of(file) -> str:
    return file.read_bytes().decode()


def test_every_board_has_golden_games_of_its_fewest_and_most_players():
    assert {file.stem for file in FILES} == set(GOLDEN_NAMES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_record_replays_to_its_last_digest_and_result(file):
    record = read_record(text_of(file))
    assert verify(record).actions == len(record.moves) > 20
    assert replay(record).digest() == record.digests[-1]


@pytest.mark.compiled_only
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_record_to_game_to_record_is_the_identity(file):
    text = text_of(file)
    assert write_record(replay(read_record(text))) == text


@pytest.mark.compiled_only
@pytest.mark.parametrize("board, players", GOLDEN_GAMES, ids=GOLDEN_NAMES)
def test_a_golden_game_played_again_gives_the_same_record(board, players):
    """Its player picks from the whole list of actions by number, so one action more or less in any list shows."""
    assert record_of(board, players) == text_of(GOLDEN / f"{board.id}-{players}.txt")
