"""Legal actions as plain data, one entry per payment. Entries of one route or city are grouped, the best first."""

from __future__ import annotations

import json
from collections.abc import Container
from typing import Final, NamedTuple

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
    from_text,
    to_text,
)
from ferrovia.boards import Board
from ferrovia.data.schema import Legal
from ferrovia.views import View

_MOST_BOARDS: Final = 50


class _Known(NamedTuple):
    """The part of an entry that never changes."""

    group: int  # 0 for plain actions, then routes and cities in the order of the board
    wilds: int
    color: str | None
    entry: Legal
    text: str  # the entry as JSON


# by board, station price and tickets per draw, then by code; thousands are needed per second
_known: dict[str, dict[int, _Known]] = {}


def read_action(board: Board, written: str | int) -> Action:
    """Returns the action that a text or code names. Raises ActionTextError if there is none."""
    return decode(board, written) if isinstance(written, int) else from_text(board, written)


def legal_entry(view: View, code: int) -> Legal:
    """One action of the view's seat, with its payment."""
    return _describe(view, code).entry


def legal_list(view: View, only: Container[int] | None = None) -> list[Legal]:
    """The legal actions: plain ones, then routes, then stations; the cheapest payment of each comes first.

    `only` keeps just these codes. Entries are shared between calls: do not modify them.
    """
    return [piece.entry for code, piece in _in_order(view) if only is None or code in only]


def legal_text(view: View) -> str:
    """The same list as JSON, assembled from cached pieces."""
    return f"[{','.join([piece.text for _, piece in _in_order(view)])}]"


def _in_order(view: View) -> list[tuple[int, _Known]]:
    # Codes do not contain the price of a tunnel, so nothing is cached while one is open; the list is short.
    known: dict[int, _Known] = {} if view.tunnel is not None else _pieces(view)
    hand, rows = view.hand, []
    for code in view.legal_codes():
        piece = known.get(code)
        if piece is None:
            piece = known[code] = _describe(view, code)
        rows.append((piece.group, piece.wilds, -hand[piece.color] if piece.color else 0, code, piece))
    rows.sort()  # codes differ, so pieces are never compared
    return [(row[3], row[4]) for row in rows]


def _pieces(view: View) -> dict[int, _Known]:
    if len(_known) > _MOST_BOARDS:
        _known.clear()
    return _known.setdefault(f"{view.board.digest} {_station_cost(view)} {_tickets_drawn(view)}", {})


def _station_cost(view: View) -> int:
    return view.board.stations.each - view.stations_left[view.seat] + 1


def _tickets_drawn(view: View) -> int:
    return min(view.board.drawn_tickets.count, view.ticket_deck_count)


def _describe(view: View, code: int) -> _Known:
    board, action = view.board, decode(view.board, code)
    group, entry = 0, Legal(code=code, text=to_text(board, action), kind="pass")
    match action:
        case DrawCard():
            entry["kind"] = "draw"
        case TakeCard(card):
            entry["kind"], entry["card"] = "take", card
        case DrawTickets():
            entry["kind"], entry["count"] = "tickets", _tickets_drawn(view)
        case KeepTickets(places):
            entry["kind"], entry["places"] = "keep", list(places)
        case ClaimRoute(name, color, wilds):
            route = board.route(name)
            group = 1 + route.number
            entry["kind"], entry["route"] = "claim", name
            _pay(entry, color, route.length - wilds, wilds)
        case PayTunnel(wilds):
            entry["kind"] = "pay"
            assert view.tunnel is not None  # it has the colour to pay in
            _pay(entry, view.tunnel["color"], view.tunnel["extra"] - wilds, wilds)
        case TakeBack():
            entry["kind"] = "back"
        case BuildStation(city, color, wilds):
            group = 1 + len(board.routes) + board.city(city).number
            entry["kind"], entry["city"] = "station", city
            _pay(entry, color, 0 if color is None else _station_cost(view) - wilds, wilds)
        case Pass():
            pass
    color = entry.get("color") if group else None
    return _Known(group, entry.get("wilds", 0), color, entry, json.dumps(entry, separators=(",", ":")))


def _pay(entry: Legal, color: str | None, colored: int, wilds: int) -> None:
    entry["color"], entry["colored"], entry["wilds"] = color, colored, wilds
