"""A position in a few lines of text, as everybody at the table may see it; for `render` and OpenSpiel's strings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrovia.engine.state import SPECTATOR
from ferrovia.views import View

if TYPE_CHECKING:
    from ferrovia.environments.batch import Batch


def view_text(view: View) -> str:
    """The contents of a view, one line per seat."""
    lines = [f"{view.board.id}, {view.phase}, turn {view.turns_played}, display {' '.join(view.display)}"]
    for seat in range(view.players):
        owned = [route for route, owner in view.owners.items() if owner == seat]
        acts = " *" if seat in view.actors else ""
        lines.append(
            f"seat {seat}{acts}: points {view.scores[seat]}, trains {view.trains[seat]}, "
            f"cards {view.hand_counts[seat]}, tickets {view.ticket_counts[seat]}, routes {' '.join(owned) or '-'}"
        )
    if view.seat != SPECTATOR:
        cards = " ".join(f"{card}*{count}" for card, count in view.hand.items() if count)
        lines.append(f"hand of seat {view.seat}: {cards or '-'}; tickets {' '.join(view.tickets) or '-'}")
        if view.offer:
            lines.append(f"offer: {' '.join(view.offer)}")
    return "\n".join(lines)


def position_text(batch: Batch, game: int) -> str:
    return view_text(View(batch.board, batch.states, SPECTATOR, index=game))
