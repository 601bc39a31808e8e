"""Scores a game played on a real board: the pieces and tickets go in, one score sheet per player comes out.

The data is a position (`ferrovia.position`) in which only the pieces on the board and the tickets matter. It may have
extra keys that positions of games in play lack:

    board_digest    the digest of the board it was entered for; the board's own
    seats           by seat: name; color (of the pieces, any word); borrows {city: route} (what a station borrows; the
                    best choice found); other_tickets [{cities: [a, b], points}] (tickets that the board file lacks)
"""

from ferrovia.referee.judge import Judgement, judge
from ferrovia.referee.steps import Step, StepPart

__all__ = ["Judgement", "Step", "StepPart", "judge"]
