"""Views as plain data: one public part for everybody, one own part for each seat, both as the schema says."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from pydantic import TypeAdapter
from tests.kit.walks import any_kind, board_of, many_tickets, walk

from ferrovia import SPECTATOR
from ferrovia.data import board_data, game_view, legal_entry, legal_list, own_part, result_data
from ferrovia.data.schema import BoardData, GameView, Legal, ResultData, You
from ferrovia.game import Game
from ferrovia.views import progress

pytestmark = pytest.mark.compiled_only

TABLES = [("europe", 3), ("new_york", 2), ("london", 4), ("amsterdam", 3), ("usa", 5)]


def checked(kind: Any, data: object) -> None:
    """Neither a field too few nor too many, after a journey through JSON."""
    TypeAdapter(kind).validate_json(json.dumps(data), strict=True)
    assert set(data) == set(kind.__annotations__), "no field that the schema does not name"  # type: ignore[call-overload]


@pytest.mark.parametrize("name, players", TABLES)
def test_every_viewer_gets_the_same_public_part(name: str, players: int) -> None:
    for seed in range(3):
        game = Game(board_of(name), players=players, seed=seed)
        for _ in walk(game, seed, [many_tickets, any_kind][seed % 2]):
            public = game_view(game.spectator_view())
            for seat in range(players):
                assert game_view(game.view(seat)) == public
        assert game_view(game.view(0)) == game_view(game.spectator_view()), "at the end too"


@pytest.mark.parametrize("name, players", TABLES)
def test_views_are_as_the_schema_says(name: str, players: int) -> None:
    game = Game(board_of(name), players=players, seed=4)
    for number, _ in enumerate(walk(game, 4, any_kind)):
        if number % 10 == 0:
            checked(GameView, game_view(game.spectator_view()))
            for seat in game.actors:
                view = game.view(seat)
                checked(You, own_part(view))
                TypeAdapter(list[Legal]).validate_json(json.dumps(legal_list(view)), strict=True)
    checked(ResultData, result_data(game.result()))
    checked(BoardData, board_data(game.board))


@pytest.mark.parametrize("name, players", TABLES)
def test_closed_names_the_seats_that_may_not_claim_for_the_sake_of_a_twin(name: str, players: int) -> None:
    closed_to: set[int] = set()
    for seed in range(4):
        game = Game(board_of(name), players=players, seed=seed)
        for _ in walk(game, seed, any_kind):
            pass
        owners, closed = game.view(0).owners, game.view(0).closed
        for route in game.board.routes:
            twin = None if route.twin is None else owners.get(game.board.route(route.twin).id)
            few = players <= game.board.double_routes_close_up_to
            expected = [] if twin is None or route.id in owners else list(range(players)) if few else [twin]
            assert closed.get(route.id, []) == expected
            closed_to |= {len(expected)}
    assert closed_to > {0}, "no double was half claimed"


@pytest.mark.parametrize("name, players", [("new_york", 3), ("london", 4), ("amsterdam", 2), ("amsterdam", 4)])
def test_the_bonus_so_far_is_that_of_the_score_sheet_at_the_end(name: str, players: int) -> None:
    met: set[int] = set()
    for seed in range(6):
        game = Game(board_of(name), players=players, seed=seed)
        for _ in walk(game, seed, any_kind):
            pass
        sizes = {str(n): sum(city.district == n for city in game.board.cities) for n in range(1, 9)}
        for seat, sheet in zip(game_view(game.view(0))["seats"], game.result().sheets, strict=True):
            assert seat["attractions"] == len(sheet.attractions)
            assert [int(n) for n, joined in seat["districts"].items() if joined == sizes[n]] == list(sheet.districts)
            assert seat["bonus"] == sheet.attraction_points + sheet.district_points + sheet.merchandise_points
            met.add(seat["bonus"])
    assert len(met) > 1, "every bonus was the same"


def test_a_district_counts_places_that_are_joined_with_each_other() -> None:
    board = board_of("london")
    third = [city.number for city in board.cities if city.district == 3]
    between = [route.id for route in board.routes if set(route.cities) <= set(third)]
    assert progress(board, {}, [0, 0])[0].districts == dict.fromkeys(range(1, 6), 0)
    assert progress(board, {between[0]: 1}, [0, 0])[1].districts[3] == 2
    assert progress(board, {between[0]: 1}, [0, 0])[0].districts[3] == 0
    apart = [route.id for route in board.routes if len(set(route.cities) & set(third)) == 1]
    assert progress(board, {apart[0]: 0}, [0, 0])[0].districts[3] == 1


def test_draws_of_tickets_tell_which_only_to_their_seat() -> None:
    game, rng = Game("europe", players=2, seed=1), np.random.default_rng(1)
    offered = own_part(game.view(0))["offer"]
    for _ in walk(game, 1, many_tickets, steps=30):
        pass
    public, own = game_view(game.view(0))["ticket_draws"], own_part(game.view(0))["ticket_draws"]
    assert {draw["seat"] for draw in public} == {0, 1}
    assert own[0]["offered"] == offered
    for draw in own:
        seen = public[draw["number"]]
        assert seen["seat"] == 0
        assert seen["offered"] == len(draw["offered"])
        assert seen["kept"] == (None if draw["kept"] is None else len(draw["kept"]))
    assert own_part(Game.of_world(game.view(1).redeal(rng)).view(1)) == own_part(game.view(1))


def test_a_spectator_has_no_part_of_its_own() -> None:
    own = own_part(Game("europe", players=2, seed=1).spectator_view())
    assert own == {"seat": SPECTATOR, "hand": {}, "tickets": [], "offer": [], "ticket_draws": []}


def test_drawing_tickets_says_how_many_will_be_offered() -> None:
    counts: set[int] = set()
    for seed in range(2):
        game = Game(board_of("new_york"), players=4, seed=seed)
        for seat, code in walk(game, seed, many_tickets):
            entry = legal_entry(game.view(seat), code)
            if entry["kind"] == "tickets":
                listed = next(each for each in legal_list(game.view(seat)) if each["code"] == code)
                after = game.copy()
                after.play(code, seat=seat)
                assert entry["count"] == listed["count"] == len(after.view(seat).offer)
                counts.add(entry["count"])
    assert len(counts) > 1, "the deck was never smaller than a draw"
