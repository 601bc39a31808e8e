"""An unfinished game's record holds only what its reader may know."""

from __future__ import annotations

import random
import re

import pytest
from tests.kit.walks import BOARDS, TINY

from ferrovia import SPECTATOR, Game, Key
from ferrovia.data import event_for
from ferrovia.events import CardDealt, CardDrawn, DisplayFilled, TicketOffered, TunnelCardShown
from ferrovia.game import Refused
from ferrovia.game.play import ScriptError
from ferrovia.record import RecordError, read_record, replay, verify, write_record
from ferrovia.record.write import chained, remark

from .games import play

NAMES = [board.id for board in BOARDS]


def unfinished(board, players: int, seed: int, steps: int = 40, **options):
    game = Game(board, players=players, seed=seed, **options)
    done = play(game, seed, steps=steps)
    return game, done


@pytest.mark.parametrize("board", BOARDS, ids=NAMES)
@pytest.mark.parametrize("reader", [0, 1, SPECTATOR])
def test_it_tells_the_events_as_its_reader_saw_them(board, reader):
    game, done = unfinished(board, 2, 5)
    record = read_record(write_record(game, reader=reader))
    assert record.reader == reader
    assert record.dealt == tuple(event_for(event, reader) for event in game.opening)
    assert len(record.told) == len(done)
    for told, (seat, _, events) in zip(record.told, done, strict=True):
        assert told.seat == seat
        assert told.events == tuple(event_for(event, reader) for event in events)


def test_a_tunnels_cards_are_written_without_what_follows_from_them_and_read_with_it():
    """The text names the cards alone, as it always did: records written earlier are read with `counts` too."""
    counts = set()
    for seed in range(20):
        game, done = unfinished("europe", 2, seed, steps=80)
        text = write_record(game, reader=SPECTATOR)
        assert not re.search(r"shown \w+ ", text)
        for told, (_, _, events) in zip(read_record(text).told, done, strict=True):
            found = [event for event in told.events if isinstance(event, TunnelCardShown)]
            assert found == [event for event in events if isinstance(event, TunnelCardShown)]
            counts |= {event.counts for event in found}
    assert counts == {True, False}


def test_others_choices_of_tickets_are_hidden_and_ones_own_are_not():
    game = Game("europe", players=3, seed=2)
    for seat in range(3):
        game.play("keep 2 3 4", seat=seat)
    text = write_record(game, reader=1)
    actions = [told.action for told in read_record(text).told]
    assert actions == ["keep ?", "keep 2 3 4", "keep ?"]
    assert [told.action for told in read_record(write_record(game, reader=SPECTATOR)).told] == ["keep ?"] * 3


def test_nothing_in_it_helps_to_guess_the_key():
    game, _ = unfinished("europe", 3, 7)
    text = write_record(game, reader=0)
    for secret in (game.key.secret.hex(), game.key.commitment, "seed: ", *game.digests, game.opening_digest):
        assert secret not in text
    other = Game("europe", players=3, key=Key.random())
    assert f"commitment: {other.key.commitment}\n" in write_record(other, reader=0)


def outcomes(events) -> list[tuple[str, str, int | None]]:
    """What chance said: kind, name, and the seat that alone saw it."""
    found = []
    for event in events:
        if isinstance(event, CardDealt | CardDrawn):
            found.append(("card", event.card, event.seat))
        elif isinstance(event, DisplayFilled | TunnelCardShown):
            found.append(("card", event.card, None))
        elif isinstance(event, TicketOffered):
            found.append(("ticket", event.ticket, event.seat))
    return found


def reshuffled(board, said, reader: int, rng: random.Random) -> list[int]:
    """The same outcomes as numbers, but those the reader did not see dealt out anew."""
    numbers = []
    for kind, name, seat in said:
        hidden = seat is not None and seat != reader
        number = board.ticket(name).number if kind == "ticket" else board.color_number(name)
        group = (kind, board.ticket(name).long if kind == "ticket" else False)
        numbers.append((group if hidden else None, number))
    for group in {group for group, _ in numbers if group is not None}:
        places = [i for i, (other, _) in enumerate(numbers) if other == group]
        values = [numbers[i][1] for i in places]
        if group[0] == "ticket":  # any that the reader did not see
            shown = {n for (g, n), (kind, _, _) in zip(numbers, said, strict=True) if g is None and kind == "ticket"}
            free = [t.number for t in board.tickets if t.long == group[1] and t.number not in shown]
            values = rng.sample(free, len(places))
        else:
            colors = range(len(board.card_colors) + 1)
            values = [value if rng.random() < 0.5 else rng.choice(colors) for value in values]
        for i, value in zip(places, values, strict=True):
            numbers[i] = (group, value)
    return [number for _, number in numbers]


@pytest.mark.parametrize("reader", [0, 1, SPECTATOR])
@pytest.mark.parametrize("name", ["new_york", "europe", "amsterdam"])
def test_the_text_is_the_same_when_everything_hidden_from_the_reader_is_dealt_again(name, reader):
    rng = random.Random(reader)
    found = 0
    for seed in range(12):
        game, done = unfinished(name, 3, seed, steps=14, first=0)
        text = write_record(game, reader=reader)
        said = outcomes(game.opening) + [one for _, _, events in done for one in outcomes(events)]
        for _ in range(30):
            script = reshuffled(game.board, said, reader, rng)
            try:
                other = Game(name, players=3, seed=seed + 1000, first=0, script=script)
                for seat, code, _ in done:
                    other.play(code, seat=seat)
            except (Refused, ScriptError):
                continue  # somebody could not have done the same with those cards
            if other.states[0].hands.tobytes() != game.states[0].hands.tobytes():
                assert write_record(other, reader=reader) == text
                found += 1
                break
    assert found >= 2


