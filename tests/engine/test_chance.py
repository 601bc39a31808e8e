"""All chance comes from one keyed generator, the same in every lane, or from a script."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from tests.kit.walks import sized

from ferrovia.engine import chance
from ferrovia.engine.chance import MASK, NO_SCRIPT, SCRIPT_BROKEN
from ferrovia.engine.event_buffer import NO_NOTES
from ferrovia.engine.state import (
    CARDS,
    MAX_TICKETS,
    NO_CARD,
    RANDOM_FIRST,
    STATE,
    new_records,
)

from .table import KEY, OTHER_KEY, Table, script_of

# --- the generator ----------------------------------------------------------------------------------------------------


def rotated(word: int, by: int) -> int:
    return (word << by | word >> (32 - by)) & MASK


def chacha8(key: list[int], stream: int, number: int) -> list[int]:
    """The block of sixteen words, written from the definition of the cipher."""
    start = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4)]
    start += [word & MASK for word in key] + [number & MASK, number >> 32, stream & MASK, stream >> 32 & MASK]
    words = list(start)
    columns = [(i, i + 4, i + 8, i + 12) for i in range(4)]
    diagonals = [(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) for i in range(4)]
    for _ in range(4):  # a double round is two of the eight
        for a, b, c, d in columns + diagonals:
            for left, right, by in ((a, d, 16), (c, b, 12), (a, d, 8), (c, b, 7)):
                other = b if left == a else d
                words[left] = (words[left] + words[other]) & MASK
                words[right] = rotated(words[right] ^ words[left], by)
    return [(end + begin) & MASK for end, begin in zip(words, start, strict=True)]


def keyed(key: Any, stream: int = 0) -> Any:
    states = new_records(STATE)
    chance.set_key(states[0], key, stream)
    return states[0]


def words_of(state: Any, count: int) -> list[int]:
    return [int(chance.next_word(state)) for _ in range(count)]


def test_the_words_are_those_of_chacha_with_eight_rounds() -> None:
    for key, stream in ((KEY, 0), (KEY, 1), (OTHER_KEY, 2**40 + 17), (OTHER_KEY, -3)):
        expected = [word for number in range(4) for word in chacha8(key.tolist(), stream, number)]
        assert words_of(keyed(key, stream), 64) == expected


def test_an_all_zero_key_gives_the_published_words() -> None:
    words = words_of(keyed(np.zeros(8, dtype=np.int32)), 16)
    stream = b"".join(word.to_bytes(4, "little") for word in words)
    assert stream[:16].hex() == "3e00ef2f895f40d67f5bb8e81f09a5a1"


GOLDEN_WORDS = [3198941999, 1755411516, 3799459903, 1248302205, 3290314833, 1971793546]
GOLDEN_NUMBERS = [1, 4, 34, 73, 311, 1520164470]


def test_both_lanes_give_the_same_words() -> None:
    state = keyed(KEY, 7)
    assert words_of(state, 6) == GOLDEN_WORDS
    assert [int(chance.below(state, limit)) for limit in (2, 6, 44, 110, 1000, 3 << 30)] == GOLDEN_NUMBERS


def test_streams_and_keys_have_nothing_in_common() -> None:
    several = [words_of(keyed(key, stream), 32) for key in (KEY, OTHER_KEY) for stream in (0, 1, 2, 1 << 32, -1)]
    words = [word for words in several for word in words]
    assert len(set(words)) == len(words)


def test_setting_the_key_starts_the_stream_again() -> None:
    state = keyed(KEY, 5)
    before = words_of(state, 21)
    chance.set_key(state, KEY, 5)
    assert words_of(state, 21) == before


def chi_square(counts: list[int], expected: list[float]) -> float:
    return sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True))


@pytest.mark.parametrize("limit", [2, 3, 7, 14, 46])
def test_numbers_below_a_limit_are_equally_likely(limit: int) -> None:
    state = keyed(KEY, limit)
    draws = sized(40_000, 4_000)
    counts = Counter(int(chance.below(state, limit)) for _ in range(draws))
    assert set(counts) <= set(range(limit))
    # Mean and deviation of chi-square are known: five deviations would come once in millions.
    assert (
        chi_square([counts[i] for i in range(limit)], [draws / limit] * limit)
        < limit - 1 + 5 * (2 * (limit - 1)) ** 0.5
    )


def test_a_word_in_the_uneven_zone_is_drawn_again() -> None:
    """With a limit of 3 · 2^30 a quarter of all words must go: 2^30 of the 2^32 are left over."""
    limit = 3 << 30
    uneven = (1 << 32) % limit
    state = keyed(KEY)
    chance.next_word(state)  # so that the block is filled
    refused = next(word for word in range(1, 100) if (word * limit & MASK) < uneven)
    taken = next(word for word in range(100, 300) if (word * limit & MASK) >= uneven)
    state.block[3], state.block[4], state.block[5] = refused, refused, taken
    state.block_used = 3
    assert chance.below(state, limit) == taken * limit >> 32
    assert state.block_used == 6


def test_a_word_just_outside_the_uneven_zone_is_taken() -> None:
    """The zone is smaller than the limit: between the two the exact bound decides."""
    limit = 3 << 30
    uneven = (1 << 32) % limit
    state = keyed(KEY)
    chance.next_word(state)
    word = next(word for word in range(1, 100) if uneven <= (word * limit & MASK) < limit)
    state.block[3] = word
    state.block_used = 3
    assert chance.below(state, limit) == word * limit >> 32
    assert state.block_used == 4


def test_a_limit_that_divides_refuses_no_word() -> None:
    state = keyed(KEY)
    chance.next_word(state)
    state.block[3] = 0
    state.block_used = 3
    assert chance.below(state, 4) == 0
    assert state.block_used == 4


# --- cards ------------------------------------------------------------------------------------------------------------


def with_cards(deck: dict[int, int], discards: dict[int, int]) -> Any:
    state = keyed(KEY)
    for card, count in deck.items():
        state.deck[card] = count
    for card, count in discards.items():
        state.discards[card] = count
    state.deck_count, state.discard_count = sum(deck.values()), sum(discards.values())
    return state


def test_every_card_of_the_deck_is_equally_likely() -> None:
    draws = sized(20_000, 1_500)
    deck = {0: 2, 1: 5, 4: 1, 9: 4}
    counts: Counter[int] = Counter()
    state = keyed(KEY)
    for _ in range(draws):
        for card, count in deck.items():
            state.deck[card] = count
        state.deck_count = 12
        counts[int(chance.draw_card(state, NO_NOTES, NO_SCRIPT))] += 1
    assert set(counts) == set(deck)
    assert chi_square([counts[card] for card in deck], [draws * count / 12 for count in deck.values()]) < 3 + 5 * 6**0.5


@pytest.mark.rule("D9")
def test_no_card_comes_when_deck_and_discards_are_empty() -> None:
    state = with_cards({}, {})
    assert not chance.can_draw(state)
    assert chance.draw_card(state, NO_NOTES, NO_SCRIPT) == NO_CARD
    assert (state.deck_count, state.discard_count) == (0, 0)


def test_cards_come_as_the_script_says() -> None:
    state = with_cards({0: 1, 2: 2, 9: 1}, {})
    script = script_of(2, 9, 2)
    assert [int(chance.draw_card(state, NO_NOTES, script)) for _ in range(3)] == [2, 9, 2]
    assert list(script[:2]) == [3, 3]
    assert chance.draw_card(state, NO_NOTES, script) == 0, "after the script, chance again"
    assert state.deck_count == 0


@pytest.mark.parametrize("impossible", [1, -1, CARDS, 300])
def test_a_script_that_asks_for_a_card_that_is_not_there_is_broken(impossible: int) -> None:
    state = with_cards({0: 1, 2: 2}, {})
    script = script_of(impossible, 2)
    assert chance.draw_card(state, NO_NOTES, script) in (0, 2)
    assert script[1] == SCRIPT_BROKEN
    assert state.deck_count == 2
    assert sum(state.deck) == 2
    assert chance.draw_card(state, NO_NOTES, script) in (0, 2)
    assert script[0] == 1, "a broken script says nothing more"


# --- who begins -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P16")
def test_the_starting_seat_is_random() -> None:
    table = Table("new_york", 3, first=RANDOM_FIRST)
    games = sized(3_000, 60)
    counts: Counter[int] = Counter()
    for stream in range(games):
        table.open(3, first=RANDOM_FIRST, stream=stream)
        counts[int(table.state.first)] += 1
    assert chi_square([counts[seat] for seat in range(3)], [games / 3] * 3) < 2 + 5 * 2


@pytest.mark.rule("P16")
def test_the_starting_seat_can_be_chosen_or_scripted() -> None:
    table = Table("europe", 4, first=2)
    assert (table.state.first, table.state.turn) == (2, 2)
    script = script_of(3)
    table.open(4, first=RANDOM_FIRST, script=script)
    assert (table.state.first, table.state.turn) == (3, 3)
    assert list(script[:2]) == [1, 1]
    script = script_of(4)
    table.open(4, first=RANDOM_FIRST, script=script)
    assert script[1] == SCRIPT_BROKEN
    assert 0 <= table.state.first < 4


# --- tickets ----------------------------------------------------------------------------------------------------------


def with_tickets(unseen: list[int], returned: list[int]) -> Any:
    state = keyed(KEY)
    state.unseen_tickets, state.returned_tickets = len(unseen), len(returned)
    for place, ticket in enumerate(returned):
        state.ticket_deck[place] = ticket
    for place, ticket in enumerate(unseen):
        state.ticket_deck[MAX_TICKETS - 1 - place] = ticket
    return state


def test_every_unseen_ticket_is_equally_likely() -> None:
    draws = sized(20_000, 1_000)
    counts: Counter[int] = Counter()
    for stream in range(draws):
        state = with_tickets([4, 7, 8, 30, 31], [1])
        chance.set_key(state, KEY, stream)
        counts[int(chance.draw_ticket(state, NO_SCRIPT))] += 1
    assert set(counts) == {4, 7, 8, 30, 31}
    assert chi_square(list(counts.values()), [draws / 5] * 5) < 4 + 5 * 8**0.5


def test_tickets_come_as_the_script_says_and_a_broken_script_is_marked() -> None:
    state = with_tickets([4, 7, 9, 12], [20])
    script = script_of(9, 4)
    assert [int(chance.draw_ticket(state, script)) for _ in range(2)] == [9, 4]
    assert list(script[:2]) == [2, 2]
    for impossible in (9, 20, 50, -1):
        state = with_tickets([4, 7], [20])
        script = script_of(impossible)
        assert chance.draw_ticket(state, script) in (4, 7)
        assert script[1] == SCRIPT_BROKEN


def test_a_script_is_not_asked_for_tickets_that_can_only_be_one() -> None:
    state = with_tickets([], [20, 3])
    script = script_of(3)
    assert chance.draw_ticket(state, script) == 20
    assert list(script[:2]) == [0, 1]
