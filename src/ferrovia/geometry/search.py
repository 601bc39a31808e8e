"""Moves tracks and names until nothing touches, with a fixed seed: the same board always gives the same layout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from ferrovia.geometry.check import findings
from ferrovia.geometry.labels import place_labels
from ferrovia.geometry.shapes import Numbers, distance_to_points, no_rectangles, separation, shortfall
from ferrovia.geometry.sheet import Connection, Label, Sheet
from ferrovia.geometry.style import STYLE
from ferrovia.geometry.tracks import lay, lay_as_chosen
from ferrovia.geometry.write import write_cities, write_routes, write_view

SEED: Final = 20260
STARTS: Final = 5
_TRIES: Final = 28  # choices tried around the current one
_LABEL_ROUNDS: Final = 4  # rounds of placing names and moving tracks out of their way

Progress = Callable[[float], object]


@dataclass(frozen=True)
class _Found:
    faults: int
    choices: list[Numbers]
    labels: list[Label]


def lay_out(sheet: Sheet, progress: Progress = lambda share: None) -> None:
    """Searches from a few starts. Stops at the first without a fault, otherwise keeps the one with the fewest."""
    best: _Found | None = None
    for start in range(STARTS):
        _attempt(sheet, start, progress)
        faults = findings(write_view(sheet), write_cities(sheet), write_routes(sheet)).faults
        if best is None or faults < best.faults:
            best = _Found(faults, [link.choice for link in sheet.connections], sheet.labels)
        if best.faults == 0:
            break
    assert best is not None
    for link, choice in zip(sheet.connections, best.choices, strict=True):
        link.choice = choice
        lay_as_chosen(sheet, link)
    sheet.labels = best.labels
    progress(1.0)


def lay_straight(sheet: Sheet) -> None:
    """Straight tracks, and names where there is room: instant, but things may touch."""
    for link in sheet.connections:
        link.choice = np.zeros(4)
        lay_as_chosen(sheet, link)
    place_labels(sheet, np.random.default_rng(SEED))


def _attempt(sheet: Sheet, start: int, progress: Progress) -> None:
    rng = np.random.default_rng(SEED + start)
    sheet.labels = []
    for link in sheet.connections:
        link.choice = np.zeros(4)
        lay_as_chosen(sheet, link)
    bows, twists = np.linspace(-0.36, 0.36, 19), (-0.12, 0.0, 0.12)
    grid = np.array([[bow + twist, bow - twist, 0, 0] for bow in bows for twist in twists])
    _settle(sheet, rng, 6, 0.10, grid)
    _settle(sheet, rng, 14, 0.08)
    for turn in range(_LABEL_ROUNDS):
        progress((start + (turn + 1) / (_LABEL_ROUNDS + 1)) / STARTS)
        place_labels(sheet, rng)
        _settle(sheet, rng, 8, 0.06, grid)
        _settle(sheet, rng, 6, 0.03)
    place_labels(sheet, rng)


def _settle(sheet: Sheet, rng: np.random.Generator, rounds: int, step: float, grid: Numbers | None = None) -> None:
    """Visits all connections repeatedly, each time keeping the best of some choices around the current one."""
    for turn in range(rounds):
        reach = step * 0.8**turn
        for number in rng.permutation(len(sheet.connections)):
            link = sheet.connections[number]
            tries = [link.choice[None]]
            if grid is not None:
                tries.append(grid)
            bows = rng.normal(0, reach, (_TRIES, 1)) + rng.normal(0, reach / 2.5, (_TRIES, 2))
            trims = rng.normal(0, 70 * reach, (_TRIES, 2)) * (rng.random((_TRIES, 2)) < 0.5)
            tries.append(np.hstack([link.choice[:2] + bows, np.clip(link.choice[2:] + trims, 0, 22)]))
            tries.append(np.hstack([link.choice[:2] * [[0.8], [0.9]], link.choice[2:] * [[0.5], [0.8]]]))
            choices = np.concatenate(tries)
            link.choice = choices[int(_cost(sheet, link, choices).argmin())]
            lay_as_chosen(sheet, link)


def _cost(sheet: Sheet, link: Connection, choices: Numbers) -> Numbers:
    """The cost of every choice for one connection, with all others fixed."""
    spaces, size = lay(sheet, link, choices)
    bad = _plainness(choices) + 0.12 * np.maximum(STYLE.length - size, 0) ** 2
    bad += 20 * np.maximum(STYLE.shortest - size, 0) ** 2
    low, high = spaces[..., :2].min((0, 1)) - 90, spaces[..., :2].max((0, 1)) + 90
    others = np.concatenate([c.spaces for c in sheet.connections if c is not link] or [no_rectangles()])
    near = others[((others[:, :2] > low) & (others[:, :2] < high)).all(1)]
    if len(near):
        gap = separation(spaces, near[None])
        bad += 10 * shortfall(gap, STYLE.clearance) + 0.03 * shortfall(gap, STYLE.comfort)
    far = distance_to_points(spaces, sheet.points[None, None])
    bad += 10 * shortfall(far, STYLE.city + STYLE.city_gap - 1.5)
    stranger = np.ones(len(sheet.points), bool)
    stranger[[link.a, link.b]] = False
    bad += 0.6 * shortfall(far[..., stranger], STYLE.city + 13)
    if sheet.labels:
        boxes = np.stack([label.box for label in sheet.labels])
        boxes = boxes[((boxes[:, :2] + boxes[:, 4:] > low) & (boxes[:, :2] - boxes[:, 4:] < high)).all(1)]
        if len(boxes):
            bad += 4 * shortfall(separation(spaces, boxes[None]), 1.5)
    inside = STYLE.margin * 0.55
    outside = np.maximum(sheet.low + inside - spaces[..., :2], 0) + np.maximum(spaces[..., :2] - sheet.high + inside, 0)
    cost: Numbers = bad + 6 * (outside**2).sum((1, 2))
    return cost


def _plainness(choices: Numbers) -> Numbers:
    """The cost of bows and trims themselves."""
    bow1, bow2, trim1, trim2 = choices.T
    sharpest = np.maximum(np.abs(bow1), np.abs(bow2))
    bad = 45 * (bow1**2 + bow2**2) + 110 * (bow1 - bow2) ** 2 + 400 * np.maximum(sharpest - 0.33, 0) ** 2
    bad += 0.012 * (trim1**2 + trim2**2) + 900 * (np.maximum(-trim1, 0) + np.maximum(-trim2, 0))
    plain: Numbers = bad
    return plain
