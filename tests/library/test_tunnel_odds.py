"""The risk of a tunnel: compared with counting all draws, and with redealt worlds."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest
from tests.kit.walks import BOARDS_AND_PLAYERS, TABLE_NAMES, any_kind, board_of, played, sized, tiny, walk

from ferrovia import Game, View
from ferrovia.actions import ClaimRoute, encode
from ferrovia.boards import engine_board
from ferrovia.engine import NO_NOTES, NO_SCRIPT, bridge
from ferrovia.engine.state import STATE, TUNNEL_CARDS, new_records
from ferrovia.events import TunnelPriced
from ferrovia.views.odds import tunnel_odds

TINY, EUROPE = board_of("tiny"), board_of("europe")
every_table = pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)


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
                assert odds.spare == spare
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


def extra_cards(view: View, claim: ClaimRoute, rng: np.random.Generator, tries: int) -> list[int]:
    """How many redealt worlds ask for no extra card, for one, and so on; played over the bridge, without events."""
    boards, works, worlds = engine_board(view.board), bridge.desk().works, new_records(STATE)
    key = rng.integers(-(2**31), 2**31, size=8, dtype=np.int32)
    code = encode(view.board, claim)
    counts = [0] * (TUNNEL_CARDS + 1)
    for stream in range(tries):
        assert bridge.imagine(boards, view.states, 0, view.seat, view.seen, key, stream, worlds, 0, works)
        bridge.act(boards, worlds, 0, view.seat, code, NO_NOTES, NO_SCRIPT)
        counts[int(worlds.tunnel_extra[0])] += 1
    return counts


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
            counts = extra_cards(view, claims[0], rng, tries)
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
def test_odds_exist_only_for_tunnels_and_payments_in_hand(claim):
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
