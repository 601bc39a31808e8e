"""Paths and plans compared with slow answers: their costs, their needs, the value of further tickets."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest
from tests.kit.walks import BOARDS, TINY

from ferrovia import Board, Game, load_board
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.planner import card_needs, plan, route_costs, ticket_draws
from ferrovia.bots.planner.style import BLOCKED, BORROWED, FILLER, NEEDED, new_style
from ferrovia.bots.search.bridge import decide_once
from ferrovia.engine.bridge import find_free_routes
from ferrovia.engine.state import CLAIM, KEEP_TICKETS, NOBODY, STATION, UNKNOWN

from .watching import position_after, positions, turns

pytestmark = pytest.mark.compiled_only


def cheapest(board: Board, prices: list[float], start: int, goal: int) -> float:
    """Bellman-Ford: for each city, every route in both directions."""
    cost = dict.fromkeys(range(len(board.cities)), BLOCKED) | {start: 0.0}
    for _ in board.cities:
        for route in board.routes:
            a, b = route.cities
            for near, far in ((a, b), (b, a)):
                cost[far] = min(cost[far], cost[near] + prices[route.number])
    return cost[goal]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_the_cheapest_way_is_found(board: Board) -> None:
    bench, rng = Workbench(board), np.random.default_rng(1)
    mind = bench.minds[0]
    for _ in range(12):
        prices = rng.choice([0.0, 0.5, 1.0, 3.7, BLOCKED], size=len(board.routes)).tolist()
        bench.minds["price"][0, : len(prices)] = prices
        start, goal = rng.choice(len(board.cities), size=2, replace=False).tolist()
        found = route_costs.find_way(bench.boards[0], bench.roads[0], mind, start, goal)
        assert found == pytest.approx(cheapest(board, prices, start, goal))
        if found < BLOCKED:
            assert sum(prices[route] for route in way_back(board, mind, goal)) == pytest.approx(found)


def way_back(board: Board, mind: Any, goal: int) -> list[int]:
    """The routes by which a city was reached."""
    routes, city = [], goal
    while (route := int(mind.by_route[city])) >= 0:
        routes.append(route)
        a, b = board.routes[route].cities
        city = a if b == city else b
    return routes


def planned(bench: Workbench, game: Game, seat: int) -> Any:
    """A seat's mind with a new plan for the position."""
    view = game.view(seat)
    plan.make_plan(bench.boards[0], bench.roads[0], view.states[0], seat, bench.minds[seat], bench.planner[seat])
    return bench.minds[seat]


def routes_of(mind: Any, role: int) -> list[int]:
    return [int(route) for route in mind.plan[: mind.plan_count] if mind.role[route] == role]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_a_plan_needs_no_more_than_there_is(board: Board) -> None:
    bench = Workbench(board)
    plans_seen = 0
    for game, seat in chain(turns(board, 3, seed=4), turns(board, 3, seed=5)):
        mind, view = planned(bench, game, seat), game.view(seat)
        needed, borrowed, fillers = (routes_of(mind, role) for role in (NEEDED, BORROWED, FILLER))
        assert len({*needed, *borrowed, *fillers}) == mind.plan_count, "no route is planned twice"
        trains = [sum(board.routes[route].length for route in group) for group in (needed, fillers)]
        assert trains[0] == mind.plan_trains
        assert sum(trains) <= view.trains[seat]
        assert len(borrowed) == mind.plan_stations <= view.stations_left[seat]
        assert all(int(view.states[0].owner[route]) == NOBODY for route in (*needed, *fillers))
        assert all(int(view.states[0].owner[route]) not in (NOBODY, seat) for route in borrowed)
        plans_seen += 1
    assert plans_seen > 25


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_no_card_of_the_hand_is_set_aside_twice(board: Board) -> None:
    bench, aside = Workbench(board), 0
    for game, seat in turns(board, 2, seed=6):
        mind, state = planned(bench, game, seat), game.view(seat).states[0]
        card_needs.count_wants(bench.boards[0], state, seat, mind, bench.planner[seat])
        kept = dict.fromkeys(range(1, len(board.card_colors) + 1), 0)
        for route in (*routes_of(mind, NEEDED), *routes_of(mind, FILLER)):
            color, count = int(mind.set_color[route]), int(mind.set_count[route])
            assert board.routes[route].color in (None, board.card_colors[color - 1])
            assert count <= board.routes[route].length - board.routes[route].ferry
            kept[color] += count
            aside += count
        for color, count in kept.items():
            left = int(state.hands[seat, color]) - count - int(mind.rest[color])
            assert left >= 0 if routes_of(mind, BORROWED) else left == 0, "the rest, and cards for stations"
    assert aside > 5


