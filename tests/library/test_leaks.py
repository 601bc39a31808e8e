"""No viewer learns what they may not know: not from a view, not from events, not from a refusal.

The yardstick is a redealt world: complete, different wherever the seat cannot look, and to that seat the same. What a
seat sees in the real world and in such a world must be equal, byte for byte.
"""

from __future__ import annotations

import inspect
import random
import re
from collections import Counter
from functools import cached_property
from typing import Any

import numpy as np
import pytest
from tests.kit.walks import BOARDS_AND_PLAYERS, TABLE_NAMES, any_kind, board_of, many_tickets, sized, walk

from ferrovia import SPECTATOR, Game, Refused, View, from_position
from ferrovia.actions import decode
from ferrovia.data import event_for
from ferrovia.engine import state as engine_state
from ferrovia.engine.state import (
    CARDS,
    CLAIM,
    COLOR_STRIDE,
    DRAW_TICKETS,
    DRAW_UNSEEN,
    MAX_OFFER,
    MAX_PLAYERS,
    MAX_TICKETS,
    PASS,
    PAY_EXTRA,
    ROUTE_STRIDE,
    STATE,
    TAKE_BACK,
    UNKNOWN,
)
from ferrovia.events import CardDrawn, DisplayFilled, Event, TicketOffered, TunnelCardShown
from ferrovia.game.play import ScriptError

from .watchers import answers, everybody, redealt, view_of

every_table = pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)


# --- views -----------------------------------------------------------------------------------------------------------


def test_everything_a_view_offers_is_asked_by_these_tests():
    """A new name must be reviewed here before it is exposed."""
    public = {name for name in vars(View) if name[0] != "_"}
    methods = {name for name in public if callable(vars(View)[name])}
    asked = {"known_hand", "hand_known_by_all", "tickets_of", "digest", "legal_actions", "legal_codes"}
    asked |= {"why_not", "outlook", "borrowing", "completed", "tunnel_odds", "svg"}
    assert methods == asked | {"redeal"}
    assert all(isinstance(vars(View)[name], property | cached_property) for name in public - methods)


@every_table
def test_the_picture_of_a_view_shows_nothing_that_a_redeal_changes(board, players):
    rng = np.random.default_rng(players)
    game = Game(board, players=players, seed=1)
    for step, _ in enumerate(walk(game, 1, any_kind, steps=sized(60, 4))):
        for viewer in everybody(game) if step % sized(30, 2) == 0 else ():
            real, other = view_of(game, viewer), view_of(redealt(game, viewer, rng), viewer)
            assert real.svg() == other.svg()
            assert real._repr_html_() == other._repr_html_()


@pytest.mark.rule("H1")
@pytest.mark.rule("H2")
@pytest.mark.rule("H3")
@every_table
def test_a_view_shows_nothing_that_a_redeal_changes(board, players, tally):
    rng, dice = np.random.default_rng(players), random.Random(players)
    for seed in range(sized(2, 1)):
        game = Game(board, players=players, seed=seed)
        for _ in walk(game, seed, [many_tickets, any_kind][seed % 2], steps=sized(220, 11)):
            for viewer in everybody(game) if dice.random() < sized(30, 40) / 100 else ():
                real, other = view_of(game, viewer), view_of(redealt(game, viewer, rng), viewer)
                assert tally.same(real, other)
                assert hash(real) == hash(other)
                assert real.digest() == other.digest()
                assert real.legal_codes() == other.legal_codes()
                assert real.actors == other.actors
                if dice.random() < sized(15, 30) / 1000:
                    assert dict(answers(real)) == dict(answers(other))


@pytest.mark.rule("H1")
@pytest.mark.rule("H2")
@pytest.mark.parametrize(
    "data, steps",
    [
        ({"board": "europe", "players": 3, "seats": [{"hand": {"red": 4}, "known": {"red": 2}}, {}, {}]}, 40),
        ({"board": "london", "players": 4}, 60),
        (
            {
                "board": "europe",
                "phase": "in_tunnel",
                "seats": [{"hand": {"red": 2, "wild": 1}}, {"hand": {"blue": 9}, "known": {"blue": 1}}],
                "tunnel": {"route": "pamplona-madrid", "color": "black", "wilds": 0, "shown": ["black", "red", "wild"]},
            },
            8,
        ),
    ],
    ids=["europe", "london", "tunnel"],
)
def test_a_view_of_a_position_set_up_shows_nothing_that_a_redeal_changes(data, steps, tally):
    rng = np.random.default_rng(4)
    game = from_position(data, seed=2)
    for step, _ in enumerate(walk(game, 3, many_tickets, steps=sized(steps, 8))):
        for viewer in everybody(game):
            real, other = view_of(game, viewer), view_of(redealt(game, viewer, rng), viewer)
            assert tally.same(real, other)
            if step % 13 == 0:
                assert dict(answers(real)) == dict(answers(other))


