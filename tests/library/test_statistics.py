"""Statistics of finished games against a recount from the events and the final position."""

from __future__ import annotations

import json

import pytest
from tests.kit.walks import BOARDS_AND_PLAYERS, TABLE_NAMES, any_kind, played, tiny

from ferrovia import Board, Game, game_statistics
from ferrovia.events import CardDealt, CardDrawn, CardTaken, RouteClaimed, StationBuilt, TicketsKept
from ferrovia.record.begin import begin_again
from ferrovia.statistics import GameStatistics

from .test_result import longest_trail

every_table = pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)


def finished(board: Board, players: int, seed: int = 5) -> tuple[Game, GameStatistics]:
    game = played(Game(board, players=players, seed=seed), seed, any_kind)
    return game, game_statistics(game)


@every_table
def test_every_number_agrees_with_the_events_and_the_final_position(board: Board, players: int) -> None:
    game, found = finished(board, players)
    again = begin_again(game)
    happened = [*again.opening, *(event for seat, code in game.moves for event in again.play(code, seat=seat))]
    view, sheets = game.spectator_view(), game.result().sheets
    for seat, own in enumerate(found.seats):
        got = [e for e in happened if isinstance(e, CardDealt | CardDrawn | CardTaken) and e.seat == seat]
        paid = [e for e in happened if isinstance(e, RouteClaimed | StationBuilt) and e.seat == seat]
        assert own.cards_dealt + own.cards_drawn + own.cards_taken == len(got)
        assert own.wilds == sum(event.card == "wild" for event in got)
        assert own.cards_left == len(got) - sum(event.colored + event.wilds for event in paid) == view.hand_counts[seat]
        routes = [route for route, owner in view.owners.items() if owner == seat]
        lengths = [board.route(route).length for route in routes]
        assert own.routes == len(routes)
        assert own.routes_by_length == {length: lengths.count(length) for length in sorted(set(lengths))}
        assert own.trains_used == sum(lengths) == board.trains - view.trains[seat]
        assert own.stations == list(view.stations.values()).count(seat)
        assert own.tickets_kept == sum(e.kept for e in happened if isinstance(e, TicketsKept) and e.seat == seat)
        assert own.tickets_completed == sheets[seat].tickets_completed
        assert own.points == sheets[seat].total
        assert own.points_per_turn == pytest.approx(own.points / own.turns)
        if board.trains < 20:  # the recount tries every path
            assert own.longest_path == longest_trail(board, routes)
    assert sum(own.turns for own in found.seats) == len(found.turn_of) == view.turns_played
    assert found.scores[0] == (0,) * players
    assert found.scores[-2:] == (tuple(sheet.routes for sheet in sheets), game.result().totals)
    assert len(found.scores) == len(found.turn_of) + 2


def test_a_game_that_was_set_up_counts_what_happened_since() -> None:
    game = tiny({"routes": ["ash-birch"]}, {}, turn=1)
    before = game.copy()
    found = game_statistics(played(game, 1, any_kind), beginning=before)
    assert found.turn_of[0] == 1
    assert found.scores[0][0] == 2
    assert found.seats[0].cards_dealt == 0


def test_a_game_that_goes_on_has_no_statistics() -> None:
    with pytest.raises(ValueError, match="until it is over"):
        game_statistics(Game("new_york", players=2, seed=1))


def test_they_fit_into_json() -> None:
    game = played(Game("new_york", players=2, seed=3), 3, any_kind)
    data = json.loads(json.dumps(game_statistics(game).as_data()))
    assert data["scores"][-1] == list(game.result().totals)
    assert all(length.isdigit() for seat in data["seats"] for length in seat["routes_by_length"])
