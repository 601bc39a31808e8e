"""The check must be able to fail: each fault is put into a good layout and must be found."""

from __future__ import annotations

import copy
import itertools

import numpy as np
import pytest

from ferrovia.boards import load_board
from ferrovia.geometry import Layout, check_layout, layout_of
from ferrovia.geometry.shapes import distance_to_points, separation

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels


@pytest.fixture
def layout() -> Layout:
    return copy.deepcopy(layout_of(load_board("new_york")))


def test_a_space_on_another_route_is_found(layout: Layout) -> None:
    layout["routes"][3]["spaces"][0] = list(layout["routes"][9]["spaces"][1])
    found = check_layout(layout)
    assert (3, 9) in found.overlapping_spaces
    assert found.faults >= 10


def test_spaces_of_one_route_on_each_other_are_found(layout: Layout) -> None:
    number = next(n for n, route in enumerate(layout["routes"]) if len(route["spaces"]) > 1)
    layout["routes"][number]["spaces"][1] = list(layout["routes"][number]["spaces"][0])
    assert (number, number) in check_layout(layout).overlapping_spaces


def test_a_space_under_a_city_is_found(layout: Layout) -> None:
    city = next(iter(layout["cities"]))
    layout["routes"][0]["spaces"][0][:2] = [layout["cities"][city]["x"], layout["cities"][city]["y"]]
    assert check_layout(layout).covered_cities == (city,)


def test_a_name_on_a_track_on_a_name_or_outside_is_found(layout: Layout) -> None:
    first, second, third, *_ = layout["cities"]
    layout["cities"][first]["label"]["box"][:2] = layout["routes"][5]["middle"][:2]
    layout["cities"][second]["label"]["box"] = list(layout["cities"][third]["label"]["box"])
    found = check_layout(layout)
    assert first in found.labels_on_tracks
    assert found.labels_on_labels == (second, third)
    layout["cities"][third]["label"]["box"][0] = layout["view"][0]
    assert check_layout(layout).labels_outside == (third,)


def test_spaces_too_short_to_see_are_found(layout: Layout) -> None:
    for space in layout["routes"][7]["spaces"]:
        space[3] = 3.0
    assert check_layout(layout).short_spaces == (7,)


def rectangle(x: float, y: float, degrees: float, length: float, width: float) -> np.ndarray:
    angle = np.radians(degrees)
    return np.array([[x, y, np.cos(angle), np.sin(angle), length / 2, width / 2]])


def covered_points(row: np.ndarray) -> np.ndarray:
    """A grid of points all over a rectangle, edges included."""
    x, y, cos, sin, half_length, half_width = row[0]
    grid = itertools.product(np.linspace(-half_length, half_length, 25), np.linspace(-half_width, half_width, 25))
    return np.array([(x + u * cos - v * sin, y + u * sin + v * cos) for u, v in grid])


def test_rectangles_overlap_exactly_if_they_share_points() -> None:
    rng = np.random.default_rng(5)
    seen = {True: 0, False: 0}
    for _ in range(400):
        a = rectangle(0, 0, rng.uniform(0, 180), 40, 15)
        b = rectangle(*rng.uniform(-35, 35, 2), rng.uniform(0, 180), rng.uniform(20, 60), 15)
        gap = float(separation(a, b)[0, 0])
        if abs(gap) < 1.5:  # the grid is too coarse to tell
            continue
        share = bool((distance_to_points(a, covered_points(b)[None])[0] == 0).any())
        share |= bool((distance_to_points(b, covered_points(a)[None])[0] == 0).any())
        assert (gap < 0) == share
        seen[share] += 1
    assert min(seen.values()) > 50
