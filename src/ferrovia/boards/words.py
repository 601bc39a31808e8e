"""The words of a board for its pieces and tickets: taxis in New York, contracts in Amsterdam.

Words belong to a board's look, like its scenery. They are not in the board file, because its digest identifies the
board in records, tables and backups. `mine.words.toml` next to `mine.toml` gives your own board its words:

    vehicle = "bus"
    tickets = "contract"
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

Vehicle = Literal["train", "taxi", "bus", "cart"]
TicketWord = Literal["ticket", "contract"]


@dataclass(frozen=True)
class BoardWords:
    """The vehicle that claims routes, and the word for tickets."""

    vehicle: Vehicle = "train"
    tickets: TicketWord = "ticket"

    @property
    def names(self) -> tuple[str, str]:
        return self.vehicle, self.tickets


USUAL: Final = BoardWords()
BUILT_IN: Final = {
    "new_york": BoardWords(vehicle="taxi"),
    "london": BoardWords(vehicle="bus"),
    "amsterdam": BoardWords(vehicle="cart", tickets="contract"),
}
_CHOICES: Final = {"vehicle": get_args(Vehicle), "tickets": get_args(TicketWord)}


def read_words(text: str) -> BoardWords:
    """Reads the words from a TOML text. Raises ValueError with the place and the reason."""
    try:
        found: dict[str, Any] = tomllib.loads(text.removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"This is not TOML: {error}.") from None
    for key, value in found.items():
        if key not in _CHOICES:
            raise ValueError(f"{key}: This key is unknown; there are {' and '.join(_CHOICES)}.")
        if value not in _CHOICES[key]:
            raise ValueError(f"{key}: Choose one of {', '.join(_CHOICES[key])}.")
    return BoardWords(**found)