@pytest.mark.parametrize("reader", [0, SPECTATOR])
def test_it_can_not_be_replayed_or_pass_as_a_whole_game(reader):
    game, _ = unfinished("london", 2, 3)
    record = read_record(write_record(game, reader=reader))
    for check in (replay, verify):
        with pytest.raises(RecordError) as caught:
            check(record)
        assert caught.value.code == "record/for_a_reader"


def test_a_record_of_nothing_yet_can_be_read():
    game = Game("london", players=2, seed=3)
    assert read_record(write_record(game, reader=1)).told == ()


def test_it_carries_names_and_your_own_board():
    game, _ = unfinished(TINY, 3, 3, steps=9)
    record = read_record(write_record(game, reader=2, names=["a", "b", "c"], date="2020-01-01"))
    assert record.names == ("a", "b", "c")
    assert record.board == game.board


def test_there_must_be_such_a_reader():
    game = Game("london", players=2, seed=3)
    for reader in (2, -2):
        with pytest.raises(RecordError):
            write_record(game, reader=reader)


def test_after_the_end_everybody_may_read_everything():
    game, _ = unfinished(TINY, 2, 3, steps=10_000)
    assert game.is_over
    assert write_record(game, reader=1) == write_record(game)


TEXT = write_record(unfinished("europe", 3, 9, steps=25)[0], reader=1)
LINES = TEXT.split("\n")[:-1]
FIRST = LINES.index("") + 1


def refusal(lines: list[str]) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record("".join(f"{line}\n" for line in lines))
    return caught.value


@pytest.mark.parametrize("index", range(len(LINES)))
def test_a_line_that_is_missing_or_changed_is_found(index):
    assert refusal(LINES[:index]).line == index + 1
    gone = refusal(LINES[:index] + LINES[index + 1 :])
    changed = refusal([*LINES[:index], LINES[index].replace("e", "a", 1) + "x", *LINES[index + 1 :]])
    if FIRST <= index < len(LINES) - 2:
        assert changed.line == index + 1
        assert gone.line == index + 1 if index < len(LINES) - 3 else len(LINES) - 1
    else:  # a line of the header can be missed at the first line that rests on it
        assert changed.line in (index + 1, FIRST + 1)
        assert gone.line <= max(index + 1, FIRST + 1)


@pytest.mark.parametrize("index", range(len(LINES)))
def test_half_a_pair_of_surrogates_is_found(index):
    error = refusal([*LINES[:index], LINES[index][:4] + "\ud800" + LINES[index][4:], *LINES[index + 1 :]])
    assert (error.code, error.line) == ("record/syntax", index + 1)


def test_a_changed_header_is_found_by_the_lines_below():
    assert refusal([line.replace("first: random", "first: 1") for line in LINES]).line == FIRST + 1


def forged(header: list[str], bodies: dict[int, str]) -> list[str]:
    """The record with another header and other lines, and with checksums that are right."""
    end = LINES.index("", FIRST)
    told = [line.rpartition("  #")[0] for line in LINES[FIRST:end]]
    return [*header, *chained(header, [bodies.get(i, body) for i, body in enumerate(told)]), *LINES[end:]]


def test_checksums_can_be_made_by_anybody():
    assert forged(LINES[:FIRST], {}) == LINES


@pytest.mark.parametrize(
    "body",
    [
        "1. 0 draw",
        "1. 7 draw -> drew 0 ?",
        "1. 0 draw -> flew 0",
        "1. 0 draw -> drew 0",
        "1. 0 draw -> drew 0 ? ?",
        "1. 0 draw -> drew 0000001 ?",
        "1. 0 draw -> drew ٠ ?",
        "1. 0 draw -> drew first ?",
        "1. 0 draw -> drew 00 ?",
        f"1. 0 draw -> drew {'9' * 9_000} ?",
        "1. 0 draw -> drew 0 purpel",
        "1. 0 draw -> drew 0 red; claimed 0 nowhere-paris red 1 0 1",
    ],
)
def test_a_forged_line_that_tells_of_nothing_possible_is_found(body):
    error = refusal(forged(LINES[:FIRST], {1: body}))
    assert (error.code, error.line) == ("record/syntax", FIRST + 2)


def test_a_forged_header_is_found():
    header = LINES[:FIRST]
    place = next(i for i, line in enumerate(header) if line.startswith("reader:"))
    error = refusal(forged([*header[:place], "reader: 3", *header[place + 1 :]], {}))
    assert (error.code, error.line) == ("record/players", place + 1)
    place = next(i for i, line in enumerate(header) if line.startswith("players:")) + 1
    error = refusal(forged([*header[:place], remark("names", "Ana | Bo"), *header[place:]], {}))
    assert (error.code, error.line) == ("record/names", place + 1)
