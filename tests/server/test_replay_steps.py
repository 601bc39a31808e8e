"""The steps of a replay say which tickets count, as the view does in play and the score sheet at the end."""

from __future__ import annotations

import pytest
from tests.kit.walks import board_of, many_stations, walk

from ferrovia import from_position
from ferrovia.data import legal_list
from ferrovia.game import Game
from ferrovia.record.begin import begin_again
from ferrovia.server.messages.steps import steps_of

pytestmark = pytest.mark.compiled_only


def test_a_ticket_is_complete_from_the_step_that_builds_its_station() -> None:
    own = {"hand": {"red": 1}, "routes": ["brest-paris"], "tickets": ["brest-marseille"]}
    rival = {"hand": {"green": 4}, "routes": ["marseille-paris"]}
    game = from_position({"board": "europe", "seats": [own, rival]}, seed=1)
    build = next(entry["code"] for entry in legal_list(game.view(0)) if entry.get("city") == "paris")
    before, after = steps_of(game, [(0, build)])
    assert before["completed"] == [[], []]
    assert after["completed"] == [["brest-marseille"], []]


def test_complete_tickets_match_the_view_at_every_step_and_the_sheet_at_the_end() -> None:
    for seed in range(2):
        game = Game(board_of("europe"), players=3, seed=seed)
        told = []
        for _ in walk(game, seed, many_stations):
            told.append([_by_view(game, seat) for seat in range(3)] if len(game.moves) % 20 == 0 else None)
        steps = list(steps_of(begin_again(game), game.moves))
        for step, expected in zip(steps, told, strict=False):
            assert expected is None or [set(tickets) for tickets in step["completed"]] == expected
        for sheet in game.result().sheets:
            completed = {score.ticket for score in sheet.tickets if score.completed}
            assert set(steps[-1]["completed"][sheet.seat]) == completed


def _by_view(game: Game, seat: int) -> set[str]:
    view = game.view(seat)
    return {ticket for ticket in view.tickets if view.outlook(ticket).joined or view.borrowing(ticket)}
