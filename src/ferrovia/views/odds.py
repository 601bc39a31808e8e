"""The risk of a tunnel: the chance of each number of extra cards, from what the seat has seen (R9)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from ferrovia.actions import counts_in_tunnel
from ferrovia.engine.state import TUNNEL_CARDS


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of 0, 1, 2 and 3 extra cards, how many the rest of the hand could pay, and the chance that it can."""

    extra: tuple[float, ...]
    spare: int
    payable: float


def _chances(matching: int, others: int, turned_up: int) -> list[Fraction]:
    """The chances that 0, 1, 2, … of `turned_up` cards match, drawn from a pile of both kinds."""
    ways = comb(matching + others, turned_up)
    return [
        Fraction(comb(matching, k) * comb(others, turned_up - k), ways) if turned_up >= k else Fraction(0)
        for k in range(TUNNEL_CARDS + 1)
    ]


def tunnel_odds(*, color: str | None, unseen: dict[str, int], deck: int, discards: dict[str, int], spare: int) -> Odds:
    """Returns the odds of a tunnel.

    `color` is that of the cards laid down (None: wilds only), `unseen` what the deck may contain, `spare` how many
    extra cards the hand could pay. If the deck is short, the discards are shuffled in after its last card (D7).
    """

    def split(pile: dict[str, int]) -> tuple[int, int]:
        matching = sum(count for kind, count in pile.items() if counts_in_tunnel(kind, color))
        return matching, sum(pile.values()) - matching

    from_deck = min(TUNNEL_CARDS, deck)
    from_discards = min(TUNNEL_CARDS - from_deck, sum(discards.values()))
    first = _chances(*split(unseen), from_deck)
    second = _chances(*split(discards), from_discards)
    chances = [
        sum((first[i] * second[k - i] for i in range(k + 1)), start=Fraction(0)) for k in range(TUNNEL_CARDS + 1)
    ]
    payable = sum((chances[k] for k in range(min(spare, TUNNEL_CARDS) + 1)), start=Fraction(0))
    return Odds(tuple(float(chance) for chance in chances), spare, float(payable))
