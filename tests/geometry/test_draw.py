"""The drawing of a board: it is self-contained, shows what it is given, and looks like the browser client."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib import resources
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.kit.walks import TINY

from ferrovia import Game, board_names, from_position, load_board
from ferrovia.geometry import Scene, draw_board, layout_of, to_pixels
from ferrovia.geometry.palette import CARDS, SEATS, THEMES
from ferrovia.geometry.symbols import EMBLEMS, MARKS, PIECES, SEAT_COLORS, looks_of

WEB = Path(str(resources.files("ferrovia"))) / "web"
EUROPE = load_board("europe")
every_board = pytest.mark.parametrize("name", board_names())


def tokens(part: str) -> dict[str, str]:
    text = (WEB / "style" / "tokens.css").read_text(encoding="utf-8")
    return dict(re.findall(r"--([a-z0-9-]+): ([^;]+);", text[text.index(part) :].partition("}")[0]))


def test_colours_are_those_of_the_client():
    light, dark = tokens(":root"), tokens('[data-theme="dark"]')
    assert {name: (light[f"card-{name}"], light[f"ink-on-{name}"]) for name in CARDS} == CARDS
    assert [light[f"player-{name}"] for name in SEAT_COLORS] == [fill for fill, _ in SEATS]
    for css, theme in ((light, THEMES["light"]), (light | dark, THEMES["dark"])):
        for name, value in vars(theme).items():
            assert css[name.replace("_", "-")] == str(value), name


def test_symbols_are_those_of_the_client():
    source = (WEB / "board" / "symbols.js").read_text(encoding="utf-8")
    joined = re.sub(r"' \+\s*'", "", source)
    for name, body in (MARKS | EMBLEMS | PIECES).items():
        assert re.search(rf"{name}:\s*'{re.escape(body)}'", joined), name


@every_board
@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_every_picture_is_well_formed_and_self_contained(name, theme):
    board = load_board(name)
    drawn = draw_board(board, theme=theme)
    root = ElementTree.fromstring(drawn)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert all(target.startswith("#") for target in re.findall(r'href="([^"]*)"', drawn))
    assert "currentColor" not in drawn
    assert len(re.findall("<rect", drawn)) > sum(route.length for route in board.routes)
    assert ("light-dark(" in drawn) == (theme == "auto")


def test_names_can_be_left_out_and_are_never_markup():
    board = replace(EUROPE, name="<b>&")
    assert "Paris" in draw_board(board)
    assert "Paris" not in draw_board(board, names=False)
    assert "&lt;b&gt;&amp;" in draw_board(board)


def test_a_position_shows_owners_stations_and_what_is_lit():
    empty = draw_board(EUROPE)
    jade = SEATS[2][0]
    assert jade not in empty
    assert jade in draw_board(EUROPE, Scene(owners={3: 2}))
    assert jade in draw_board(EUROPE, Scene(stations={3: 2}))
    assert "#ffcf33" in draw_board(EUROPE, Scene(lit_routes=[1]))
    assert "#ffcf33" in draw_board(EUROPE, Scene(lit_cities=[1]))


def test_heat_takes_the_place_of_colours():
    drawn = draw_board(EUROPE, Scene(heat={route.number: 1.0 for route in EUROPE.routes}, titles={0: "a & b"}))
    assert CARDS["purple"][0] not in drawn
    assert "<title>a &amp; b</title>" in drawn


def test_unknown_colours_look_like_free_ones():
    assert looks_of(["red", "teal", "blue"]) == {"red": "red", "teal": "purple", "blue": "blue"}


def test_the_theme_must_be_known():
    with pytest.raises(ValueError, match="no theme 'noon'"):
        draw_board(EUROPE, theme="noon")


def test_boards_views_and_games_show_themselves():
    game = Game("new_york", players=2, seed=1)
    for seat in (0, 1):
        game.play(game.legal_codes(seat)[0], seat=seat)
    assert game.board._repr_svg_().startswith("<svg")
    page = game.view(0)._repr_html_()
    first = game.board.ticket(game.view(0).tickets[0]).cities[0]
    assert f"{game.board.city(first).name} – " in page
    assert "Hand" in page
    assert "Hand" not in game._repr_html_(), "a game shows what everybody may see"
    assert 'width="900"' in EUROPE.svg(width=900)


def test_a_ticket_in_a_notebook_says_how_many_trains_are_missing():
    seat = {"tickets": ["central_park-midtown_west"]}
    first = from_position({"board": "new_york", "seats": [seat, {}]}).view(0)._repr_html_()
    then = from_position({"board": "new_york", "seats": [seat | {"routes": ["central_park-times_square"]}, {}]})
    assert "3 trains to go" in first
    assert "1 train to go" in then.view(0)._repr_html_()


def test_scenery_next_to_a_board_is_included_and_changes_no_digest(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_bytes(TINY.read_bytes())
    plain = load_board(file)
    scenery = 'base = "water"\nshapes = [{ kind = "name", text = "Oceano", size = 0.05, points = [0, 0, 1, 0] }]\n'
    (tmp_path / "mine.scenery.toml").write_text(scenery, encoding="utf-8")
    board = load_board(file)
    assert board.digest == plain.digest
    assert board == plain
    assert "Oceano" in board.svg()
    assert "Oceano" in json.dumps(layout_of(board, quick=True))
    assert "Oceano" not in plain.svg()


def test_pictures_become_pixels():
    pixels = to_pixels(load_board("london").svg(), width=300)
    assert pixels.shape[1:] == (300, 3)
    assert len({tuple(pixel) for row in pixels[::10] for pixel in row[::10]}) > 20
