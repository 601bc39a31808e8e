"""Events and reasons as sentences in the chosen language. Only this module turns facts into words for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from ferrovia.boards import Board
from ferrovia.data import event_name
from ferrovia.engine.state import SPECTATOR
from ferrovia.events import Event, GameEnded, RouteClaimed, TicketsKept, TunnelPriced
from ferrovia.locales import Texts
from ferrovia.views import Reason


class Words:
    """Sentences for one viewer: a seat, addressed as `you`, or a spectator."""

    def __init__(self, texts: Texts, board: Board, names: Sequence[str], viewer: int = SPECTATOR) -> None:
        self.texts = Texts(texts.language, board.words.names)
        self.board = board
        self.names = tuple(names)
        self.viewer = viewer

    # --- names ------------------------------------------------------------------------------------------------------
    def card(self, name: str) -> str:
        return self.texts.or_else(f"color.{name}", name)

    def color(self, name: str | None) -> str:
        """The colour of a route; None is grey."""
        return self.card(name or "gray")

    def cards(self, name: str, count: int) -> str:
        return f"{self.card(name)} ×{count}"

    def payment(self, color: str | None, colored: int, wilds: int) -> str:
        parts = [self.cards(color, colored)] if color is not None and colored else []
        return " + ".join(parts + ([self.cards("wild", wilds)] if wilds else []))

    def city(self, which: str | int) -> str:
        return self.board.city(which).name

    def route(self, which: str) -> str:
        """`Dieppe–London`; the second of a double is `Dieppe–London (2)`."""
        route = self.board.route(which)
        a, b = route.cities
        return f"{self.city(a)}–{self.city(b)}" + (" (2)" if route.id.endswith("/2") else "")

    def ticket(self, which: str) -> str:
        a, b = self.board.ticket(which).cities
        return f"{self.city(a)}–{self.city(b)}"

    def chain(self, routes: Sequence[str], start: int) -> str:
        """A chain of routes: `Lisboa – Madrid … Paris – Zürich`, with dots where own routes are in between."""
        parts: list[list[int]] = []
        ends = [self.board.route(route).cities for route in routes]
        at = start
        for place, (a, b) in enumerate(ends):
            if at not in (a, b):  # own routes are in between: start at the end that the next route does not touch
                following = ends[place + 1] if place + 1 < len(ends) else ()
                at = b if a in following else a
                parts.append([at])
            elif not parts:
                parts.append([at])
            at = b if at == a else a
            parts[-1].append(at)
        return " … ".join(" – ".join(self.city(city) for city in part) for part in parts)

    def both(self, names: Sequence[str]) -> str:
        """`Ada, Bruno and Carla`."""
        if len(names) < 2:
            return "".join(names)
        return f"{', '.join(names[:-1])} {self.texts('log.and')} {names[-1]}"

    def about(self, key: str, seat: int, **gaps: object) -> str:
        """A sentence about a seat, in the second person if it is the viewer's own."""
        if seat == self.viewer and f"{key}.you" in self.texts:
            key = f"{key}.you"
        return self.texts(key, who=self.names[seat], **gaps)

    # --- sentences --------------------------------------------------------------------------------------------------
    def event(self, event: Event) -> str:
        """An event as a sentence. The event must be as the viewer may see it."""
        key = f"event.{event_name(event)}"
        gaps = self._gaps(event)
        seat = getattr(event, "seat", None)
        sentence = self.texts(key, **gaps) if seat is None else self.about(key, seat, **gaps)
        if isinstance(event, TicketsKept) and event.tickets and seat != self.viewer:
            return f"{sentence} ({gaps['tickets']})"
        return sentence

    def _gaps(self, event: Event) -> dict[str, object]:
        values = {field.name: getattr(event, field.name) for field in fields(event)}
        gaps: dict[str, object] = {}
        for name, value in values.items():
            if name in ("card", "route", "ticket", "city") and value is not None:
                gaps[name] = getattr(self, name)(value)
        if "colored" in values:
            gaps["payment"] = self.payment(values["color"], values["colored"], values["wilds"])
        match event:
            case RouteClaimed():
                gaps["count"] = event.points
            case TunnelPriced():
                gaps["count"] = event.extra
            case TicketsKept():
                gaps["count"] = event.kept
                gaps["tickets"] = ", ".join(self.ticket(ticket) for ticket in event.tickets or ())
            case GameEnded():
                gaps["reason"] = self.texts(f"ended.{event.reason}")
        if "cards" in values:
            gaps["count"] = values["cards"]
        return gaps

    def reason(self, reason: Reason) -> str:
        """Why an action is not possible, with the rule behind it."""
        return f"{self.short_reason(reason)} ({self.texts('reason.rule', rule=reason.rule)})"

    def short_reason(self, reason: Reason) -> str:
        return reason.text(self.texts.language, names=self.names, viewer=self.viewer, words=self.texts.words)
