"""The map of the terminal game: every city and every route is on it, at any width."""

from __future__ import annotations

import pytest
from rich.console import Console

from ferrovia import Game, board_names, load_board
from ferrovia.actions import ClaimRoute
from ferrovia.cli.output.board_map import COLOR_SIGNS, board_map
from ferrovia.cli.output.sentences import Words
from ferrovia.cli.output.style import SEAT_SIGNS
from ferrovia.locales import Texts

from .terminal import run


def drawn(game: Game, *, columns: int = 120, language: str = "en") -> str:
    words = Words(Texts(language), game.board, [f"P{seat}" for seat in range(game.players)], 0)
    console = Console(width=columns, highlight=False, color_system=None)
    with console.capture() as capture:
        console.print(board_map(game.view(0), words, columns=columns))
    return capture.get()


@pytest.mark.parametrize("board", board_names())
@pytest.mark.parametrize("columns", [80, 120])
def test_the_map_fits_and_names_its_cities(board: str, columns: int) -> None:
    game = Game(board, players=2, seed=1)
    text = drawn(game, columns=columns)
    assert max(map(len, text.splitlines())) <= columns
    named = sum(city.name in text for city in game.board.cities)
    assert named >= 0.9 * len(game.board.cities)
    for sign in COLOR_SIGNS[: len(game.board.card_colors)]:
        assert sign in text


def test_a_claimed_route_has_the_sign_of_its_owner() -> None:
    game = Game("new_york", players=2, seed=3)
    legend = 1  # a seat's sign stands below the map once
    while game.view(0).owners == {}:
        seat = min(game.actors)
        actions = game.legal_actions(seat)
        game.play(next((action for action in actions if isinstance(action, ClaimRoute)), actions[0]), seat=seat)
    (route, owner), *_ = game.view(0).owners.items()
    assert drawn(game).count(SEAT_SIGNS[owner]) - legend >= game.board.route(route).length


@pytest.mark.parametrize("language, command", [("en", "map"), ("es", "mapa"), ("pt", "mapa")])
def test_the_map_is_a_command_of_the_game(language: str, command: str) -> None:
    before, _, after = run(
        "play", "new_york", "--seed", "5", "--lang", language, text=f"1 2\n{command}\n"
    ).stdout.partition(f"> {command}")
    cities = {city.name for city in load_board("new_york").cities}
    assert not all(city in before for city in cities)
    assert all(city in after for city in cities)
