"""Answers to a player: why not, and the progress of a ticket. All compared with slow and simple recounts."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import numpy as np
import pytest
from tests.kit.walks import (
    BOARDS_AND_PLAYERS,
    TABLE_NAMES,
    any_code,
    any_kind,
    board_of,
    many_stations,
    sized,
    tiny,
    walk,
)

from ferrovia import Game, View, from_position
from ferrovia.actions import ActionTextError, BuildStation, ClaimRoute, DrawCard, DrawTickets, TakeCard
from ferrovia.boards import NotOnBoardError, Route, Ticket
from ferrovia.views import Borrowed, Reason

TINY, EUROPE = board_of("tiny"), board_of("europe")
every_table = pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)


# --- why not ---------------------------------------------------------------------------------------------------------


@every_table
def test_a_place_has_a_reason_exactly_when_no_action_for_it_is_listed(board, players):
    dice = random.Random(players)
    for seed in range(sized(2, 1)):
        game = Game(board, players=players, seed=seed)
        for _ in walk(game, seed, any_kind, steps=sized(250, 12)):
            if dice.random() > sized(6, 30) / 100:
                continue
            for seat in range(players):
                view = game.view(seat)
                listed = view.legal_actions()
                routes = {action.route for action in listed if isinstance(action, ClaimRoute)}
                cities = {action.city for action in listed if isinstance(action, BuildStation)}
                cards = {action.card for action in listed if isinstance(action, TakeCard)}
                assert {route.id for route in board.routes if view.why_not(route.id) is None} == routes
                assert {city.id for city in board.cities if view.why_not(city.id) is None} == cities
                kinds = ("wild", *board.card_colors)
                assert {card for card in kinds if view.why_not(f"take {card}") is None} == cards
                assert (view.why_not("draw") is None) == (DrawCard() in listed)
                assert (view.why_not("tickets") is None) == (DrawTickets() in listed)


@every_table
def test_a_listed_action_has_no_reason_against_it(board, players):
    game = Game(board, players=players, seed=4)
    dice = random.Random(4)
    for seat, code in walk(game, 4, any_kind, steps=sized(120, 10)):
        view = game.view(seat)
        some = dice.sample(view.legal_actions(), min(3, len(view.legal_actions())))
        assert [view.why_not(action) for action in some] == [None] * len(some)
        assert game.why_not(code, seat=seat) is None
        assert game.spectator_view().why_not("draw") == Reason(
            "action/no_such_seat", "P1", {"seat": -1, "players": players}
        )


@pytest.mark.rule("R2")
@pytest.mark.rule("R3")
@pytest.mark.rule("R8")
def test_the_missing_cards_are_just_enough():
    """With as many more as the reason says, the route can be claimed; with one less it cannot."""
    dice = random.Random(1)
    checked: Counter[str] = Counter()
    for _ in range(sized(40, 25)):
        hand = Counter(dice.choices(["wild", *EUROPE.card_colors], [0.5] + [1] * 8, k=dice.randrange(8)))
        for route in dice.sample(EUROPE.routes, 4):
            reason = with_hand(hand).why_not(route.id)
            while reason is not None:
                missing = reason.numbers["missing"]
                assert isinstance(missing, int)
                card = "wild" if reason.code == "route/too_few_wilds" else str(reason.numbers["color"])
                checked[reason.code] += 1
                less = with_hand(hand + Counter({card: missing - 1})).why_not(route.id)
                assert less is not None
                assert (less.code, less.numbers["missing"]) == (reason.code, 1)
                hand = hand + Counter({card: missing})
                reason = with_hand(hand).why_not(route.id)
                assert reason is None or card == "wild", "only a ferry asks twice: for wilds, then for the rest"
            hand = Counter(dice.choices(["wild", *EUROPE.card_colors], [0.5] + [1] * 8, k=dice.randrange(8)))
    assert set(checked) == {"route/too_few_wilds", "route/too_few_cards"}


def with_hand(hand: Counter[str]) -> View:
    return from_position({"board": "europe", "seats": [{"hand": dict(hand)}, {}]}, seed=1).view(0)


@pytest.mark.parametrize(
    "seats, more, what, code, numbers",
    [
        # The most lasting reason comes first.
        ([{}, {"routes": ["birch-elm"]}], {"turn": 1}, "birch-elm", "route/taken", {"owner": 1}),
        ([{"routes": ["cedar-dogwood", "dogwood-elm"]}], {"turn": 1}, "ash-elm", "route/too_few_trains", None),
        ([{}], {"turn": 1}, "ash-elm", "action/not_your_turn", {"turn": 1}),
        ([{}], {"phase": "second_card"}, "ash-elm", "phase/second_card", {}),
        ([{}], {}, "ash-elm", "route/too_few_cards", {"missing": 4, "color": "blue", "held": 0, "wilds": 0}),
        ([{"hand": {"red": 2, "blue": 1}}], {}, "birch-cedar", None, None),
        ([{"stations": ["ash", "elm"]}], {"turn": 1}, "birch", "station/none_left", {}),
        ([{}, {"stations": ["birch"]}], {"turn": 1}, "birch", "station/city_taken", {"owner": 1}),
        ([{}], {"turn": 1}, "birch", "action/not_your_turn", {"turn": 1}),
        ([{}], {}, "birch", "station/too_few_cards", {"missing": 1, "needed": 1}),
        ([{"hand": {"red": 1, "blue": 1}, "stations": ["ash"]}], {}, "birch", "station/too_few_cards", {
            "missing": 1, "needed": 2}),
        ([{"hand": {"red": 1, "wild": 1}, "stations": ["ash"]}], {}, "birch", None, None),
        ([{}], {"turn": 1}, "draw", "action/not_your_turn", {"turn": 1}),
        ([{}], {"turn": 1}, "tickets", "action/not_your_turn", {"turn": 1}),
        ([{}], {}, "tickets", None, None),
        ([{}], {}, "draw", None, None),
    ],
)  # fmt: skip
def test_the_most_lasting_reason_comes_first(seats, more, what, code, numbers):
    reason = tiny(*seats, **more).view(0).why_not(what)
    if code is None:
        assert reason is None
    else:
        assert reason is not None
        assert reason.code == code
        assert numbers is None or reason.numbers == numbers


def test_asking_why_not_about_nothing_gets_an_error():
    view = tiny().view(0)
    for what in ("nowhere", "ash-ash", "", "claim", None, 3, ["ash"]):
        with pytest.raises((ActionTextError, TypeError)):
            view.why_not(what)  # type: ignore[arg-type]


# --- outlook ---------------------------------------------------------------------------------------------------------

FAR = 10**6
ROUTE = 1000  # a train costs this much and a route one more, so that fewest trains come first, then fewest routes


class Network:
    """The routes as one seat may use them, from what everybody sees, and all distances between cities."""

    def __init__(self, view: View) -> None:
        self.view, self.board, self.owners = view, view.board, view.owners
        self.far = np.full((len(self.board.cities),) * 2, FAR)
        np.fill_diagonal(self.far, 0)
        for route in self.board.routes:
            a, b = route.cities
            cost = min(int(self.far[a, b]), self.price(route))
            self.far[a, b] = self.far[b, a] = cost
        for via in range(len(self.board.cities)):  # Floyd and Warshall's
            self.far = np.minimum(self.far, self.far[:, via, None] + self.far[None, via, :])

    def price(self, route: Route) -> int:
        if route.id in self.owners:
            return 0 if self.owners[route.id] == self.view.seat else FAR
        if route.twin is not None:
            twin = self.owners.get(self.board.route(route.twin).id)
            if twin == self.view.seat or (
                twin is not None and self.view.players <= self.board.double_routes_close_up_to
            ):
                return FAR
        return route.length * ROUTE + 1

    def joined_to(self, start: int) -> set[int]:
        """Cities that one's own routes join to a city."""
        own = [set(route.cities) for route in self.board.routes if self.owners.get(route.id) == self.view.seat]
        found, grown = {start}, True
        while grown:
            grown = False
            for cities in own:
                if len(found & cities) == 1:
                    found |= cities
                    grown = True
        return found


