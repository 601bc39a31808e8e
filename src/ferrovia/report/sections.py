"""The smaller parts of the page: each a heading, a sentence on how to read it, and a chart."""

from __future__ import annotations

from typing import Any

from ferrovia.geometry.svg import escape, tag
from ferrovia.report.charts import Row, bars, hills, interval_chart, stacked
from ferrovia.report.facts import PARTS
from ferrovia.report.words import Words

SHOWN_CITIES = 14


def section(title: str, about: str, *inside: str, class_: str = "card") -> str:
    return tag("section", tag("h2", escape(title)), tag("p", escape(about), class_="about"), *inside, class_=class_)


def begin_section(measured: dict[str, Any], words: Words) -> str:
    """First-seat advantage: every place in the turn order, per number of players."""
    rows: list[Row] = []
    for count, entry in measured["by_players"].items():
        rows.append(Row(words("report.of_games", players=words.players(count), count=entry["games"]), None, head=True))
        fair = 1 / int(count)
        for place, share in enumerate(entry["places"]):
            rows.append(Row(_place(place, words), share, _against(share, fair), fair))
    title = words("report.begin.title")
    return section(title, words("report.begin.about"), interval_chart(rows, words, label=title))


def _place(place: int, words: Words) -> str:
    names = ("report.begin.first", "report.begin.second", "report.begin.third", "report.begin.fourth")
    return words(names[place]) if place < len(names) else words("report.begin.fifth")


def _against(share: dict[str, Any], fair: float) -> str:
    return "above" if share["low"] > fair else "below" if share["high"] < fair else ""


def style_section(measured: dict[str, Any], words: Words) -> str:
    rows: list[Row] = []
    for count, entry in measured["by_players"].items():
        rows.append(Row(words("report.of_games", players=words.players(count), count=entry["games"]), None, head=True))
        playing = [style for style in measured["styles"] if count in style["wins"]]
        for style in sorted(playing, key=lambda style: -style["wins"][count]["value"]):
            share, fair = style["wins"][count], 1 / int(count)
            rows.append(Row(_short(style["bot"]), share, _against(share, fair), fair))
    title = words("report.style.title")
    return section(title, words("report.style.about"), interval_chart(rows, words, label=title))


def _short(name: str) -> str:
    """A shortened name; for a program, its file."""
    return name if len(name) <= 20 else "…" + name[-19:]


def length_section(measured: dict[str, Any], words: Words) -> str:
    layers = [(words.players(count), entry["turns"], None) for count, entry in measured["by_players"].items()]
    title = words("report.length.title")
    chart = hills(layers, words, label=title, unit=words("report.length.unit"))
    return section(title, words("report.length.about"), chart)


def score_section(measured: dict[str, Any], words: Words) -> str:
    layers = [
        (words.players(count), entry["scores"], _binned_like(entry["winning_scores"], entry["scores"]))
        for count, entry in measured["by_players"].items()
    ]
    title = words("report.score.title")
    legend = [("hill", words("report.score.all")), ("hill inner", words("report.score.winners"))]
    chart = hills(layers, words, label=title, unit=words("report.score.unit"))
    return section(title, words("report.score.about"), chart, _legend(legend))


def _binned_like(inner: dict[str, Any], outer: dict[str, Any]) -> dict[str, Any]:
    """Winners in the bins of all players: both have the same width, so one can be drawn over the other."""
    counts = dict(map(tuple, inner["bins"]))
    return outer | {"bins": [[start, counts.get(start, 0)] for start, _ in outer["bins"]]}


def parts_section(measured: dict[str, Any], words: Words) -> str:
    """The sources of the points of winners and of the others."""
    rows = []
    used: set[str] = set()
    for count, entry in measured["by_players"].items():
        for who, name in (("winner", words("report.parts.winner")), ("others", words("report.parts.others"))):
            points = entry["parts"][who]
            used |= {part for part in PARTS if points[part]}
            rows.append((f"{count} · {name}", points))
    order = ["tickets_lost", *(part for part in PARTS if part != "tickets_lost")]
    parts = [part for part in order if part in used]
    title = words("report.parts.title")
    legend = _legend([(f"part {part}", words.part(part)) for part in parts])
    return section(title, words("report.parts.about"), stacked(rows, parts, words, label=title), legend)


def bonus_section(measured: dict[str, Any], words: Words) -> str:
    """The effect of each bonus; empty on a board without any."""
    if not measured["bonuses"]:
        return ""
    rows: list[Row] = []
    for entry in measured["bonuses"]:
        points = entry["points"]
        head = words(
            "report.bonus.head",
            bonus=words.bonus(entry["bonus"]),
            winner=words.number(points["winner"]),
            others=words.number(points["others"]),
        )
        rows.append(Row(head, None, head=True))
        rows += [Row(words.players(count), share, "plain") for count, share in entry["by_players"].items()]
    title = words("report.bonus.title")
    return section(title, words("report.bonus.about"), interval_chart(rows, words, label=title))


def city_section(measured: dict[str, Any], words: Words) -> str:
    ordered = sorted(measured["cities"], key=lambda city: (-city["traffic"]["value"], city["id"]))
    shown = ordered
    if len(ordered) > SHOWN_CITIES:
        shown = ordered[: SHOWN_CITIES - 5] + ordered[-5:]
    rows = [
        (
            _short(city["name"]),
            city["traffic"]["value"],
            words("report.city.note", routes=city["routes"], tickets=city["tickets"]),
        )
        for city in shown
    ]
    title = words("report.city.title")
    about = words("report.city.about" if len(shown) == len(ordered) else "report.city.about_some")
    return section(title, about, bars(rows, words, label=title))


def _legend(entries: list[tuple[str, str]]) -> str:
    keys = (
        tag(
            "span",
            f'<svg viewBox="0 0 12 12" aria-hidden="true"><rect width="12" height="12" rx="3" class="{name}"/></svg>',
            escape(meaning),
        )
        for name, meaning in entries
    )
    return tag("p", *keys, class_="keys")
