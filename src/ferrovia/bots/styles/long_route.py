"""Long Route: connects its tickets by long routes only, or claims the longest route if that is impossible.

One of the playtesting styles of de Mesentier Silva, Lee, Togelius and Nealen (2017), with fixes.
"""

from __future__ import annotations

from typing import ClassVar

from ferrovia.bots.styles.one_step import OneStep


class LongRoute(OneStep):
    """Connects its tickets by routes of length 3 or more, then claims the longest free route; never draws tickets."""

    shortest: ClassVar[int] = 3
    draws_tickets: ClassVar[bool] = False
