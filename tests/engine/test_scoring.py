"""The final sheet against slow counts: longest paths, stations, districts, attractions, merchandise, ranks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from ferrovia.boards import Board
from ferrovia.engine import doors, layout, scoring

from .table import BOARDS_AND_PLAYERS, Table, board_of, positions, sized

Edge = tuple[int, int, int]  # two cities and a length


# --- networks in plain Python -----------------------------------------------------------------------------------------


def longest_trail(edges: list[Edge]) -> int:
    """E5 by trying every walk that uses no edge twice."""

    @cache
    def onward(city: int, used: int) -> int:
        best = 0
        for number, (a, b, length) in enumerate(edges):
            if not used >> number & 1 and city in (a, b):
                best = max(best, length + onward(b if city == a else a, used | 1 << number))
        return best

    return max((onward(city, 0) for edge in edges for city in edge[:2]), default=0)


def groups_of(cities: int, joins: Iterable[tuple[int, ...]]) -> list[int]:
    """A group's number for every city, by union-find."""
    parent = list(range(cities))

    def root(city: int) -> int:
        while parent[city] != city:
            city = parent[city]
        return city

    for a, b, *_ in joins:
        parent[root(a)] = root(b)
    return [root(city) for city in range(cities)]


def is_one_trail(edges: list[Edge]) -> bool:
    """Euler: connected, and at most two cities with an odd number of ends."""
    ends = Counter(city for a, b, _ in edges for city in (a, b))
    groups = groups_of(max(ends, default=0) + 1, edges)
    return len({groups[city] for city in ends}) <= 1 and sum(count % 2 for count in ends.values()) <= 2


# --- the longest path -------------------------------------------------------------------------------------------------


def empty_table(board: str, players: int = 2) -> Table:
    """Tickets chosen and then taken out of the game, no hands in the way: only what a test puts there counts."""
    table = Table(board, players)
    table.choose_start()
    table.state.ticket_at[:] = layout.OUT_OF_GAME
    table.state.tickets_held[:] = 0
    return table


def own(table: Table, seat: int, *routes: str | int) -> None:
    for which in routes:
        route = table.board.route(which)
        assert table.state.owner[route.number] == layout.NOBODY
        table.state.owner[route.number] = seat
        table.state.score[seat] += route.points
        table.state.trains[seat] -= route.length


def random_network(board: Board, rng: random.Random, routes: int) -> list[int]:
    """Routes that mostly hang together, never both halves of a double."""
    chosen: list[int] = []
    touched: set[int] = set()
    while len(chosen) < routes:
        near = [r for r in board.routes if not touched or touched & set(r.cities) or rng.random() < 0.05]
        route = rng.choice(near)
        if route.number not in chosen and route.twin not in chosen:
            chosen.append(route.number)
            touched |= set(route.cities)
    return chosen


def check_path(edges: list[Edge], length: int, marked: list[int]) -> None:
    walked = [edge for edge, mark in zip(edges, marked, strict=True) if mark]
    assert length == longest_trail(edges)
    assert sum(edge[2] for edge in walked) == length
    assert is_one_trail(walked)


@pytest.mark.rule("E5")
@pytest.mark.parametrize("board", ["europe", "usa"])
def test_the_longest_path_is_the_longest_of_all_walks(board: str) -> None:
    rng = random.Random(5)
    table = empty_table(board)
    for number in range(sized(400, 25)):
        table.state.owner[:] = layout.NOBODY
        routes = sorted(random_network(table.board, rng, 1 + number % 14))
        theirs = random_network(table.board, rng, 6)
        for route in theirs:
            table.state.owner[route] = 1
        table.state.owner[routes] = 0
        sheet = table.sheet()
        edges = [(*table.board.routes[route].cities, table.board.routes[route].length) for route in routes]
        check_path(edges, int(sheet.longest_path[0]), [int(sheet.on_longest_path[route]) for route in routes])
        assert sheet.exact == 1


def board_of_edges(edges: list[Edge], cities: int) -> Any:
    boards = layout.new_records(layout.BOARD)
    record = boards[0]
    record.cities, record.routes, record.longest_path_points = cities, len(edges), 10
    for number, (a, b, length) in enumerate(edges):
        record.route_from[number], record.route_to[number], record.route_length[number] = a, b, length
    record.route_twin[:] = layout.NO_TWIN
    return boards