def check_outlook(network: Network, ticket: Ticket) -> str:
    a, b = ticket.cities
    found = network.view.outlook(ticket.id)
    if network.far[a, b] >= FAR:
        assert (found.joined, found.missing, found.trains, found.possible) == (False, None, None, False)
        return "impossible"
    assert found.possible
    assert found.missing is not None
    assert found.trains is not None
    assert found.trains * ROUTE + len(found.missing) == network.far[a, b]
    assert found.joined == (b in network.joined_to(a)) == (not found.missing)
    reached = network.joined_to(a)
    for route in map(network.board.route, found.missing):
        assert 0 < network.price(route) < FAR
        near = [city for city in route.cities if city in reached]
        assert near, "the way goes on where it was"
        reached = network.joined_to(route.cities[1] if route.cities[0] == near[0] else route.cities[0])
    assert b in reached
    return "joined" if found.joined else "missing"


@every_table
def test_the_outlook_is_the_cheapest_way_there_is(board, players):
    seen: Counter[str] = Counter()
    game = Game(board, players=players, seed=2)
    dice = random.Random(2)
    for _ in walk(game, 2, any_code, steps=sized(100_000, 10)):
        if dice.random() < sized(2, 20) / 100:
            network = Network(game.view(dice.randrange(players)))
            for ticket in dice.sample(board.tickets, 6):
                seen[check_outlook(network, ticket)] += 1
    network = Network(game.view(0))
    for ticket in board.tickets if sized(1, 0) else board.tickets[:4]:
        seen[check_outlook(network, ticket)] += 1
    assert seen.total() > 3


