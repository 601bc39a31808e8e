"""Codes, objects and text correspond one to one, and invalid ones get a clear error."""

from __future__ import annotations

import gc
import pickle
import weakref
from contextlib import suppress
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kit.walks import BOARD_NAMES, BOARDS, all_codes, board_of, sized

from ferrovia.actions import (
    Action,
    ActionTextError,
    BuildStation,
    ClaimRoute,
    DrawCard,
    KeepTickets,
    PayTunnel,
    TakeCard,
    decode,
    encode,
    from_text,
    to_text,
)
from ferrovia.boards import parse_board
from ferrovia.engine import state

EUROPE = board_of("europe")
LONDON = board_of("london")
a_board = pytest.mark.parametrize("board", BOARDS, ids=BOARD_NAMES)


@a_board
def test_codes_objects_and_texts_are_one_to_one(board):
    codes = list(all_codes(board))
    actions = [decode(board, code) for code in codes]
    texts = [to_text(board, action) for action in actions]
    assert len(set(actions)) == len(set(texts)) == len(codes)
    assert [encode(board, action) for action in actions] == codes
    assert [from_text(board, text) for text in texts] == actions


@a_board
def test_a_board_has_as_many_codes_as_its_payments_and_choices(board):
    colors = len(board.card_colors)
    expected = 4 + 1 + colors + state.TUNNEL_CARDS + 1 + (2**state.MAX_OFFER - 1)
    expected += sum(colors * route.length + 1 for route in board.routes)
    expected += len(board.cities) * board.stations.each * (colors + 1)
    assert len(list(all_codes(board))) == expected


@a_board
def test_codes_come_in_order(board):
    codes = list(all_codes(board))
    assert codes == sorted(set(codes))
    assert all(0 <= code < state.ACTION_CODES for code in codes)


def test_the_codes_of_the_plainest_actions_never_change():
    texts = ["draw", "take wild", "take purple", "tickets", "pass", "back", "pay wild*0", "keep 1", "keep 1 2 3 4 5 6"]
    assert [encode(EUROPE, from_text(EUROPE, text)) for text in texts] == [0, 1, 2, 11, 12, 13, 14, 19, 81]
    texts = ["claim amsterdam-bruxelles wild*1", "station edinburgh wild*1"]
    route, city = EUROPE.route("amsterdam-bruxelles"), EUROPE.city("edinburgh")
    expected = [82 + 100 * route.number + 1, 12882 + 40 * city.number + 1]
    assert [encode(EUROPE, from_text(EUROPE, text)) for text in texts] == expected


@a_board
def test_the_cities_of_a_route_may_come_in_either_order(board):
    for route in board.routes:
        cities, slash, copy = route.id.partition("/")
        first, second = cities.split("-")
        text = f"claim {second}-{first}{slash}{copy} wild*{route.length}"
        assert from_text(board, text) == ClaimRoute(route.id, None, route.length)