@pytest.mark.rule("E5")
def test_the_longest_path_is_right_on_any_network() -> None:
    """Many routes between few cities: parallel ones, loops of loops, several pieces."""
    rng = random.Random(8)
    desk = doors.Desk()
    states = layout.new_records(layout.STATE)
    states[0].players = 1
    for number in range(sized(600, 60)):
        cities = rng.randint(2, 8)
        edges = [(*rng.sample(range(cities), 2), rng.randint(1, 6)) for _ in range(1 + number % 12)]
        states[0].owner[:] = layout.NOBODY
        states[0].owner[: len(edges)] = 0
        doors.fill_sheet(board_of_edges(edges, cities), states, 0, desk.sheets, desk.scratches)
        sheet = desk.sheets[0]
        check_path(edges, int(sheet.longest_path[0]), sheet.on_longest_path[: len(edges)].tolist())
        assert sheet.exact == 1


@pytest.mark.rule("E5")
def test_a_path_may_cross_a_city_again_but_use_no_route_twice() -> None:
    table = empty_table("europe")
    # A ring with a tail: the walk goes once round and passes the city where they meet twice.
    own(table, 0, "frankfurt-munchen", "munchen-wien", "berlin-wien", "berlin-frankfurt", "frankfurt-paris")
    sheet = table.sheet()
    assert sheet.longest_path[0] == 2 + 3 + 3 + 3 + 3
    assert sheet.on_longest_path.sum() == 5


@pytest.mark.rule("E5")
def test_an_opponents_half_of_a_double_is_not_ones_own() -> None:
    table = empty_table("europe", 4)
    double = next(route for route in table.board.routes if route.twin is not None)
    own(table, 0, double.number)
    own(table, 1, double.twin)
    assert table.sheet().longest_path[:2].tolist() == [double.length] * 2


@pytest.mark.rule("E5")
def test_all_who_tie_get_the_bonus() -> None:
    table = empty_table("europe", 3)
    own(table, 0, "frankfurt-munchen")
    own(table, 1, "pamplona-paris")
    own(table, 2, "frankfurt-paris", "dieppe-paris")
    sheet = table.sheet()
    assert sheet.longest_path[:3].tolist() == [2, 4, 4]
    assert sheet.longest_path_bonus[:3].tolist() == [0, 10, 10]


@pytest.mark.rule("E5")
@pytest.mark.parametrize("board", ["europe", "usa", "tiny"])
def test_nobody_gets_the_bonus_when_nobody_has_a_route(board: str) -> None:
    sheet = empty_table(board).sheet()
    assert not sheet.longest_path_bonus.any()
    assert not sheet.longest_path.any()


@pytest.mark.rule("E5")
@pytest.mark.parametrize("board", ["new_york", "london", "amsterdam"])
def test_boards_without_a_longest_path_give_no_bonus(board: str) -> None:
    table = empty_table(board)
    own(table, 0, 0)
    assert not table.sheet().longest_path_bonus.any()


@pytest.mark.rule("B4")
def test_a_borrowed_route_counts_for_tickets_alone() -> None:
    table = empty_table("europe")
    own(table, 0, "frankfurt-munchen")
    own(table, 1, "munchen-wien")
    give_ticket(table, 0, "frankfurt", "wien")
    build(table, 0, "munchen")
    sheet = table.sheet()
    assert sheet.tickets_completed[0] == 1
    assert sheet.borrowed[0].tolist() == [table.board.route("munchen-wien").number, layout.NO_ROUTE, layout.NO_ROUTE]
    assert (sheet.longest_path[0], sheet.routes[0]) == (2, 2)
    assert sheet.longest_path_bonus[:2].tolist() == [0, 10]


# The worst networks that a climb over many found: dense, and within the trains a player has.
WORST_NETWORKS: dict[str, list[list[int]]] = {
    "europe": [
        [0, 1, 2, 3, 25, 26, 29, 37, 39, 48, 49, 54, 57, 59, 73, 74, 77, 79, 89, 96, 97, 100],
        [0, 2, 3, 14, 15, 20, 21, 23, 26, 28, 38, 45, 46, 49, 54, 55, 57, 77, 79, 89, 96],
    ],
    "usa": [
        [2, 5, 7, 9, 25, 27, 29, 40, 54, 56, 58, 59, 65, 66, 71, 73, 76, 77, 83, 85, 91, 92, 96, 99],
        [0, 2, 3, 8, 10, 16, 25, 27, 28, 56, 57, 60, 63, 65, 66, 76, 77, 79, 83, 85, 86, 90, 93],
    ],
}


