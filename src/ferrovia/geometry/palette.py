"""Colours of a drawn board, light and dark: those of the browser client's `tokens.css`; a test compares them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

ThemeName = Literal["light", "dark"]

CARDS: Final = {
    "purple": ("#6239a0", "#ffffff"),  # fill, ink on it
    "blue": ("#4a83e4", "#0b1f45"),
    "orange": ("#e6761a", "#3b1a00"),
    "white": ("#fdfbf5", "#4b4a46"),
    "green": ("#1f7854", "#ffffff"),
    "yellow": ("#eedc28", "#4d4300"),
    "black": ("#26262b", "#ffffff"),
    "red": ("#b5121b", "#ffffff"),
    "pink": ("#fd9fd5", "#5e1140"),
    "gray": ("#a09d95", "#23221f"),
}
SEATS: Final = (
    ("#4056cc", "#ffffff"),
    ("#d9341f", "#ffffff"),
    ("#0fbfae", "#06332f"),
    ("#f7cb30", "#4a3800"),
    ("#5b2342", "#ffffff"),
)
WILD: Final = ("#6239a0", "#4a83e4", "#2b9a6e", "#eedc28", "#e6761a", "#b5121b")
DISTRICTS: Final = ("#ffffff", "#f6e3c6", "#d9e8f2", "#e4e0f3", "#dfeeda", "#f7dfe4")
SHOWN: Final = "#ffcf33"  # highlighted elements


@dataclass(frozen=True)
class Theme:
    land: str = "#f5efe2"
    land_edge: str = "#cabd9f"
    water: str = "#cddfe4"
    shallow: str = "#ffffff"
    shallow_share: float = 0.16
    park: str = "#d6e2c3"
    street: str = "#e9e0cd"
    graticule: str = "#7b98a326"
    bed: str = "#fffdf8"
    rail: str = "#8d8577"
    rock: str = "#6d6354"
    label: str = "#26282b"
    halo: str = "#f9f5ebe6"
    water_name: str = "#56818f"
    dot: str = "#ffffff"
    dot_edge: str = "#2a2d31"
    ribbon_mix: str = "#10131a"
    panel: str = "#fffdf9"
    line: str = "#e3dccd"
    ink: str = "#1f2429"
    ink_2: str = "#565d66"


THEMES: Final[dict[ThemeName, Theme]] = {
    "light": Theme(),
    "dark": Theme(
        land="#343a41",
        land_edge="#59616a",
        water="#1c242c",
        shallow="#8fb4c4",
        shallow_share=0.055,
        park="#36463c",
        street="#3f464e",
        graticule="#9fb6c01f",
        bed="#14181c",
        rail="#7d848c",
        rock="#a79a84",
        label="#f1eee6",
        halo="#22272de6",
        water_name="#7f9cab",
        dot="#f4f1ea",
        dot_edge="#0d0f12",
        ribbon_mix="#ffffff",
        panel="#1f252b",
        line="#343c45",
        ink="#f1eee6",
        ink_2="#b7bcc2",
    ),
}


def theme_of(name: str) -> Theme:
    for known, theme in THEMES.items():
        if known == name:
            return theme
    raise ValueError(f"there is no theme {name!r}; the themes are {', '.join(THEMES)}")


def mix(color: str, other: str, share: float) -> str:
    """Mixes `share` of the other colour into the first; `#rrggbb`."""
    parts = zip(_channels(color), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def paint(color: str, what: str = "fill") -> dict[str, str]:
    """Attributes for a colour; `#rrggbbaa` becomes a colour and an opacity, which more programs support."""
    if len(color) == 9:
        return {what: color[:7], f"{what}_opacity": f"{int(color[7:], 16) / 255:.2g}"}
    return {what: color}


def _channels(color: str) -> list[int]:
    return [int(color[place : place + 2], 16) for place in (1, 3, 5)]