def test_fillers_leave_the_trains_that_are_held_in_reserve() -> None:
    board = load_board("europe")
    bench, spent = Workbench(board), {0.0: 0, 12.0: 0}
    for game, seat in turns(board, 2, seed=7):
        state, mind = game.view(seat).states[0], bench.minds[seat]
        for reserve in spent:
            plan.make_plan(bench.boards[0], bench.roads[0], state, seat, mind, new_style(reserve=reserve)[0])
            trains = sum(board.routes[route].length for route in routes_of(mind, FILLER))
            spent[reserve] += trains
            if mind.open_goals:
                assert trains <= max(int(state.trains[seat]) - int(mind.plan_trains) - reserve, 0)
    assert spent[12.0] < spent[0.0]


@pytest.mark.parametrize("name", ["europe", "london"])
def test_a_ticket_that_is_joined_costs_nothing(name: str) -> None:
    board = load_board(name)
    bench, joined = Workbench(board), 0
    for seed in range(3):
        for game in positions(board, 4, seed):
            if game.phase != "turn" or game.view(0).turns_played % 8:
                continue
            for seat in range(4):
                mind, view = bench.minds[seat], game.view(seat)
                route_costs.price_routes(bench.boards[0], view.states[0], seat, mind, bench.planner[seat])
                plan.clear_plan(bench.boards[0], mind)
                mind.goal_count = 0
                done = [board.ticket(ticket) for ticket in view.tickets if view.outlook(ticket).joined]
                for ticket in done:
                    plan.add_ticket(bench.boards[0], mind, ticket.number)
                plan.plan_goals(bench.boards[0], bench.roads[0], view.states[0], seat, mind, 1.0, bench.planner[seat])
                assert mind.plan_count == 0
                assert mind.value == sum(ticket.points for ticket in done)
                joined += len(done)
    assert joined > 10


def plan_tickets(
    bench: Workbench, game: Game, tickets: list[int], styles: Any, ahead: float = 60.0
) -> tuple[set[int], int, float]:
    """Routes, trains and value of a plan for only these tickets."""
    mind, state, style = bench.minds[0], game.view(0).states[0], styles[0]
    route_costs.price_routes(bench.boards[0], state, 0, mind, style)
    mind.goal_count = 0
    for ticket in tickets:
        plan.add_ticket(bench.boards[0], mind, ticket)
    plan.plan_goals(bench.boards[0], bench.roads[0], state, 0, mind, ahead, style)
    return set(mind.plan[: mind.plan_count].tolist()), int(mind.plan_trains), float(mind.value)


@pytest.mark.parametrize("name", ["europe", "new_york", TINY])
def test_routes_that_two_tickets_share_are_counted_once(name: str) -> None:
    board = load_board(name)
    bench, game = Workbench(board), Game(board, players=2, seed=3)
    game._states[0].hands[0] = 0  # otherwise both would be paid with the same cards
    styles = new_style(turn=3.0, train=1.0)  # nobody's own: one that likes long ways would not share them
    shared = 0
    for one, other in combinations(range(min(len(board.tickets), 16)), 2):
        alone = [plan_tickets(bench, game, [ticket], styles) for ticket in (one, other)]
        routes, trains, value = plan_tickets(bench, game, [one, other], styles)
        if len(routes) < len(alone[0][0] | alone[1][0]) or alone[0][1] + alone[1][1] > int(game.board.trains):
            continue  # one of them was dropped, or took its own path
        assert trains == sum(board.routes[route].length for route in routes)
        if alone[0][0] & alone[1][0]:
            shared += 1
            assert trains < alone[0][1] + alone[1][1]
            assert value > alone[0][2] + alone[1][2]
    assert shared


