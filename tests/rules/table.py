"""The steps of every rules test: set up, act, ask what may be done, compare before and after.

Only the public library is used, so that a test reads beside a rulebook.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from tests.kit.walks import board_of

from ferrovia import SPECTATOR, Board, Game, Refused, Result, from_position, load_board, to_position
from ferrovia.actions import to_text
from ferrovia.data import event_for
from ferrovia.events import Event

TINY = board_of("tiny")
FIVE_COLORS = {
    "europe": ["red", "blue", "green", "black", "orange"],
    "usa": ["red", "blue", "green", "black", "orange"],
    "new_york": ["red", "blue", "green", "black", "orange"],
    "london": ["yellow", "blue", "green", "black", "orange"],
    "amsterdam": ["red", "blue", "green", "black", "orange"],
}  # a display without wilds that every test may count on


def set_up(board: str, *seats: Mapping[str, Any], **more: Any) -> Game:
    """A position with the given seats; the display has no wilds unless told."""
    data = {"board": board, "seats": list(seats) or None, "display": FIVE_COLORS[board], **more}
    return from_position(data, seed=1)


def hoarded(
    board: str,
    hand: Mapping[str, int],
    *,
    display: Sequence[str],
    deck: Mapping[str, int] | None = None,
    discards: Mapping[str, int] | None = None,
    seat: Mapping[str, Any] | None = None,
    hoarder: Mapping[str, Any] | None = None,
    **more: Any,
) -> Game:
    """Two players; deck and discards have only the cards named, and the second seat hoards all the others."""
    elsewhere = Counter(hand) + Counter(display) + Counter(deck or {}) + Counter(discards or {})
    rest = Counter(cards_of(load_board(board)))
    rest.subtract(elsewhere)
    data = {
        "board": board,
        "display": list(display),
        "deck": dict(deck or {}),
        "discards": dict(discards or {}),
        "seats": [{"hand": dict(hand), **(seat or {})}, {"hand": dict(rest), **(hoarder or {})}],
        **more,
    }
    return from_position(data, seed=1)


def scored(board: str, *seats: Mapping[str, Any]) -> Result:
    """The result of a game that ended like this."""
    data = {"board": board, "phase": "over", "ended_by": "passes", "seats": list(seats)}
    return from_position(data, seed=1).result()


def cards_of(board: Board) -> dict[str, int]:
    return {"wild": board.wilds} | dict.fromkeys(board.card_colors, board.cards_per_color)


def held(counts: Mapping[str, int]) -> dict[str, int]:
    """The cards of which there are any."""
    return {card: count for card, count in counts.items() if count}


def hand(game: Game, seat: int) -> dict[str, int]:
    return held(game.view(seat).hand)


def may(game: Game, *kinds: str, seat: int | None = None) -> list[str]:
    """What may be done now, as text; only actions that begin with one of the words, if any are given."""
    texts = [to_text(game.board, action) for action in game.legal_actions(seat)]
    return sorted(text for text in texts if not kinds or text.startswith(kinds))


def play(game: Game, *actions: str) -> None:
    for action in actions:
        game.play(action)


def seen_by(viewer: int, events: Sequence[Event]) -> list[Event]:
    return [event_for(event, viewer) for event in events]


def other_views(game: Game, seat: int) -> list[Any]:
    """What everybody but one seat may know."""
    others = [game.view(other) for other in range(game.players) if other != seat]
    return [*others, game.spectator_view()]


def others_of(game: Game, seat: int) -> list[int]:
    return [*(other for other in range(game.players) if other != seat), SPECTATOR]


def refusal(game: Game, action: str, seat: int | None = None) -> tuple[str, str]:
    """Code and rule of a refusal, after which nothing at all may have changed."""
    before, digest, moves = everything(game), game.digest(), list(game.moves)
    with pytest.raises(Refused) as caught:
        game.play(action, seat=seat)
    assert (everything(game), game.digest(), game.moves) == (before, digest, moves)
    return caught.value.code, caught.value.rule


def changes(game: Game, *actions: str) -> dict[str, tuple[Any, Any]]:
    """All that the actions changed, anywhere at the table: what was and what is, by place."""
    before = everything(game)
    play(game, *actions)
    after = everything(game)
    return {place: (before[place], after[place]) for place in after if before[place] != after[place]}


def everything(game: Game) -> dict[str, Any]:
    """The whole truth about a game, place by place (but for the number of turns played)."""
    data = to_position(game)
    found: dict[str, Any] = {key: data.get(key) for key in ("phase", "turn", "turns_left", "passes", "tunnel")}
    found["ended_by"] = data.get("ended_by")
    for slot, card in enumerate(data["display"]):
        found[f"display[{slot}]"] = card
    for pile in ("deck", "discards"):
        _count(found, game.board, pile, data[pile])
    scores = game.spectator_view().scores
    for number, seat in enumerate(data["seats"]):
        for pile in ("hand", "known"):
            _count(found, game.board, f"seats[{number}].{pile}", seat[pile])
        for key in ("routes", "stations", "tickets", "offer", "merchandise", "trains"):
            found[f"seats[{number}].{key}"] = seat[key]
        found[f"seats[{number}].score"] = scores[number]
    found |= {f"ticket_deck.{key}": value for key, value in data["ticket_deck"].items()}
    found["ticket_deck.size"] = game.spectator_view().ticket_deck_count
    return found


def _count(found: dict[str, Any], board: Board, place: str, counts: Mapping[str, int]) -> None:
    for card in ("wild", *board.card_colors):
        found[f"{place}.{card}"] = counts.get(card, 0)


def all_cards(game: Game) -> dict[str, int]:
    """Every card of the game, wherever it is."""
    data = to_position(game)
    total = Counter(data["display"]) + Counter(data["discards"]) + Counter(data["deck"])
    for seat in data["seats"]:
        total += Counter(seat["hand"])
    if tunnel := data.get("tunnel"):
        length = game.board.route(tunnel["route"]).length
        total += Counter(tunnel["shown"]) + Counter({"wild": tunnel["wilds"]})
        total += Counter({tunnel["color"] or "wild": length - tunnel["wilds"]})
    return dict(total)
