"""A bot to compare with `master`: the network plays its imagined games to their end, in all seats.

    ferrovia tournament benchmarks.network.played_out:PlayedOutBot@440 network --board new_york --games 100

A game between networks takes long, but its result is no guess. docs/network.md says what came of it.
"""

from __future__ import annotations

from typing import Any, ClassVar

from ferrovia.bots.network.guided import GuidedStudy
from ferrovia.bots.network.master import MasterBot
from ferrovia.bots.search.imagined_games import TO_THE_END


class PlayedOutStudy(GuidedStudy):
    """One position under study: every imagined game is played to its end by the network."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.turns, self.by_network = TO_THE_END, True


class PlayedOutBot(MasterBot):
    """Searches in games that the network plays to their end."""

    study: ClassVar = PlayedOutStudy
