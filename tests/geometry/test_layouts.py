"""Layouts that ship with the package, cached ones, and computed ones."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tests.geometry.own_board import CITIES, HEAD, valley

from ferrovia.boards import board_names, load_board, parse_board
from ferrovia.geometry import SceneryError, as_text, check_layout, is_ready, layout_of, make_layout, store
from ferrovia.geometry.scenery import built_in_scenery, draw_scenery
from ferrovia.geometry.sheet import Sheet

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FERROVIA_CACHE", str(tmp_path))
    return tmp_path / "layouts"


@pytest.fixture
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails if a search is started."""
    monkeypatch.setattr(store, "lay_out", lambda *arguments: pytest.fail("a search was started"))


@pytest.mark.parametrize("name", board_names())
def test_a_built_in_board_has_a_layout_without_a_fault(name: str, no_search: None) -> None:
    board = load_board(name)
    layout = layout_of(board)
    found = check_layout(layout)
    assert layout["digest"] == board.digest
    assert layout["quality"] == "good"
    assert found.faults == 0
    assert found.spaces == sum(route.length for route in board.routes)
    assert found.smallest_gap is not None
    assert found.smallest_gap > 3.5


@pytest.mark.parametrize("name", board_names())
def test_a_layout_says_the_same_as_its_board(name: str) -> None:
    board, layout = load_board(name), layout_of(load_board(name))
    assert list(layout["cities"]) == [city.id for city in board.cities]
    assert all(" ".join(layout["cities"][c.id]["label"]["lines"]).replace("- ", "-") == c.name for c in board.cities)
    for route, entry in zip(board.routes, layout["routes"], strict=True):
        assert entry["cities"] == [board.cities[number].id for number in route.cities]
        assert entry["twin"] == route.twin
        assert len(entry["spaces"]) == route.length


@pytest.mark.parametrize("name", board_names())
def test_shipped_scenery_is_what_the_scenery_file_says(name: str) -> None:
    board = load_board(name)
    drawn = draw_scenery(Sheet(board), built_in_scenery(name))
    assert layout_of(board)["scenery"] == drawn
    assert {"land", "graticule"} <= {shape["kind"] for shape in drawn["shapes"]} or len(drawn["shapes"]) > 3


def test_spaces_run_from_the_city_with_the_smaller_number() -> None:
    board, layout = load_board("europe"), layout_of(load_board("europe"))
    for route, entry in zip(board.routes, layout["routes"], strict=True):
        first = layout["cities"][board.cities[min(route.cities)].id]
        ends = [
            np.hypot(space[0] - first["x"], space[1] - first["y"])
            for space in (entry["spaces"][0], entry["spaces"][-1])
        ]
        assert ends[0] <= ends[1]


def test_your_own_board_is_laid_out_without_a_fault_and_cached(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = valley()
    assert not is_ready(board)
    layout = layout_of(board)
    assert check_layout(layout).faults == 0
    assert is_ready(board)
    assert [file.suffix for file in own_cache.iterdir()] == [".json"]
    monkeypatch.setattr(store, "lay_out", lambda *arguments: pytest.fail("it was searched for again"))
    assert layout_of(board) == layout
    assert layout_of(board, quick=True) == layout  # the existing layout is better than straight lines


def test_the_same_board_gives_the_same_bytes() -> None:
    assert as_text(make_layout(valley())) == as_text(make_layout(valley()))


def test_a_quick_layout_has_the_same_form_and_is_not_cached(own_cache: Path, no_search: None) -> None:
    board = valley()
    quick = layout_of(board, quick=True)
    assert quick["quality"] == "quick"
    assert set(quick) == set(layout_of(load_board("europe")))
    assert len(quick["routes"]) == len(board.routes)
    assert not own_cache.exists()


def test_a_changed_board_is_laid_out_again(no_search: None) -> None:
    text = load_board("amsterdam").text
    assert layout_of(parse_board(text), quick=True)["quality"] == "good"
    assert layout_of(parse_board(text + "\n# moved\n"), quick=True)["quality"] == "quick"


def test_a_damaged_file_in_the_cache_is_computed_again(own_cache: Path) -> None:
    board = valley()
    good = layout_of(board)
    (file,) = own_cache.iterdir()
    for damage in ('{"digest": 1', "[]", json.dumps(good | {"routes": []}), json.dumps(good | {"digest": "0"})):
        file.write_text(damage, encoding="utf8")
        assert layout_of(board) == good


def test_a_read_only_cache_is_not_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FERROVIA_CACHE", str(tmp_path / "file"))
    assert check_layout(layout_of(valley())).faults == 0


@pytest.mark.parametrize(
    "places",
    [
        {name: (i / 4, 0.5) for i, name in enumerate(CITIES)},
        {name: (0.5 + i * 1e-6, 0.5) for i, name in enumerate(CITIES)},
        CITIES | {"elm": (0.1001, 0.1001)},
    ],
    ids=["on a line", "in one heap", "two on top of each other"],
)
def test_the_strangest_board_still_gets_a_layout(places: dict[str, tuple[float, float]]) -> None:
    layout = make_layout(valley(places=places), quality="quick")
    numbers = [number for route in layout["routes"] for space in route["spaces"] for number in space]
    assert np.isfinite(numbers).all()
    assert max(layout["view"]) < 50_000


def test_scenery_of_ones_own_is_drawn_and_kept_apart(own_cache: Path) -> None:
    lake = 'base = "land"\nshapes = [{ kind = "water", points = [0.2,0.2, 0.4,0.2, 0.3,0.4] }]'
    board = valley()
    plain, wet = layout_of(board), layout_of(board, scenery=lake)
    assert plain["scenery"]["shapes"] == []
    assert [shape["kind"] for shape in wet["scenery"]["shapes"]] == ["water"]
    assert wet["scenery"]["shapes"][0]["d"].endswith("z")
    assert len(list(own_cache.iterdir())) == 2


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("base = ", "not TOML"),
        ("shapes = []", "base"),
        ('base = "land"', "shapes"),
        ('base = "land"\nshapes = [{ kind = "dragon" }]', r"shapes\[0\]: A shape needs a kind"),
        ('base = "land"\nshapes = [{ kind = "land", points = [1, 2, 3] }]', "points"),
        ('base = "land"\nshapes = [{ kind = "land", points = [1, 2, nan, 3] }]', "points"),
        ('base = "land"\nshapes = [{ kind = "river", points = [1, 2, 1, 3] }]', "width"),
        ('base = "land"\nshapes = [{ kind = "name", size = 0.1, points = [1, 2, 1, 3] }]', "text"),
    ],
)
def test_bad_scenery_is_refused_with_place_and_reason(text: str, complaint: str) -> None:
    with pytest.raises(SceneryError, match=complaint):
        layout_of(valley(), scenery=text)


def test_long_names_break_and_shrink_before_they_cover_anything() -> None:
    board = parse_board(valley().text.replace('name = "Elm"', 'name = "Saint Elm upon the Very Long River"'))
    layout = make_layout(board)
    assert check_layout(layout).faults == 0
    assert HEAD in board.text
