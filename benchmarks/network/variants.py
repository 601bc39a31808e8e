"""Bots to compare with `master`: they search like it, but choose, follow or compare candidates in another manner.

    ferrovia tournament benchmarks.network.variants:PlayedOut@440 network --board new_york --games 100

docs/network.md says what came of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from ferrovia.bots.network.guided import LONG_BY_NETWORK, LONG_LIGHT, SHORT_BY_NETWORK, SHORT_LIGHT
from ferrovia.bots.network.master import MasterBot
from ferrovia.bots.search.imagined_games import TO_THE_END


class PlayedOut(MasterBot):
    """The network plays imagined games to their end, in all seats: that takes long, but the result is no guess."""

    manner: ClassVar = replace(SHORT_BY_NETWORK, turns=TO_THE_END)


class OneTurn(MasterBot):
    """The network judges when the seat is to act again: `master` in games of two on large boards."""

    manner: ClassVar = LONG_BY_NETWORK


class OneTurnNarrow(MasterBot):
    """Likewise, with few candidates and more trust in the network's choice."""

    manner: ClassVar = replace(LONG_BY_NETWORK, candidates=1, trust=0.01)


class TwoTurns(MasterBot):
    """The network plays until the seat's second turn after the candidate."""

    manner: ClassVar = replace(SHORT_BY_NETWORK, turns=2)


class ThreeTurns(MasterBot):
    """Until the third: `master` in games of two on small boards."""

    manner: ClassVar = SHORT_BY_NETWORK


class LightThree(MasterBot):
    """The light policy plays until the third turn: `master` with more than two players on large boards."""

    manner: ClassVar = LONG_LIGHT


class LightThreeWide(MasterBot):
    """Likewise, with more candidates and less trust."""

    manner: ClassVar = replace(LONG_LIGHT, candidates=6, trust=0.003)


class LightEightWide(MasterBot):
    """The light policy plays until the eighth turn, as on small boards, with more candidates and less trust."""

    manner: ClassVar = replace(SHORT_LIGHT, candidates=8, trust=0.003)


class LightPlayedOut(MasterBot):
    """The light policy plays to the end, as in `search`; only the candidates come from the network."""

    manner: ClassVar = replace(SHORT_LIGHT, turns=TO_THE_END, candidates=8, trust=0.003)
