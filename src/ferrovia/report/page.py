"""The report as one HTML page: it loads nothing, needs no script, and prints."""

from __future__ import annotations

from importlib import resources
from typing import Any

from ferrovia.boards import Board
from ferrovia.geometry import Layout, heat
from ferrovia.geometry.svg import escape, tag
from ferrovia.report.findings import Finding
from ferrovia.report.maps import draw_map, draw_small_map
from ferrovia.report.sections import (
    begin_section,
    bonus_section,
    city_section,
    length_section,
    parts_section,
    score_section,
    style_section,
)
from ferrovia.report.ticket_section import ticket_section
from ferrovia.report.words import Words

ICONS = {
    "problem": '<path d="M12 3.2 22 20.5H2Z"/><path class="cut" d="M12 9.5v5M12 17.4v.2"/>',
    "watch": '<path d="M12 2 22 12 12 22 2 12Z"/><path class="cut" d="M12 7.5v5.5M12 16.3v.2"/>',
    "note": '<circle cx="12" cy="12" r="9.5"/><path class="cut" d="M12 11v6M12 7.3v.2"/>',
    "fine": '<circle cx="12" cy="12" r="9.5"/><path class="cut" d="m7.5 12.4 3.1 3.1 6-6.4"/>',
}


def make_page(
    board: Board, layout: Layout, run: dict[str, Any], measured: dict[str, Any], findings: list[Finding], words: Words
) -> str:
    title = words("report.title", board=words.texts.board_name(board.name))
    body = [
        _header(board, run, measured, words),
        tag("main", _top(board, layout, measured, findings, words), *_sections(measured, words)),
        _footer(board, run, words),
    ]
    head = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        tag("title", escape(title)),
        f"<style>{_style()}</style>",
    ]
    inside = tag("head", *head) + "\n" + tag("body", *body)
    return f"<!doctype html>\n{tag('html', inside, lang=words.language)}\n"


def _style() -> str:
    """The style sheet, with the heat scale for light and dark mode."""
    sheet = resources.files("ferrovia.report").joinpath("page.css").read_text(encoding="utf-8")

    def steps(stops: tuple[tuple[float, float, float], ...]) -> str:
        return "".join(f"--heat-{step}:{color};" for step, color in enumerate(heat.scale(stops)))

    light = f":root{{{steps(heat.ON_PAPER)}}}"
    dark = f"@media (prefers-color-scheme:dark){{:root{{{steps(heat.ON_DARK)}}}}}"
    paper = f"@media print{{:root{{{steps(heat.ON_PAPER)}}}}}"
    return light + dark + paper + sheet


def _header(board: Board, run: dict[str, Any], measured: dict[str, Any], words: Words) -> str:
    """The board's name and the headline numbers."""
    counts = list(measured["by_players"].values())
    games = measured["overall"]["games"]
    turns = [entry["turns"]["quantiles"]["50"] for entry in counts]
    scores = [entry["winning_scores"]["quantiles"]["50"] for entry in counts]

    def range_of(values: list[float]) -> str:
        low, high = words.number(min(values), 0), words.number(max(values), 0)
        return low if low == high else f"{low}–{high}"

    done = measured["overall"]["tickets_completed"]["value"]
    figures = [
        (words.number(games, 0), words("report.figure.games")),
        (range_of(turns), words("report.figure.turns")),
        (range_of(scores), words("report.figure.score")),
        (words.percent(done), words("report.figure.tickets")) if done is not None else ("–", ""),
    ]
    tiles = "".join(
        tag("div", tag("b", escape(number)), tag("span", escape(meaning)), class_="figure")
        for number, meaning in figures
    )
    players = words.both([str(count) for count in run["players"]])
    line = words("report.subtitle", players=players, bots=words.both(run["bots"]))
    name = [
        tag("p", _brand(), escape(words("report.kind")), class_="brand"),
        tag("h1", escape(words.texts.board_name(board.name))),
        tag("p", escape(line), class_="lead"),
    ]
    return tag("header", tag("div", *name), tag("div", tiles, class_="figures"))


def _brand() -> str:
    return (
        '<svg viewBox="0 0 24 24" class="logo" aria-hidden="true"><path d="M4 19C9 19 8 12 12 12s3-7 8-7"/>'
        '<circle cx="4" cy="19" r="2.4"/><circle cx="20" cy="5" r="2.4"/></svg>'
    )


def _top(board: Board, layout: Layout, measured: dict[str, Any], findings: list[Finding], words: Words) -> str:
    """The map, with the main findings next to it."""
    tall = layout["view"][3] > layout["view"][2]
    legend = tag(
        "div",
        tag("span", escape(words("report.map.legend"))),
        tag("span", escape(words.percent(0)), class_="end"),
        tag("span", *(f'<i style="background:var(--heat-{step})"></i>' for step in range(heat.STEPS)), class_="ramp"),
        tag("span", escape(words.percent(1)), class_="end"),
        tag("span", '<i class="small"></i><i class="large"></i>', escape(words("report.map.cities")), class_="sizes"),
        class_="legend",
    )
    drawn = tag("div", draw_map(board, layout, measured, words), class_="scroll")
    figure = tag("figure", drawn, tag("figcaption", legend), class_="card atlas")
    items = "".join(_finding(finding) for finding in findings)
    heading = tag("h2", escape(words("report.findings")))
    aside = tag(
        "section",
        heading,
        tag("ol", items),
        tag("p", escape(words("report.caution")), class_="small-print"),
        class_="findings",
    )
    return tag(
        "div", figure, aside, _by_players(board, layout, measured, words), class_=f"top {'tall' if tall else 'wide'}"
    )


def _finding(finding: Finding) -> str:
    icon = f'<svg viewBox="0 0 24 24" class="icon" aria-hidden="true">{ICONS[finding.level]}</svg>'
    words = tag("div", tag("b", escape(finding.title)), tag("p", escape(finding.text)))
    return tag("li", icon, words, class_=finding.level)


def _sections(measured: dict[str, Any], words: Words) -> list[str]:
    grid = [
        begin_section(measured, words),
        style_section(measured, words),
        length_section(measured, words),
        score_section(measured, words),
        parts_section(measured, words),
        bonus_section(measured, words),
        city_section(measured, words),
    ]
    return [ticket_section(measured, words), tag("div", *grid, class_="columns")]


def _by_players(board: Board, layout: Layout, measured: dict[str, Any], words: Words) -> str:
    """Small maps, one per number of players; empty if there is only one."""
    counts = list(measured["by_players"])
    if len(counts) < 2:
        return ""
    maps = [
        tag(
            "figure",
            draw_small_map(board, layout, measured, count, words.players(count)),
            tag("figcaption", escape(words.players(count))),
        )
        for count in counts
    ]
    heading = tag("h2", escape(words("report.maps.title")))
    about = tag("p", escape(words("report.maps.about")), class_="about")
    return tag("section", heading, about, tag("div", *maps, class_="maps"), class_="card small-maps")


def _footer(board: Board, run: dict[str, Any], words: Words) -> str:
    method = words(
        "report.method",
        games=words.number(run["games"], 0),
        deals=words.number(run["decks"], 0),
    )
    again = words("report.again", command=run["command"])
    version = words(
        "report.version",
        version=run["ferrovia"],
        rules=run["rules_version"],
        seed=run["seed"],
        digest=board.digest[:16],
    )
    return tag(
        "footer",
        tag("h2", escape(words("report.how"))),
        tag("p", escape(method)),
        tag("p", escape(again)),
        tag("p", escape(version), class_="small-print"),
    )
