"""Bots to compare with `master`: they search like it, but choose, follow or compare candidates in another manner.

    ferrovia tournament benchmarks.network.variants:PlayedOut@440 network --board new_york --games 100

docs/network_experiments.md says what came of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from ferrovia.bots.network.guided import (
    LONG_AMONG_LIGHT,
    LONG_BY_NETWORK,
    LONG_LIGHT,
    SHORT_AMONG_LIGHT,
    SHORT_BY_NETWORK,
)
from ferrovia.bots.network.master import MasterBot
from ferrovia.bots.search.imagined_games import TO_THE_END

# `master` with more than two players on small boards until 2026-11-18
SHORT_LIGHT = replace(LONG_LIGHT, turns=8, doubt=0.4)
# Its successor, with less discount and no trust in the network's preference
OPEN_AMONG_LIGHT = replace(SHORT_AMONG_LIGHT, doubt=0.2, trust=0.0)
# `master` in games of two on Europe until 2026-11-19
ONE_TURN = replace(SHORT_BY_NETWORK, turns=1)


class PlayedOut(MasterBot):
    """The network plays imagined games to their end, in all seats: that takes long, but the result is no guess."""

    manner: ClassVar = replace(SHORT_BY_NETWORK, turns=TO_THE_END)


class OneTurn(MasterBot):
    """The network judges when the seat is to act again: `master` in games of two on Europe until 2026-11-19."""

    manner: ClassVar = ONE_TURN


class OneTurnNarrow(MasterBot):
    """Likewise, with few candidates and more trust in the network's choice."""

    manner: ClassVar = replace(ONE_TURN, candidates=1, trust=0.01)


class TwoTurns(MasterBot):
    """The network plays until the seat's second turn after the candidate."""

    manner: ClassVar = replace(SHORT_BY_NETWORK, turns=2)


class TwoTurnsOpen(MasterBot):
    """Likewise, with less discount and no trust in the network's preference."""

    manner: ClassVar = replace(LONG_BY_NETWORK, turns=2)


class FourTurnsOpen(MasterBot):
    """Likewise, until the fourth: `master` in games of two on Europe."""

    manner: ClassVar = LONG_BY_NETWORK


class SixTurnsOpen(MasterBot):
    """Likewise, until the sixth."""

    manner: ClassVar = replace(LONG_BY_NETWORK, turns=6)


class ThreeTurns(MasterBot):
    """Until the third turn: `master` in games of two on small boards."""

    manner: ClassVar = SHORT_BY_NETWORK


class ThreeTurnsOpen(MasterBot):
    """Likewise, with less discount and no trust in the network's preference."""

    manner: ClassVar = replace(SHORT_BY_NETWORK, doubt=0.2, trust=0.0)


class FiveTurns(MasterBot):
    """The network plays until the seat's fifth turn after the candidate."""

    manner: ClassVar = replace(SHORT_BY_NETWORK, turns=5)


class AmongLightOne(MasterBot):
    """The network plays the seat itself, the light policy the others, until the seat is to act again."""

    manner: ClassVar = replace(SHORT_AMONG_LIGHT, turns=1)


class AmongLightThree(MasterBot):
    """Until the third turn: `master` with more than two players on small boards."""

    manner: ClassVar = SHORT_AMONG_LIGHT


class AmongLightSix(MasterBot):
    """Until the sixth turn."""

    manner: ClassVar = replace(SHORT_AMONG_LIGHT, turns=6)


class AmongLightPlayedOut(MasterBot):
    """To the end of the game."""

    manner: ClassVar = replace(SHORT_AMONG_LIGHT, turns=TO_THE_END)


class AmongLightThreeOpen(MasterBot):
    """Until the third turn, with less discount and no trust in the network's preference."""

    manner: ClassVar = OPEN_AMONG_LIGHT


class AmongLightFiveOpen(MasterBot):
    """Likewise, until the fifth."""

    manner: ClassVar = replace(OPEN_AMONG_LIGHT, turns=5)


class AmongLightEightOpen(MasterBot):
    """Likewise, until the eighth."""

    manner: ClassVar = replace(OPEN_AMONG_LIGHT, turns=8)


class AmongLightPlayedOutOpen(MasterBot):
    """Likewise, to the end of the game."""

    manner: ClassVar = replace(OPEN_AMONG_LIGHT, turns=TO_THE_END)


class LongAmongLight(MasterBot):
    """Until the second turn: `master` with more than two players on large boards."""

    manner: ClassVar = LONG_AMONG_LIGHT


class LongAmongLightOpen(MasterBot):
    """Likewise, without trust in the network's preference."""

    manner: ClassVar = replace(LONG_AMONG_LIGHT, trust=0.0)


class LightThree(MasterBot):
    """The light policy plays until the third turn: `master` in games of two on USA."""

    manner: ClassVar = LONG_LIGHT


class LightThreeWide(MasterBot):
    """Likewise, with more candidates and less trust."""

    manner: ClassVar = replace(LONG_LIGHT, candidates=6, trust=0.003)


class LightEight(MasterBot):
    """The light policy plays until the eighth turn."""

    manner: ClassVar = SHORT_LIGHT


class LightEightWide(MasterBot):
    """Likewise, with more candidates and less trust."""

    manner: ClassVar = replace(SHORT_LIGHT, candidates=8, trust=0.003)


class LightPlayedOut(MasterBot):
    """The light policy plays to the end, as in `search`; only the candidates come from the network."""

    manner: ClassVar = replace(SHORT_LIGHT, turns=TO_THE_END, candidates=8, trust=0.003)
