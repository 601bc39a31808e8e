"""Counts the cards of a position, and fills in the display and the deck if they are missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ferrovia.boards import Board
from ferrovia.engine.state import ALL_WILD, CARDS, DISPLAY, WILD
from ferrovia.position.draft import Draft
from ferrovia.position.fields import Counts
from ferrovia.position.problems import PositionProblems
from ferrovia.validation import shown


def check_cards(draft: Draft, problems: PositionProblems) -> Draft:
    """Returns the draft with display and deck complete."""
    for i, seat in enumerate(draft.seats):
        for card in range(CARDS):
            if seat.known[card] > seat.hand[card]:
                place = f"seats[{i}].known.{draft.board.color_name(card)}"
                reason = (
                    f"The hand is known to hold {shown(seat.known[card])} of these, and holds {shown(seat.hand[card])}."
                )
                problems.add("position/known_not_held", place, reason)
            elif seat.drawn[card] > seat.hidden[card]:
                place = f"seats[{i}].drawn_since.{draft.board.color_name(card)}"
                reason = (
                    f"{shown(seat.drawn[card])} of these were drawn unseen since the last shuffle, "
                    f"and only {shown(seat.hidden[card])} of the hand's are unknown to the others."
                )
                problems.add("position/drawn_not_held", place, reason)
    left = _cards_left(draft, problems)
    display = draft.display
    if display is None:
        display = _fill_display(left)
        if len(display) < DISPLAY:
            reason = f"Only {len(display)} cards are left for the display, which always has {DISPLAY} (D8)."
            problems.add("position/no_display", "display", reason)
    elif len(display) != DISPLAY and problems.clean("display"):
        reason = f"The display always has {DISPLAY} cards (D8), and here {len(display)}."
        problems.add("position/wrong_count", "display", reason)
    deck = draft.deck
    if deck is None:
        deck = tuple(max(count, 0) for count in left)
    elif not problems.found:  # a card misspelt elsewhere is not missing
        for card in range(CARDS):
            if left[card] > 0:
                name = draft.board.color_name(card)
                reason = f"{left[card]} of the {cards_of(draft.board)[card]} {name} cards are nowhere."
                problems.add("position/missing_cards", f"deck.{name}", reason)
    return replace(draft, display=display, deck=deck)


def cards_of(board: Board) -> Counts:
    """How many cards of each kind a board has."""
    colors = len(board.card_colors)
    return (board.wilds, *[board.cards_per_color] * colors, *[0] * (CARDS - 1 - colors))


def _cards_left(draft: Draft, problems: PositionProblems) -> list[int]:
    """The cards that the position does not mention. Reports each kind with too many cards once."""
    board = draft.board
    left = list(cards_of(board))
    told_of: set[int] = set()
    needed = [sum(counts[card] for _, counts in _places(draft)) for card in range(CARDS)]
    for place, counts in _places(draft):
        for card in range(CARDS):
            left[card] -= counts[card]
            if left[card] < 0 and card not in told_of:
                told_of.add(card)
                name = board.color_name(card)
                reason = f"There are {cards_of(board)[card]} {name} cards, and all places together need "
                problems.add("position/too_many_cards", f"{place}.{name}", f"{reason}{shown(needed[card])}.")
    return left


def _places(draft: Draft) -> Iterator[tuple[str, Counts]]:
    for i, seat in enumerate(draft.seats):
        yield f"seats[{i}].hand", seat.hand
    if draft.display is not None:
        yield "display", _count(draft.display)
    if draft.tunnel is not None:
        tunnel = draft.tunnel
        length = draft.board.route(tunnel.route).length
        colored = max(length - tunnel.wilds, 0) if tunnel.color != ALL_WILD else 0
        yield "tunnel", _count((WILD,) * tunnel.wilds + (tunnel.color,) * colored)
        yield "tunnel.shown", _count(tunnel.shown)
    yield "discards", draft.discards
    if draft.deck is not None:
        yield "deck", draft.deck


def _count(cards: tuple[int, ...]) -> Counts:
    return tuple(cards.count(card) for card in range(CARDS))


def _fill_display(left: list[int]) -> tuple[int, ...]:
    """Takes five of the cards left, from the most frequent colours; wilds only as a last resort (D6)."""
    display: list[int] = []
    while len(display) < DISPLAY and any(count > 0 for count in left):
        card = max(range(1, CARDS), key=lambda kind: (left[kind], -kind))
        card = card if left[card] > 0 else WILD
        left[card] -= 1
        display.append(card)
    return tuple(display)
