"""The final sheet against slow counts: stations, districts, attractions, merchandise, ranks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from tests.kit.walks import BUILT_IN_TABLES, sized

from ferrovia.boards import Board
from ferrovia.engine import scoring
from ferrovia.engine.state import (
    MAX_DISTRICTS,
    MAX_PLAYERS,
    NO_ROUTE,
    NO_TIE_BREAK,
    NOBODY,
    OUT_OF_GAME,
    RANDOM_FIRST,
    SHEET,
    TIE_BREAKS,
    new_records,
)

from .end_positions import empty_table, groups_of
from .table import Table, positions

# --- tickets and stations ---------------------------------------------------------------------------------------------


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
        others = [r.number for r in self.board.routes if self.owner[r.number] not in (NOBODY, self.seat)]
        return [None, *(route for route in others if city in self.board.routes[route].cities)]

    def best(self) -> tuple[int, int]:
        return max(self.value(choice) for choice in product(*(self.offers(city) for city in self.stations)))


def random_end(table: Table, rng: random.Random, routes: int) -> None:
    """Routes, stations and tickets dealt out at random, by the rules' limits."""
    state, players = table.state, table.players
    state.owner[:], state.station_owner[:], state.ticket_at[:] = NOBODY, NOBODY, OUT_OF_GAME
    for route in rng.sample(table.board.routes, routes):
        twin = NOBODY if route.twin is None else state.owner[route.twin]
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
    borrowed = [None if route == NO_ROUTE else int(route) for route in sheet.borrowed[seat]]
    assert all(route is None for route in borrowed[len(count.stations) :])
    for city, route in zip(count.stations, borrowed, strict=False):
        assert route in count.offers(city)
    done = {ticket.number for ticket in count.tickets if sheet.ticket_done[ticket.number]}
    assert count.done(borrowed) == done
    for place, route in enumerate(borrowed):
        if route is not None:
            assert count.value([*borrowed[:place], *borrowed[place + 1 :]]) < count.value(borrowed)


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


@pytest.mark.rule("E7")
def test_the_highest_district_that_a_board_may_have_scores_too() -> None:
    table = empty_table("london")
    route = table.board.routes[0]
    table.record.city_district[:] = 0
    table.record.city_district[list(route.cities)] = MAX_DISTRICTS
    assert table.sheet().districts[:2].tolist() == [0, 0]
    table.state.owner[route.number] = 1
    assert table.sheet().districts[:2].tolist() == [0, MAX_DISTRICTS]


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


# --- the whole sheet --------------------------------------------------------------------------------------------------


@pytest.mark.rule("E3")
@pytest.mark.rule("E4")
@pytest.mark.rule("P12")
@pytest.mark.parametrize("board, players", BUILT_IN_TABLES)
def test_sheets_of_finished_games_add_up(board: str, players: int) -> None:
    table = Table(board, players)
    for number in range(sized(12, 1)):
        table.open(players, first=RANDOM_FIRST, stream=number)
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


@pytest.mark.parametrize("board", ["europe", "new_york", "london", "amsterdam"])
def test_a_sheet_says_nothing_of_seats_that_do_not_play_nor_of_an_earlier_game(board: str) -> None:
    earlier, table = Table("europe", 5), Table(board, 2, stream=1)
    for one in (earlier, table):
        for _ in positions(one, seed=1):
            pass
    new, used = table.sheet(), earlier.sheet()
    names = [name for name in SHEET.names or () if name != "borrowed"]  # filled in for players only
    assert [name for name in names if SHEET[name].shape == (MAX_PLAYERS,) and new[name][2:].any()] == []
    assert used.total[2:].any()
    assert used.ticket_done.any()
    assert used.on_longest_path.any()
    table.desk = earlier.desk
    again = table.sheet()
    assert [name for name in names if again[name].tobytes() != new[name].tobytes()] == []
    assert again.borrowed[:2].tolist() == new.borrowed[:2].tolist()


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
        return NO_TIE_BREAK
    differs = next(place for place, (a, b) in enumerate(zip(min(above), mine, strict=True)) if a != b)
    return TIE_BREAKS.index(board.tie_breaks[differs - 1])


def random_sheet(rng: random.Random, players: int) -> Any:
    sheet = new_records(SHEET)[0]
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
        scoring.rank(table.record, table.state, sheet)
        yield table, sheet, [standing(table.board, sheet, seat) for seat in range(players)]


@pytest.mark.rule("E9")
@pytest.mark.rule("P15")
@pytest.mark.parametrize("board, players", BUILT_IN_TABLES)
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


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.rule("E5")
@pytest.mark.parametrize("board, players", [("europe", 2), ("europe", 5), ("usa", 2), ("usa", 4), ("tiny", 3)])
def test_the_longest_path_is_always_proven_in_random_games(board: str, players: int) -> None:
    table = Table(board, players)
    for number in range(75):
        table.open(players, stream=1_000 + number)
        for _ in positions(table, seed=number):
            pass
        assert table.sheet().exact == 1
