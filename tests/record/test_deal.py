"""A key made by a server and the players' browsers: the record reveals all parts, and verify checks them."""

from __future__ import annotations

import dataclasses
import hashlib

import pytest

from ferrovia import Game, Key
from ferrovia.record import Deal, RecordError, read_record, verify, write_record

from .games import play

DEAL = Deal(bytes(range(32)), ((0, b"a" * 32), (2, b"c" * 32)))


def dealt(deal: Deal) -> Game:
    game = Game("new_york", players=3, key=Key(deal.key))
    play(game, 7)
    return game


GAME = dealt(DEAL)
TEXT = write_record(GAME, deal=DEAL)


def line_of(key: str) -> str:
    return next(line for line in TEXT.splitlines() if line.startswith(f"{key}: "))


def number_of(key: str) -> int:
    return TEXT.splitlines().index(line_of(key)) + 1


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        verify(read_record(text))
    return caught.value


def test_the_record_reveals_all_parts_and_says_what_was_published():
    assert line_of("commitment") == "commitment: " + hashlib.sha256(DEAL.server_key).hexdigest()
    assert line_of("server key") == "server key: " + DEAL.server_key.hex()
    assert line_of("values") == f"values: 0 {'61' * 32}, 2 {'63' * 32}"
    found = verify(read_record(TEXT))
    assert "values" in found.checked
    assert found.fair
    assert read_record(TEXT).deal == DEAL


def test_a_deal_without_values_is_the_servers_alone():
    alone = Deal(DEAL.server_key, ())
    text = write_record(dealt(alone), deal=alone)
    assert "values: none\n" in text
    assert verify(read_record(text)).fair


def test_another_key_of_the_server_is_found_at_its_line():
    assert refused(TEXT.replace(line_of("server key"), "server key: " + "0" * 64)).line == number_of("server key")


def test_another_commitment_is_found_at_its_line():
    assert refused(TEXT.replace(line_of("commitment"), "commitment: " + "0" * 64)).line == number_of("commitment")


@pytest.mark.parametrize(
    "values",
    [
        "none",
        f"0 {'61' * 32}",
        f"0 {'63' * 32}, 2 {'61' * 32}",
        f"2 {'63' * 32}, 0 {'61' * 32}",
        f"0 {'61' * 32}, 3 {'63' * 32}",
        f"0 {'61' * 32}, 0 {'63' * 32}",
        f"0 {'61' * 31}, 2 {'63' * 32}",
    ],
)
def test_other_values_are_found_at_their_line(values):
    assert refused(TEXT.replace(line_of("values"), f"values: {values}")).line == number_of("values")


def test_another_key_is_found_at_its_line():
    assert refused(TEXT.replace(line_of("key"), "key: " + "0" * 64)).line == number_of("key")


def test_parts_that_are_left_out_are_missed():
    assert refused(TEXT.replace(line_of("server key") + "\n", "")).line is not None
    assert refused(TEXT.replace(line_of("values") + "\n", "")).line == number_of("values")
    assert refused(TEXT.replace(f"{line_of('server key')}\n{line_of('values')}\n", "")).code in (
        "record/key",
        "record/commitment",
    )


def test_a_deal_of_another_game_is_not_written():
    with pytest.raises(RecordError, match="not dealt from"):
        write_record(GAME, deal=dataclasses.replace(DEAL, values=()))