@pytest.mark.compiled_only
@pytest.mark.rule("E5")
@pytest.mark.parametrize("board, routes", [(board, net) for board, nets in WORST_NETWORKS.items() for net in nets])
def test_the_search_stays_within_its_budget_on_the_worst_networks_known(board: str, routes: list[int]) -> None:
    table = empty_table(board)
    assert sum(table.board.routes[route].length for route in routes) <= table.board.trains
    assert not any(table.board.routes[route].twin in routes for route in routes)
    table.state.owner[routes] = 0
    sheet = table.sheet()
    assert sheet.exact == 1
    walked = [table.board.routes[route] for route in routes if sheet.on_longest_path[route]]
    assert is_one_trail([(*route.cities, route.length) for route in walked])
    assert sum(route.length for route in walked) == sheet.longest_path[0]


# --- tickets and stations ---------------------------------------------------------------------------------------------


def give_ticket(table: Table, seat: int, a: str, b: str) -> None:
    """A ticket of the board, moved to these cities."""
    number = int(np.flatnonzero(table.state.ticket_at[: len(table.board.tickets)] == layout.OUT_OF_GAME)[0])
    table.record.ticket_from[number] = table.board.city(a).number
    table.record.ticket_to[number] = table.board.city(b).number
    table.state.ticket_at[number] = seat
    table.state.tickets_held[seat] += 1


def build(table: Table, seat: int, *cities: str | int) -> None:
    for which in cities:
        city = table.board.city(which).number
        assert table.state.station_owner[city] == layout.NOBODY
        table.state.station_owner[city] = seat
        table.state.stations_left[seat] -= 1


class TicketCount:
    """A seat's tickets, and the best that its stations can do for them, by trying every way to borrow (B3)."""

    def __init__(self, board: Board, state: Any, seat: int) -> None:
        self.board = board
        self.owner = state.owner[: len(board.routes)].tolist()
        self.seat = seat
        self.tickets = [ticket for ticket in board.tickets if state.ticket_at[ticket.number] == seat]
        self.own = [route.cities for route in board.routes if self.owner[route.number] == seat]
        self.stations = [city.number for city in board.cities if state.station_owner[city.number] == seat]

    def done(self, borrowed: Iterable[int | None]) -> set[int]:
        joins = self.own + [self.board.routes[route].cities for route in borrowed if route is not None]
        groups = groups_of(len(self.board.cities), joins)
        return {ticket.number for ticket in self.tickets if groups[ticket.cities[0]] == groups[ticket.cities[1]]}

    def value(self, borrowed: Iterable[int | None]) -> tuple[int, int]:
        done = self.done(borrowed)
        return sum(self.board.tickets[ticket].points for ticket in done), len(done)

    def offers(self, city: int) -> list[int | None]:
        others = [r.number for r in self.board.routes if self.owner[r.number] not in (layout.NOBODY, self.seat)]
        return [None, *(route for route in others if city in self.board.routes[route].cities)]

    def best(self) -> tuple[int, int]:
        return max(self.value(choice) for choice in product(*(self.offers(city) for city in self.stations)))


def random_end(table: Table, rng: random.Random, routes: int) -> None:
    """Routes, stations and tickets dealt out at random, by the rules' limits."""
    state, players = table.state, table.players
    state.owner[:], state.station_owner[:], state.ticket_at[:] = layout.NOBODY, layout.NOBODY, layout.OUT_OF_GAME
    for route in rng.sample(table.board.routes, routes):
        twin = layout.NOBODY if route.twin is None else state.owner[route.twin]
        state.owner[route.number] = rng.choice([seat for seat in range(players) if seat != twin])
    for ticket in rng.sample(table.board.tickets, min(len(table.board.tickets), 8 * players)):
        state.ticket_at[ticket.number] = rng.randrange(players)
    cities = rng.sample(range(len(table.board.cities)), table.board.stations.each * players)
    for seat in range(players):
        built = rng.randint(0, table.board.stations.each)
        state.stations_left[seat] = table.board.stations.each - built
        for _ in range(built):
            state.station_owner[cities.pop()] = seat