def test_outlooks_of_a_small_board_by_hand():
    own = tiny({"routes": ["ash-birch"]}).view(0)
    assert own.outlook("ash-birch").joined
    assert own.outlook("ash-cedar").missing == ("birch-cedar",)
    assert own.outlook("cedar-ash").missing == ("birch-cedar",), "a ticket's cities in either order"
    assert own.outlook("ash-dogwood").missing == ("birch-elm", "dogwood-elm")
    assert own.outlook("ash-dogwood").trains == 3
    other = tiny({}, {"routes": ["ash-birch", "ash-elm"]}, turns_left=2).view(0)
    assert not other.outlook("ash-cedar").possible, "with two players the other half is closed"
    three = tiny({}, {"routes": ["ash-birch", "ash-elm"]}, {}, turns_left=3).view(0)
    assert three.outlook("ash-cedar").missing == ("ash-birch/2", "birch-cedar")


def stations_position(*own: dict, rival: dict) -> dict:
    seats = [{"hand": {"red": 1}, **seat} for seat in own]
    return {"board": "europe", "seats": [*seats, {"hand": {"green": 4}, **rival}]}


def test_a_ticket_that_a_station_joins_says_which_route_is_borrowed():
    own = {"routes": ["brest-paris"], "tickets": ["brest-marseille"], "stations": ["paris"]}
    view = from_position(stations_position(own, rival={"routes": ["marseille-paris"]}), seed=1).view(0)
    assert not view.outlook("brest-marseille").joined, "bots count on own routes alone"
    assert view.borrowing("brest-marseille") == (Borrowed("paris", "marseille-paris"),)
    assert view.borrowing("amsterdam-wilno") == ()
    assert view.completed() == ("brest-marseille",)
    bare = from_position(stations_position({**own, "stations": []}, rival={"routes": ["marseille-paris"]}), seed=1)
    assert bare.view(0).borrowing("brest-marseille") == bare.view(0).completed() == ()
    alone = from_position(stations_position({**own, "routes": ["brest-paris", "marseille-paris"]}, rival={}), seed=1)
    assert alone.view(0).borrowing("brest-marseille") == (), "own routes join it already"


def test_a_station_serves_the_ticket_that_is_worth_more():
    """B3 chooses for all tickets together: the panel must not promise two routes of one station."""
    own = {"routes": ["brest-paris", "munchen-wien"], "stations": ["paris"], "tickets": ["brest-marseille"]}
    rival = {"routes": ["marseille-paris", "frankfurt-paris", "frankfurt-munchen"]}
    one = from_position(stations_position(own, rival=rival), seed=1).view(0)
    assert one.borrowing("brest-marseille")
    own = {**own, "routes": [*own["routes"], "frankfurt-munchen"], "tickets": ["brest-marseille", "paris-wien"]}
    rival = {"routes": ["marseille-paris", "frankfurt-paris"]}
    both = from_position(stations_position(own, rival=rival), seed=1).view(0)
    assert both.borrowing("paris-wien") == (Borrowed("paris", "frankfurt-paris"),)
    assert both.borrowing("brest-marseille") == ()
    assert both.completed() == ("paris-wien",)


def test_what_a_seat_reads_of_its_tickets_in_the_last_position_is_what_the_sheet_says():
    borrowed = 0
    for players, seed in product(range(2, 6), range(sized(6, 1))):
        game = Game(EUROPE, players=players, seed=seed)
        for _ in walk(game, seed, many_stations, steps=sized(100_000, 12)):
            pass
        if not game.is_over:
            continue  # the plain lane is too slow for whole games
        for sheet in game.result().sheets:
            view = game.view(sheet.seat)
            assert set(view.completed()) == {score.ticket for score in sheet.tickets if score.completed}
            for score in sheet.tickets:
                loans = view.borrowing(score.ticket)
                assert score.completed == (view.outlook(score.ticket).joined or bool(loans))
                assert {(loan.station, loan.route) for loan in loans} <= {(s.city, s.borrows) for s in sheet.stations}
                borrowed += bool(loans)
    assert borrowed or not sized(1, 0)


def test_a_spectator_has_no_outlook_and_no_odds():
    view = from_position({"board": "europe"}, seed=1).spectator_view()
    with pytest.raises(ValueError, match="no seat"):
        view.outlook("berlin-roma")
    with pytest.raises(ValueError, match="no seat"):
        view.borrowing("berlin-roma")
    with pytest.raises(ValueError, match="no seat"):
        view.completed()
    with pytest.raises(ValueError, match="no seat"):
        view.tunnel_odds(ClaimRoute("madrid-pamplona", "black", 0))
    with pytest.raises(NotOnBoardError):
        from_position({"board": "europe"}, seed=1).view(0).outlook("paris-nowhere")


@pytest.mark.parametrize("seat", [-1, -2, 2, 4, 99])
def test_what_an_unknown_seat_holds_is_not_answered(seat):
    """A negative index would give another seat's."""
    for view in (tiny().view(0), tiny().spectator_view()):
        with pytest.raises(ValueError, match="no seat"):
            view.known_hand(seat)
        with pytest.raises(ValueError, match="no seat"):
            view.tickets_of(seat)
