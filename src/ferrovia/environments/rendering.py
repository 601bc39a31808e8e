"""Renders a position as text, as pixels, or printed; always as everybody at the table may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ferrovia.engine.state import SPECTATOR
from ferrovia.environments.text import position_text
from ferrovia.geometry import to_pixels
from ferrovia.views import View

if TYPE_CHECKING:
    from ferrovia.environments.batch import Batch

RENDER_MODES: Final = ["human", "ansi", "rgb_array"]
WIDTH: Final = 900  # pixels


def check_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is None or one of {', '.join(RENDER_MODES)}, not {mode!r}")


def render(batch: Batch, mode: str | None) -> Any:
    """Text for `ansi`, an array of pixels for `rgb_array` (extra `pictures`); `human` prints the text."""
    match mode:
        case "ansi":
            return position_text(batch, 0)
        case "rgb_array":
            return to_pixels(View(batch.board, batch.states, SPECTATOR).svg(), width=WIDTH)
        case "human":
            print(position_text(batch, 0))
    return None
