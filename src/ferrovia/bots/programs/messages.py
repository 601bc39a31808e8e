"""The messages between Ferrovia and a program: one JSON object per line, each with a `type`. Defined only here.

Ferrovia sends `hello`, `decide` and `goodbye`; the program answers the first with `ready` and the second with `action`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from ferrovia.actions import Action, encode, to_text
from ferrovia.boards import Board
from ferrovia.bots.api import Budget
from ferrovia.bots.programs import faults
from ferrovia.bots.programs.faults import ExternalBotFault, shown
from ferrovia.data import PROTOCOL, board_data, game_view, legal_list, own_part
from ferrovia.engine.state import RULES_VERSION
from ferrovia.views import View

SEEDS: Final = 2**32  # seeds are integers below this, which every language can hold
MAX_NAME: Final = 80


def hello(board: Board, *, seat: int, players: int) -> dict[str, Any]:
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "rules_version": RULES_VERSION,
        "seat": seat,
        "players": players,
        "board": board_data(board),
    }


def decide(number: int, view: View, legal: Sequence[Action], seed: int, budget: Budget) -> dict[str, Any]:
    return {
        "type": "decide",
        "id": number,
        "seed": seed,
        "budget": {"simulations": budget.simulations} if budget.seconds is None else {"seconds": budget.seconds},
        "view": game_view(view),
        "you": own_part(view),
        "legal": legal_list(view, only={encode(view.board, action) for action in legal}),
    }


def goodbye(reason: str = "") -> dict[str, Any]:
    """The last message; `reason` says why it comes before the end of the game."""
    return {"type": "goodbye", "reason": reason} if reason else {"type": "goodbye"}


def to_line(message: dict[str, Any]) -> bytes:
    """ASCII only, so that a program can read city names without handling encodings."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def _message(line: bytes, kind: str) -> dict[str, Any]:
    try:
        found = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):  # ValueError: not UTF-8, not JSON, or a number with thousands of digits
        raise ExternalBotFault(faults.NOT_JSON, f"a line is not JSON: {shown(line)}") from None
    if not isinstance(found, dict) or found.get("type") != kind:
        reason = f"a message of type {kind!r} was due, and came {shown(line)}"
        raise ExternalBotFault(faults.WRONG_MESSAGE, reason)
    return found


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def read_ready(line: bytes) -> str:
    """The name that a program gives itself, or ""."""
    found = _message(line, "ready")
    if not _is_whole(found.get("protocol")) or found["protocol"] != PROTOCOL:
        said = shown(found.get("protocol"))
        reason = f"it speaks protocol {said}, and Ferrovia speaks protocol {PROTOCOL}: see docs/external_bots.md"
        raise ExternalBotFault(faults.WRONG_PROTOCOL, reason)
    name = found.get("name", "")
    if not isinstance(name, str):
        raise ExternalBotFault(faults.WRONG_MESSAGE, f"its name is not text: {shown(name)}")
    return shown(name)[:MAX_NAME]


def read_action(line: bytes, number: int, board: Board, legal: Sequence[Action]) -> Action:
    """The legal action that an answer names, by text or by code."""
    found = _message(line, "action")
    asked = found.get("id")
    if not _is_whole(asked):
        raise ExternalBotFault(faults.WRONG_MESSAGE, f"the answer's id is not a whole number: {shown(asked)}")
    if asked != number:
        reason = f"the answer is to question {shown(asked)}, and question {number} was asked"
        raise ExternalBotFault(faults.OLD_ANSWER, reason)
    named = found.get("action")
    if not isinstance(named, str | int) or isinstance(named, bool):
        reason = f"an answer names its action by text or by code, and this has {shown(line)}"
        raise ExternalBotFault(faults.WRONG_MESSAGE, reason)
    name_of = to_text if isinstance(named, str) else encode
    chosen = {name_of(board, action): action for action in legal}.get(named)
    if chosen is None:
        raise ExternalBotFault(faults.ILLEGAL, f"{shown(named)!r} is not one of the {len(legal)} legal actions")
    return chosen