@pytest.mark.parametrize("name", ["europe", "new_york", TINY])
def test_drawing_tickets_is_worth_the_mean_of_the_best_over_all_offers(name: str) -> None:
    board = load_board(name)
    bench, game = Workbench(board), position_after(board, 2, seed=2, decisions=5)
    mind, view = planned(bench, game, 0), game.view(0)
    found = ticket_draws.worth_of_drawing(
        bench.boards[0], bench.roads[0], view.states[0], 0, mind, 12.0, bench.planner[0]
    )
    others = [ticket for ticket in board.tickets if not ticket.long and ticket.id not in view.tickets]
    worths = mind.worth_of_ticket[: len(others)].tolist()
    assert worths == sorted(worths, reverse=True)
    drawn = min(board.drawn_tickets.count, view.ticket_deck_count)
    best = [max(offer) for offer in combinations(worths, drawn)]
    assert found == pytest.approx(sum(best) / len(best))
    most = max(ticket.points for ticket in others)
    assert -most <= worths[-1], "no ticket is worse than losing it"
    assert worths[0] <= most


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_the_choice_with_the_best_plan_is_kept(board: Board) -> None:
    bench = Workbench(board)
    style = bench.planner[0]
    for seed in range(4):
        game = Game(board, players=2, seed=seed)
        view = game.view(0)
        ahead = plan.turns_before_others(view.states[0], 0, style)
        offer = [board.ticket(ticket).number for ticket in view.offer]
        values = {}
        for code in view.legal_codes():
            kept = [ticket for i, ticket in enumerate(offer) if (code - KEEP_TICKETS) >> i & 1]
            kept.sort(key=lambda ticket: -board.tickets[ticket].points)
            values[code] = plan_tickets(bench, game, kept, bench.planner, ahead)[2] - style.keep_more * len(kept)
        chosen = decide_once(bench.boards, bench.roads, view.states, 0, bench.minds, bench.desk.legal, bench.planner)
        assert values[chosen] == pytest.approx(max(values.values()))


@pytest.fixture
def with_a_station() -> tuple[Workbench, Any]:
    """Ash and Cedar are connected for seat 0: by its own route and one that its station at Cedar borrows.

    It is the last turn of seat 0, whose ticket connects these two and who holds two red cards.
    """
    board = load_board(TINY)
    bench, game = Workbench(board), Game(board, players=2, seed=1, first=0)
    for seat in (0, 1):
        game.play(game.legal_actions(seat)[-1], seat=seat)
    states = game.view(0).states.copy()
    state = states[0]
    state.owner[board.route("ash-birch").number] = 0
    state.owner[board.route("birch-cedar").number] = 1
    state.station_owner[board.city("cedar").number] = 0
    state.stations_left[0] = 1
    state.turns_left = 1
    state.hands[0, :3] = (0, 2, 0)
    state.hand_count[0] = 2
    state.ticket_at[:] = UNKNOWN
    state.ticket_at[board.ticket("ash-cedar").number] = 0
    state.tickets_held[0] = 1
    find_free_routes(bench.boards, states, 0)
    return bench, states


def test_a_route_that_a_station_borrows_is_not_planned_again(with_a_station: tuple[Workbench, Any]) -> None:
    bench, states = with_a_station
    states[0].stations_left[0] = 0
    plan.make_plan(bench.boards[0], bench.roads[0], states[0], 0, bench.minds[0], bench.planner[0])
    assert bench.minds[0].open_goals == 0
    assert bench.minds[0].goal_lost[0] == 0
    assert routes_of(bench.minds[0], NEEDED) == routes_of(bench.minds[0], BORROWED) == []


def test_no_second_station_is_built_for_a_ticket_that_is_joined(with_a_station: tuple[Workbench, Any]) -> None:
    """One point is available, for a short route."""
    bench, states = with_a_station
    chosen = decide_once(bench.boards, bench.roads, states, 0, bench.minds, bench.desk.legal, bench.planner)
    assert CLAIM <= chosen < STATION