@pytest.mark.parametrize(
    "text, action",
    [
        ("  draw \n", DrawCard()),
        ("take\twild", TakeCard("wild")),
        ("keep 3 1", KeepTickets((1, 3))),
        ("keep 2 2", KeepTickets((2,))),
        ("pay wild*2", PayTunnel(2)),
        ("claim dieppe-london wild*1+black*1", None),
        ("claim dieppe-london black*1+wild*1", ClaimRoute("dieppe-london", "black", 1)),
        ("station paris red", BuildStation("paris", "red", 0)),
        ("station paris red+wild*2", BuildStation("paris", "red", 2)),
        ("station paris wild*3", BuildStation("paris", None, 3)),
    ],
)
def test_texts_are_read_as_people_write_them(text, action):
    if action is None:
        with pytest.raises(ActionTextError):
            from_text(EUROPE, text)
    else:
        assert from_text(EUROPE, text) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "Draw",
        "draw draw",
        "take",
        "take gray",
        "take red blue",
        "keep",
        "keep 0",
        "keep 7",
        "keep 1 x",
        "keep 12",
        "keep -1",
        "keep ١",
        "pay",
        "pay wild*4",
        "pay wild*-1",
        "pay red*1",
        "pay wild*²",
        "claim",
        "claim dieppe-london",
        "claim dieppe-london red*3",
        "claim dieppe-london red*1",
        "claim dieppe-london red*1+",
        "claim dieppe-london +wild*2",
        "claim dieppe-london red*2+wild*0+wild*0",
        "claim dieppe-london wild*0",
        "claim dieppe-london gray*2",
        "claim dieppe-london red*2 wild*0",
        "claim dieppe-london/3 red*2",
        "claim dieppe-berlin red*2",
        "claim manhattan-bronx red*2",
        "station",
        "station paris",
        "station paris wild",
        "station paris wild*0",
        "station paris wild*4",
        "station paris red*2",
        "station paris red+wild*3",
        "station nowhere red",
        "station 3 red",
        "pass back",
        "tickets 2",
        "0",
        "draw\x00",
    ],
)
def test_nonsense_is_not_understood(text):
    with pytest.raises(ActionTextError) as found:
        from_text(EUROPE, text)
    assert found.value.code == "action/not_understood"
    assert len(str(found.value)) < 300


WORDS = [
    "claim",
    "station",
    "take",
    "keep",
    "pay",
    "draw",
    "tickets",
    "back",
    "pass",
    "wild",
    "wild*1",
    "red*2",
    "+",
    "*",
]
WORDS += ["paris", "dieppe-london", "london-dieppe/2", "red", "-", "/2", "1", "9", "red*1+wild*1", "０", "é", "\x00"]
an_action_like_text = st.lists(st.sampled_from(WORDS), max_size=5).flatmap(
    lambda words: st.sampled_from([" ", "", "+"]).map(lambda gap: gap.join(words))
)


@settings(max_examples=sized(400, 60), deadline=None)
@given(st.one_of(st.text(max_size=40), an_action_like_text), st.sampled_from(BOARDS))
def test_any_text_is_an_action_or_an_action_text_error(text, board):
    try:
        action = from_text(board, text)
    except ActionTextError:
        return
    assert from_text(board, to_text(board, action)) == action
    assert decode(board, encode(board, action)) == action


@settings(max_examples=sized(100, 10), deadline=None)
@given(st.sampled_from(["claim ", "take ", "keep ", "station ", "", "claim a-"]), st.sampled_from("a1-* +é"))
def test_a_very_long_text_is_refused_in_a_short_sentence(start, letter):
    with pytest.raises(ActionTextError) as found:
        from_text(EUROPE, start + letter * 20_000)
    assert len(str(found.value)) < 300


@settings(max_examples=sized(300, 60), deadline=None)
@given(st.one_of(st.integers(), st.integers(min_value=-3, max_value=state.ACTION_CODES + 3)), st.sampled_from(BOARDS))
def test_any_number_is_a_code_or_an_action_text_error(code, board):
    try:
        action = decode(board, code)
    except ActionTextError:
        return
    assert encode(board, action) == code


@pytest.mark.parametrize(
    "code", [-1, state.ACTION_CODES, 2**31, 2**63, 2**200, True, False, 1.0, np.int64(1), np.int16(0), None, "0", b"0"]
)
def test_an_invalid_code_is_rejected(code):
    decode(EUROPE, 0)
    decode(EUROPE, 1)  # equal to True and 1.0, which must not be found in its place
    with pytest.raises(ActionTextError):
        decode(EUROPE, code)


