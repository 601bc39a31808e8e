"""The colours of the tokens, measured: told apart with any sight and in grey, and texts that can be read.

Sight without one kind of cone is simulated after Machado, Oliveira and Fernandes (2009), full severity, in linear RGB;
differences are CIEDE2000, contrasts those of WCAG.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from ferrovia.boards import board_names, load_board

Numbers = npt.NDArray[np.float64]
TOKENS = (Path(__file__).parents[2] / "src/ferrovia/web/style/tokens.css").read_text(encoding="utf8")
SIGHTS = {
    "normal": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
TEXTS = [
    *itertools.product(("ink", "ink-2", "ink-3"), ("panel", "panel-2")),
    *itertools.product(("label",), ("land", "water", "park")),
    *itertools.product(("good", "bad"), ("panel",)),
    ("warn", "warn-soft"),
    ("bad", "bad-soft"),
]


def themes() -> dict[str, dict[str, str]]:
    light, dark = TOKENS.split('[data-theme="dark"]')
    found = [dict(re.findall(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})(?![0-9a-f])", part)) for part in (light, dark)]
    return {"light": found[0], "dark": found[0] | found[1]}


def linear(color: str) -> Numbers:
    value = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def contrast(one: str, two: str) -> float:
    low, high = sorted(float(linear(color) @ [0.2126, 0.7152, 0.0722]) for color in (one, two))
    return (high + 0.05) / (low + 0.05)


def lab(color: Numbers) -> Numbers:
    matrix = [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
    ratio = np.array(matrix) @ color / [0.95047, 1.0, 1.08883]
    f = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def difference(one: str, two: str, sight: Any) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = (lab(np.clip(sight @ linear(color), 0, 1)) for color in (one, two))
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(mean**7 / (mean**7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    dh = (h2 - h1 + 180) % 360 - 180
    hm = (h1 + dh / 2) % 360
    dl, dc, dhue = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(dh / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * np.cos(np.radians(hm - 30)) + 0.24 * np.cos(np.radians(2 * hm))
    t += 0.32 * np.cos(np.radians(3 * hm + 6)) - 0.20 * np.cos(np.radians(4 * hm - 63))
    sl, sc, sh = 1 + 0.015 * (lm - 50) ** 2 / np.sqrt(20 + (lm - 50) ** 2), 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -2 * np.sqrt(cm**7 / (cm**7 + 25.0**7)) * np.sin(np.radians(60 * np.exp(-(((hm - 275) / 25) ** 2))))
    return float(np.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dhue / sh) ** 2 + rt * (dc / sc) * (dhue / sh)))


@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_cards_of_a_board_look_alike(sight: str) -> None:
    colors = themes()["light"]
    for name in board_names():
        together = [colors[f"card-{color}"] for color in (*load_board(name).card_colors, "gray")]
        least = min(difference(a, b, SIGHTS[sight]) for a, b in itertools.combinations(together, 2))
        assert least > 15, name


@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_seats_look_alike(sight: str) -> None:
    seats = [color for name, color in themes()["light"].items() if name.startswith("player-")]
    assert len(seats) == 5
    assert min(difference(a, b, SIGHTS[sight]) for a, b in itertools.combinations(seats, 2)) > 22


def test_the_symbol_on_a_card_can_be_seen() -> None:
    colors = themes()["light"]
    cards = [name.removeprefix("card-") for name in colors if name.startswith("card-")]
    assert len(cards) == 10
    assert min(contrast(colors[f"card-{card}"], colors[f"ink-on-{card}"]) for card in cards) > 4


@pytest.mark.parametrize("theme", themes())
def test_texts_can_be_read(theme: str) -> None:
    colors = themes()[theme]
    poor = {pair: contrast(colors[pair[0]], colors[pair[1]]) for pair in TEXTS}
    assert {pair: value for pair, value in poor.items() if value < 4.5} == {}


def test_the_measure_is_the_standard_one() -> None:
    """Black and white are as far apart as can be, and a colour is no distance from itself."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert difference("#000000", "#ffffff", SIGHTS["normal"]) == pytest.approx(100, abs=0.1)
    assert difference("#4a83e4", "#4a83e4", SIGHTS["normal"]) == 0
