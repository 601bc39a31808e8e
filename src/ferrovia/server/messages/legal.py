"""Legal actions as clients get them: every payment by itself, those of one route or city together, the best first."""

from __future__ import annotations

import json
from typing import Any, Final, NamedTuple

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
from ferrovia.server.messages.incoming import Legal
from ferrovia.views import View

_MOST_BOARDS: Final = 50


class _Known(NamedTuple):
    """What is the same whenever an action is listed. The order of groups is that of routes and cities on the board."""

    group: int
    wilds: int
    color: str | None
    text: str  # JSON


_known: dict[str, dict[int, _Known]] = {}  # by board and price of a station, then by code: there are thousands a second


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
            _pay(entry, color, 0, wilds)  # the number of coloured cards depends on stations built, and is added later
        case Pass():
            pass
    return entry


def _pay(entry: Legal, color: str | None, colored: int, wilds: int) -> None:
    entry["color"], entry["colored"], entry["wilds"] = color, colored, wilds


def _group(code: int, action: Action) -> tuple[int, int, str | None]:
    """Payments of one thing stand together. Codes of one route or city follow each other, so any of them orders."""
    match action:
        case ClaimRoute(_, color, wilds) | BuildStation(_, color, wilds):
            return code, wilds, color
        case PayTunnel(wilds):
            return 0, wilds, None
    return 0, 0, None


def legal_list(view: View) -> list[Legal]:
    """The actions in order: plain ones, then routes, then stations; for each the payment first that costs least."""
    cost, hand = _station_cost(view), view.hand
    first: dict[str, int] = {}  # route or city → its first code
    found = []
    for code in view.legal_codes():
        action = decode(view.board, code)
        entry = legal_entry(view.board, code, action, view.tunnel)
        if isinstance(action, BuildStation) and action.color is not None:
            entry["colored"] = cost - action.wilds
        group, wilds, color = _group(code, action)
        place = first.setdefault(f"{entry.get('route')} {entry.get('city')}", group)
        found.append(((place, wilds, -hand.get(color or "", 0), code), entry))
    found.sort(key=lambda pair: pair[0])
    return [entry for _, entry in found]


def _station_cost(view: View) -> int:
    return view.board.stations.each - view.stations_left[view.seat] + 1


def legal_text(view: View) -> str:
    """The same list as JSON, put together from pieces that were written before."""
    if view.tunnel is not None:  # what is paid depends on the tunnel, and the list is short
        return json.dumps(legal_list(view), separators=(",", ":"))
    known, hand = _pieces(view), view.hand
    rows = []
    for code in view.legal_codes():
        piece = known.get(code) or _learn(known, view, code)
        rows.append((piece.group, piece.wilds, -hand[piece.color] if piece.color else 0, code, piece.text))
    rows.sort()
    return f"[{','.join([row[4] for row in rows])}]"


def _pieces(view: View) -> dict[int, _Known]:
    if len(_known) > _MOST_BOARDS:
        _known.clear()
    return _known.setdefault(f"{view.board.digest} {_station_cost(view)}", {})


def _learn(known: dict[int, _Known], view: View, code: int) -> _Known:
    board = view.board
    action = decode(board, code)
    entry = legal_entry(board, code, action)
    group, wilds, color = _group(code, action)
    if isinstance(action, ClaimRoute):
        group = 1 + board.route(action.route).number
    elif isinstance(action, BuildStation):
        group = 1 + len(board.routes) + board.city(action.city).number
        if action.color is not None:
            entry["colored"] = _station_cost(view) - action.wilds
    known[code] = piece = _Known(group, wilds, color, json.dumps(entry, separators=(",", ":")))
    return piece
