"""Checks whose turn it is and what the phase needs: the last round, passes, the second card, the open tunnel."""

from __future__ import annotations

from ferrovia.engine.state import ALL_WILD, FEW_TRAINS, MAX_TURNS_EACH, TUNNEL_CARDS
from ferrovia.position.draft import Draft, TunnelDraft
from ferrovia.position.problems import PositionProblems


def check_turns(draft: Draft, problems: PositionProblems) -> None:
    """Expects a `draft` with its deck."""
    if problems.clean("turn", "first", "turns_played", "players"):
        _check_order(draft, problems)
    if problems.clean("seats", "turns_left", "players"):
        _check_last_round(draft, problems)
    if problems.clean("passes", "players"):
        _check_passes(draft, problems)
    if draft.phase == "second_card" and sum(draft.deck or ()) + sum(draft.discards) == 0:
        reason = "Deck and discards are empty, so there is no second card to draw (D10)."
        problems.add("position/no_second_card", "phase", reason)
    if (draft.phase == "in_tunnel") != (draft.tunnel is not None) and problems.clean("tunnel", "phase"):
        reason = f"A tunnel is open in the phase in_tunnel, and in no other; the phase is {draft.phase}."
        problems.add("position/phase", "tunnel", reason)
    elif draft.tunnel is not None:
        _check_tunnel(draft, draft.tunnel, problems)


def _check_order(draft: Draft, problems: PositionProblems) -> None:
    over = draft.phase == "over"
    limit = MAX_TURNS_EACH * draft.players
    if draft.phase == "choosing_start" and draft.turns:
        reason = f"While start tickets are chosen no turn has been played, and here {draft.turns}."
        problems.add("position/turns_disagree", "turns_played", reason)
    elif (draft.first + draft.turns - over) % draft.players != draft.turn:
        reason = f"After {draft.turns} turns from seat {draft.first} on, it cannot be the turn of seat {draft.turn}."
        problems.add("position/turns_disagree", "turn", reason)
    at_limit = draft.turns == limit
    if (at_limit and not over) or (over and draft.turns == 0) or (draft.ended_by == "turn_limit" and not at_limit):
        reason = f"A game ends after {limit} turns (E2), and not before the first."
        problems.add("position/turns_disagree", "turns_played", reason)


def _check_last_round(draft: Draft, problems: PositionProblems) -> None:
    ended = draft.ended_by == "last_round"
    few = [i for i, seat in enumerate(draft.seats) if seat.trains_left(draft.board) <= FEW_TRAINS]
    if draft.turns_left is None:
        if few:
            reason = (
                f"Seat {few[0]} has {FEW_TRAINS} trains or fewer, so the last round has begun: say turns_left (E1)."
            )
            problems.add("position/last_round", "turns_left", reason)
        return
    if (draft.turns_left == 0) != ended:
        reason = "No turn is left exactly when the last round has ended the game."
        problems.add("position/last_round", "turns_left", reason)
    if not few:
        reason = f"A last round begins only when a player has {FEW_TRAINS} trains or fewer (E1)."
        problems.add("position/last_round", "turns_left", reason)


def _check_passes(draft: Draft, problems: PositionProblems) -> None:
    all_passed = draft.passes == draft.players
    if all_passed != (draft.ended_by == "passes"):
        reason = f"When all {draft.players} players have passed in turn, and only then, passes end the game (E2)."
        problems.add("position/passes", "passes", reason)
    elif draft.passes and draft.phase not in ("turn", "over"):
        reason = f"The seat to act did not pass, so there are no passes in a row in the phase {draft.phase}."
        problems.add("position/passes", "passes", reason)


def _check_tunnel(draft: Draft, tunnel: TunnelDraft, problems: PositionProblems) -> None:
    _check_tunnel_route(draft, tunnel, problems)
    board = draft.board
    route = board.route(tunnel.route)
    printed = None if route.color is None else board.color_number(route.color)
    if tunnel.color == ALL_WILD:
        fits = tunnel.wilds == route.length
    else:
        fits = route.ferry <= tunnel.wilds < route.length and printed in (None, tunnel.color)
    if not fits:
        color = "no colour" if tunnel.color == ALL_WILD else board.color_name(tunnel.color)
        reason = f"{route.id} (length {route.length}, {route.color or 'gray'}) cannot be paid with {color} and "
        problems.add("position/tunnel_payment", "tunnel", f"{reason}{tunnel.wilds} wilds.")
    if tunnel.extra == 0:
        reason = "The cards turned up ask for nothing, so the route would be claimed already (R10)."
        problems.add("position/tunnel_shown", "tunnel.shown", reason)
    elif len(tunnel.shown) < TUNNEL_CARDS and sum(draft.deck or ()) + sum(draft.discards) > 0:
        reason = f"{TUNNEL_CARDS} cards are turned up while deck or discards have any, and here {len(tunnel.shown)}."
        problems.add("position/tunnel_shown", "tunnel.shown", reason)


def _check_tunnel_route(draft: Draft, tunnel: TunnelDraft, problems: PositionProblems) -> None:
    board = draft.board
    route = board.route(tunnel.route)
    owner = {number: i for i, seat in enumerate(draft.seats) for number in seat.routes}
    if not route.tunnel:
        problems.add("position/tunnel_route", "tunnel.route", f"{route.id} is not a tunnel.")
    if tunnel.route in owner:
        reason = f"{route.id} is claimed already, by seat {owner[tunnel.route]}."
        problems.add("position/tunnel_route", "tunnel.route", reason)
    elif route.twin in owner and (draft.players <= board.double_routes_close_up_to or owner[route.twin] == draft.turn):
        problems.add("position/tunnel_route", "tunnel.route", f"{route.id} is closed to seat {draft.turn} (R6).")
    trains = draft.seats[draft.turn].trains_left(board)
    if 0 <= trains < route.length:
        reason = f"{route.id} needs {route.length} trains, and seat {draft.turn} has {trains}."
        problems.add("position/tunnel_route", "tunnel.route", reason)
