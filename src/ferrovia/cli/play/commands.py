"""Turns a player's line into actions of the game, or into a sentence that says why not."""

from __future__ import annotations

from collections.abc import Sequence

from ferrovia.actions import Action, BuildStation, ClaimRoute, DrawCard, DrawTickets, KeepTickets, Pass, TakeCard
from ferrovia.boards import Route
from ferrovia.cli.play.choices import Choices
from ferrovia.cli.play.parser import NotUnderstood, Reader, number
from ferrovia.views import View


class CommandReader:
    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.words = reader.words
        self.texts = reader.texts

    def not_understood(self, line: str) -> str:
        known = [
            self.reader.word(c) for c in ("draw", "take", "claim", "tickets", "list", "map", "why", "help", "quit")
        ]
        return self.texts("say.unknown", text=line[:40], commands=", ".join(known))

    def is_tunnel(self, action: Action) -> bool:
        return isinstance(action, ClaimRoute) and self.reader.board.route(action.route).tunnel

    def _refuse(self, view: View, what: str | Action) -> None:
        reason = view.why_not(what)
        if reason is not None:
            raise NotUnderstood(self.words.reason(reason))

    # --- what is done at once ---------------------------------------------------------------------------------------
    def simple(self, view: View, command: str, rest: str) -> Action:
        action: Action
        match command:
            case "draw":
                action = DrawCard()
            case "take":
                action = TakeCard(self.reader.color(rest))
            case "tickets":
                action = DrawTickets()
            case _:
                action = Pass()
        self._refuse(view, action)
        return action

    def kept(self, view: View, line: str) -> Action:
        """The tickets that `1 3`, `keep 1 3` or `all` names."""
        words = line.replace(",", " ").split()
        command = self.reader.command(words[0]) if words and not words[0].isdecimal() else None
        if command == "keep":
            words = [word for word in words[1:] if word not in ("con", "com")]
        if command == "all" or (command == "keep" and words and self.reader.command(words[0]) == "all"):
            places = tuple(range(1, len(view.offer) + 1))
        else:
            numbers = {number(word) or 0 for word in words}
            if not numbers or not numbers <= set(range(1, len(view.offer) + 1)):
                raise NotUnderstood(self.texts("say.no_number", count=len(view.offer)))
            places = tuple(sorted(numbers))
        action = KeepTickets(places)
        self._refuse(view, action)
        return action

    # --- what has to be paid ----------------------------------------------------------------------------------------
    def numbered_claims(self, view: View, choices: Choices, place: int) -> Sequence[ClaimRoute]:
        listed = list(choices.claims.values())
        if view.phase != "turn":
            self._refuse(view, DrawTickets())  # nothing can be started now, neither this nor a route
        if not 1 <= place <= len(listed):
            key = "say.no_number" if listed else "screen.claimable"
            raise NotUnderstood(self.texts(key, count=len(listed)))
        return listed[place - 1]

    def payments(self, view: View, choices: Choices, command: str, rest: str) -> Sequence[ClaimRoute | BuildStation]:
        if command == "station":
            if not rest:
                example = f"{self.reader.word('station')} {self.reader.board.cities[0].id}"
                raise NotUnderstood(self.texts("say.one_city", example=example))
            city = self.reader.city(rest)
            if city.id not in choices.stations:
                self._refuse(view, city.id)
            return choices.stations[city.id]
        place = number(rest)
        if place is not None:
            return self.numbered_claims(view, choices, place)
        routes = self.reader.routes(rest)
        found = [payment for route in routes for payment in choices.claims.get(route.id, ())]
        if not found:
            raise NotUnderstood(self._why_routes(view, routes))
        return sorted(found, key=lambda payment: payment.wilds)

    # --- questions --------------------------------------------------------------------------------------------------
    def _why_routes(self, view: View, routes: Sequence[Route]) -> str:
        answers = {route.id: view.why_not(route.id) for route in routes}
        return "\n".join(
            f"{self.words.route(id_)}: {self.texts('say.can') if reason is None else self.words.reason(reason)}"
            for id_, reason in answers.items()
        )

    def why(self, view: View, choices: Choices, rest: str) -> str:
        """Why not: a route by its cities or number, a station by its city, `draw`, `take red`, `tickets`."""
        first, _, color = rest.partition(" ")
        command = self.reader.command(first) if first else None
        if command in ("draw", "take", "tickets", "pass"):
            try:
                self.simple(view, command, color)
            except NotUnderstood as answer:
                return str(answer)
            return self.texts("say.can")
        rest = color if command in ("claim", "station") else rest
        place = number(rest)
        if place is not None:
            claims = self.numbered_claims(view, choices, place)
            return self._why_routes(view, [view.board.route(claims[0].route)])
        try:
            return self._why_routes(view, self.reader.routes(rest))
        except NotUnderstood as problem:
            if not rest or "-" in rest:
                raise
            try:
                city = self.reader.city(rest)
            except NotUnderstood as unknown:  # with several words, the problem with the route says more
                raise (problem if " " in rest else unknown) from None
        reason = view.why_not(city.id)
        return self.texts("say.can") if reason is None else self.words.reason(reason)

    def listed_routes(self, rest: str) -> Sequence[Route]:
        """All routes, those at a city, those of a colour, or those between two cities."""
        routes = self.reader.board.routes
        if not rest:
            return routes
        if "-" in rest:
            return self.reader.routes(rest)
        try:
            city = self.reader.city(rest)
        except NotUnderstood as problem:
            try:
                color = self.reader.color(rest)
            except NotUnderstood:
                raise problem from None
            return [route for route in routes if route.color in (color, None)]
        return [route for route in routes if city.number in route.cities]
