"""The colours of the heat map: a sequential scale of evenly falling lightness, readable with colour blindness too.

Defined in OKLCH, a perceptual space: from pale sand over vermilion to plum in light mode, reversed in dark mode.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

STEPS: Final = 10  # each a tenth of the games

# (lightness, chroma, hue) at even distances, interpolated linearly.
ON_PAPER: Final = ((0.93, 0.035, 92), (0.80, 0.13, 76), (0.66, 0.18, 48), (0.49, 0.175, 22), (0.30, 0.11, 345))
ON_DARK: Final = ((0.33, 0.03, 300), (0.44, 0.12, 345), (0.58, 0.18, 18), (0.75, 0.16, 60), (0.93, 0.11, 98))


def scale(stops: tuple[tuple[float, float, float], ...] = ON_PAPER) -> list[str]:
    """One `#rrggbb` colour per step."""
    return [_color(stops, step / (STEPS - 1)) for step in range(STEPS)]


def step_of(share: float) -> int:
    """The step of a share from 0 to 1; a whole tenth belongs to the higher step."""
    return min(STEPS - 1, max(0, int(share * STEPS + 1e-9)))


def _color(stops: tuple[tuple[float, float, float], ...], place: float) -> str:
    position = place * (len(stops) - 1)
    low = min(int(position), len(stops) - 2)
    share = position - low
    (l0, c0, h0), (l1, c1, h1) = stops[low], stops[low + 1]
    turn = (h1 - h0 + 180) % 360 - 180  # the short way round
    return _hex(l0 + (l1 - l0) * share, c0 + (c1 - c0) * share, h0 + turn * share)


def _hex(lightness: float, chroma: float, hue: float) -> str:
    """OKLCH to sRGB; colours outside the gamut lose chroma, never lightness."""
    while True:
        channels = _linear(lightness, chroma * cos(hue * pi / 180), chroma * sin(hue * pi / 180))
        if chroma <= 0 or all(-1e-4 <= channel <= 1.0001 for channel in channels):
            return "#" + "".join(f"{round(255 * _gamma(min(1.0, max(0.0, channel)))):02x}" for channel in channels)
        chroma -= 0.004


def _linear(lightness: float, a: float, b: float) -> tuple[float, float, float]:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )


def _gamma(channel: float) -> float:
    return 12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055
