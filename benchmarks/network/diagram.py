"""Reliability diagrams: predicted chances against shares won, one panel per board."""

from __future__ import annotations

from typing import Any, Final

SIDE: Final = 190  # of a panel's square, in pixels
GAP: Final = 46
TOP: Final = 34
FEWEST: Final = 100  # minimum number of positions per dot
COLORS: Final = {"2": "#1f6feb", "3": "#2da44e", "4": "#bf8700", "5": "#cf222e"}  # by number of players


def draw(results: dict[str, Any]) -> str:
    """All boards side by side, as SVG; one dot per class of chances, larger for more positions."""
    width = len(results) * (SIDE + GAP) + GAP
    height = TOP + SIDE + 66
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        ' font-family="sans-serif" font-size="12">',
        "<title>Chances that seats were told, and shares of the games that they won</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (name, found) in enumerate(results.items()):
        parts += _panel(GAP + number * (SIDE + GAP), name, found)
    at = GAP
    for players, color in COLORS.items():
        parts.append(f'<circle cx="{at + 5}" cy="{height - 14}" r="5" fill="{color}"/>')
        parts.append(f'<text x="{at + 16}" y="{height - 10}" fill="#24292f">{players} players</text>')
        at += 96
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _panel(left: int, name: str, found: dict[str, Any]) -> list[str]:
    bottom = TOP + SIDE
    title = name.replace("_", " ").title() if name != "usa" else "USA"
    parts = [
        f'<text x="{left}" y="{TOP - 12}" font-size="15" fill="#24292f">{title}</text>',
        f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#d0d7de"/>',
        f'<line x1="{left}" y1="{bottom}" x2="{left + SIDE}" y2="{TOP}" stroke="#8c959f" stroke-dasharray="4 4"/>',
    ]
    for share in (0, 50, 100):
        x, y = left + SIDE * share / 100, bottom - SIDE * share / 100
        parts.append(f'<text x="{x:.0f}" y="{bottom + 16}" text-anchor="middle" fill="#57606a">{share}</text>')
        parts.append(f'<text x="{left - 5}" y="{y + 4:.0f}" text-anchor="end" fill="#57606a">{share}</text>')
    middle = left + SIDE / 2
    parts.append(f'<text x="{middle}" y="{bottom + 32}" text-anchor="middle" fill="#57606a">told %, won % up</text>')
    for players, kinds in found["players"].items():
        parts += _dots(left, bottom, COLORS[players], kinds["to_act"])
    return parts


def _dots(left: int, bottom: int, color: str, kind: dict[str, Any]) -> list[str]:
    places, circles, total = [], [], sum(kind["counts"])
    for count, told, won in zip(kind["counts"], kind["told"], kind["won"], strict=True):
        if count >= FEWEST:
            x, y = left + SIDE * told, bottom - SIDE * won
            places.append(f"{x:.1f},{y:.1f}")
            radius = 2 + 6 * (count / total) ** 0.5
            circles.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{color}" fill-opacity="0.8"/>')
    line = f'<polyline points="{" ".join(places)}" fill="none" stroke="{color}" stroke-opacity="0.5"/>'
    return [line, *circles]
