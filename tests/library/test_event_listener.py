"""A listener to the events alone knows what the table looks like."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from tests.kit.walks import BOARDS_AND_PLAYERS, TABLE_NAMES, any_kind, many_tickets, sized, walk

from ferrovia import SPECTATOR, Board, Game, View
from ferrovia.data import event_data, event_for, event_name, read_event
from ferrovia.engine import state
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
)


class Listener:
    """Knows the board and the events that one viewer was sent, nothing else."""

    def __init__(self, board: Board, players: int, viewer: int) -> None:
        self.board, self.players, self.viewer = board, players, viewer
        self.counts = [0] * players
        self.hand: Counter[str] = Counter()
        self.display = [""] * state.DISPLAY
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
        self.display = [""] * state.DISPLAY

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
        assert event.counts == (event.card in {"wild", *(+self.laid)})

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
        assert event.reason in state.ENDINGS
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
def test_a_listener_to_the_events_knows_the_table(board, players):
    viewers = (0, players - 1, SPECTATOR)
    for seed in range(sized(2, 1)):
        game = Game(board, players=players, seed=seed)
        listeners = [Listener(board, players, viewer) for viewer in viewers]
        tell(listeners, game.opening, game)
        copy = game.copy()
        for seat, code in walk(game, seed, [many_tickets, any_kind][seed % 2], steps=sized(400, 20)):
            tell(listeners, copy.play(code, seat=seat), copy)
        assert game.digest() == copy.digest()


def through_json(event: Event) -> Event:
    return read_event(json.loads(json.dumps(event_data(event))))


def tell(listeners: list[Listener], told: tuple[Event, ...], game: Game) -> None:
    for event in told:
        assert through_json(event) == event
    for listener in listeners:
        for event in told:
            listener.hear(event_for(event, listener.viewer))
        seat = listener.viewer
        listener.compare(game.spectator_view() if seat == SPECTATOR else game.view(seat))
