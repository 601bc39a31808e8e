"""Legal actions as clients get them: every payment by itself, those of one route or city together, the best first."""

from __future__ import annotations

import json
from typing import Any

from ferrovia.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    PayTunnel,
    TakeBack,
    TakeCard,
    decode,
    to_text,
)
from ferrovia.boards import Board
from ferrovia.server.protocol import Legal
from ferrovia.views import View

_texts: dict[str, dict[int, str]] = {}  # by board's digest and code: the same text is sent thousands of times
_MOST_BOARDS = 50


def legal_entry(board: Board, code: int, action: Action, tunnel: dict[str, Any] | None = None) -> Legal:
    """One action with its payment; `tunnel` is the open one, which says what a `pay` is paid in."""
    entry: Legal = {"code": code, "text": to_text(board, action), "kind": "pass"}
    match action:
        case DrawCard():
            entry["kind"] = "draw"
        case TakeCard(card):
            entry["kind"], entry["card"] = "take", card
        case DrawTickets():
            entry["kind"] = "tickets"
        case KeepTickets(places):
            entry["kind"], entry["places"] = "keep", list(places)
        case ClaimRoute(route, color, wilds):
            entry["kind"], entry["route"] = "claim", route
            _pay(entry, color, board.route(route).length - wilds, wilds)
        case PayTunnel(wilds):
            entry["kind"] = "pay"
            color = tunnel["color"] if tunnel is not None else None
            _pay(entry, color, tunnel["extra"] - wilds if tunnel is not None else 0, wilds)
        case TakeBack():
            entry["kind"] = "back"
        case BuildStation(city, color, wilds):
            entry["kind"], entry["city"] = "station", city
            _pay(entry, color, 0, wilds)  # the number of coloured cards depends on stations built: see `legal_list`
        case Pass():
            pass
    return entry


def _pay(entry: Legal, color: str | None, colored: int, wilds: int) -> None:
    entry["color"], entry["colored"], entry["wilds"] = color, colored, wilds


def _order(hand: dict[str, int], action: Action) -> tuple[int, str, int, int]:
    """Payments of one thing together: fewest wilds first, then the colour of which most is left."""
    match action:
        case ClaimRoute(route, color, wilds):
            return 1, route, wilds, -hand.get(color, 0) if color is not None else 0
        case BuildStation(city, color, wilds):
            return 2, city, wilds, -hand.get(color, 0) if color is not None else 0
        case PayTunnel(wilds):
            return 0, "", wilds, 0
    return 0, "", 0, 0


def _sorted(view: View) -> list[tuple[int, Action]]:
    hand = view.hand
    found = [(code, decode(view.board, code)) for code in view.legal_codes()]
    found.sort(key=lambda entry: _order(hand, entry[1]))
    return found


def legal_list(view: View) -> list[Legal]:
    entries = [legal_entry(view.board, code, action, view.tunnel) for code, action in _sorted(view)]
    cost = _station_cost(view)
    for entry in entries:
        if entry["kind"] == "station" and entry["color"] is not None:
            entry["colored"] = cost - entry["wilds"]
    return entries


def _station_cost(view: View) -> int:
    return view.board.stations.each - view.stations_left[view.seat] + 1


def legal_text(view: View) -> str:
    """The list as JSON."""
    if view.tunnel is not None:
        return json.dumps(legal_list(view), separators=(",", ":"))
    if len(_texts) > _MOST_BOARDS:
        _texts.clear()
    known = _texts.setdefault(f"{view.board.digest}{_station_cost(view)}", {})
    parts = []
    cost = _station_cost(view)
    for code, action in _sorted(view):
        part = known.get(code)
        if part is None:
            entry = legal_entry(view.board, code, action)
            if isinstance(action, BuildStation) and action.color is not None:
                entry["colored"] = cost - action.wilds
            part = known[code] = json.dumps(entry, separators=(",", ":"))
        parts.append(part)
    return f"[{','.join(parts)}]"
