"""The four playtesting styles: their typical behaviour, and that all of them play any board to its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from tests.kit.walks import board_of

from ferrovia import Board, Game, View, board_names, from_position, load_board, parse_board
from ferrovia.actions import BuildStation, DrawTickets, KeepTickets, to_text
from ferrovia.bots import Bot, Budget
from ferrovia.bots.styles.free_routes import map_of, tickets_held
from ferrovia.bots.styles.hungry import Hungry, make_plan, needed_cards
from ferrovia.bots.styles.long_route import LongRoute
from ferrovia.bots.styles.one_step import OneStep
from ferrovia.bots.styles.route_focus import RouteFocus, routes_in_order
from ferrovia.bots.styles.ticket_network import Joiner

EUROPE = load_board("europe")
TINY = board_of("tiny")
STYLES = [RouteFocus, OneStep, LongRoute, Hungry]
BOARDS = [*map(load_board, board_names()), TINY]
BUDGET = Budget(simulations=1)
NO_HELP = ["white", "white", "yellow", "yellow", "yellow"]  # a display that is useless to everyone below
EVERY_STYLE = pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)


def choice(style: type[Bot], game: Game, seat: int = 0) -> str:
    view = game.view(seat)
    return to_text(game.board, style().choose(view, view.legal_actions(), np.random.default_rng(1), BUDGET))


def europe(*seats: dict[str, Any], **rest: Any) -> Game:
    given = [*seats, {}][: max(2, len(seats))]
    return from_position({"board": "europe", "seats": given, "display": NO_HELP, **rest})


def board_changed(board: Board, *changes: tuple[str, str]) -> Board:
    text = board.text
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return parse_board(text)


# --- what they do alike -----------------------------------------------------------------------------------------------
def nothing_to_draw(seat: dict[str, Any], in_deck: Sequence[str] = (), **rest: Any) -> Game:
    """The tiny board without a card in the deck; the other player holds all cards and, but for some, all tickets."""
    display = ["red", "red", "blue", "blue", "blue"]
    hand = seat.get("hand", {})
    other = {"red": 6 - hand.get("red", 0), "blue": 5 - hand.get("blue", 0), "wild": 4 - hand.get("wild", 0)}
    tickets = [ticket.id for ticket in TINY.tickets if ticket.id not in (*seat["tickets"], *in_deck)]
    seats = [seat, {"hand": other, "tickets": tickets}]
    return from_position({"seats": seats, "display": display, **rest}, board=TINY)


IN_TUNNEL = {"route": "marseille-zurich", "color": "purple", "wilds": 0, "shown": ["purple", "red", "red"]}


@EVERY_STYLE
def test_a_tunnel_is_paid_with_as_few_wilds_as_possible(style: type[Bot]) -> None:
    game = europe({"hand": {"purple": 1, "wild": 2}}, phase="in_tunnel", tunnel=IN_TUNNEL)
    assert choice(style, game) == "pay wild*0"


@EVERY_STYLE
def test_a_tunnel_that_cannot_be_paid_is_left(style: type[Bot]) -> None:
    assert choice(style, europe({"hand": {"red": 5}}, phase="in_tunnel", tunnel=IN_TUNNEL)) == "back"


@EVERY_STYLE
def test_a_player_without_anything_to_do_passes(style: type[Bot]) -> None:
    assert choice(style, nothing_to_draw({"tickets": ["ash-birch"]})) == "pass"


@EVERY_STYLE
def test_a_station_is_built_only_where_nothing_else_is_allowed(style: type[Bot]) -> None:
    owned = ["ash-birch", "birch-cedar", "birch-elm", "dogwood-elm"]  # six trains of eight; what is free is longer
    seat = {"routes": owned, "tickets": ["ash-birch"], "hand": {"red": 3, "blue": 3}}
    game = nothing_to_draw(seat, turns_left=1)
    assert all(isinstance(action, BuildStation) for action in game.legal_actions())
    assert choice(style, game).startswith("station")
    game = nothing_to_draw(seat, in_deck=["elm-cedar"], turns_left=1)
    assert choice(style, game) == "tickets"


@EVERY_STYLE
def test_a_route_is_claimed_when_no_card_can_be_drawn_for_a_better_one(style: type[Bot]) -> None:
    game = nothing_to_draw({"tickets": ["cedar-dogwood"], "hand": {"blue": 1}})
    assert choice(style, game) in ("claim birch-cedar blue*1", "claim birch-elm blue*1")


@EVERY_STYLE
def test_a_payment_takes_the_colour_held_most_before_wilds(style: type[Bot]) -> None:
    seat = {"tickets": ["elm-cedar"], "routes": ["birch-cedar"], "hand": {"red": 1, "blue": 2, "wild": 2}}
    game = from_position({"seats": [seat, {}]}, board=TINY)
    if style is LongRoute:  # it never claims routes of length one
        assert choice(style, game) == "claim ash-elm blue*2+wild*2"
    else:
        assert choice(style, game) == "claim birch-elm blue*1"


START = ["lisboa-danzig", "athina-angora", "paris-zagrab", "budapest-sofia"]  # 20, 5, 7 and 5 points


@pytest.mark.parametrize("style", [RouteFocus, OneStep, LongRoute])
def test_three_tickets_are_kept_at_the_start_those_of_most_points(style: type[Bot]) -> None:
    others = ["edinburgh-athina", "palermo-constantinople", "madrid-zurich", "smolensk-rostov"]
    assert choice(style, europe({"offer": START}, {"offer": others}, phase="choosing_start")) == "keep 1 2 3"


@pytest.mark.parametrize("style", [RouteFocus, OneStep, LongRoute])
def test_all_are_kept_at_the_start_where_fewer_than_three_are_offered(style: type[Bot]) -> None:
    game = Game("new_york", players=2, seed=3)
    assert choice(style, game) == "keep 1 2"


# --- Route Focus ------------------------------------------------------------------------------------------------------
def test_route_focus_orders_routes_by_their_points_and_twice_the_tickets() -> None:
    view = europe({"tickets": ["paris-zagrab", "athina-angora"], "routes": ["venezia-zurich"]}).view(0)
    order = [route.id for route in routes_in_order(view, map_of(view))]
    assert order == [
        "paris-zurich",
        "venezia-zagrab",
        "angora-smyrna",
        "athina-smyrna",
    ]  # 4 + 14, 2 + 14, 4 + 10, 2 + 10


def test_route_focus_takes_either_half_of_a_double() -> None:
    view = europe({"tickets": ["edinburgh-paris"]}, {}, {}, {}).view(0)
    order = [route.id for route in routes_in_order(view, map_of(view))]
    assert order[:2] == ["edinburgh-london", "edinburgh-london/2"]
    game = europe({"tickets": ["edinburgh-paris"], "hand": {"orange": 4}}, {}, {}, {})
    assert choice(RouteFocus, game) == "claim edinburgh-london/2 orange*4"


def test_a_double_that_is_closed_or_half_owned_has_no_other_half() -> None:
    for seats in ([{"routes": ["edinburgh-london"]}, {}, {}, {}], [{}, {"routes": ["edinburgh-london"]}]):
        chart = map_of(europe(*seats).view(0))
        assert EUROPE.route("edinburgh-london/2") not in chart.free
    taken = europe({}, {"routes": ["edinburgh-london"]}, {}, {})  # of four players, so the other half stays open
    assert map_of(taken.view(0)).halves(EUROPE.route("edinburgh-london/2")) == (EUROPE.route("edinburgh-london/2"),)


def test_route_focus_claims_the_first_route_in_its_order_that_it_can_pay() -> None:
    seat = {"tickets": ["edinburgh-paris"]}
    assert choice(RouteFocus, europe({**seat, "hand": {"purple": 1, "white": 1}})) == "claim dieppe-paris purple*1"
    assert choice(RouteFocus, europe({**seat, "hand": {"purple": 1, "black": 4}})) == "claim edinburgh-london black*4"
    assert choice(RouteFocus, europe({**seat, "hand": {"white": 1}})) == "draw"


def test_route_focus_takes_the_colour_of_its_top_route_and_no_wild() -> None:
    seat = {"tickets": ["edinburgh-paris"], "routes": ["dieppe-london", "dieppe-paris"]}
    assert choice(RouteFocus, europe(seat, display=["wild", "red", "green", "black", "white"])) == "take black"
    assert choice(RouteFocus, europe(seat, display=["wild", "red", "green", "blue", "white"])) == "draw"


def test_route_focus_takes_a_wild_where_only_the_wilds_of_a_ferry_are_missing() -> None:
    seat = {"tickets": ["athina-angora"], "routes": ["angora-smyrna"], "hand": {"red": 1}}
    assert choice(RouteFocus, europe(seat, display=["wild", "red", "green", "black", "white"])) == "take wild"


@pytest.mark.parametrize("style", [RouteFocus, LongRoute])
def test_route_focus_and_long_route_never_draw_tickets(style: type[Bot]) -> None:
    game = europe({})
    assert DrawTickets() in game.legal_actions()
    assert choice(style, game) == "draw"


def test_route_focus_without_open_tickets_claims_the_route_of_most_points() -> None:
    assert choice(RouteFocus, europe({"hand": {"red": 8, "blue": 2}})) == "claim petrograd-stockholm red*8"
    assert choice(RouteFocus, europe({"hand": {"red": 4, "blue": 2}})) == "claim barcelona-marseille red*4"


# --- One-Step Thinker -------------------------------------------------------------------------------------------------
def test_one_step_works_on_its_highest_ticket_from_its_first_city() -> None:
    seat = {"tickets": ["paris-zagrab", "budapest-sofia"], "hand": {"red": 3, "blue": 4, "green": 3, "orange": 4}}
    game = europe(seat)
    first = game.view(0).outlook("paris-zagrab").missing
    assert first is not None
    assert choice(OneStep, game).startswith(f"claim {first[0]} ")


def test_one_step_takes_its_colour_then_a_wild_then_an_unseen_card() -> None:
    seat = {"tickets": ["paris-zagrab"], "routes": ["paris-zurich", "venezia-zurich"], "hand": {"blue": 1}}
    display = ["wild", "blue", "red", "green", "black"]
    assert choice(OneStep, europe(seat, display=display)) == "take blue"
    display[1] = "red"
    assert choice(OneStep, europe(seat, display=display)) == "take wild"
    assert choice(OneStep, europe(seat)) == "draw"


def test_one_step_draws_tickets_when_none_is_open_and_everyone_has_eight_trains() -> None:
    assert choice(OneStep, europe({})) == "tickets"
    joined = {"tickets": ["athina-angora"], "routes": ["athina-smyrna", "angora-smyrna"]}
    assert choice(OneStep, europe(joined)) == "tickets"
    assert choice(OneStep, europe({"tickets": ["athina-angora"]})) != "tickets"


LONG_LINES = ["petrograd-stockholm", "budapest-kyiv", "barcelona-marseille", "berlin-danzig"]  # 22 trains
LONG_LINES += ["brest-pamplona", "bucuresti-budapest", "athina-sarajevo", "warszawa-wien"]  # 38


def test_one_step_draws_no_tickets_when_a_player_has_fewer_than_eight_trains() -> None:
    game = europe({}, {"routes": LONG_LINES})
    assert min(game.view(0).trains) == 7
    assert choice(OneStep, game) == "draw"


def test_one_step_keeps_the_one_ticket_of_most_points_per_train_that_fits() -> None:
    offer = ["paris-zagrab", "athina-angora", "budapest-sofia"]
    game = europe({"offer": offer, "routes": ["athina-smyrna"]}, phase="choosing_tickets")
    assert choice(OneStep, game) == "keep 2"  # three trains for five points


def test_one_step_keeps_the_smallest_ticket_when_none_fits() -> None:
    offer = ["paris-zagrab", "athina-angora", "palermo-constantinople"]
    routes = [*LONG_LINES, "madrid-pamplona"]
    game = europe({"offer": offer, "routes": routes}, phase="choosing_tickets")
    assert game.view(0).trains[0] == 4
    assert choice(OneStep, game) == "keep 2"


def test_one_step_takes_the_half_of_a_double_that_it_can_pay() -> None:
    seat = {"tickets": ["edinburgh-paris"], "hand": {"black": 3, "orange": 4}}
    assert choice(OneStep, europe(seat)) == "claim edinburgh-london/2 orange*4"


def test_one_step_gives_up_a_ticket_that_is_cut_off_or_takes_too_many_trains() -> None:
    cut_off = {"routes": ["edinburgh-london"]}
    assert choice(OneStep, europe({"tickets": ["edinburgh-paris"]}, cut_off)) == "tickets"
    few_trains = {"tickets": ["edinburgh-paris"], "routes": [*LONG_LINES, "madrid-pamplona"]}
    game = europe(few_trains)
    assert map_of(game.view(0)).missing(EUROPE.ticket("edinburgh-paris")) is None


# --- Long Route -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "ticket, has_way",
    [("paris-zagrab", True), ("berlin-moskva", True), ("palermo-constantinople", True), ("edinburgh-athina", False)],
)
def test_the_ways_of_long_route_use_only_routes_of_three_or_more(ticket: str, has_way: bool) -> None:
    view = europe({"tickets": [ticket]}).view(0)
    missing = map_of(view, shortest=3).missing(view.board.ticket(ticket))
    assert (missing is not None) == has_way
    assert all(route.length >= 3 for route in missing or ())
    short = map_of(view).missing(view.board.ticket(ticket))
    assert short is not None
    assert any(route.length < 3 for route in short)


def test_long_route_falls_back_to_the_longest_free_route_when_no_long_way_is_left() -> None:
    game = europe({"tickets": ["venezia-constantinople"], "hand": {"red": 8, "blue": 2}})
    assert map_of(game.view(0), shortest=3).missing(EUROPE.ticket("venezia-constantinople")) is None
    assert choice(LongRoute, game) == "claim petrograd-stockholm red*8"


def test_long_route_uses_its_own_short_routes() -> None:
    view = europe({"routes": ["venezia-zagrab"]}).view(0)
    missing = map_of(view, shortest=3).missing(EUROPE.ticket("venezia-constantinople"))
    assert missing is not None
    assert missing[0].id == "sarajevo-zagrab"


# --- Hungry -----------------------------------------------------------------------------------------------------------
def points_per_train(view: View, places: tuple[int, ...]) -> float:
    tickets = [view.board.ticket(view.offer[place - 1]) for place in places]
    routes = Joiner(map_of(view)).join(tickets)
    trains = sum(route.length for route in routes)
    if trains > view.trains[view.seat] - 5:
        return 0.0
    return (sum(ticket.points for ticket in tickets) + sum(route.points for route in routes)) / trains


@pytest.mark.parametrize("seed", range(6))
def test_hungry_keeps_the_tickets_of_most_points_per_train_that_leave_five_trains(seed: int) -> None:
    game = Game("europe", players=2, seed=seed)
    view = game.view(0)
    subsets = [places for size in (2, 3, 4) for places in combinations((1, 2, 3, 4), size)]
    best = max(points_per_train(view, places) for places in subsets)
    kept = Hungry().choose(view, view.legal_actions(), np.random.default_rng(1), BUDGET)
    assert best > 0
    assert isinstance(kept, KeepTickets)
    assert points_per_train(view, kept.places) == best


def test_hungry_draws_tickets_while_its_plan_leaves_more_than_eight_trains() -> None:
    assert choice(Hungry, europe({"tickets": ["paris-zagrab"]})) == "tickets"
    many = ["edinburgh-athina", "cadiz-stockholm", "lisboa-danzig"]
    assert choice(Hungry, europe({"tickets": many})) != "tickets"


def test_hungry_pays_a_grey_route_only_in_a_colour_that_no_other_planned_route_needs() -> None:
    game = from_position({"seats": [{"tickets": ["ash-elm"], "hand": {"red": 2}}, {}]}, board=TINY)
    view = game.view(0)
    planned = [route.id for route in Joiner(map_of(view)).join([TINY.ticket("ash-elm")])]
    assert planned == ["ash-birch", "birch-elm"]  # red or blue, and grey
    assert choice(Hungry, game) == "claim ash-birch red*2"
    game = from_position({"seats": [{"tickets": ["ash-elm"], "hand": {"red": 1}}, {}]}, board=TINY)
    assert not choice(Hungry, game).startswith("claim")
    game = from_position({"seats": [{"tickets": ["ash-elm"], "hand": {"red": 1, "blue": 1}}, {}]}, board=TINY)
    assert choice(Hungry, game) == "claim birch-elm blue*1"


def test_hungry_takes_the_face_up_colour_that_it_needs_most() -> None:
    seat = {"tickets": ["ash-elm", "cedar-dogwood"], "routes": ["birch-elm"]}  # red 3 and red or blue 2 are planned
    game = from_position({"seats": [seat, {}], "display": ["blue", "blue", "red", "blue", "wild"]}, board=TINY)
    assert needed_cards(TINY, game.view(0).hand, [TINY.route("cedar-dogwood")])["red"] == 3
    assert choice(Hungry, game) == "take red"


def test_hungry_gives_up_its_smallest_ticket_when_its_trains_do_not_join_all() -> None:
    view = europe({"tickets": ["edinburgh-athina", "cadiz-stockholm", "palermo-moskva", "rostov-erzurum"]}).view(0)
    plan = make_plan(map_of(view), tickets_held(view))
    assert not plan.complete
    assert 0 < sum(route.length for route in plan.routes) <= 45


def test_the_network_of_hungry_joins_all_its_tickets() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        view = europe({}).view(0)
        tickets = [EUROPE.tickets[int(number)] for number in rng.choice(len(EUROPE.tickets), 4, replace=False)]
        routes = Joiner(map_of(view)).join(tickets)
        joined = {city: city for ticket in tickets for city in ticket.cities}
        groups = [{city} for city in range(len(EUROPE.cities))]
        for route in routes:
            a, b = (next(group for group in groups if city in group) for city in route.cities)
            if a is not b:
                groups.remove(b)
                a |= b
        assert any(set(joined) <= group for group in groups)


# --- whole games ------------------------------------------------------------------------------------------------------
def play_out(board: Board, styles: list[type[Bot]], seed: int) -> Iterator[tuple[Game, int, str]]:
    """A whole game of the styles; `play` refuses what is not legal."""
    game, bots = Game(board, players=len(styles), seed=seed), [style() for style in styles]
    while not game.is_over:
        seat = min(game.actors)
        view = game.view(seat)
        legal = view.legal_actions()
        action = bots[seat].choose(view, legal, np.random.default_rng(seed), BUDGET)
        assert action in legal
        assert not isinstance(action, BuildStation) or all(isinstance(other, BuildStation) for other in legal)
        yield game, seat, to_text(board, action)
        game.play(action, seat=seat)


def test_a_short_game_of_all_styles_ends() -> None:
    for _, _, text in play_out(load_board("new_york"), list(STYLES), 1):
        assert text


NO_LONG_ROUTES = board_changed(
    TINY,
    ('["dogwood", "cedar"], length = 3', '["dogwood", "cedar"], length = 2'),
    ('["elm", "ash"], length = 4', '["elm", "ash"], length = 2'),
    ('["ash", "dogwood"], points = 5', '["ash", "dogwood"], points = 4'),
)


@pytest.mark.parametrize("seed", range(3))
def test_a_board_without_long_routes_is_played_to_its_end(seed: int) -> None:
    assert all(route.length < 3 for route in NO_LONG_ROUTES.routes)
    for styles in ([LongRoute, Hungry], [LongRoute, LongRoute, RouteFocus], [OneStep, Hungry, RouteFocus]):
        assert list(play_out(NO_LONG_ROUTES, styles, seed))


@pytest.mark.compiled_only
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_the_styles_play_each_other_on_every_board_with_all_numbers_of_players(board: Board) -> None:
    for players in range(board.players[0], board.players[1] + 1):
        for seed in range(4):
            styles = [STYLES[(seed + i) % 4] for i in range(players)]
            texts: dict[int, list[str]] = {}
            for _, seat, text in play_out(board, styles, seed):
                texts.setdefault(seat, []).append(text)
            for seat, style in enumerate(styles):
                if style in (RouteFocus, LongRoute) and board is not TINY:  # there all cards may be in hands
                    assert "tickets" not in texts[seat]


@pytest.mark.compiled_only
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
@EVERY_STYLE
def test_a_style_plays_itself_to_the_end(style: type[Bot], board: Board) -> None:
    for players in board.players:
        *_, (game, _, _) = play_out(board, [style] * players, players)
        assert game.is_over


@EVERY_STYLE
def test_the_same_view_gives_the_same_choice_and_so_does_a_redealt_world(style: type[Bot]) -> None:
    for number, (game, seat, text) in enumerate(play_out(load_board("london"), [style, Hungry, OneStep], 5)):
        if seat == 0 and number % 3 == 0:
            view = game.view(0)
            redealt = Game.of_world(view.redeal(np.random.default_rng(number)))
            assert redealt.view(0) == view
            assert choice(style, game) == choice(style, redealt) == text
