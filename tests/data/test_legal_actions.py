"""Legal actions as plain data: every entry names its payment, and lists have one order."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.kit.walks import any_kind, board_of, walk

from ferrovia import Game, View, load_board
from ferrovia.actions import decode, from_text
from ferrovia.data import actions as room
from ferrovia.data import legal_entry, legal_list, legal_text, read_action

pytestmark = pytest.mark.compiled_only


def check_entry(view: View, entry: Any) -> None:
    """The payment is the price, and code and text name the same action."""
    board = view.board
    assert decode(board, entry["code"]) == from_text(board, entry["text"])
    assert read_action(board, entry["code"]) == read_action(board, entry["text"])
    prices = {
        "claim": lambda: board.route(entry["route"]).length,
        "pay": lambda: view.tunnel["extra"],
        "station": lambda: board.stations.each - view.stations_left[view.seat] + 1,
    }
    if price := prices.get(entry["kind"]):
        assert entry["colored"] + entry["wilds"] == price()
        assert entry["wilds"] <= view.hand["wild"]
        assert entry["colored"] <= (view.hand[entry["color"]] if entry["color"] else 0)


def test_every_entry_names_its_action_and_its_payment() -> None:
    kinds = set()
    for seed in range(4):
        game = Game("europe", players=2, seed=seed)
        for _ in walk(game, seed, any_kind):
            for seat in game.actors:
                for entry in legal_list(view := game.view(seat)):
                    check_entry(view, entry)
                    kinds.add(entry["kind"])
    assert kinds >= {"draw", "take", "tickets", "keep", "claim", "pay", "back", "station"}


@pytest.mark.parametrize("name", ["europe", "new_york"])
def test_plain_actions_come_first_then_routes_then_stations_each_with_its_cheapest_payment_first(name: str) -> None:
    game, compared = Game(board_of(name), players=2, seed=2), 0
    for _ in walk(game, 2, any_kind):
        view = game.view(min(game.actors, default=0))
        places = [
            game.board.route(entry["route"]).number + 1
            if "route" in entry
            else len(game.board.routes) + game.board.city(entry["city"]).number + 1
            if "city" in entry
            else 0
            for entry in legal_list(view)
        ]
        assert places == sorted(places)
        for place in set(places) - {0}:
            costs = [
                (entry["wilds"], -view.hand.get(entry["color"], 0))
                for entry, at in zip(legal_list(view), places, strict=True)
                if at == place
            ]
            assert costs == sorted(costs)
            compared += len(costs) > 1
    assert compared > 10


def test_a_list_can_be_limited_to_some_codes() -> None:
    view = Game("new_york", players=2, seed=1, first=0).view(0)
    first, *_, last = legal_list(view)
    assert legal_list(view, only={first["code"], last["code"]}) == [first, last]
    assert legal_entry(view, last["code"]) == last


def test_more_boards_than_the_cache_holds_change_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    views = [Game(load_board(name), players=2, seed=1).view(0) for name in ("europe", "usa", "london", "amsterdam")]
    before = [legal_list(view) for view in views]
    monkeypatch.setattr(room, "_MOST_BOARDS", 1)
    for _ in range(2):
        assert [json.loads(legal_text(view)) for view in views] == before
        assert len(room._known) <= 2
