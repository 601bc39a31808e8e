"""Events tell the whole story: who only listens knows what the table looks like."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
from collections import Counter
from typing import Any

import pytest

from ferrovia import SPECTATOR, Board, Game, View, events, from_position
from ferrovia.engine import layout
from ferrovia.engine.notes import new_notes
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
    event_name,
    for_viewer,
    from_data,
    from_notes,
    to_data,
)
from ferrovia.locales import LANGUAGES, Texts

from .tables import BOARDS_AND_PLAYERS, TABLE_NAMES, any_kind, board_of, many_tickets, sized, walk

KINDS: tuple[type, ...] = Event.__args__
NOTES = {name: value for name, value in vars(layout).items() if name.startswith("NOTE_") and name != "NOTE_WIDTH"}

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
    for kind in sorted(kinds - {layout.NOTE_TICKET_KEPT}):
        (event,) = from_notes(europe, notes_of((kind, 1, 1, 1, 1, 1)))
        told.add(type(event))
    assert told == set(KINDS)


def test_a_note_of_unknown_kind_is_a_bug_that_shows():
    with pytest.raises(AssertionError, match="unknown kind 99"):
        from_notes(board_of("europe"), notes_of((99,)))


def test_kept_tickets_are_told_in_one_event():
    board = board_of("tiny")
    kept, offered = layout.NOTE_TICKET_KEPT, layout.NOTE_TICKETS_KEPT
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
def test_what_is_no_event_is_refused(data):
    with pytest.raises(ValueError, match="not an event"):
        from_data(data)


def through_json(event: Event) -> Event:
    return from_data(json.loads(json.dumps(to_data(event))))


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
            assert for_viewer(event, viewer) == expected


@pytest.mark.rule("H2")
def test_a_spectator_and_seat_nought_are_not_mixed_up():
    assert for_viewer(CardDrawn(0, "red"), SPECTATOR) == CardDrawn(0, None)
    assert for_viewer(CardDrawn(0, "red"), 0) == CardDrawn(0, "red")


def test_a_field_that_may_be_none_is_one_that_hides_or_a_payment_without_colour():
    found = {(kind, f.name) for kind in KINDS for f in dataclasses.fields(kind) if "None" in str(f.type)}
    paid = {(kind, "color") for kind in (RouteClaimed, TunnelEntered, StationBuilt)}
    assert found == set(HIDDEN.items()) | paid


# --- a listener ------------------------------------------------------------------------------------------------------


class Listener:
    """Knows the board and the events that one viewer was sent, nothing else."""

    def __init__(self, board: Board, players: int, viewer: int) -> None:
        self.board, self.players, self.viewer = board, players, viewer
        self.counts = [0] * players
        self.hand: Counter[str] = Counter()
        self.display = [""] * layout.DISPLAY
        self.deck = board.wilds + board.cards_per_color * len(board.card_colors)
        self.discards: Counter[str] = Counter()
        self.laid: Counter[str] = Counter()  # for an open tunnel
        self.shown: Counter[str] = Counter()
        self.owners: dict[str, int] = {}
        self.stations: dict[str, int] = {}
        self.trains = [board.trains] * players
        self.scores = [0] * players
        self.merchandise = [0] * players
        self.offer: list[str] = []
        self.offers = [0] * players
        self.tickets: set[str] = set()
        self.ticket_counts = [0] * players
        self.ticket_deck = sum(not ticket.long for ticket in board.tickets)
        self.chosen: set[int] = set()
        self.turn: int | None = None
        self.last_round_left: int | None = None
        self.turns = 0
        self.over = False

    def hear(self, event: Event) -> None:
        getattr(self, f"on_{event_name(event)}")(event)

    def gain(self, seat: int, card: str | None) -> None:
        self.counts[seat] += 1
        if seat == self.viewer:
            assert card is not None
            self.hand[card] += 1

    def lose(self, seat: int, cards: Counter[str]) -> None:
        self.counts[seat] -= cards.total()
        if seat == self.viewer:
            self.hand.subtract(cards)

    @staticmethod
    def payment(event: RouteClaimed | TunnelEntered | StationBuilt) -> Counter[str]:
        cards = Counter({"wild": event.wilds})
        if event.color is not None:
            cards[event.color] += event.colored
        else:
            assert event.colored == 0
        return cards

    def on_card_dealt(self, event: CardDealt) -> None:
        self.deck -= 1
        self.gain(event.seat, event.card)

    def on_card_drawn(self, event: CardDrawn) -> None:
        assert event.seat == self.turn
        self.deck -= 1
        self.gain(event.seat, event.card)

    def on_card_taken(self, event: CardTaken) -> None:
        assert event.seat == self.turn
        assert self.display[event.slot] == event.card
        self.display[event.slot] = ""
        self.gain(event.seat, event.card)

    def on_display_filled(self, event: DisplayFilled) -> None:
        assert self.display[event.slot] == ""
        self.display[event.slot] = event.card
        self.deck -= 1

    def on_display_reset(self, event: DisplayReset) -> None:
        assert self.display.count("wild") >= 3
        self.discards.update(self.display)
        self.display = [""] * layout.DISPLAY

    def on_deck_reshuffled(self, event: DeckReshuffled) -> None:
        assert self.deck == 0
        assert event.cards == self.discards.total()
        self.deck, self.discards = event.cards, Counter()

    def on_route_claimed(self, event: RouteClaimed) -> None:
        route = self.board.route(event.route)
        assert event.points == route.points
        paid = self.payment(event)
        extra = paid - self.laid
        assert self.laid <= paid
        assert extra.total() == paid.total() - self.laid.total()
        self.lose(event.seat, extra)
        self.discards.update(paid + self.shown)
        self.laid, self.shown = Counter(), Counter()
        assert event.route not in self.owners
        self.owners[event.route] = event.seat
        self.trains[event.seat] -= route.length
        self.scores[event.seat] += event.points

    def on_tunnel_entered(self, event: TunnelEntered) -> None:
        self.laid = self.payment(event)
        assert self.laid.total() == self.board.route(event.route).length
        self.lose(event.seat, self.laid)

    def on_tunnel_card_shown(self, event: TunnelCardShown) -> None:
        self.shown[event.card] += 1
        self.deck -= 1

    def on_tunnel_priced(self, event: TunnelPriced) -> None:
        assert event.extra == sum(self.shown[card] for card in {"wild", *(+self.laid)})

    def on_tunnel_left(self, event: TunnelLeft) -> None:
        self.counts[event.seat] += self.laid.total()
        if event.seat == self.viewer:
            self.hand.update(self.laid)
        self.discards.update(self.shown)
        self.laid, self.shown = Counter(), Counter()

    def on_station_built(self, event: StationBuilt) -> None:
        paid = self.payment(event)
        assert paid.total() == 1 + list(self.stations.values()).count(event.seat)
        self.lose(event.seat, paid)
        self.discards.update(paid)
        assert event.city not in self.stations
        self.stations[event.city] = event.seat

    def on_ticket_offered(self, event: TicketOffered) -> None:
        self.offers[event.seat] += 1
        if event.seat == self.viewer:
            assert event.ticket is not None
            self.offer.append(event.ticket)
        start = self.board.starting_tickets
        if self.turn is not None or self.offers[event.seat] > start.long:
            self.ticket_deck -= 1

    def on_tickets_chosen(self, event: TicketsChosen) -> None:
        assert event.seat not in self.chosen
        self.chosen.add(event.seat)

    def on_tickets_kept(self, event: TicketsKept) -> None:
        assert self.offers[event.seat] == event.kept + event.returned
        self.offers[event.seat] = 0
        self.ticket_counts[event.seat] += event.kept
        if self.turn is not None or self.board.starting_tickets.unkept == "under_deck":
            self.ticket_deck += event.returned
        if event.seat == self.viewer:
            assert event.tickets is not None
            assert len(event.tickets) == event.kept
            assert set(event.tickets) <= set(self.offer)
            self.tickets.update(event.tickets)
            self.offer = []

    def on_merchandise_taken(self, event: MerchandiseTaken) -> None:
        self.merchandise[event.seat] += 1

    def on_last_round_began(self, event: LastRoundBegan) -> None:
        assert self.trains[event.seat] <= 2
        self.last_round_left = self.players

    def on_turn_started(self, event: TurnStarted) -> None:
        if self.turn is not None:
            self.turns += 1
            assert event.seat == (self.turn + 1) % self.players
        self.turn = event.seat

    def on_passed(self, event: Passed) -> None:
        assert event.seat == self.turn

    def on_game_ended(self, event: GameEnded) -> None:
        assert event.reason in layout.ENDINGS
        self.turns += 1
        self.turn, self.over = None, True

    def compare(self, view: View) -> None:
        assert view.hand_counts == tuple(self.counts)
        assert view.hand == ({card: self.hand[card] for card in view.hand} if self.viewer != SPECTATOR else {})
        assert list(view.display) == self.display
        assert view.deck_count == self.deck
        assert {card: count for card, count in view.discards.items() if count} == dict(+self.discards)
        assert view.owners == self.owners
        assert view.stations == self.stations
        assert view.trains == tuple(self.trains)
        assert view.scores == tuple(self.scores)
        assert view.merchandise == tuple(self.merchandise)
        assert view.ticket_counts == tuple(self.ticket_counts)
        assert view.offer_counts == tuple(self.offers)
        assert view.ticket_deck_count == self.ticket_deck
        assert view.turn == self.turn
        assert view.turns_played == self.turns
        assert view.is_over == self.over
        assert view.offer == tuple(self.offer)
        assert set(view.tickets) == self.tickets
        tunnel = view.tunnel
        assert (Counter(tunnel["shown"]) if tunnel else Counter()) == self.shown
        if view.phase == "choosing_start":
            assert view.actors == set(range(self.players)) - self.chosen


@pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)
def test_who_only_hears_the_events_knows_the_table(board, players):
    viewers = (0, players - 1, SPECTATOR)
    for seed in range(sized(2, 1)):
        game = Game(board, players=players, seed=seed)
        listeners = [Listener(board, players, viewer) for viewer in viewers]
        tell(listeners, game.opening, game)
        copy = game.copy()
        for seat, code in walk(game, seed, [many_tickets, any_kind][seed % 2], steps=sized(400, 20)):
            tell(listeners, copy.play(code, seat=seat), copy)
        assert game.digest() == copy.digest()


def tell(listeners: list[Listener], told: tuple[Event, ...], game: Game) -> None:
    for event in told:
        assert through_json(event) == event
    for listener in listeners:
        for event in told:
            listener.hear(for_viewer(event, listener.viewer))
        seat = listener.viewer
        listener.compare(game.spectator_view() if seat == SPECTATOR else game.view(seat))


def told_in(data: dict[str, Any], *texts: str) -> list[type]:
    game = from_position(data, seed=1)
    return [type(event) for text in texts for event in game.play(text)]


@pytest.mark.rule("E2")
def test_a_pass_is_told():
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
    allowed = {"int", "str", "str | None", "tuple[str, ...] | None"}
    tree = ast.parse(inspect.getsource(events))
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found = {ast.unparse(line.annotation) for line in node.body if isinstance(line, ast.AnnAssign)}
            assert found <= allowed, node.name