@pytest.mark.rule("B3")
@pytest.mark.rule("E4")
@pytest.mark.parametrize("board, players", [("europe", 2), ("europe", 3), ("tiny", 2)])
def test_stations_borrow_the_best_routes_for_all_tickets_together(board: str, players: int) -> None:
    rng = random.Random(21)
    table = Table(board, players)
    helped = 0
    for _ in range(sized(150, 8)):
        most = len(table.board.routes)
        random_end(table, rng, rng.randint(most // 2, most * 3 // 4))
        sheet = table.sheet()
        for seat in range(players):
            count = TicketCount(table.board, table.state, seat)
            points, completed = count.best()
            assert (int(sheet.tickets_won[seat]), int(sheet.tickets_completed[seat])) == (points, completed)
            assert sheet.tickets_lost[seat] == sum(ticket.points for ticket in count.tickets) - points
            check_borrowed(count, sheet, seat)
            helped += points > count.value(())[0]
    assert helped >= sized(6, 1)


def check_borrowed(count: TicketCount, sheet: Any, seat: int) -> None:
    """One route a station, an opponent's, none for nothing, and together they complete what is marked."""
    borrowed = [None if route == layout.NO_ROUTE else int(route) for route in sheet.borrowed[seat]]
    assert all(route is None for route in borrowed[len(count.stations) :])
    for city, route in zip(count.stations, borrowed, strict=False):
        assert route in count.offers(city)
    done = {ticket.number for ticket in count.tickets if sheet.ticket_done[ticket.number]}
    assert count.done(borrowed) == done
    for place, route in enumerate(borrowed):
        if route is not None:
            assert count.value([*borrowed[:place], *borrowed[place + 1 :]]) < count.value(borrowed)


@pytest.mark.rule("B3")
def test_one_station_lends_one_route_for_all_tickets() -> None:
    table = empty_table("europe")
    own(table, 1, "munchen-wien", "munchen-zurich")
    give_ticket(table, 0, "munchen", "wien")
    give_ticket(table, 0, "munchen", "zurich")
    build(table, 0, "munchen")
    assert table.sheet().tickets_completed[0] == 1


@pytest.mark.rule("B3")
def test_an_opponents_route_without_a_station_joins_nothing() -> None:
    table = empty_table("europe")
    own(table, 1, "munchen-wien")
    give_ticket(table, 0, "munchen", "wien")
    build(table, 1, "munchen")
    sheet = table.sheet()
    assert sheet.tickets_completed[0] == 0
    assert sheet.tickets_lost[0] > 0
    assert (sheet.borrowed[:2] == layout.NO_ROUTE).all()


# --- bonuses of the city boards ---------------------------------------------------------------------------------------


@pytest.mark.rule("E7")
def test_a_district_scores_only_when_all_its_places_are_joined() -> None:
    rng = random.Random(3)
    table = empty_table("london", 2)
    scored: Counter[int] = Counter()
    for _ in range(sized(800, 60)):
        random_end(table, rng, rng.randint(6, 30))
        sheet = table.sheet()
        for seat in range(2):
            joins = [r.cities for r in table.board.routes if table.state.owner[r.number] == seat]
            groups = groups_of(len(table.board.cities), joins)
            expected = 0
            for district in {city.district for city in table.board.cities} - {None}:
                places = {groups[city.number] for city in table.board.cities if city.district == district}
                expected += district if len(places) == 1 else 0
            assert sheet.districts[seat] == expected
            scored[expected] += 1
    assert len(scored) > 3


@pytest.mark.rule("E6")
def test_an_attraction_scores_once_when_a_route_touches_it() -> None:
    rng = random.Random(4)
    table = empty_table("new_york", 3)
    for _ in range(sized(500, 40)):
        random_end(table, rng, rng.randint(0, 20))
        sheet = table.sheet()
        for seat in range(3):
            touched = {c for r in table.board.routes if table.state.owner[r.number] == seat for c in r.cities}
            assert sheet.attractions[seat] == sum(1 for city in touched if table.board.cities[city].attraction)


@pytest.mark.rule("E8")
@pytest.mark.parametrize(
    "cards, points",
    [
        ([3, 1], [8, 4]),
        ([2, 2], [8, 8]),
        ([0, 0], [0, 0]),
        ([0, 5], [0, 8]),
        ([4, 2, 1], [8, 5, 2]),
        ([4, 4, 1], [8, 8, 2]),
        ([1, 4, 1], [5, 8, 5]),
        ([3, 3, 3], [8, 8, 8]),
        ([3, 0, 3], [8, 0, 8]),
        ([1, 2, 3, 4], [2, 4, 6, 8]),
        ([5, 5, 3, 0], [8, 8, 4, 0]),
        ([5, 3, 3, 1], [8, 6, 6, 2]),
        ([5, 1, 1, 1], [8, 6, 6, 6]),
        ([4, 4, 4, 1], [8, 8, 8, 2]),
        ([4, 4, 2, 2], [8, 8, 4, 4]),
        ([4, 4, 4, 4], [8, 8, 8, 8]),
        ([0, 0, 0, 1], [0, 0, 0, 8]),
    ],
)
def test_merchandise_is_ranked_and_equal_players_take_the_better_rank(cards: list[int], points: list[int]) -> None:
    table = empty_table("amsterdam", len(cards))
    table.state.merchandise[: len(cards)] = cards
    assert table.sheet().merchandise[: len(cards)].tolist() == points


# --- the whole sheet --------------------------------------------------------------------------------------------------


@pytest.mark.rule("E3")
@pytest.mark.rule("E4")
@pytest.mark.rule("P12")
@pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS)
def test_sheets_of_finished_games_add_up(board: str, players: int) -> None:
    table = Table(board, players)
    for number in range(sized(12, 1)):
        table.open(players, first=layout.RANDOM_FIRST, stream=number)
        for _ in positions(table, seed=number):
            pass
        before = table.states.tobytes()
        sheet = table.sheet()
        assert table.states.tobytes() == before, "scoring changes nothing"
        assert sheet.exact == 1
        for seat in range(players):
            routes = [route for route in table.board.routes if table.state.owner[route.number] == seat]
            count = TicketCount(table.board, table.state, seat)
            won = count.best()[0]
            lost = sum(ticket.points for ticket in count.tickets) - won
            unused = (table.board.stations.each - len(count.stations)) * table.board.stations.points_unused
            bonuses = ("longest_path_bonus", "attractions", "districts", "merchandise")
            assert sheet.total[seat] == (
                sum(table.board.route_points[route.length] for route in routes)
                + won
                - lost
                + unused
                + sum(int(sheet[bonus][seat]) for bonus in bonuses)
            )
            assert sheet.stations_built[seat] == len(count.stations)
        check_winners(table.board, sheet, players)


def standing(board: Board, sheet: Any, seat: int) -> tuple[int, ...]:
    """Points first, then what breaks ties on this board, larger is better (P15)."""
    values = {
        "tickets_completed": int(sheet.tickets_completed[seat]),
        "fewest_stations": -int(sheet.stations_built[seat]),
        "longest_path": int(sheet.longest_path_bonus[seat]),
    }
    return (int(sheet.total[seat]), *(values[rule] for rule in board.tie_breaks))


def check_winners(board: Board, sheet: Any, players: int) -> None:
    standings = [standing(board, sheet, seat) for seat in range(players)]
    for seat in range(players):
        assert sheet.rank[seat] == sum(1 for other in standings if other > standings[seat])


def decided_by(board: Board, standings: list[tuple[int, ...]], seat: int) -> int:
    """The tie-break between a seat and the nearest better one on equal points."""
    mine = standings[seat]
    above = [other for other in standings if other > mine and other[0] == mine[0]]
    if not above:
        return layout.NO_TIE_BREAK
    differs = next(place for place, (a, b) in enumerate(zip(min(above), mine, strict=True)) if a != b)
    return layout.TIE_BREAKS.index(board.tie_breaks[differs - 1])


def random_sheet(rng: random.Random, players: int) -> Any:
    sheet = layout.new_records(layout.SHEET)[0]
    for seat in range(players):
        sheet.total[seat] = rng.randint(-1, 0)
        sheet.tickets_completed[seat] = rng.randint(0, 2)
        sheet.stations_built[seat] = rng.randint(0, 1)
        sheet.longest_path_bonus[seat] = 10 * rng.randint(0, 1)
    return sheet


def ranked_sheets(board: str, players: int) -> Iterable[tuple[Table, Any, list[tuple[int, ...]]]]:
    rng = random.Random(players)
    table = Table(board, players)
    for _ in range(sized(1_000, 200)):
        sheet = random_sheet(rng, players)
        scoring._rank(table.record, table.state, sheet)
        yield table, sheet, [standing(table.board, sheet, seat) for seat in range(players)]


@pytest.mark.rule("E9")
@pytest.mark.rule("P15")
@pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS)
def test_ranks_go_by_points_and_then_by_the_boards_tie_breaks(board: str, players: int) -> None:
    shared = 0
    for table, sheet, standings in ranked_sheets(board, players):
        check_winners(table.board, sheet, players)
        winners = [seat for seat in range(players) if sheet.rank[seat] == 0]
        assert all(standings[seat] == max(standings) for seat in winners)
        shared += len(winners) > 1
    assert shared > 0


