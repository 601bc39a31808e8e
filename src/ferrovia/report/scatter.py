"""Tickets as a scatter plot: printed points against how often they are completed. Names appear if there is room."""

from __future__ import annotations

from typing import Any

from ferrovia.geometry.svg import escape, picture, tag, text
from ferrovia.report.axes import Scale, across, along, ticks
from ferrovia.report.tickets import FAIR, UNKNOWN
from ferrovia.report.words import Words

Box = tuple[float, float, float, float]  # left, top, right, bottom


def ticket_cloud(tickets: list[dict[str, Any]], words: Words, *, width: float, height: float) -> str:
    """Traps are below the line at one half, gifts above the dashed line of expected completion."""
    known = [ticket for ticket in tickets if ticket["kept"]]
    left, right, top, bottom = 46.0, width - 12, 12.0, height - 44
    low, high = min(t["points"] for t in tickets), max(t["points"] for t in tickets)
    x = Scale(low - 0.8, high + 0.8, left, right)
    y = Scale(0.0, 1.0, bottom, top)
    half = y(0.5)
    parts = [
        tag("rect", x=left, y=half, width=right - left, height=bottom - half, class_="losing"),
        across(x, ticks(low, high, 9, least=1), top, bottom, lambda mark: words.number(mark, 0)),
        along(y, [0, 0.25, 0.5, 0.75, 1], left, right, lambda mark: words.percent(mark)),
        tag("line", x1=left, x2=right, y1=half, y2=half, class_="halfway"),
        text(words("report.tickets.losing"), x=right - 6, y=bottom - 8, class_="region", text_anchor="end"),
        text(words("report.tickets.points"), x=right, y=height - 8, class_="tick", text_anchor="end"),
    ]
    by_points = sorted(known, key=lambda ticket: (ticket["points"], ticket["id"]))
    if len(by_points) > 1:
        line = " ".join(f"{x(t['points']):.1f},{y(t['expected']):.1f}" for t in (by_points[0], by_points[-1]))
        parts.append(tag("polyline", points=line, class_="expected"))
    places = _places(by_points, x, y)
    most = max((ticket["kept"] for ticket in known), default=1)
    taken: list[Box] = []
    for ticket in by_points:
        at_x, at_y = places[ticket["id"]]
        radius = 3.2 + 5.0 * (ticket["kept"] / most) ** 0.5
        parts.append(_mark(ticket, at_x, at_y, radius, y, words))
        taken.append((at_x - radius, at_y - radius, at_x + radius, at_y + radius))
    worth_a_name = [ticket for ticket in by_points if ticket["verdict"] not in (FAIR, UNKNOWN)]
    worth_a_name.sort(key=lambda ticket: -abs(ticket["completed"]["value"] - ticket["expected"]))
    for ticket in worth_a_name:
        parts.append(_name(ticket, places[ticket["id"]], taken, (left, top, right, bottom)))
    return picture(width, height, *parts, label=words("report.tickets.title"), class_="chart cloud")


def _places(tickets: list[dict[str, Any]], x: Scale, y: Scale) -> dict[str, tuple[float, float]]:
    """Places tickets of one value side by side, so that none hides another."""
    found: dict[str, tuple[float, float]] = {}
    room = min(10.0, abs(x(1) - x(0)) / 5)
    for ticket in tickets:
        at_y = y(ticket["completed"]["value"])
        shift = 0
        while any(
            abs(x(ticket["points"]) + _side(shift) * room - other_x) < room * 0.9 and abs(at_y - other_y) < 11
            for other_x, other_y in found.values()
        ):
            shift += 1
        found[ticket["id"]] = (x(ticket["points"]) + _side(shift) * room, at_y)
    return found


def _side(shift: int) -> int:
    """0, 1, -1, 2, -2, …"""
    return (shift + 1) // 2 * (1 if shift % 2 else -1)


def _mark(ticket: dict[str, Any], x: float, y: float, radius: float, scale: Scale, words: Words) -> str:
    share = ticket["completed"]
    told = words(
        "report.tickets.told",
        ticket=" – ".join(ticket["cities"]),
        points=ticket["points"],
        count=ticket["kept"],
        share=words.percent(share["value"]),
        interval=words.interval(share),
    )
    return tag(
        "g",
        tag("title", escape(told)),
        tag("line", x1=x, x2=x, y1=scale(share["low"]), y2=scale(share["high"]), class_="whisker"),
        tag("circle", cx=x, cy=y, r=radius, class_="point"),
        class_=f"ticket {ticket['verdict']}",
    )


def _name(ticket: dict[str, Any], at: tuple[float, float], taken: list[Box], frame: Box) -> str:
    """Places the name next to the mark without covering anything; no name if there is no room."""
    name = " – ".join(ticket["cities"])
    wide = 5.9 * len(name) + 4
    x, y = at
    for dx, dy in ((11, 4), (-11, 4), (9, -9), (-9, -9), (9, 16), (-9, 16)):
        start = x + dx if dx > 0 else x + dx - wide
        box = (start, y + dy - 11, start + wide, y + dy + 3)
        inside = frame[0] < box[0] and box[2] < frame[2] and frame[1] < box[1] and box[3] < frame[3]
        if inside and not any(_overlap(box, other) for other in taken):
            taken.append(box)
            anchor = "start" if dx > 0 else "end"
            return text(name, x=x + dx, y=y + dy, class_=f"ticket-name {ticket['verdict']}", text_anchor=anchor)
    return ""


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