# --- the state behind it: field by field, as its declaration says ----------------------------------------------------


def declared(word: str) -> set[str]:
    """The fields of a state whose comment begins with PUBLIC or SECRET."""
    source = inspect.getsource(engine_state)
    source = source[source.index("STATE: Final") : source.index("SHEET: Final")]
    return set(re.findall(rf'^ +\("(\w+)",.*\),  # {word}\b', source, flags=re.MULTILINE))


def test_every_field_of_a_state_says_who_may_know_it():
    assert declared("PUBLIC") | declared("SECRET") == set(STATE.names or ())
    assert not declared("PUBLIC") & declared("SECRET")


CHANCE = {"stream", "key", "block", "block_number", "block_used"}
CONCEALED = {"deck", "hands", "drawn_since", "start_kept", "offer"}
CONCEALED |= {"ticket_deck", "ticket_at", "drawn_order", "ledger_kept"}


@pytest.mark.rule("H3")
def test_these_tests_know_every_secret_there_is():
    assert declared("SECRET") == CHANCE | CONCEALED


@pytest.mark.rule("H1")
@every_table
def test_a_view_shows_all_that_is_public(board, players):
    game = Game(board, players=players, seed=5)
    for step, _ in enumerate(walk(game, 5, any_kind, steps=sized(100, 12))):
        if step % sized(6, 4) == 0:
            for viewer in everybody(game):
                view = view_of(game, viewer).states[0]
                for name in declared("PUBLIC"):
                    assert (view[name] == game.states[0][name]).all(), name


def disturb(state: Any, view: View, rng: random.Random) -> None:
    """Overwrites everything that the viewer may not know, each field with anything that fits."""
    viewer, tickets = view.seat, len(view.board.tickets)
    state.stream = rng.randrange(1000)
    state.key[:] = [rng.randrange(-(2**31), 2**31) for _ in range(8)]
    state.block[:] = [rng.randrange(-(2**31), 2**31) for _ in range(16)]
    state.block_number, state.block_used = rng.randrange(1000), rng.randrange(17)
    state.deck[:] = [rng.randrange(10) for _ in range(CARDS)]
    for other in range(MAX_PLAYERS):
        if other != viewer:
            state.hands[other] = [rng.randrange(10) for _ in range(CARDS)]
            state.drawn_since[other] = [rng.randrange(10) for _ in range(CARDS)]
            state.start_kept[other] = rng.randrange(64)
            state.offer[other] = [rng.randrange(tickets) for _ in range(MAX_OFFER)]
    own = set(np.flatnonzero(view.states[0].ticket_at >= 0)) if viewer != SPECTATOR else set()
    own |= {view.board.ticket(ticket).number for ticket in view.offer}
    for ticket in range(MAX_TICKETS):
        if ticket not in own:
            state.ticket_at[ticket] = rng.choice([-1, -2, -3, *({*range(view.players)} - {viewer})])
    state.ticket_deck[:] = [rng.randrange(tickets) for _ in range(MAX_TICKETS)]
    seen = set(view.seen.ravel().tolist()) - {UNKNOWN}
    unseen = sorted(set(range(tickets)) - seen)
    for place in range(MAX_TICKETS):
        if place >= state.drawn_tickets or int(state.drawn_order[place]) not in seen:
            state.drawn_order[place] = rng.choice(unseen)
    if state.unseen_tickets > 0:  # nothing came back from under the deck yet: the seat's own offers rest on no choice
        for entry in range(int(state.ledger_count)):
            if state.ledger_seat[entry] != viewer:
                kept = int(state.ledger_kept[entry]).bit_count()
                state.ledger_kept[entry] = sum(1 << i for i in rng.sample(range(int(state.ledger_size[entry])), kept))