def test_what_was_found_out_about_a_board_goes_with_it():
    board = parse_board(EUROPE.text)
    for code in range(state.ACTION_CODES):
        with suppress(ActionTextError):
            assert decode(board, code) is decode(board, code)
    assert list(board.known_codes) == list(all_codes(EUROPE))
    for strange in (-1, 2**200, state.ACTION_CODES):
        with pytest.raises(ActionTextError):
            decode(board, strange)
    assert len(board.known_codes) == len(list(all_codes(EUROPE)))
    again = pickle.loads(pickle.dumps(board))
    assert again == board
    assert not again.known_codes, "what others asked for does not travel along"
    gone = weakref.ref(board)
    del board
    gc.collect()
    assert gone() is None


ROUTE = "dieppe-london"
WRONG: list[Any] = [
    None,
    "draw",
    0,
    ...,
    DrawCard,
    TakeCard("gray"),
    TakeCard(None),  # type: ignore[arg-type]
    TakeCard(1),  # type: ignore[arg-type]
    TakeCard(["red"]),  # type: ignore[arg-type]
    KeepTickets(()),
    KeepTickets((0,)),
    KeepTickets((7,)),
    KeepTickets((2, 1)),
    KeepTickets((1, 1)),
    KeepTickets((True,)),
    KeepTickets((1.0,)),  # type: ignore[arg-type]
    KeepTickets((np.int64(1),)),  # type: ignore[arg-type]
    KeepTickets(("1",)),  # type: ignore[arg-type]
    KeepTickets(None),  # type: ignore[arg-type]
    KeepTickets(1),  # type: ignore[arg-type]
    PayTunnel(-1),
    PayTunnel(4),
    PayTunnel(True),
    PayTunnel(1.0),  # type: ignore[arg-type]
    PayTunnel(np.int64(1)),  # type: ignore[arg-type]
    PayTunnel(None),  # type: ignore[arg-type]
    ClaimRoute("london-dieppe", "red", 0),  # text takes either order, an object has one
    ClaimRoute("nowhere", "red", 0),
    ClaimRoute(3, "red", 0),  # type: ignore[arg-type]
    ClaimRoute(None, "red", 0),  # type: ignore[arg-type]
    ClaimRoute(ROUTE, "gray", 0),
    ClaimRoute(ROUTE, "wild", 1),
    ClaimRoute(ROUTE, None, 1),
    ClaimRoute(ROUTE, None, 0),
    ClaimRoute(ROUTE, None, 3),
    ClaimRoute(ROUTE, "red", 2),
    ClaimRoute(ROUTE, "red", -1),
    ClaimRoute(ROUTE, "red", True),
    ClaimRoute(ROUTE, "red", 1.0),  # type: ignore[arg-type]
    ClaimRoute(ROUTE, "red", None),  # type: ignore[arg-type]
    ClaimRoute(LONDON.routes[0].id, None, LONDON.routes[0].length),
    BuildStation("nowhere", "red", 0),
    BuildStation(3, "red", 0),  # type: ignore[arg-type]
    BuildStation(True, "red", 0),
    BuildStation("paris", "gray", 0),
    BuildStation("paris", None, 0),
    BuildStation("paris", None, 4),
    BuildStation("paris", "red", 3),
    BuildStation("paris", "red", -1),
    BuildStation("paris", "red", False),
    BuildStation(LONDON.cities[0].id, "red", 0),
]


@pytest.mark.parametrize("action", WRONG, ids=repr)
def test_what_is_no_action_of_the_board_is_refused(action):
    with pytest.raises(ActionTextError):
        encode(EUROPE, action)


def test_a_board_without_stations_has_no_station_codes():
    with pytest.raises(ActionTextError):
        encode(LONDON, BuildStation(LONDON.cities[0].id, LONDON.card_colors[0], 0))
    assert max(all_codes(LONDON)) < state.STATION


def test_actions_are_frozen_and_can_be_in_sets():
    kinds: tuple[type, ...] = Action.__args__
    for kind in kinds:
        action = kind(*[1] * len(fields(kind)))
        assert hash(action) == hash(kind(*[1] * len(fields(kind))))
        with pytest.raises((AttributeError, TypeError)):
            action.wilds = 2
