"""Answers to a player: why not, how far a ticket is, how risky a tunnel. All against slow and simple recounts."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest

from ferrovia import Game, View, from_position
from ferrovia.actions import ActionTextError, BuildStation, ClaimRoute, DrawCard, DrawTickets, TakeCard
from ferrovia.boards import NotOnBoardError, Route, Ticket
from ferrovia.engine.layout import TUNNEL_CARDS
from ferrovia.events import TunnelPriced
from ferrovia.views import Reason
from ferrovia.views.odds import tunnel_odds

from .tables import BOARDS_AND_PLAYERS, TABLE_NAMES, any_code, any_kind, board_of, played, sized, walk

TINY, EUROPE = board_of("tiny"), board_of("europe")
every_table = pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)


def tiny(*seats: dict[str, Any], **more: Any) -> Game:
    return from_position({"board_text": TINY.text, "seats": [*seats, *[{}] * (2 - len(seats))], **more}, seed=1)


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
    """With as many more as the reason says the route can be claimed, with one less it cannot."""
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


def test_asking_why_not_about_nothing_is_told_so():
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


def test_a_spectator_has_no_outlook_and_no_odds():
    view = from_position({"board": "europe"}, seed=1).spectator_view()
    with pytest.raises(ValueError, match="no seat"):
        view.outlook("berlin-roma")
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


# --- tunnel odds -----------------------------------------------------------------------------------------------------


def counted_odds(color: str | None, unseen: dict[str, int], deck: int, discards: dict[str, int]) -> list[Fraction]:
    """Every deck that can be made of the unseen cards, every order of what is turned up: count them all."""
    pool = [card for card, count in unseen.items() for _ in range(count)]
    pile = [card for card, count in discards.items() for _ in range(count)]
    chances = [Fraction(0)] * (TUNNEL_CARDS + 1)
    decks = list(combinations(range(len(pool)), deck))
    for chosen in decks:
        first = [list(order) for order in permutations(chosen, min(deck, TUNNEL_CARDS))]
        rest = min(TUNNEL_CARDS - min(deck, TUNNEL_CARDS), len(pile))
        second = list(permutations(range(len(pile)), rest))
        for order in first:
            for later in second:
                shown = [pool[i] for i in order] + [pile[i] for i in later]
                extra = sum(card == "wild" or card == color for card in shown)
                chances[extra] += Fraction(1, len(decks) * len(first) * len(second))
    return chances


@pytest.mark.rule("R9")
@pytest.mark.rule("R11")
@pytest.mark.rule("D7")
@pytest.mark.parametrize("color", ["red", None])
@pytest.mark.parametrize(
    "unseen, deck, discards",
    [
        ({"red": 2, "blue": 3, "wild": 1}, 6, {}),
        ({"red": 2, "blue": 3, "wild": 1}, 4, {"red": 4}),
        ({"red": 1, "blue": 3, "wild": 2}, 3, {"wild": 2}),
        ({"red": 2, "blue": 2, "wild": 1}, 2, {"red": 1, "blue": 2}),
        ({"red": 2, "blue": 1, "wild": 1}, 1, {"red": 2, "blue": 1, "wild": 1}),
        ({"red": 2, "blue": 1, "wild": 1}, 1, {"blue": 1}),
        ({"red": 2, "blue": 1}, 0, {"red": 1, "blue": 2, "wild": 2}),
        ({"red": 2, "blue": 1}, 0, {"red": 1, "blue": 1}),
        ({"red": 2, "blue": 1}, 0, {}),
        ({}, 0, {}),
        ({"red": 3}, 3, {}),
        ({"wild": 4}, 3, {}),
    ],
)
def test_the_odds_of_a_tunnel_are_those_of_counting_all_draws(color, unseen, deck, discards):
    expected = counted_odds(color, unseen, deck, discards)
    assert sum(expected) == 1
    for spare in range(6):
        odds = tunnel_odds(color=color, unseen=unseen, deck=deck, discards=discards, spare=spare)
        assert odds.extra == pytest.approx([float(chance) for chance in expected], abs=1e-12)
        assert odds.payable == pytest.approx(float(sum(expected[: spare + 1])), abs=1e-12)
        assert sum(odds.extra) == pytest.approx(1)


@pytest.mark.rule("R11")
def test_without_cards_to_turn_up_there_is_no_risk():
    game = tiny({"hand": {"red": 5, "blue": 6, "wild": 4}}, display=["red", "red", "red", "blue", "blue"])
    for claim in (ClaimRoute("birch-cedar", "red", 0), ClaimRoute("birch-cedar", None, 1)):
        odds = game.view(0).tunnel_odds(claim)
        assert odds.extra == (1.0, 0.0, 0.0, 0.0)
        assert odds.payable == 1.0


def by_steps(view: View, claim: ClaimRoute) -> list[Fraction]:
    """The same odds card by card: from the unseen cards until the deck is out, then from the discards."""
    kinds = {"wild", claim.color}
    chances = {0: Fraction(1)}  # by extra cards so far
    turned_up = 0
    for pile, left in ((view.unseen, view.deck_count), (view.discards, view.discard_count)):
        matching, size = sum(count for card, count in pile.items() if card in kinds), sum(pile.values())
        before = chances
        chances = {}
        drawn = min(TUNNEL_CARDS - turned_up, left)
        turned_up += drawn
        for extra, chance in before.items():
            for hits in range(drawn + 1):
                for places in combinations(range(drawn), hits):
                    likely, found = chance, 0
                    for place in range(drawn):
                        hit = Fraction(matching - found, size - place)
                        likely *= hit if place in places else 1 - hit
                        found += place in places
                    chances[extra + hits] = chances.get(extra + hits, Fraction(0)) + likely
    return [chances.get(extra, Fraction(0)) for extra in range(TUNNEL_CARDS + 1)]


@pytest.mark.rule("R9")
@pytest.mark.parametrize("board, players", [(EUROPE, 2), (EUROPE, 5), (TINY, 2), (TINY, 3)], ids=str)
def test_the_odds_of_every_payment_with_the_first_deck_are_right(board, players):
    dice, checked = random.Random(players), 0
    for seed in range(sized(6, 1)):
        game = Game(board, players=players, seed=seed)
        deck = game.spectator_view().deck_count
        for seat, _ in walk(game, seed, any_kind, steps=sized(300, 40)):
            if game.spectator_view().deck_count > deck:
                break  # a new deck: what it was made of is known, and these steps do not tell that
            deck = game.spectator_view().deck_count
            if dice.random() > sized(30, 100) / 100:
                continue
            view = game.view(seat)
            claims = [a for a in view.legal_actions() if isinstance(a, ClaimRoute) and board.route(a.route).tunnel]
            for claim in dice.sample(claims, min(3, len(claims))):
                odds = view.tunnel_odds(claim)
                chances = by_steps(view, claim)
                assert odds.extra == pytest.approx([float(chance) for chance in chances], abs=1e-12)
                after = Counter(view.hand)
                after.subtract({"wild": claim.wilds})
                spare = after["wild"]
                if claim.color is not None:
                    spare += after[claim.color] - (board.route(claim.route).length - claim.wilds)
                assert odds.payable == pytest.approx(float(sum(chances[: spare + 1])), abs=1e-12)
                checked += 1
    assert checked > sized(20, 2)


@pytest.mark.compiled_only
@pytest.mark.rule("R9")
@pytest.mark.parametrize("color, wilds", [("red", 0), (None, 1)])
def test_the_odds_are_those_with_which_redealt_worlds_turn_cards_up(color, wilds):
    game = tiny(
        {"hand": {"red": 2, "wild": 2}},
        {"hand": {"red": 3, "blue": 3, "wild": 1}, "known": {"blue": 1}},
        display=["blue", "blue", "blue", "blue", "red"],
        discards={"red": 1, "blue": 1},
    )
    view, claim = game.view(0), ClaimRoute("birch-cedar", color, wilds)
    assert view.deck_count < TUNNEL_CARDS, "the discards are shuffled in"
    rng, tries = np.random.default_rng(1), 4000
    counts = [0] * (TUNNEL_CARDS + 1)
    for _ in range(tries):
        told = Game.of_world(view.redeal(rng)).play(claim)
        counts[next(event.extra for event in told if isinstance(event, TunnelPriced))] += 1
    for count, chance in zip(counts, view.tunnel_odds(claim).extra, strict=True):
        assert abs(count - tries * chance) <= 5 * (tries * chance * (1 - chance)) ** 0.5


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.rule("R9")
@pytest.mark.rule("H1")
@pytest.mark.parametrize("players", [2, 3])
def test_the_odds_after_a_reshuffle_are_those_of_redealt_worlds(players):
    """The deck is part of what all saw shuffled, and of that alone: odds and worlds must agree on it."""
    rng, tries, compared = np.random.default_rng(players), 2000, 0
    for seed in range(60):
        game = Game(TINY, players=players, seed=seed)
        for seat, _ in walk(game, seed, any_kind, steps=300):
            view = game.view(seat)
            state = view.states[0]
            remembered = state.old_hidden.sum() > state.old_hidden[seat]
            claims = [a for a in view.legal_actions() if isinstance(a, ClaimRoute) and TINY.route(a.route).tunnel]
            if not (remembered and claims):
                continue
            counts = [0] * (TUNNEL_CARDS + 1)
            for _ in range(tries):
                told = Game.of_world(view.redeal(rng)).play(claims[0])
                counts[next(event.extra for event in told if isinstance(event, TunnelPriced))] += 1
            for count, chance in zip(counts, view.tunnel_odds(claims[0]).extra, strict=True):
                assert abs(count - tries * chance) <= 5 * (tries * chance * (1 - chance)) ** 0.5 + 1e-6
            compared += 1
            break
    assert compared >= 5


@pytest.mark.rule("R9")
@pytest.mark.rule("D7")
def test_the_odds_remember_what_the_deck_was_made_of():
    game = tiny(
        {"hand": {"red": 1}},
        {"hand": {"blue": 4, "wild": 2}},
        display=["blue", "blue", "blue", "wild", "wild"],
        deck={"blue": 1},
        discards={"red": 7},
    )
    for _ in range(4):
        game.play("draw")  # the second card comes from a new deck, in which all discards were red
    view = game.view(0)
    assert all(view.redeal(np.random.default_rng(seed)).states[0].deck[1] == 4 for seed in range(20))
    assert view.tunnel_odds(ClaimRoute("birch-cedar", "red", 0)).extra == (0.0, 0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    "claim",
    [
        ClaimRoute("birch-elm", "red", 0),  # no tunnel
        ClaimRoute("birch-cedar", "blue", 0),  # not held
        ClaimRoute("birch-cedar", None, 1),
        ClaimRoute("birch-cedar", None, 0),  # no payment
        ClaimRoute("birch-cedar", "green", 0),
        ClaimRoute("birch-cedar", "red", 1),
        ClaimRoute("nowhere", "red", 0),
    ],
    ids=str,
)
def test_odds_are_told_of_payments_one_holds_for_tunnels_only(claim):
    with pytest.raises((ValueError, LookupError)):
        tiny({"hand": {"red": 2}}).view(0).tunnel_odds(claim)


def test_unseen_cards_are_those_in_the_deck_and_unknown_in_hands():
    for board, players in [(EUROPE, 3), (TINY, 3)]:
        game = played(Game(board, players=players, seed=4), 4, any_kind, steps=sized(60, 20))
        for _ in walk(game, 5, any_kind, steps=sized(60, 8)):
            state = game.states[0]
            for seat in range(players):
                view = game.view(seat)
                others = [other for other in range(players) if other != seat]
                for number, card in enumerate(("wild", *board.card_colors)):
                    hidden = sum(int(state.hands[o, number]) - int(state.known[o, number]) for o in others)
                    assert view.unseen[card] == int(state.deck[number]) + hidden
            everyone = game.spectator_view()
            assert sum(everyone.unseen.values()) == everyone.deck_count + sum(everyone.hand_counts) - int(
                state.known.sum()
            )
