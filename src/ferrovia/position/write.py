"""Writes the complete state of a game as plain data, hidden information included, without the key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ferrovia.boards import Board, is_built_in
from ferrovia.engine.state import ALL_WILD, CARDS, ENDINGS, NO_CARD, NOT_YET, OUT_OF_GAME, PHASES, RULES_VERSION
from ferrovia.game import Game


def to_position(game: Game) -> dict[str, Any]:
    """Returns a game's complete position. `from_position` restores it, with a different future."""
    board, state = game.board, game.states[0]
    phase = PHASES[int(state.phase)]
    left = int(state.turns_left)
    data: dict[str, Any] = {
        "board": board.id,
        "rules_version": RULES_VERSION,
        "players": game.players,
        "first": game.first,
        "phase": phase,
        "turn": int(state.turn),
        "turns_played": int(state.turns),
        "turns_left": None if left == NOT_YET else left,
        "passes": int(state.passes),
        "display": [board.color_name(int(card)) for card in state.display],
        "discards": _cards(board, state.discards),
        "deck": _cards(board, state.deck),
        "seats": [_seat(board, state, phase, seat) for seat in range(game.players)],
        "ticket_deck": {
            "returned": _tickets(board, state.ticket_deck[: int(state.returned_tickets)]),
            "removed": [t.id for t in board.tickets if not t.long and state.ticket_at[t.number] == OUT_OF_GAME],
        },
    }
    if not is_built_in(board.id, board.digest):
        data["board_text"] = board.text
    if phase == "over":
        data["ended_by"] = ENDINGS[int(state.ended_by)]
    if phase == "in_tunnel":
        data["tunnel"] = _tunnel(board, state)
    if state.has_history:
        data["ledger"] = _ledger(game)
    return data


def _cards(board: Board, counts: Any) -> dict[str, int]:
    return {board.color_name(card): int(counts[card]) for card in range(CARDS) if counts[card]}


def _tickets(board: Board, numbers: Iterable[Any]) -> list[str]:
    return [board.ticket(int(number)).id for number in numbers]


def _seat(board: Board, state: Any, phase: str, seat: int) -> dict[str, Any]:
    data = {
        "hand": _cards(board, state.hands[seat]),
        "known": _cards(board, state.known[seat]),
        "drawn_since": _cards(board, state.drawn_since[seat]),
        "routes": [route.id for route in board.routes if state.owner[route.number] == seat],
        "stations": [city.id for city in board.cities if state.station_owner[city.number] == seat],
        "tickets": [ticket.id for ticket in board.tickets if state.ticket_at[ticket.number] == seat],
        "offer": _tickets(board, state.offer[seat][: int(state.offer_count[seat])]),
        "merchandise": int(state.merchandise[seat]),
        "trains": int(state.trains[seat]),
    }
    if phase == "choosing_start":
        chosen = (int(state.chosen) >> seat) & 1
        places = _places(int(state.start_kept[seat]), int(state.offer_count[seat]))
        data["chosen"] = [place + 1 for place in places] if chosen else None
    return data


def _places(mask: int, size: int) -> list[int]:
    return [i for i in range(size) if mask >> i & 1]


def _tunnel(board: Board, state: Any) -> dict[str, Any]:
    color = int(state.tunnel_color)
    return {
        "route": board.route(int(state.tunnel_route)).id,
        "color": None if color == ALL_WILD else board.color_name(color),
        "wilds": int(state.tunnel_wilds),
        "shown": [board.color_name(int(card)) for card in state.tunnel_shown if card != NO_CARD],
    }


def _ledger(game: Game) -> list[dict[str, Any]]:
    """Every seat knows its own offers; together they give the whole ledger."""
    board, state = game.board, game.states[0]
    seen = [game.view(seat).seen for seat in range(game.players)]
    entries = []
    for number in range(int(state.ledger_count)):
        seat, size = int(state.ledger_seat[number]), int(state.ledger_size[number])
        offered = _tickets(board, seen[seat][number][:size])
        kept = [offered[i] for i in _places(int(state.ledger_kept[number]), size)]
        entries.append({"seat": seat, "offered": offered, "kept": kept or None})  # at least one is always kept
    return entries