@pytest.mark.rule("P15")
@pytest.mark.parametrize("board", ["europe", "usa", "new_york", "london", "amsterdam"])
def test_the_sheet_says_which_tie_break_decided_between_two(board: str) -> None:
    for table, sheet, standings in ranked_sheets(board, 2):
        assert [decided_by(table.board, standings, seat) for seat in range(2)] == sheet.decided_by[:2].tolist()


@pytest.mark.rule("P15")
@pytest.mark.parametrize("board, players", [("europe", 3), ("europe", 5), ("usa", 4)])
def test_the_sheet_says_which_tie_break_set_a_seat_behind_the_one_above_it(board: str, players: int) -> None:
    for table, sheet, standings in ranked_sheets(board, players):
        expected = [decided_by(table.board, standings, seat) for seat in range(players)]
        assert expected == sheet.decided_by[:players].tolist()


@pytest.mark.rule("P15")
@pytest.mark.rule("E9")
def test_all_share_the_victory_when_nothing_breaks_the_tie() -> None:
    for board, players in BOARDS_AND_PLAYERS:
        sheet = empty_table(board, players).sheet()
        assert sheet.rank[:players].tolist() == [0] * players
        assert not sheet.decided_by.any()


@pytest.mark.rule("P15")
def test_fewer_stations_break_a_tie_and_then_the_longest_path() -> None:
    table = empty_table("europe")
    build(table, 0, "wien")
    table.state.score[0] += 4
    sheet = table.sheet()
    assert sheet.total[0] == sheet.total[1] == 12
    assert sheet.rank[:2].tolist() == [1, 0]
    assert sheet.decided_by[:2].tolist() == [layout.BY_FEWEST_STATIONS, layout.NO_TIE_BREAK]

    table = empty_table("europe")
    own(table, 0, "munchen-wien")
    table.state.score[1] = table.state.score[0] + 10
    sheet = table.sheet()
    assert sheet.total[0] == sheet.total[1]
    assert sheet.rank[:2].tolist() == [0, 1]
    assert sheet.decided_by[:2].tolist() == [layout.NO_TIE_BREAK, layout.BY_LONGEST_PATH]


