"""A bot that others wrote, as a program that Ferrovia plays against: the scripted player of edwisdom/ticket_to_ride.

    python -m benchmarks.peer_rust CHECKOUT --bot FOLDER        builds it and writes FOLDER/h3.toml
    ferrovia tournament planner program:FOLDER/h3.toml --board usa

This script speaks the lines of docs/external_bots.md and asks `bot.rs`, which calls the peer's own code. It passes on
what its seat may know and nothing else.
"""

from __future__ import annotations

import json
import subprocess
import sys
import unicodedata
from typing import Any, Final

PHASES: Final = {"choosing_start": 0, "turn": 1, "second_card": 2, "choosing_tickets": 3}
FREE, CLOSED, NOT_TRIGGERED, NO_CARD, GREY, BLIND = 255, 254, 255, -1, 255, 5
DOUBLES_CLOSE_UP_TO: Final = 3


def plain(name: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))


class Translator:
    """Ferrovia's names and the peer's numbers."""

    def __init__(self, board: dict[str, Any], theirs: dict[str, Any], players: int) -> None:
        self.players = players
        self.kinds = [*theirs["colors"], "wild"]
        names = {city["id"]: plain(city["name"]) for city in board["cities"]}
        ours: dict[tuple[Any, ...], list[str]] = {}
        for route in board["routes"]:
            ends = tuple(sorted(names[city] for city in route["cities"]))
            ours.setdefault((*ends, route["length"], route["color"]), []).append(route["id"])
        self.routes: list[str] = []
        for a, b, length, color in theirs["routes"]:
            ends = tuple(sorted((theirs["cities"][a], theirs["cities"][b])))
            self.routes.append(ours[*ends, length, None if color == GREY else theirs["colors"][color]].pop(0))
        tickets = {
            (*sorted(names[city] for city in ticket["cities"]), ticket["points"]): ticket["id"]
            for ticket in board["tickets"]
        }
        self.tickets = [
            tickets[*sorted((theirs["cities"][a], theirs["cities"][b])), points] for a, b, points in theirs["tickets"]
        ]
        left = [route for several in ours.values() for route in several]
        if left or len(tickets) != len(self.tickets):
            raise SystemExit(f"the boards differ: {left} {len(tickets)} tickets and {len(self.tickets)}")
        self.twins = {route["id"]: route["twin"] for route in board["routes"]}

    def position(self, view: dict[str, Any], you: dict[str, Any]) -> list[int]:
        """A position, in the numbers and the order that `bot.rs` reads."""
        numbers = [you["seat"], PHASES[view["phase"]], view["turns_played"]]
        numbers.append(NOT_TRIGGERED if view["turns_left"] is None else view["turns_left"])
        owners = view["owners"]
        for route in self.routes:
            is_closed = self.players <= DOUBLES_CLOSE_UP_TO and self.twins[route] in owners
            numbers.append(owners.get(route, CLOSED if is_closed else FREE))
        numbers += [you["hand"][kind] for kind in self.kinds]
        for seat in view["seats"]:
            known = [seat["known_cards"][kind] for kind in self.kinds]
            numbers += [seat["trains"], seat["score"], seat["cards"] - sum(known), *known]
        shown = [self.kinds.index(card) if card is not None else NO_CARD for card in view["display"]]
        numbers += (shown + [NO_CARD] * BLIND)[:BLIND]
        numbers += [view["deck"], *(view["discards"][kind] for kind in self.kinds)]
        numbers.append(sum(1 << self.tickets.index(ticket) for ticket in you["tickets"]))
        numbers += [view["ticket_deck"], len(you["offer"]), *(self.tickets.index(ticket) for ticket in you["offer"])]
        return [*numbers, len(owners)]

    def action(self, answer: list[str], view: dict[str, Any], legal: list[dict[str, Any]]) -> str:
        """The peer's answer as the text of a legal action."""
        kind, numbers = answer[0], [int(word) for word in answer[1:]]
        if kind == "claim":
            color = self.kinds[numbers[1]]
            fitting = [
                one
                for one in legal
                if one["kind"] == "claim"
                and one["route"] == self.routes[numbers[0]]
                and one["color"] == (None if color == "wild" else color)
            ]
            return str(max(fitting, key=lambda one: one["colored"])["text"])
        if kind == "draw":
            return "draw" if numbers[0] == BLIND else f"take {view['display'][numbers[0]]}"
        if kind == "keep":
            return "keep " + " ".join(str(place + 1) for place in range(3) if numbers[0] >> place & 1)
        return kind


def main(program: str, tier: str) -> None:
    peer: subprocess.Popen[str] | None = None
    translator: Translator | None = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "goodbye":
            break
        if message["type"] == "hello":
            players = message["players"]
            peer = subprocess.Popen(
                [program, tier, str(players)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            assert peer.stdout is not None
            translator = Translator(message["board"], json.loads(peer.stdout.readline()), players)
            answer: dict[str, Any] = {"type": "ready", "protocol": message["protocol"], "name": tier}
        else:
            assert peer is not None
            assert peer.stdin is not None
            assert peer.stdout is not None
            assert translator is not None
            view = message["view"]
            peer.stdin.write(" ".join(str(number) for number in translator.position(view, message["you"])) + "\n")
            peer.stdin.flush()
            action = translator.action(peer.stdout.readline().split(), view, message["legal"])
            answer = {"type": "action", "id": message["id"], "action": action}
        print(json.dumps(answer), flush=True)
    if peer is not None:
        peer.communicate()


if __name__ == "__main__":
    main(*sys.argv[1:])
