"""A record that was truncated or changed is rejected at the wrong line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kit.walks import TINY, sized

from ferrovia import Game, Key, from_position, load_board
from ferrovia.events import CardDealt, DisplayFilled, TicketOffered
from ferrovia.game.play import MAX_SCRIPT
from ferrovia.record import RecordError, read_record, verify, write_record
from ferrovia.record.write import remark

from .games import finished, play

GAME = finished("new_york", 2, seed=21)
TEXT = write_record(GAME, names=["Ana", "Bo"], date="2024-05-06")
LINES = TEXT.split("\n")[:-1]
FIRST = LINES.index("") + 1  # index of the first action
LAST = FIRST + len(GAME.moves) - 1


def refused(lines: list[str] | str) -> RecordError:
    text = lines if isinstance(lines, str) else "".join(f"{line}\n" for line in lines)
    with pytest.raises(RecordError) as caught:
        verify(read_record(text))
    assert caught.value.reason
    assert f"line {caught.value.line}: " in str(caught.value)
    return caught.value


def with_line(index: int, line: str) -> list[str]:
    return [*LINES[:index], line, *LINES[index + 1 :]]


def index_of(key: str) -> int:
    return next(i for i, line in enumerate(LINES) if line.startswith(f"{key}:"))


def flip(line: str) -> str:
    """Another last digit."""
    return line[:-1] + ("0" if line[-1] != "0" else "1")


def test_the_record_itself_is_right():
    assert verify(read_record(TEXT)).actions == len(GAME.moves)


@pytest.mark.parametrize("index", range(0, len(GAME.moves), sized(1, 9)))
def test_a_changed_digest_of_an_action_is_found(index):
    assert refused(with_line(FIRST + index, flip(LINES[FIRST + index]))).line == FIRST + index + 1


@pytest.mark.parametrize("index", range(0, len(GAME.moves), sized(1, 9)))
def test_a_changed_action_is_found(index):
    line = LINES[FIRST + index]
    number, seat, rest = line.split(" ", 2)
    action, digest = rest.split("  ")
    others = ["draw", "take red", "take wild", "tickets", "keep 1", "keep 2", "pass"]
    for other in others[: sized(9, 3)]:
        if other != action:
            error = refused(with_line(FIRST + index, f"{number} {seat} {other}  {digest}"))
            assert error.line == FIRST + index + 1
    for wrong in (1 - int(seat), 7):
        assert refused(with_line(FIRST + index, f"{number} {wrong} {action}  {digest}")).line == FIRST + index + 1


def test_changed_numbers_of_cards_are_found():
    claims = [i for i, line in enumerate(LINES) if "claim" in line and "*" in line]
    assert len(claims) > 5
    for i in claims:
        assert refused(with_line(i, re.sub(r"\*\d", "*9", LINES[i], count=1))).line == i + 1


@pytest.mark.parametrize("index", range(0, len(LINES), sized(1, 5)))
def test_a_missing_line_is_found(index):
    lines = LINES[:index] + LINES[index + 1 :]
    if LINES[index].startswith(("names:", "date:")):  # a record without remarks is a record
        verify(read_record("".join(f"{line}\n" for line in lines)))
        return
    # When the last action is gone, the result is the first line that does not fit.
    expected = index_of("result") if index == LAST else index + 1
    assert refused(lines).line == expected


@pytest.mark.parametrize("index", range(0, len(LINES) - 1, sized(1, 5)))
def test_swapped_lines_are_found(index):
    lines = [*LINES[:index], LINES[index + 1], LINES[index], *LINES[index + 2 :]]
    assert refused(lines).line in (index + 1, index + 2)


@pytest.mark.parametrize("index", range(0, len(GAME.moves) - 1, sized(1, 9)))
def test_actions_swapped_and_numbered_again_are_found(index):
    one, other = LINES[FIRST + index], LINES[FIRST + index + 1]
    if one.split(" ", 1)[1] != other.split(" ", 1)[1]:
        swapped = [f"{index + 1}. {other.split(' ', 1)[1]}", f"{index + 2}. {one.split(' ', 1)[1]}"]
        assert refused([*LINES[: FIRST + index], *swapped, *LINES[FIRST + index + 2 :]]).line == FIRST + index + 1


@pytest.mark.parametrize("index", range(0, len(LINES), sized(1, 5)))
def test_a_line_that_is_there_twice_is_found(index):
    # Two empty lines are a game without actions, which then has no result.
    expected = index + 3 if index == FIRST - 1 else index + 2
    assert refused([*LINES[: index + 1], *LINES[index:]]).line == expected


@pytest.mark.parametrize("length", range(len(LINES)))
def test_a_record_that_ends_early_is_found(length):
    error = refused(LINES[:length])
    assert error.line == max(length + 1, 1)
    assert error.code in ("record/truncated", "record/not_a_record")


def test_a_record_that_ends_anywhere_is_found():
    for length in range(0, len(TEXT), sized(7, 61)):
        assert refused(TEXT[:length]).line == TEXT[:length].count("\n") + 1


@pytest.mark.parametrize(
    "key, values",
    [
        ("board", [f"{name} {GAME.board.digest}" for name in ("new_yorc", "london")] + [flip(LINES[1][7:])]),
        ("rules", ["2", "0", "x", "01"]),
        ("players", ["3", "4", "1", "5", "x"]),
        ("names", ["Ana | Bob  #" + LINES[4][-16:], "Bo | Ana  #" + LINES[4][-16:], flip(LINES[4][7:]), "Ana | Bo"]),
        ("date", ["2024-05-07  #" + LINES[5][-16:], "2024-05-06"]),
        ("first", ["0", "1", "5", "maybe"]),
        ("commitment", [flip(GAME.key.commitment) + " of a seed", "x"]),
        ("seed", ["22", "-21", "x", "021"]),
        ("opening", ["0" * 16, flip(LINES[9][9:]), "x"]),
        ("result", ["1 2", "1", "0 0 0", "x"]),
        ("winners", ["0 1", "5", ""]),
        ("ended", ["passes", "turn_limit", "boredom"]),
        ("key", [flip(GAME.key.secret.hex()), "0" * 64, "0"]),
    ],
)  # fmt: skip
def test_a_changed_header_or_result_is_found(key, values):
    index = index_of(key)
    for value in values:
        assert refused(with_line(index, f"{key}: {value}")).line == index + 1, value


@pytest.mark.parametrize(
    "key, text",
    [
        ("names", "Ana | B\u200do"),
        ("names", "Ana |  Bo"),
        ("names", "Ana"),
        ("names", "Ana | Bo | Cy"),
        ("date", "today"),
    ],
)
def test_names_and_dates_that_no_writer_accepts_are_found_though_their_checksum_is_right(key, text):
    error = refused(with_line(index_of(key), remark(key, text)))
    assert (error.code, error.line) == (f"record/{key}", index_of(key) + 1)


def test_what_a_changed_header_asks_for_is_missed_below():
    lines = with_line(index_of("first"), "first: position")
    assert refused(lines).line == index_of("opening") + 1
    lines = with_line(index_of("commitment"), "commitment: none, of a seed")
    assert refused(lines).line == index_of("seed") + 1


def test_a_seed_that_is_kept_quiet_is_missed():
    lines = with_line(index_of("commitment"), f"commitment: {GAME.key.commitment}")
    assert refused(lines).line == index_of("seed") + 1


def test_a_changed_position_is_found():
    game = from_position({"board": "new_york", "seats": [{"hand": {"red": 4}}, {}]}, key=Key.random())
    play(game, 4)
    text = write_record(game)
    verify(read_record(text))
    line = text[: text.index("position: {")].count("\n") + 1
    assert refused(text.replace('"red":4', '"red":3')).line == line
    assert refused(text.replace('"red":4', '"red":40')).line == line
    assert refused(text.replace("position: {", "position: {{")).line == line
    assert refused(text.replace("players: 2", "players: 3")).line == 4


def test_a_changed_board_is_found():
    text = write_record(finished(TINY, 2, seed=1))
    assert refused(text.replace("wilds = 4", "wilds = 5")).line == 3
    assert refused(text.replace("wilds = 4", "wilds = -4")).line == 3
    assert refused(text.replace("end of board", "end")).line == text[: text.index("end of board")].count("\n") + 1
    assert refused(text.replace("board: tiny", "board: teeny")).line == 2
    count = text[text.index("board text: ") :].split()[2]
    assert refused(text.replace(f"text: {count}", f"text: {int(count) - 1}")).line is not None


def test_a_scripted_record_without_its_script_is_refused():
    game = Game("new_york", players=2, first=0, seed=1, script=[1, 2, 3, 4])
    play(game, 2)
    text = write_record(game)
    assert refused(text.replace("script: 1 2 3 4\n", "")).code == "record/opening"
    assert refused(text.replace("script: 1 2 3 4\n", "script: 1 2 3 5\n")).code == "record/opening"
    assert refused(text.replace("script: 1 2 3 4\n", "script: 1 2 3 99\n")).code == "record/opening"


@pytest.mark.parametrize(
    "text", ["", "\n", "hello\n", "ferrovia record 2\n", "\ud800\n", "x" * 4_000_001, "ferrovia record 1"]
)
def test_a_text_that_is_not_a_record_is_rejected(text):
    assert refused(text).line == 1


@pytest.mark.parametrize("half", [0xD800, 0xDFFF])
def test_half_a_pair_of_surrogates_is_found_in_any_line(half):
    for index, line in enumerate(LINES):
        for place in {0, len(line) // 2, max(len(line) - 20, 0), len(line)}:
            error = refused(with_line(index, line[:place] + chr(half) + line[place:]))
            assert (error.code, error.line) == ("record/syntax", index + 1)
            str(error).encode()


def test_a_script_that_is_too_long_is_refused_at_its_line():
    game = Game("new_york", players=2, first=0, seed=1, script=[1, 2, 3, 4])
    play(game, 2)
    text = write_record(game)
    line = text[: text.index("script: ")].count("\n") + 1
    for outcomes in (MAX_SCRIPT + 1, 60_000):
        error = refused(text.replace("script: 1 2 3 4\n", f"script: {' '.join('1' * outcomes)}\n"))
        assert (error.code, error.line) == ("record/too_large", line)
    longest = read_record(text.replace("script: 1 2 3 4\n", f"script: {' '.join('1' * MAX_SCRIPT)}\n"))
    with pytest.raises(RecordError):
        verify(longest)


def forged(monkeypatch, make) -> str:
    """The record of a game that went on although its script asked for what could not come."""
    with monkeypatch.context() as patch:
        patch.setattr(Game, "_check_script", lambda *_: None)
        game = make()
        play(game, 2)
        return write_record(game)


def test_a_script_that_cannot_come_is_refused_though_all_digests_fit(monkeypatch):
    opening = [2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]
    for length in range(len(opening)):
        script = [*opening[:length], 99]
        text = forged(monkeypatch, lambda script=script: Game("new_york", players=2, first=0, seed=1, script=script))
        error = refused(text)
        assert error.line == text[: text.index("script: ")].count("\n") + 1
        assert error.code == "record/opening"


def test_a_later_outcome_that_cannot_come_is_refused_though_all_digests_fit(monkeypatch):
    game = Game("new_york", players=2, first=0, seed=1)
    said = []
    for event in game.opening:
        if isinstance(event, CardDealt | DisplayFilled):
            said.append(game.board.color_number(event.card))
        elif isinstance(event, TicketOffered):
            said.append(game.board.ticket(event.ticket).number)
    text = forged(monkeypatch, lambda: Game("new_york", players=2, first=0, seed=1, script=[*said, 99]))
    error = refused(text)
    assert (error.code, error.line) == ("record/opening", text[: text.index("script: ")].count("\n") + 1)
    wrong = text.split("\n")
    move = wrong.index("") + 30
    wrong[move] = flip(wrong[move])  # and a wrong move behind it
    refused("\n".join(wrong))
    opening = next(i for i, line in enumerate(wrong) if line.startswith("opening: "))
    wrong[opening] = flip(wrong[opening])
    refused("\n".join(wrong))


def test_what_comes_next_in_a_position_and_cannot_is_refused_though_all_digests_fit(monkeypatch):
    reds = load_board("new_york").cards_per_color
    data = {"board": "new_york", "seats": [{"hand": {"red": reds}}, {}], "next": ["red"]}
    text = forged(monkeypatch, lambda: from_position(data, seed=1))
    error = refused(text)
    assert (error.code, error.line) == ("record/position", text[: text.index("position: {")].count("\n") + 1)


@settings(max_examples=sized(400, 40), deadline=None)
@given(st.integers(0, len(TEXT) - 1), st.characters() | st.text(max_size=20))
def test_any_changed_letter_is_found(place, letters):
    changed = TEXT[:place] + letters + TEXT[place + 1 :]
    if changed != TEXT:
        refused(changed)


@settings(max_examples=sized(200, 40), deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_refused(text):
    refused("ferrovia record 1\n" + text)