@pytest.mark.rule("P15")
@pytest.mark.rule("B3")
def test_tickets_completed_through_a_station_break_a_tie() -> None:
    table = empty_table("europe")
    own(table, 1, "munchen-wien")
    give_ticket(table, 0, "munchen", "wien")
    build(table, 0, "wien")
    sheet = table.sheet()
    table.state.score[0] += int(sheet.total[1]) - int(sheet.total[0])
    sheet = table.sheet()
    assert sheet.total[0] == sheet.total[1]
    assert sheet.rank[:2].tolist() == [0, 1]
    assert sheet.decided_by[:2].tolist() == [layout.NO_TIE_BREAK, layout.BY_TICKETS_COMPLETED]


@pytest.mark.rule("E3")
def test_a_total_may_be_negative() -> None:
    table = empty_table("new_york")
    table.state.ticket_at[:3] = 1
    sheet = table.sheet()
    assert sheet.total[1] == -sum(ticket.points for ticket in board_of("new_york").tickets[:3])


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.rule("E5")
@pytest.mark.parametrize("board, players", [("europe", 2), ("europe", 5), ("usa", 2), ("usa", 4), ("tiny", 3)])
def test_the_longest_path_is_always_proven_in_random_games(board: str, players: int) -> None:
    table = Table(board, players)
    for number in range(150):
        table.open(players, stream=1_000 + number)
        for _ in positions(table, seed=number):
            pass
        assert table.sheet().exact == 1
