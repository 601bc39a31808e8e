"""The result of a game against a slow recount of every line of its score sheets."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from tests.kit.walks import (
    BOARDS_AND_PLAYERS,
    TABLE_NAMES,
    any_code,
    any_kind,
    board_of,
    played,
)

from ferrovia import Board, Game, Result, ScoreSheet, from_position
from ferrovia.game.result import in_travel_order

TINY, EUROPE = board_of("tiny"), board_of("europe")
every_table = pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)


def groups(board: Board, routes: list[str]) -> list[int]:
    """For each city the smallest city it is joined to."""
    group = list(range(len(board.cities)))
    changed = True
    while changed:
        changed = False
        for route in routes:
            a, b = board.route(route).cities
            low = min(group[a], group[b])
            changed |= (group[a], group[b]) != (low, low)
            group[a] = group[b] = low
    return group


def tickets_with(board: Board, routes: list[str], tickets: tuple[str, ...]) -> dict[str, bool]:
    group = groups(board, routes)
    ends = {ticket: board.ticket(ticket).cities for ticket in tickets}
    return {ticket: group[a] == group[b] for ticket, (a, b) in ends.items()}


def worth(board: Board, done: dict[str, bool]) -> tuple[int, int]:
    points = sum(board.ticket(ticket).points * (1 if joined else -1) for ticket, joined in done.items())
    return points, sum(done.values())


def best_with_stations(game: Game, seat: int, own: list[str]) -> tuple[int, int]:
    """B3: every choice of what the stations borrow, for all together."""
    view, board = game.spectator_view(), game.board
    choices: list[list[str | None]] = []
    for city, owner in view.stations.items():
        if owner == seat:
            number = board.city(city).number
            near = [r for r, by in view.owners.items() if by != seat and number in board.route(r).cities]
            choices.append([None, *near])
    tickets = view.tickets_of(seat) or ()
    return max(
        worth(board, tickets_with(board, own + [r for r in chosen if r is not None], tickets))
        for chosen in product(*choices)
    )


def longest_trail(board: Board, own: list[str]) -> int:
    """E5, by trying everything."""
    ends = [(*board.route(route).cities, board.route(route).length) for route in own]

    def from_here(city: int, used: int) -> int:
        best = 0
        for i, (a, b, length) in enumerate(ends):
            if not used >> i & 1 and city in (a, b):
                best = max(best, length + from_here(b if city == a else a, used | 1 << i))
        return best

    return max((from_here(city, 0) for a, b, _ in ends for city in (a, b)), default=0)


def check_trail(board: Board, sheet: ScoreSheet, own: list[str]) -> None:
    routes = sheet.longest_path_routes
    assert len(set(routes)) == len(routes)
    assert set(routes) <= set(own)
    assert sum(board.route(route).length for route in routes) == sheet.longest_path
    here = set(board.route(routes[0]).cities) if routes else set()
    for place, route in enumerate(routes):
        a, b = board.route(route).cities
        ahead = ({b} if a in here else set()) | ({a} if b in here else set())
        assert ahead or place == 0
        here = ahead


MERCHANDISE = {2: (8, 4), 3: (8, 5, 2), 4: (8, 6, 4, 2)}  # E8


def check_sheet(game: Game, result: Result, seat: int) -> None:
    board, view, sheet = game.board, game.spectator_view(), result.sheets[seat]
    own = [route for route, owner in view.owners.items() if owner == seat]
    tickets = view.tickets_of(seat)
    assert tickets is not None
    assert sheet.seat == seat
    assert sheet.routes == sum(board.route_points[board.route(route).length] for route in own) == view.scores[seat]

    borrowed = [station.borrows for station in sheet.stations if station.borrows is not None]
    for station in sheet.stations:
        assert view.stations[station.city] == seat
        if station.borrows is not None:
            assert view.owners[station.borrows] != seat
            assert board.city(station.city).number in board.route(station.borrows).cities
    done = tickets_with(board, own + borrowed, tickets)
    assert {ticket.ticket: ticket.completed for ticket in sheet.tickets} == done
    assert (sheet.ticket_points, sheet.tickets_completed) == best_with_stations(game, seat, own)
    for ticket in sheet.tickets:
        assert abs(ticket.points) == board.ticket(ticket.ticket).points
        assert (ticket.points > 0) == ticket.completed
    built = list(view.stations.values()).count(seat)
    assert len(sheet.stations) == built
    assert sheet.stations_unused == (board.stations.each - built) * board.stations.points_unused

    if board.bonuses.longest_path:
        check_trail(board, sheet, own)
        if len(own) <= 11:
            assert sheet.longest_path == longest_trail(board, own)
        longest = max(other.longest_path for other in result.sheets)
        has_it = sheet.longest_path == longest > 0
        assert sheet.longest_path_bonus == (board.bonuses.longest_path if has_it else 0)
    else:
        assert sheet.longest_path_bonus == 0

    touched = {city for route in own for city in board.route(route).cities}
    attractions = {city.id for city in board.cities if city.attraction and city.number in touched}
    assert set(sheet.attractions) == (attractions if board.bonuses.attraction else set())
    assert sheet.attraction_points == len(sheet.attractions) * board.bonuses.attraction
    group = groups(board, own)
    numbers = (
        {city.district for city in board.cities if city.district is not None} if board.bonuses.districts else set()
    )
    joined = {n for n in numbers if len({group[city.number] for city in board.cities if city.district == n}) == 1}
    assert set(sheet.districts) == joined
    assert sheet.district_points == sum(sheet.districts)
    carts = sum(board.route(route).carts for route in own)
    assert sheet.merchandise == view.merchandise[seat] <= carts
    better = sum(count > sheet.merchandise for count in view.merchandise)
    ranked = board.bonuses.merchandise is not None and sheet.merchandise > 0
    assert sheet.merchandise_points == (MERCHANDISE[game.players][better] if ranked else 0)

    parts = sheet.routes + sheet.ticket_points + sheet.stations_unused + sheet.longest_path_bonus
    assert sheet.total == parts + sheet.attraction_points + sheet.district_points + sheet.merchandise_points


def standing(board: Board, sheet: ScoreSheet) -> tuple[int, ...]:
    by = {
        "tickets_completed": sheet.tickets_completed,
        "fewest_stations": -len(sheet.stations),
        "longest_path": sheet.longest_path_bonus,
    }
    return (sheet.total, *(by[step] for step in board.tie_breaks))


def check_ranking(board: Board, result: Result) -> None:
    standings = [standing(board, sheet) for sheet in result.sheets]
    for sheet, own in zip(result.sheets, standings, strict=True):
        above = [other for other in standings if other > own]
        assert sheet.rank == 1 + len(above)
        equal = [other for other in above if other[0] == own[0]]
        if not equal:
            assert sheet.tie_break is None
        else:
            steps = {next(i for i in range(1, len(own)) if other[i] != own[i]) for other in equal}
            assert sheet.tie_break in {board.tie_breaks[step - 1] for step in steps}
    best = max(standings)
    assert result.winners == tuple(seat for seat, own in enumerate(standings) if own == best)
    assert result.totals == tuple(sheet.total for sheet in result.sheets)


@pytest.mark.compiled_only
@pytest.mark.rule("E3")
@pytest.mark.rule("E9")
@pytest.mark.rule("P15")
@every_table
def test_the_score_sheets_agree_with_a_slow_recount(board, players):
    for seed in range(8 if board.id in ("europe", "usa") else 20):
        game = played(Game(board, players=players, seed=seed), seed, [any_code, any_kind][seed % 2])
        result = game.result()
        for seat in range(players):
            check_sheet(game, result, seat)
        check_ranking(board, result)
        assert result.ended_by in ("last_round", "passes", "turn_limit")
        assert game.result() == result


def end_of(seats: list[dict[str, Any]], board: str = "europe") -> Game:
    data: dict[str, Any] = {"board": board, "seats": seats, "phase": "over", "turns_played": len(seats)}
    return from_position({**data, "passes": len(seats), "ended_by": "passes"}, seed=1)


@pytest.mark.rule("B3")
@pytest.mark.rule("E5")
def test_the_sheets_of_an_end_set_up_by_hand_agree_with_the_recount():
    game = end_of(
        [
            {
                "routes": ["frankfurt-paris", "dieppe-paris", "brest-dieppe", "brest-paris"],
                "tickets": ["frankfurt-kobenhavn", "brest-marseille"],
                "stations": ["frankfurt", "paris"],
            },
            {"routes": ["essen-frankfurt", "essen-kobenhavn", "marseille-paris"], "tickets": ["berlin-roma"]},
            {},
        ]
    )
    result = game.result()
    for seat in range(3):
        check_sheet(game, result, seat)
    check_ranking(game.board, result)
    first = result.sheets[0]
    assert {station.city: station.borrows for station in first.stations}["paris"] == "marseille-paris"
    assert [ticket.completed for ticket in first.tickets] == [True, False]
    assert first.longest_path == sum(game.board.route(route).length for route in first.longest_path_routes) > 0
    assert result.sheets[2].longest_path_routes == ()


@pytest.mark.rule("E5")
def test_a_path_that_crosses_itself_is_travelled_in_one_go():
    square = ["frankfurt-paris", "dieppe-paris", "brest-dieppe", "brest-paris"]
    order = in_travel_order(EUROPE, [EUROPE.route(route).number for route in square])
    assert EUROPE.route(order[0]).id == "frankfurt-paris" or EUROPE.route(order[-1]).id == "frankfurt-paris"
    assert sorted(order) == sorted(EUROPE.route(route).number for route in square)
    assert in_travel_order(EUROPE, []) == []
