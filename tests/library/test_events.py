"""Events: their kinds, names and texts, what each viewer sees, and their order."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from typing import Any

import pytest
from tests.kit.walks import board_of

from ferrovia import SPECTATOR, events, from_position
from ferrovia.data import event_for, event_name, read_event
from ferrovia.engine import state
from ferrovia.engine.event_buffer import new_notes
from ferrovia.events import (
    CardDealt,
    CardDrawn,
    CardTaken,
    DeckReshuffled,
    DisplayFilled,
    DisplayReset,
    Event,
    GameEnded,
    LastRoundBegan,
    MerchandiseTaken,
    Passed,
    RouteClaimed,
    StationBuilt,
    TicketOffered,
    TicketsChosen,
    TicketsKept,
    TunnelCardShown,
    TunnelEntered,
    TunnelLeft,
    TunnelPriced,
    TurnStarted,
    from_notes,
)
from ferrovia.locales import LANGUAGES, Texts

KINDS: tuple[type, ...] = Event.__args__
NOTES = {name: value for name, value in vars(state).items() if name.startswith("NOTE_") and name != "NOTE_WIDTH"}

NAMES = {
    "card_dealt": CardDealt,
    "card_drawn": CardDrawn,
    "card_taken": CardTaken,
    "display_filled": DisplayFilled,
    "display_reset": DisplayReset,
    "deck_reshuffled": DeckReshuffled,
    "route_claimed": RouteClaimed,
    "tunnel_entered": TunnelEntered,
    "tunnel_card_shown": TunnelCardShown,
    "tunnel_priced": TunnelPriced,
    "tunnel_left": TunnelLeft,
    "station_built": StationBuilt,
    "ticket_offered": TicketOffered,
    "tickets_chosen": TicketsChosen,
    "tickets_kept": TicketsKept,
    "merchandise_taken": MerchandiseTaken,
    "last_round_began": LastRoundBegan,
    "turn_started": TurnStarted,
    "passed": Passed,
    "game_ended": GameEnded,
}


def notes_of(*rows: tuple[int, ...]) -> Any:
    notes = new_notes(len(rows))
    notes[0, 0] = len(rows)
    for place, row in enumerate(rows, start=1):
        notes[place, : len(row)] = row
    return notes


def test_every_kind_of_note_becomes_an_event():
    europe = board_of("europe")
    kinds = set(NOTES.values())
    assert len(kinds) == len(NOTES), "no two kinds of note share a number"
    told = set()
    for kind in sorted(kinds - {state.NOTE_TICKET_KEPT}):
        (event,) = from_notes(europe, notes_of((kind, 1, 1, 1, 1, 1)))
        told.add(type(event))
    assert told == set(KINDS)


def test_a_note_of_unknown_kind_is_a_bug_that_shows():
    with pytest.raises(AssertionError, match="unknown kind 99"):
        from_notes(board_of("europe"), notes_of((99,)))


def test_kept_tickets_come_in_one_event():
    board = board_of("tiny")
    kept, offered = state.NOTE_TICKET_KEPT, state.NOTE_TICKETS_KEPT
    notes = notes_of((kept, 0, 3), (kept, 0, 1), (offered, 0, 2, 3), (offered, 1, 0, 0))
    first, second = from_notes(board, notes)
    assert first == TicketsKept(0, 2, 1, (board.ticket(3).id, board.ticket(1).id))
    assert second == TicketsKept(1, 0, 0, ())


def test_events_have_the_names_they_are_known_by():
    assert set(NAMES.values()) == set(KINDS)
    for name, kind in NAMES.items():
        assert event_name(kind(*[None] * len(dataclasses.fields(kind)))) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_text_in_every_language(language):
    texts = Texts(language)
    for name in NAMES:
        assert f"event.{name}" in texts


def test_events_are_frozen_and_can_be_in_sets():
    for kind in KINDS:
        values = [1] * len(dataclasses.fields(kind))
        assert len({kind(*values), kind(*values)}) == 1
        for field in dataclasses.fields(kind):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(kind(*values), field.name, 2)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"event": "no_such"},
        {"event": None},
        {"event": []},
        {"event": {}},
        {"event": "passed"},
        {"event": "passed", "seat": 0, "more": 1},
        {"event": "PASSED", "seat": 0},
        {"seat": 0},
    ],
)
def test_an_unknown_event_is_rejected(data):
    with pytest.raises(ValueError, match="not an event"):
        read_event(data)


# --- what a viewer is told -------------------------------------------------------------------------------------------

HIDDEN = {CardDealt: "card", CardDrawn: "card", TicketOffered: "ticket", TicketsKept: "tickets"}


@pytest.mark.rule("H1")
@pytest.mark.rule("H2")
def test_only_the_listed_fields_are_hidden_and_from_everybody_else():
    for kind in KINDS:
        fields = [field.name for field in dataclasses.fields(kind)]
        event = kind(**dict.fromkeys(fields, 1))
        for viewer in (SPECTATOR, 0, 1, 2):
            expected = event
            if kind in HIDDEN and viewer != 1:
                expected = dataclasses.replace(event, **{HIDDEN[kind]: None})
            assert event_for(event, viewer) == expected


@pytest.mark.rule("H2")
def test_a_spectator_and_seat_nought_are_not_mixed_up():
    assert event_for(CardDrawn(0, "red"), SPECTATOR) == CardDrawn(0, None)
    assert event_for(CardDrawn(0, "red"), 0) == CardDrawn(0, "red")


def test_a_field_that_may_be_none_is_one_that_hides_or_a_payment_without_colour():
    found = {(kind, f.name) for kind in KINDS for f in dataclasses.fields(kind) if "None" in str(f.type)}
    paid = {(kind, "color") for kind in (RouteClaimed, TunnelEntered, StationBuilt)}
    assert found == set(HIDDEN.items()) | paid


# --- in which order --------------------------------------------------------------------------------------------------


def told_in(data: dict[str, Any], *texts: str) -> list[type]:
    game = from_position(data, seed=1)
    return [type(event) for text in texts for event in game.play(text)]


@pytest.mark.rule("E2")
def test_a_pass_has_an_event():
    board = board_of("tiny")
    colors = {"red": 8, "blue": 8, "wild": 4}
    display = ["red", "red", "red", "blue", "blue"]
    held = {"red": 5, "blue": 6, "wild": 4}
    assert sum(colors.values()) == sum(held.values()) + len(display)
    routes = [route.id for route in board.routes if route.id != "ash-birch/2"]
    data = {
        "board_text": board.text,
        "display": display,
        "seats": [
            {
                "hand": held,
                "stations": ["ash", "birch"],
                "routes": routes[:3],
                "tickets": [t.id for t in board.tickets],
            },
            {"routes": routes[3:], "stations": ["cedar", "dogwood"]},
        ],
    }
    game = from_position({**data, "turn": 1, "turns_left": 2}, seed=1)
    assert game.play("pass") == (Passed(1), TurnStarted(0))
    assert [type(event) for event in game.play("pass")] == [Passed, GameEnded]


def test_the_events_of_an_action_come_in_the_order_in_which_things_happen():
    data = {
        "board": "europe",
        "seats": [{"hand": {"red": 4, "wild": 3}}, {}],
        "next": ["red", "blue", "wild"],
    }
    tunnel = next(r for r in board_of("europe").routes if r.tunnel and r.color is None and r.length == 2)
    assert told_in(data, f"claim {tunnel.id} red*2", "pay wild*1") == [
        TunnelEntered,
        TunnelCardShown,
        TunnelCardShown,
        TunnelCardShown,
        TunnelPriced,
        RouteClaimed,
        TurnStarted,
    ]
    assert told_in(data, f"claim {tunnel.id} red*2", "back")[-2:] == [TunnelLeft, TurnStarted]


def test_the_events_module_says_what_every_field_of_an_event_is_made_of():
    """No event carries a state, a game or anything that is not plain data."""
    allowed = {"bool", "int", "str", "str | None", "tuple[str, ...] | None"}
    tree = ast.parse(inspect.getsource(events))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found = {ast.unparse(line.annotation) for line in node.body if isinstance(line, ast.AnnAssign)}
            assert found <= allowed, node.name
