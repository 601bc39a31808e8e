"""Turns position data into a draft: names into numbers, defaults for missing keys. Checks single entries only."""

from __future__ import annotations

from typing import Any, Final

from ferrovia.boards import Board
from ferrovia.engine.state import (
    ALL_WILD,
    DISPLAY,
    ENDINGS,
    LEDGER,
    MAX_LENGTH,
    MAX_OFFER,
    MAX_TURNS_EACH,
    PHASES,
    RULES_VERSION,
    TUNNEL_CARDS,
)
from ferrovia.position.draft import Draft, Drawing, SeatDraft, TunnelDraft
from ferrovia.position.fields import Table
from ferrovia.position.problems import PositionProblems

KEYS: Final = (
    *("board", "board_text", "rules_version", "players", "first", "phase", "turn", "turns_played", "turns_left"),
    *("passes", "ended_by", "display", "discards", "deck", "seats", "tunnel", "ticket_deck", "ledger", "next"),
)
SEAT_KEYS: Final = (
    *("hand", "known", "drawn_since", "routes", "stations", "tickets", "offer", "chosen"),
    *("merchandise", "trains"),
)
MAX_NEXT: Final = 10_000  # scripted outcomes
_MOST: Final = 10_000  # any number in a position; the checks find what is too much for the game


def read_draft(data: Any, board: Board, problems: PositionProblems) -> Draft:
    table = Table(data, KEYS, board, problems)
    version = table.integer("rules_version", 0, _MOST)
    if version is not None and version != RULES_VERSION:
        reason = f"This position was written for version {version} of the rules; these are version {RULES_VERSION}."
        problems.add("position/rules_version", "rules_version", reason)
    players, seats = _read_seats(table)
    phase = table.word("phase", PHASES) or "turn"
    ended_by = table.word("ended_by", ENDINGS)
    if phase == "over" and ended_by is None:
        ended_by = ENDINGS[0]
    elif phase != "over" and ended_by is not None:
        problems.add("position/phase", "ended_by", f"The game has not ended: its phase is {phase}.")
    first, turn, turns = _read_turns(table, players, phase, ended_by)
    turns_left = table.integer("turns_left", 0, players)
    passes = table.integer("passes", 0, players)
    piles = Table(table.get("ticket_deck", {}), ("returned", "removed"), board, problems, "ticket_deck")
    return Draft(
        board=board,
        players=players,
        phase=phase,
        first=first,
        turn=turn,
        turns=turns,
        turns_left=0 if turns_left is None and ended_by == "last_round" else turns_left,
        passes=(players if ended_by == "passes" else 0) if passes is None else passes,
        ended_by=ended_by,
        display=None if table.get("display") is None else table.cards("display", DISPLAY),
        discards=table.counts("discards"),
        deck=None if table.get("deck") is None else table.counts("deck"),
        seats=seats,
        tunnel=_read_tunnel(table),
        returned=piles.tickets("returned"),
        removed=piles.tickets("removed"),
        ledger=_read_ledger(table, players),
        script=_read_next(table),
    )


def _read_seats(table: Table) -> tuple[int, tuple[SeatDraft, ...]]:
    fewest, most = table.board.players
    given = table.entries("seats", most)
    players = table.integer("players", fewest, most)
    if players is None:  # missing or wrong: as many as there are seats
        players = min(max(len(given), fewest), most)
    if table.get("seats") is not None and len(given) != players and table.problems.clean("seats", "players"):
        reason = f"There are {players} players, and {len(given)} seats."
        table.problems.add("position/wrong_count", "seats", reason)
    given = (given + [{}] * players)[:players]
    return players, tuple(_read_seat(table, data, f"seats[{i}]") for i, data in enumerate(given))