@pytest.mark.rule("H2")
@pytest.mark.rule("H3")
@every_table
def test_a_view_is_the_same_whatever_the_secrets_are(board, players, tally):
    rng = random.Random(players)
    for seed in range(sized(2, 1)):
        game = Game(board, players=players, seed=seed)
        for step, _ in enumerate(walk(game, seed, many_tickets, steps=sized(150, 12))):
            if step % 4 == 0:
                for viewer in everybody(game):
                    view = view_of(game, viewer)
                    states = game.states.copy()
                    disturb(states[0], view, rng)
                    assert tally.same(view, View(board, states, viewer))


@pytest.mark.compiled_only
def test_a_redealt_world_differs_in_every_secret():
    """Otherwise the comparisons above would prove nothing."""
    changed: Counter[str] = Counter()
    rng = np.random.default_rng(9)
    for board, players in [(board_of("europe"), 3), (board_of("usa"), 4), (board_of("tiny"), 3)]:
        game = Game(board, players=players, seed=9)
        for _ in walk(game, 9, many_tickets, steps=150):
            for viewer in everybody(game):
                world = redealt(game, viewer, rng).states[0]
                changed.update(name for name in declared("SECRET") if (world[name] != game.states[0][name]).any())
    assert set(changed) >= declared("SECRET") - {"stream"}  # all games of the library are dealt by stream 0
    assert all(changed[name] > 40 for name in CONCEALED - {"start_kept"}), changed
    assert changed["start_kept"] > 3


# --- events ----------------------------------------------------------------------------------------------------------


def visible_draws(game: Game, told: tuple[Event, ...], viewer: int) -> tuple[int, ...]:
    """What chance said, as far as the viewer sees it. Tickets that were put back come without chance."""
    unseen = int(game.states[0].unseen_tickets)
    said = []
    for event in told:
        if isinstance(event, DisplayFilled | TunnelCardShown) or (
            isinstance(event, CardDrawn) and event.seat == viewer
        ):
            assert event.card is not None
            said.append(game.board.color_number(event.card))
        elif isinstance(event, TicketOffered):
            unseen -= 1
            if event.seat == viewer and unseen >= 0:
                assert event.ticket is not None
                said.append(game.board.ticket(event.ticket).number)
    return tuple(said)


def kept_counts(game: Game) -> list[int]:
    return [int(mask).bit_count() for mask in game.states[0].start_kept]


def from_under_the_deck(game: Game, code: int) -> int:
    """How many tickets of those put back a draw would bring."""
    drawn = min(game.board.drawn_tickets.count, game.view(0).ticket_deck_count)
    return max(drawn - int(game.states[0].unseen_tickets), 0) if code == DRAW_TICKETS else 0


def fitting_world(
    game: Game, viewer: int, seat: int, code: int, script: tuple[int, ...], rng: np.random.Generator
) -> Game | None:
    """A redealt world in which the action is legal and what it reveals of earlier choices is the same."""
    last_to_choose = game.phase == "choosing_start" and len(game.actors) == 1
    back = from_under_the_deck(game, code) if seat == viewer else 0
    for _ in range(sized(25, 6)):
        world = redealt(game, viewer, rng, script)
        if code not in world.legal_codes(seat):
            continue
        if last_to_choose and kept_counts(world) != kept_counts(game):
            continue
        if (world.states[0].ticket_deck[:back] != game.states[0].ticket_deck[:back]).any():
            continue
        return world
    return None


def stays_full_of_wilds(game: Game) -> bool:
    """D6: whether three wilds are swept away depends on cards nobody sees, and is then seen by all."""
    return game.spectator_view().display.count("wild") >= 3


@pytest.mark.rule("H1")
@pytest.mark.rule("H2")
@pytest.mark.rule("S2")
@every_table
def test_what_a_viewer_is_told_is_the_same_in_a_redealt_world(board, players, tally):
    rng, dice = np.random.default_rng(players), random.Random(players)
    compared = tried = 0
    kinds: set[type] = set()
    for seed in range(sized(2, 1)):
        game = Game(board, players=players, seed=seed)
        for seat, code in walk(game, seed, [many_tickets, any_kind][seed % 2], steps=sized(220, 10)):
            after = game.copy()
            told = after.play(code, seat=seat)
            for viewer in (
                {seat, dice.choice(everybody(game)), SPECTATOR} if dice.random() < sized(50, 100) / 100 else ()
            ):
                tried += 1
                script = visible_draws(game, told, viewer)
                world = fitting_world(game, viewer, seat, code, script, rng)
                if world is None:
                    continue
                try:
                    told_there = world.play(code, seat=seat)
                except ScriptError:
                    continue  # in that world, all cards of this colour are in hands
                if stays_full_of_wilds(after) or stays_full_of_wilds(world):
                    continue
                assert world._script[:1].tolist() == [len(script)][: len(world._script)], "all was said that was to be"
                seen = [event_for(event, viewer) for event in told]
                assert [event_for(event, viewer) for event in told_there] == seen
                compared += 1
                kinds.update(map(type, seen))
                if not after.is_over:
                    assert tally.same(view_of(world, viewer), view_of(after, viewer)), (
                        "and it knows the same afterwards"
                    )
    assert compared > tried / 3
    if sized(1, 0):
        assert len(kinds) >= 9


