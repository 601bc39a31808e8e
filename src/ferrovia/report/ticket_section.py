"""The tickets on the page: the scatter plot, its legend, and the list with every number."""

from __future__ import annotations

from typing import Any

from ferrovia.geometry.svg import escape, tag
from ferrovia.report.scatter import ticket_cloud
from ferrovia.report.tickets import FAIR, GIFT, HARD, TRAP, UNKNOWN
from ferrovia.report.words import Words


def ticket_section(measured: dict[str, Any], words: Words) -> str:
    tickets = measured["tickets"]
    wide = tag("div", ticket_cloud(tickets, words, width=900.0, height=430.0), class_="for-wide")
    narrow = tag("div", ticket_cloud(tickets, words, width=380.0, height=420.0), class_="for-narrow")
    inside = [
        tag("h2", escape(words("report.tickets.title"))),
        tag("p", escape(words("report.tickets.about")), class_="about"),
        tag("div", tag("div", wide, narrow, _keys(tickets, words)), _ranks(tickets, words), class_="split"),
        _table(tickets, words),
    ]
    return tag("section", *inside, class_="card tickets")


def verdict_name(verdict: str, words: Words) -> str:
    return {
        TRAP: words("report.verdict.trap"),
        HARD: words("report.verdict.hard"),
        FAIR: words("report.verdict.fair"),
        GIFT: words("report.verdict.gift"),
        UNKNOWN: words("report.verdict.unknown"),
    }[verdict]


def _keys(tickets: list[dict[str, Any]], words: Words) -> str:
    entries = []
    for verdict in (TRAP, HARD, FAIR, GIFT, UNKNOWN):
        count = sum(ticket["verdict"] == verdict for ticket in tickets)
        if count:
            dot = tag("circle", cx=6, cy=6, r=5, class_="point")
            mark = tag("svg", dot, viewBox="0 0 12 12", aria_hidden="true", class_=f"ticket {verdict}")
            entries.append(tag("span", mark, escape(f"{count} {verdict_name(verdict, words)}")))
    return tag("p", *entries, class_="keys")


def _side(worth: float) -> str:
    return "low" if worth <= -0.05 else "high" if worth >= 0.05 else "even"


def _ranks(tickets: list[dict[str, Any]], words: Words) -> str:
    """The average value of keeping a ticket: the two ends of the list, for a glance."""
    known = sorted((t for t in tickets if t["verdict"] != UNKNOWN), key=lambda t: (t["worth"], t["id"]))
    count = min(6, len(known) // 2)

    def ranking(title: str, shown: list[dict[str, Any]]) -> str:
        lines = (
            tag(
                "li",
                tag("span", escape(" – ".join(ticket["cities"]))),
                tag("b", escape(words.signed(ticket["worth"])), class_=_side(ticket["worth"])),
            )
            for ticket in shown
        )
        return tag("h3", escape(title)) + tag("ol", *lines)

    if not count:
        return ""
    low = ranking(words("report.tickets.lowest"), known[:count])
    return tag("div", low, ranking(words("report.tickets.highest"), known[: -count - 1 : -1]), class_="ranks")


def _table(tickets: list[dict[str, Any]], words: Words) -> str:
    """Every ticket, worst first, ordered by the value of keeping it."""
    heads = [
        words("report.tickets.ticket"),
        words("report.tickets.points"),
        words("report.tickets.distance"),
        words("report.tickets.offered"),
        words("report.tickets.kept"),
        words("report.tickets.completed"),
        words("report.tickets.worth"),
        "",
    ]
    ordered = sorted(tickets, key=lambda t: (t["worth"] is None, t["worth"] or 0.0, t["id"]))
    head = tag("thead", tag("tr", *(tag("th", escape(name) or "\u00a0", scope="col") for name in heads)))
    body = tag("tbody", *(_line(ticket, words) for ticket in ordered))
    summary = tag("summary", escape(words("report.tickets.all", count=len(tickets))))
    return tag("details", summary, tag("div", tag("table", head, body), class_="scroll"))


def _line(ticket: dict[str, Any], words: Words) -> str:
    share, kept = ticket["completed"], ticket["kept"]
    cells = [
        tag("th", escape(" – ".join(ticket["cities"])), scope="row"),
        tag("td", escape(ticket["points"])),
        tag("td", escape(ticket["distance"])),
        tag("td", escape(ticket["offered"])),
        tag("td", escape(kept)),
        tag("td", _meter(share, words) if kept else "–", class_="meter-cell"),
        tag("td", escape(words.number(ticket["worth"])) if kept else "–"),
        tag("td", tag("span", escape(verdict_name(ticket["verdict"], words)), class_=f"pill {ticket['verdict']}")),
    ]
    return tag("tr", *cells)


def _meter(share: dict[str, Any], words: Words) -> str:
    """The interval as a bar on a line from zero to all, and the number."""
    low, high, value = (round(100 * share[name], 1) for name in ("low", "high", "value"))
    drawn = tag(
        "svg",
        tag("rect", y=4, width=100, height=2, class_="track"),
        tag("rect", x=low, y=2, width=high - low, height=6, class_="range"),
        tag("rect", x=max(0.0, value - 0.9), width=1.8, height=10, class_="now"),
        viewBox="0 0 100 10",
        preserveAspectRatio="none",
        class_="meter",
        aria_hidden="true",
    )
    return drawn + tag("span", escape(words.percent(share["value"])))
