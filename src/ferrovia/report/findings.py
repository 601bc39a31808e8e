"""The findings a designer should know first, each with its sample and its interval.

Only an effect that its interval confirms is called a problem. Every finding is about *these bots*, because only they
were measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any, Final, Literal

from ferrovia.boards import Board
from ferrovia.report.maps import route_name
from ferrovia.report.tickets import GIFT, HARD, TRAP
from ferrovia.report.words import Words

Level = Literal["problem", "watch", "note", "fine"]
LEVELS: Final = ("problem", "watch", "note", "fine")
NAMED: Final = 3  # tickets of a kind to name individually
FEW: Final = 60  # games per number of players, below which the report says there are few
DEAD, CROWDED, EARLY = 0.10, 0.90, 0.4
STRONG_BONUS, WEAK_BONUS = 0.20, 0.03
QUIET: Final = 0.35  # of the median city's traffic
ODD_ENDINGS: Final = 0.02


@dataclass(frozen=True, slots=True)
class Finding:
    code: str
    level: Level
    title: str
    text: str

    def data(self) -> dict[str, str]:
        return {"code": self.code, "level": self.level, "title": self.title, "text": self.text}


def find(board: Board, measured: dict[str, Any], words: Words) -> list[Finding]:
    """The most serious first; equal ones in the order of the checks."""
    found = [
        *_reliability(measured, words),
        *_tickets(measured, words),
        *_places(measured, words),
        *_routes(board, measured, words),
        *_bonuses(measured, words),
        *_endings(measured, words),
        *_styles(measured, words),
        *_cities(measured, words),
        *_length(measured, words),
    ]
    return sorted(found, key=lambda finding: LEVELS.index(finding.level))


def _reliability(measured: dict[str, Any], words: Words) -> Iterator[Finding]:
    overall = measured["overall"]
    if overall["fallbacks"]:
        text = words("report.finding.faults.text", count=overall["fallbacks"], reason=overall["first_fault"])
        yield Finding("faults", "problem", words("report.finding.faults"), text)
    fewest = min(entry["games"] for entry in measured["by_players"].values())
    if fewest < FEW:
        text = words("report.finding.few.text", count=fewest)
        yield Finding("few", "watch", words("report.finding.few"), text)


def _tickets(measured: dict[str, Any], words: Words) -> Iterator[Finding]:
    def told(ticket: dict[str, Any], key: str) -> str:
        share = ticket["completed"]
        return words(
            key,
            count=ticket["kept"],
            share=words.percent(share["value"]),
            interval=words.interval(share),
            points=ticket["points"],
            worth=words.number(abs(ticket["worth"])),
            expected=words.percent(ticket["expected"]),
        )

    traps = sorted((t for t in measured["tickets"] if t["verdict"] == TRAP), key=lambda t: t["worth"])
    for ticket in traps[:NAMED]:
        title = words("report.finding.trap", ticket=" – ".join(ticket["cities"]))
        yield Finding("trap", "problem", title, told(ticket, "report.finding.trap.text"))
    if len(traps) > NAMED:
        more = words.both([" – ".join(ticket["cities"]) for ticket in traps[NAMED : NAMED + 6]])
        title = words("report.finding.traps", count=len(traps) - NAMED)
        yield Finding("traps", "watch", title, words("report.finding.traps.text", tickets=more))
    hard = [t for t in measured["tickets"] if t["verdict"] == HARD]
    if hard:
        hard.sort(key=lambda t: t["completed"]["value"] - t["expected"])
        parts = [
            words(
                "report.finding.hard.part",
                ticket=" – ".join(ticket["cities"]),
                share=words.percent(ticket["completed"]["value"]),
                count=ticket["kept"],
            )
            for ticket in hard[:4]
        ]
        text = words("report.finding.hard.text", tickets="; ".join(parts))
        yield Finding("hard", "watch", words("report.finding.hard", count=len(hard)), text)
    gifts = [t for t in measured["tickets"] if t["verdict"] == GIFT]
    for ticket in sorted(gifts, key=lambda t: t["expected"] - t["completed"]["value"])[:NAMED]:
        title = words("report.finding.gift", ticket=" – ".join(ticket["cities"]))
        yield Finding("gift", "note", title, told(ticket, "report.finding.gift.text"))
    if not traps and not hard and not gifts:
        share = measured["overall"]["tickets_completed"]
        text = words("report.finding.fair_tickets.text", share=words.percent(share["value"]), count=share["count"])
        yield Finding("fair_tickets", "fine", words("report.finding.fair_tickets"), text)


def _places(measured: dict[str, Any], words: Words) -> Iterator[Finding]:
    even: dict[str, str] = {}
    for count, entry in measured["by_players"].items():
        first, fair = entry["places"][0], 1 / int(count)
        gaps = {
            "players": words.players(count),
            "share": words.percent(first["value"]),
            "interval": words.interval(first),
            "even": words.percent(fair),
            "games": entry["games"],
        }
        if first["low"] > fair:
            title = words("report.finding.first_wins", **gaps)
            yield Finding("first_wins", "watch", title, words("report.finding.first.text", **gaps))
        elif first["high"] < fair:
            title = words("report.finding.first_loses", **gaps)
            yield Finding("first_loses", "watch", title, words("report.finding.first.text", **gaps))
        else:
            even[count] = words("report.finding.first_even.part", **gaps)
    if even:
        text = words("report.finding.first_even.text", parts="; ".join(even.values()))
        title = words("report.finding.first_even")
        if len(even) < len(measured["by_players"]):
            title = words("report.finding.first_even_some", players=words.both(list(even)))
        yield Finding("first_even", "fine", title, text)


def _routes(board: Board, measured: dict[str, Any], words: Words) -> Iterator[Finding]:
    def sure(number: int | None) -> bool:
        return number is None or measured["routes"][number]["claimed"]["high"] < DEAD

    dead = [route for route in board.routes if sure(route.number) and sure(route.twin)]
    if dead:
        names = words.both([route_name(board, route) for route in dead[:6]])
        title = words("report.finding.dead", count=len(dead))
        yield Finding(
            "dead", "watch", title, words("report.finding.dead.text", routes=names, share=words.percent(DEAD))
        )
    rush = [
        route
        for route in board.routes
        for entry in [measured["routes"][route.number]]
        if entry["claimed"]["low"] > CROWDED and entry["when"] < EARLY
    ]
    if rush:
        rush.sort(key=lambda route: float(measured["routes"][route.number]["when"]))
        names = words.both([route_name(board, route) for route in rush[:4]])
        text = words("report.finding.rush.text", routes=names, share=words.percent(CROWDED))
        yield Finding("rush", "note", words("report.finding.rush", count=len(rush)), text)


def _bonuses(measured: dict[str, Any], words: Words) -> Iterator[Finding]:
    for entry in measured["bonuses"]:
        decided = entry["decided"]
        gaps = {
            "bonus": words.bonus(entry["bonus"]),
            "share": words.percent(decided["value"]),
            "interval": words.interval(decided),
            "games": decided["count"],
        }
        text = words("report.finding.bonus.text", **gaps)
        if decided["low"] > STRONG_BONUS:
            yield Finding("bonus_strong", "watch", words("report.finding.bonus_strong", **gaps), text)
        elif decided["high"] < WEAK_BONUS:
            yield Finding("bonus_weak", "note", words("report.finding.bonus_weak", **gaps), text)
        else:
            yield Finding("bonus", "fine", words("report.finding.bonus", **gaps), text)


def _endings(measured: dict[str, Any], words: Words) -> Iterator[Finding]:
    games = measured["overall"]["games"]
    odd = sum(
        count
        for entry in measured["by_players"].values()
        for how, count in entry["ended_by"].items()
        if how != "last_round"
    )
    if odd / games > ODD_ENDINGS:
        text = words("report.finding.endings.text", count=odd, share=words.percent(odd / games))
        yield Finding("endings", "problem", words("report.finding.endings"), text)


def _styles(measured: dict[str, Any], words: Words) -> Iterator[Finding]:
    if len(measured["styles"]) < 2:
        return
    best = {}
    for count in measured["by_players"]:
        playing = [style for style in measured["styles"] if count in style["wins"]]
        best[count] = max(playing, key=lambda style: style["wins"][count]["value"])
    parts = [
        words(
            "report.finding.styles.part",
            players=words.players(count),
            bot=style["bot"],
            share=words.percent(style["wins"][count]["value"]),
            interval=words.interval(style["wins"][count]),
        )
        for count, style in best.items()
    ]
    text = words("report.finding.styles.text", parts="; ".join(parts))
    ahead = {count: style["bot"] for count, style in best.items() if style["wins"][count]["low"] > 1 / int(count)}
    if not ahead:
        yield Finding("styles", "fine", words("report.finding.even_styles"), text)
    elif len(names := set(ahead.values())) == 1:
        title = words("report.finding.one_style", bot=names.pop(), players=words.both(list(ahead)))
        yield Finding("styles", "note", title, text)
    else:
        yield Finding("styles", "note", words("report.finding.styles"), text)


def _cities(measured: dict[str, Any], words: Words) -> Iterator[Finding]:
    middle = median(city["traffic"]["value"] for city in measured["cities"])
    sure = [city for city in measured["cities"] if city["traffic"]["high"] is not None]  # one deal has no interval
    quiet = [city for city in sure if city["traffic"]["high"] < QUIET * middle]
    if quiet:
        names = words.both([city["name"] for city in sorted(quiet, key=lambda city: city["traffic"]["value"])[:5]])
        text = words("report.finding.quiet.text", cities=names, middle=words.number(middle))
        yield Finding("quiet", "note", words("report.finding.quiet", count=len(quiet)), text)


def _length(measured: dict[str, Any], words: Words) -> Iterator[Finding]:
    parts = [
        words(
            "report.finding.length.part",
            players=words.players(count),
            turns=words.number(entry["turns"]["quantiles"]["50"], 0),
            low=words.number(entry["turns"]["quantiles"]["5"], 0),
            high=words.number(entry["turns"]["quantiles"]["95"], 0),
        )
        for count, entry in measured["by_players"].items()
    ]
    text = words("report.finding.length.text", parts="; ".join(parts))
    yield Finding("length", "note", words("report.finding.length"), text)
