"""Places the name of every city: off the tracks first, then off other names and cities, then by preference."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from ferrovia.geometry.shapes import Numbers, distance_to_points, separation
from ferrovia.geometry.sheet import Anchor, Label, Sheet
from ferrovia.geometry.style import STYLE, text_width
from ferrovia.geometry.tracks import approaches

_ROUNDS = 8  # rounds in which names make room for each other
_STRAIGHT = {0: 0.0, 180: 1.0, 90: 1.5, 270: 1.5}  # right of the city is best, then left, then above and below


def place_labels(sheet: Sheet, rng: np.random.Generator) -> None:
    options = [_candidates(sheet, number) for number in range(len(sheet.points))]
    boxes = [np.stack([label.box for label in labels]) for labels in options]
    spaces = np.concatenate([link.spaces for link in sheet.connections])
    rails = np.concatenate([approaches(sheet, link) for link in sheet.connections])
    alone = [_cost_alone(sheet, n, options[n], boxes[n], spaces, rails) for n in range(len(options))]
    chosen = np.array([int(cost.argmin()) for cost in alone])
    taken = np.stack([boxes[n][c] for n, c in enumerate(chosen)])
    for _ in range(_ROUNDS):
        for number in rng.permutation(len(options)):
            others = np.delete(taken, number, axis=0)
            between = separation(boxes[number], others)
            clash = (3 * np.maximum(4.0 - between, 0) ** 1.5 + np.maximum(14.0 - between, 0)).sum(1)
            chosen[number] = int((alone[number] + clash).argmin())
            taken[number] = boxes[number][chosen[number]]
    sheet.labels = [options[n][c] for n, c in enumerate(chosen)]


def _cost_alone(
    sheet: Sheet, number: int, labels: list[Label], boxes: Numbers, spaces: Numbers, rails: Numbers
) -> Numbers:
    """The cost of every place for one name, ignoring the other names."""
    bad = np.array([label.taste for label in labels])
    gap = separation(boxes, spaces)
    bad += (6 * np.maximum(3.2 - gap, 0) ** 1.5 + 0.25 * np.maximum(6.0 - gap, 0)).sum(1)
    bad += 0.8 * np.maximum(1.0 - separation(boxes, rails), 0).sum(1)
    away = distance_to_points(boxes, sheet.points[None])
    bad += 3 * (np.maximum(STYLE.city + 2.0 - away, 0) ** 1.5).sum(1)
    stranger = np.arange(len(sheet.points)) != number
    # It must not be mistaken for another city's name.
    bad += 1.5 * np.maximum(STYLE.city + 16.0 - away[:, stranger], 0).sum(1)
    over_the_low = np.maximum(sheet.low + 5 - (boxes[:, :2] - boxes[:, 4:]), 0)
    over_the_high = np.maximum(boxes[:, :2] + boxes[:, 4:] - sheet.high + 5, 0)
    cost: Numbers = bad + 20 * (over_the_low + over_the_high).sum(1)
    return cost


def _candidates(sheet: Sheet, number: int) -> list[Label]:
    """Places around the city, on one line, or on two if the name has two words."""
    name = sheet.board.cities[number].name
    x, y = sheet.points[number]
    shrinks = (1.0, 0.88, 0.8) if len(name) > STYLE.long_name else (1.0,)
    distances = (7.5, 11.0, 16.0, 25.0, 36.0) if len(name) > 18 else (7.5, 11.0, 16.0)
    out = []
    for lines, shrink in itertools.product(_ways_to_break(name), shrinks):
        size = STYLE.label * shrink
        wide = max(text_width(line, size) for line in lines)
        tall = size * (0.78 + STYLE.line * (len(lines) - 1))
        dislike = 120 * (1 - shrink) + (2 if len(lines) > 1 and len(name) < 13 else 0)
        for far, degrees in itertools.product(distances, range(0, 360, 15)):
            c, s = float(np.cos(np.radians(degrees))), float(np.sin(np.radians(degrees)))
            cx = x + c * (STYLE.city + far) + np.clip(c * 1.8, -1, 1) * wide / 2
            cy = y + s * (STYLE.city + far) + np.clip(s * 1.8, -1, 1) * tall / 2
            anchor: Anchor = "start" if c > 0.55 else "end" if c < -0.55 else "middle"
            out.append(
                Label(
                    box=np.array([cx, cy, 1.0, 0.0, wide / 2, tall / 2]),
                    lines=lines,
                    size=size,
                    anchor=anchor,
                    x=cx + {"start": -wide / 2, "end": wide / 2, "middle": 0}[anchor],
                    y=cy - tall / 2 + size * 0.76,
                    taste=dislike + 0.25 * far + _STRAIGHT.get(degrees, 2.2),
                )
            )
    return out


def _ways_to_break(name: str) -> Iterator[list[str]]:
    words = name.replace("-", "- ").split(" ")
    yield [name]
    for cut in range(1, len(words)):
        yield [" ".join(words[:cut]).replace("- ", "-"), " ".join(words[cut:]).replace("- ", "-")]