@pytest.mark.rule("S2")
@every_table
def test_how_many_start_tickets_a_seat_kept_is_told_when_all_have_chosen(board, players):
    """Before that, the table sees only who has chosen: the same for every choice."""
    seats = list(range(players))
    for last in seats[: sized(players, 1)]:
        first_seats = [seat for seat in seats if seat != last]
        told: dict[int, set[tuple[Any, ...]]] = {}
        for pick in (0, -1):
            game = Game(board, players=players, seed=1)
            for seat in first_seats:
                events = game.play(game.legal_codes(seat)[pick], seat=seat)
                told.setdefault(seat, set()).add((events, view_of(game, last), view_of(game, SPECTATOR)))
                assert game.view(last).ticket_counts == (0,) * players
        assert all(len(what) == 1 for what in told.values())


@pytest.mark.rule("R10")
def test_giving_up_a_tunnel_looks_the_same_whether_or_not_one_could_pay():
    told = set()
    for hand in ({"black": 3, "wild": 2}, {"black": 3, "green": 2}):
        data = {"board": "europe", "seats": [{"hand": hand}, {}], "next": ["black", "wild", "red"]}
        game = from_position(data, seed=1)
        events = [*game.play("claim madrid-pamplona black*3"), *game.play("back")]
        told.add(tuple(event_for(event, 1) for event in events))
    assert len(told) == 1


# --- refusals --------------------------------------------------------------------------------------------------------


def refusal(game: Game, code: int, seat: int) -> tuple[Any, ...]:
    with pytest.raises(Refused) as found:
        game.play(code, seat=seat)
    error = found.value
    assert error.reason == game.why_not(code, seat=seat)
    return error.code, error.rule, error.numbers, str(error), error.args


@pytest.mark.rule("H2")
@every_table
def test_a_refusal_out_of_turn_says_the_same_in_a_redealt_world(board, players):
    """So that trying another seat's actions does not reveal what it holds."""
    rng, dice = np.random.default_rng(players), random.Random(players)
    game = Game(board, players=players, seed=8)
    codes = [DRAW_UNSEEN, DRAW_TICKETS, PASS, TAKE_BACK, PAY_EXTRA]
    for _ in walk(game, 8, any_kind, steps=sized(120, 10)):
        if dice.random() > sized(10, 40) / 100:
            continue
        waiting = [seat for seat in range(players) if seat not in game.actors]
        tried = [*codes, *game.legal_codes(min(game.actors))[-3:]]
        tried += [CLAIM + dice.randrange(len(board.routes)) * ROUTE_STRIDE + COLOR_STRIDE]
        for viewer in everybody(game):
            world = redealt(game, viewer, rng)
            for seat in (*waiting, -1, players, 99):
                for code in tried:
                    assert refusal(game, code, seat) == refusal(world, code, seat)


@pytest.mark.rule("H2")
@every_table
def test_what_one_may_not_do_oneself_is_explained_alike_in_a_redealt_world(board, players):
    rng, dice = np.random.default_rng(players), random.Random(players)
    game = Game(board, players=players, seed=9)
    codes = [route.number * ROUTE_STRIDE + CLAIM + COLOR_STRIDE * 2 for route in board.routes]
    codes += [route.number * ROUTE_STRIDE + CLAIM + route.length for route in board.routes]
    codes += range(CLAIM)
    for seat, _ in walk(game, 9, any_kind, steps=sized(120, 10)):
        if dice.random() < sized(6, 30) / 100:
            world, view = redealt(game, seat, rng), game.view(seat)
            for code in codes[:: sized(1, 9)]:
                try:
                    action = decode(board, code)
                except ValueError:
                    continue
                assert game.why_not(code, seat=seat) == world.why_not(code, seat=seat) == view.why_not(action)
