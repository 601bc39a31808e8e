"""The charts: intervals as dots with whiskers, distributions as hills, points as stacked bars. Numbers in, SVG out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ferrovia.geometry.svg import escape, picture, tag, text
from ferrovia.report.axes import Scale, across, ticks
from ferrovia.report.words import Words

WIDTH = 460.0
ROW = 26.0


@dataclass(frozen=True, slots=True)
class Row:
    """One line of an interval chart. `head` starts a group; `even` is the value by chance alone."""

    label: str
    estimate: dict[str, Any] | None
    class_: str = ""
    even: float | None = None
    head: bool = False


def interval_chart(
    rows: Sequence[Row], words: Words, *, label: str, most: float | None = None, left: float = 150.0
) -> str:
    """Shares with their intervals, one below the other."""
    top, right = 8.0, WIDTH - 52
    highest = max((row.estimate["high"] for row in rows if row.estimate), default=1.0)
    scale = Scale(0.0, most or min(1.0, highest * 1.08), left, right)
    bottom = top + sum(ROW - (2 if row.head else 0) for row in rows) + 4
    parts = [across(scale, ticks(0, scale.high, 5), top, bottom, lambda mark: words.percent(mark))]
    y = top
    for row in rows:
        y += ROW - (2 if row.head else 0)
        if row.estimate is None:
            parts.append(text(row.label, x=0, y=y - 7, class_="head"))
            continue
        parts.append(_interval_row(row, row.estimate, scale, y - 11, words, left))
    return picture(WIDTH, bottom + 24, *parts, label=label)


def _interval_row(row: Row, found: dict[str, Any], scale: Scale, y: float, words: Words, left: float) -> str:
    told = f"{row.label}: {words.percent(found['value'], 1)} ({words.interval(found)})"
    marks = [
        tag("title", escape(told)),
        text(row.label, x=left - 10, y=y + 4, class_="name", text_anchor="end"),
        tag("line", x1=scale(found["low"]), x2=scale(found["high"]), y1=y, y2=y, class_="whisker"),
        tag("circle", cx=scale(found["value"]), cy=y, r=5.2, class_="point"),
        text(words.percent(found["value"]), x=WIDTH - 2, y=y + 4, class_="value", text_anchor="end"),
    ]
    if row.even is not None:
        at = scale(row.even)
        marks.insert(1, tag("line", x1=at, x2=at, y1=y - 11, y2=y + 11, class_="even"))
    return tag("g", *marks, class_=f"row {row.class_}")


def hills(
    layers: Sequence[tuple[str, dict[str, Any], dict[str, Any] | None]], words: Words, *, label: str, unit: str
) -> str:
    """One hill per layer over the same scale; the darker part, if any, is a share of the lighter."""
    left, right, height, top = 92.0, WIDTH - 8, 46.0, 6.0
    low = min(layer["bins"][0][0] for _, layer, _ in layers)
    high = max(layer["bins"][-1][0] + layer["width"] for _, layer, _ in layers)
    scale = Scale(low, high, left, right)
    bottom = top + len(layers) * (height + 12)
    parts = [across(scale, ticks(low, high, 7, least=1), top, bottom, lambda mark: words.number(mark, 0))]
    for number, (name, layer, inner) in enumerate(layers):
        base = top + (number + 1) * (height + 12)
        most = max(count for _, count in layer["bins"]) or 1
        parts.append(text(name, x=0, y=base - 16, class_="name"))
        middle = layer["quantiles"]["50"]
        parts.append(text(words("report.median", number=words.number(middle, 0)), x=0, y=base - 2, class_="tick"))
        parts += [_bars(found, scale, base, height / most, class_) for found, class_ in _layers(layer, inner)]
        parts.append(tag("line", x1=left, x2=right, y1=base, y2=base, class_="base"))
        at = scale(middle)
        parts.append(tag("line", x1=at, x2=at, y1=base, y2=base + 5, class_="median"))
    parts.append(text(unit, x=right, y=bottom + 30, class_="tick", text_anchor="end"))
    return picture(WIDTH, bottom + 36, *parts, label=label)


def _layers(layer: dict[str, Any], inner: dict[str, Any] | None) -> list[tuple[dict[str, Any], str]]:
    return [(layer, "hill")] + ([(inner, "hill inner")] if inner is not None else [])


def _bars(layer: dict[str, Any], scale: Scale, base: float, unit: float, class_: str) -> str:
    width = scale(layer["width"]) - scale(0)
    return "".join(
        tag(
            "rect",
            x=scale(start) + 0.6,
            y=base - count * unit,
            width=max(0.8, width - 1.2),
            height=count * unit,
            rx=min(2.0, width / 4),
            class_=class_,
        )
        for start, count in layer["bins"]
        if count
    )


def bars(rows: Sequence[tuple[str, float, str]], words: Words, *, label: str, left: float = 150.0) -> str:
    """Numbers as bars, each with a note."""
    top, right, row = 2.0, WIDTH - 162, 23.0
    scale = Scale(0.0, max((value for _, value, _ in rows), default=1.0) or 1.0, left, right)
    parts = []
    for number, (name, value, note) in enumerate(rows):
        y = top + number * row
        parts.append(
            tag(
                "g",
                text(name, x=left - 10, y=y + 15, class_="name", text_anchor="end"),
                tag("rect", x=left, y=y + 4, width=max(1.0, scale(value) - left), height=14, rx=3, class_="bar"),
                text(words.number(value), x=scale(value) + 6, y=y + 15, class_="value"),
                text(note, x=WIDTH - 2, y=y + 15, class_="tick", text_anchor="end"),
                class_="row",
            )
        )
    return picture(WIDTH, top + len(rows) * row + 4, *parts, label=label)


def stacked(rows: Sequence[tuple[str, dict[str, float]]], parts: Sequence[str], words: Words, *, label: str) -> str:
    """The sources of points, part by part; losses are left of zero."""
    left, right, top, row = 104.0, WIDTH - 8, 4.0, 34.0
    low = min((sum(min(0.0, value) for value in points.values()) for _, points in rows), default=0.0)
    high = max((sum(max(0.0, value) for value in points.values()) for _, points in rows), default=1.0)
    scale = Scale(low, high, left, right)
    bottom = top + len(rows) * row
    drawn = [across(scale, ticks(low, high, 6, least=1), top, bottom, lambda mark: words.number(mark, 0))]
    for number, (name, points) in enumerate(rows):
        y = top + number * row
        drawn.append(text(name, x=0, y=y + 20, class_="name"))
        up = down = 0.0
        for part in parts:
            value = points[part]
            start = up if value >= 0 else down + value
            up, down = (up + value, down) if value >= 0 else (up, down + value)
            told = f"{words.part(part)}: {words.number(value)}"
            x, width = scale(start), abs(scale(value) - scale(0))
            if width > 0.3:
                mark = tag(
                    "rect", tag("title", escape(told)), x=x, y=y + 6, width=width, height=22, class_=f"part {part}"
                )
                drawn.append(mark)
                if width > 24:
                    number_ = words.number(value, 0)
                    drawn.append(text(number_, x=x + width / 2, y=y + 21, class_=f"on {part}", text_anchor="middle"))
    drawn.append(tag("line", x1=scale(0), x2=scale(0), y1=top, y2=bottom, class_="base"))
    return picture(WIDTH, bottom + 22, *drawn, label=label)
