"""Places the spaces of a connection along a curve between its two cities, for many curves at a time."""

from __future__ import annotations

from typing import Final

import numpy as np

from ferrovia.geometry.shapes import Numbers, length_of
from ferrovia.geometry.sheet import Connection, Sheet
from ferrovia.geometry.style import STYLE

CURVE_POINTS: Final = 41


def curve(sheet: Sheet, link: Connection, choices: Numbers) -> tuple[Numbers, Numbers]:
    """Points along the centre line and the arc length up to each, for every choice: (K, P, 2) and (K, P)."""
    a, b = sheet.points[link.a], sheet.points[link.b]
    along = b - a
    normal = np.array([-along[1], along[0]])
    bow = choices[:, :2, None] * normal
    t = np.linspace(0, 1, CURVE_POINTS)[None, :, None]
    c1, c2 = (a + along / 3)[None] + bow[:, 0], (a + along * 2 / 3)[None] + bow[:, 1]
    points = a * (1 - t) ** 3 + 3 * c1[:, None] * t * (1 - t) ** 2 + 3 * c2[:, None] * t**2 * (1 - t) + b * t**3
    steps = np.diff(points, axis=1)
    lengths = np.hypot(steps[..., 0], steps[..., 1])
    return points, np.hstack([np.zeros((len(choices), 1)), np.cumsum(lengths, 1)])


def lay(sheet: Sheet, link: Connection, choices: Numbers) -> tuple[Numbers, Numbers]:
    """The spaces for every choice, (K, spaces, 6), one route after the other; and the length of a space, (K,)."""
    points, arc = curve(sheet, link, choices)
    n, tracks = link.length, len(link.routes)
    mids, size, gap = _along_the_line(arc[:, -1], choices, n)
    half = np.maximum(size, 2.0)[:, None] / 2
    back, front, centre = (_at(points, arc, where) for where in (mids - half, mids + half, mids))
    direction = front - back
    direction /= np.maximum(np.hypot(direction[..., 0], direction[..., 1]), 1e-9)[..., None]
    centre = (centre * 2 + back + front) / 4  # a straight space on a bent line: split the difference
    turn = _sharpest_turn(direction)
    normal = np.stack([-direction[..., 1], direction[..., 0]], -1)
    out = []
    for track in range(tracks):
        offset = (track - (tracks - 1) / 2) * (STYLE.width + STYLE.twin_gap)
        squeeze = turn * (abs(offset) + STYLE.width / 2)  # the inside of a bend is shorter
        length = np.maximum(size + np.minimum(gap - squeeze - 1.5, 0) if n > 1 else size, 1.0)
        spot = centre + normal * offset
        halves = [np.ones_like(mids) * length[:, None] / 2, np.ones_like(mids) * STYLE.width / 2]
        out.append(np.stack([spot[..., 0], spot[..., 1], direction[..., 0], direction[..., 1], *halves], -1))
    return np.concatenate(out, 1), np.minimum(size, out[0][:, 0, 4] * 2)


def lay_as_chosen(sheet: Sheet, link: Connection) -> None:
    """Places the spaces of a connection according to its choice."""
    link.spaces = lay(sheet, link, link.choice[None])[0][0]


def _along_the_line(total: Numbers, choices: Numbers, n: int) -> tuple[Numbers, Numbers, Numbers]:
    """The centres of the spaces on a line of this length, their lengths and distances."""
    keep = STYLE.city + STYLE.city_gap
    start, stop = keep + choices[:, 2], total - keep - choices[:, 3]
    # Without enough room a space becomes a sliver, and the checks report it.
    size = np.clip((stop - start - (n - 1) * STYLE.gap) / n, 1.0, STYLE.longest)
    slack = stop - start - n * size
    gap = np.clip(slack / (n - 1), 0.0, STYLE.widest_gap) if n > 1 else np.zeros_like(size)
    first = (start + stop) / 2 - (n * size + (n - 1) * gap) / 2
    return first[:, None] + (size + gap)[:, None] * np.arange(n) + size[:, None] / 2, size, gap


def _at(points: Numbers, arc: Numbers, where: Numbers) -> Numbers:
    """The points of all curves at given arc lengths."""
    # The last point of each curve that is not beyond, for all curves at once: a search per curve would take most of the
    # time.
    before = np.clip((arc[:, None, :] <= where[:, :, None]).sum(2) - 1, 0, arc.shape[1] - 2)
    row = np.arange(len(arc))[:, None]
    low, high = arc[row, before], arc[row, before + 1]
    share = np.clip((where - low) / np.maximum(high - low, 1e-12), 0.0, 1.0)[..., None]
    spot: Numbers = points[row, before] * (1 - share) + points[row, before + 1] * share
    return spot


def _sharpest_turn(direction: Numbers) -> Numbers:
    """The largest angle between one space and the next, for every choice."""
    if direction.shape[1] < 2:
        return np.zeros(len(direction))
    angles = np.unwrap(np.arctan2(direction[..., 1], direction[..., 0]), axis=1)
    turn: Numbers = np.abs(np.diff(angles, axis=1)).max(1)
    return turn


def approaches(sheet: Sheet, link: Connection) -> Numbers:
    """The bare rail between a city mark and the first space, at both ends, as thin rectangles."""
    out = []
    for track in range(len(link.routes)):
        mine = link.spaces_of(track)
        for city, place, sign in ((link.a, mine[0], -1), (link.b, mine[-1], 1)):
            tip = place[:2] + sign * place[2:4] * place[4]
            away = tip - sheet.points[city]
            size = max(length_of(away), 1e-9)
            middle = sheet.points[city] + away * (size + STYLE.city) / (2 * size)
            out.append((*middle, *(away / size), max(size - STYLE.city, 1.0) / 2, 3.0))
    return np.array(out)