def _read_seat(table: Table, data: object, place: str) -> SeatDraft:
    seat = Table(data, SEAT_KEYS, table.board, table.problems, place)
    return SeatDraft(
        hand=seat.counts("hand"),
        known=seat.counts("known"),
        drawn_since=None if seat.get("drawn_since") is None else seat.counts("drawn_since"),
        routes=seat.routes("routes"),
        stations=seat.cities("stations"),
        tickets=seat.tickets("tickets"),
        offer=seat.tickets("offer"),
        chosen=_read_chosen(seat),
        merchandise=seat.integer("merchandise", 0, _MOST),
        trains=seat.integer("trains", 0, table.board.trains),
    )


def _read_chosen(seat: Table) -> tuple[int, ...] | None:
    if seat.get("chosen") is None:
        return None
    found = seat.entries("chosen", MAX_OFFER)
    places = [place for place in found if isinstance(place, int) and not isinstance(place, bool)]
    if places != found or places != sorted({place for place in places if 1 <= place <= MAX_OFFER}):
        reason = "chosen must be the places of the kept tickets in the offer, rising from 1."
        seat.problems.add("position/chosen", seat.at("chosen"), reason)
        return ()
    return tuple(places)


def _read_turns(table: Table, players: int, phase: str, ended_by: str | None) -> tuple[int, int, int]:
    """First seat, seat to act, turns played. Two of them give the third; the seat of the last turn ended the game."""
    over = int(phase == "over")
    limit = MAX_TURNS_EACH * players
    first, turn = table.integer("first", 0, players - 1), table.integer("turn", 0, players - 1)
    turns = table.integer("turns_played", 0, limit)
    if turns is None and ended_by == "turn_limit":
        turns = limit
    if turns is None and first is not None and turn is not None:
        turns = (turn - first + over) % players or players * over
    if turns is None:
        turns = over
    if turn is None:
        turn = ((first or 0) + turns - over) % players
    return (turn - turns + over) % players if first is None else first, turn, turns


def _read_tunnel(table: Table) -> TunnelDraft | None:
    if table.get("tunnel") is None:
        return None
    tunnel = Table(table.get("tunnel"), ("route", "color", "wilds", "shown"), table.board, table.problems, "tunnel")
    for key in ("route", "shown"):
        if key not in tunnel.data:
            table.problems.add("position/missing_key", f"tunnel.{key}", f"The key {key} is missing.")
    route = tunnel.route(tunnel.get("route"), "tunnel.route") if "route" in tunnel.data else None
    color = ALL_WILD if tunnel.get("color") is None else tunnel.card(tunnel.get("color"), "tunnel.color")
    wilds = tunnel.integer("wilds", 0, MAX_LENGTH)
    shown = tunnel.cards("shown", TUNNEL_CARDS)
    if route is None or color is None or not table.problems.clean("tunnel"):
        return None
    if wilds is None:
        wilds = table.board.route(route).length if color == ALL_WILD else 0
    return TunnelDraft(route, color, wilds, shown)


def _read_ledger(table: Table, players: int) -> tuple[Drawing, ...] | None:
    if table.get("ledger") is None:
        return None
    found = []
    for i, data in enumerate(table.entries("ledger", LEDGER)):
        entry = Table(data, ("seat", "offered", "kept"), table.board, table.problems, f"ledger[{i}]")
        seat = entry.integer("seat", 0, players - 1)
        if seat is None and table.problems.clean(f"ledger[{i}]"):
            table.problems.add("position/missing_key", f"ledger[{i}].seat", "The key seat is missing.")
        kept = None if entry.get("kept") is None else entry.tickets("kept")
        found.append(Drawing(seat or 0, entry.tickets("offered"), kept))
    return tuple(found)


def _read_next(table: Table) -> tuple[int, ...]:
    """Cards and tickets by name, as engine numbers; at each draw the engine knows which of the two it draws."""
    found = []
    for i, name in enumerate(table.entries("next", MAX_NEXT)):
        is_ticket = isinstance(name, str) and "-" in name
        find = table.ticket if is_ticket else table.card
        found.append(find(name, f"next[{i}]"))
    return tuple(number for number in found if number is not None)
