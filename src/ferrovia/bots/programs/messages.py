"""The messages between Ferrovia and a program: one JSON object a line, each with a `type`. Nothing else defines them.

Ferrovia says `hello`, `decide` and `goodbye`; the program answers the first with `ready` and the second with `action`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from ferrovia.actions import Action, encode, to_text
from ferrovia.boards import Board
from ferrovia.boards.plain import board_data
from ferrovia.bots.api import Budget
from ferrovia.bots.programs import faults
from ferrovia.bots.programs.faults import ExternalBotFault, shown
from ferrovia.bots.programs.plain import view_data
from ferrovia.engine.state import RULES_VERSION
from ferrovia.views import View

PROTOCOL: Final = 1
SEEDS: Final = 2**32  # a seed is a whole number below this, which every language can hold
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
        "view": view_data(view),
        "legal": [{"action": to_text(view.board, action), "code": encode(view.board, action)} for action in legal],
    }


def goodbye() -> dict[str, Any]:
    return {"type": "goodbye"}


def to_line(message: dict[str, Any]) -> bytes:
    """ASCII alone, so that no program has to think about encodings before it can read a city's name."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def _message(line: bytes, kind: str) -> dict[str, Any]:
    try:
        found = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):  # ValueError: no UTF-8, no JSON, or a number of thousands of digits
        raise ExternalBotFault(faults.NOT_JSON, f"a line is not JSON: {shown(line)}") from None
    if not isinstance(found, dict) or found.get("type") != kind:
        reason = f"a message of type {kind!r} was due, and came {shown(line)}"
        raise ExternalBotFault(faults.WRONG_MESSAGE, reason)
    return found


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def read_ready(line: bytes) -> str:
    """The name that a program gives itself, or nothing."""
    found = _message(line, "ready")
    if not _is_whole(found.get("protocol")) or found["protocol"] != PROTOCOL:
        reason = f"it speaks protocol {shown(found.get('protocol'))}, and this is protocol {PROTOCOL}"
        raise ExternalBotFault(faults.WRONG_PROTOCOL, reason)
    name = found.get("name", "")
    if not isinstance(name, str):
        raise ExternalBotFault(faults.WRONG_MESSAGE, f"its name is no text: {shown(name)}")
    return shown(name)[:MAX_NAME]


def read_action(line: bytes, number: int, board: Board, legal: Sequence[Action]) -> Action:
    """The legal action that an answer names, by text or by code."""
    found = _message(line, "action")
    asked = found.get("id")
    if not _is_whole(asked):
        raise ExternalBotFault(faults.WRONG_MESSAGE, f"the answer's id is no whole number: {shown(asked)}")
    if asked != number:
        reason = f"the answer is to question {shown(asked)}, and question {number} was asked"
        raise ExternalBotFault(faults.OLD_ANSWER, reason)
    text, code = found.get("action"), found.get("code")
    if isinstance(text, str) and code is None:
        known = {to_text(board, action): action for action in legal}
        chosen = known.get(text)
    elif _is_whole(code) and text is None:
        chosen = {encode(board, action): action for action in legal}.get(code)  # type: ignore[arg-type]
    else:
        reason = f"an answer has an action (a text) or a code (a number), and this has {shown(line)}"
        raise ExternalBotFault(faults.WRONG_MESSAGE, reason)
    if chosen is None:
        what = shown(text if code is None else code)
        raise ExternalBotFault(faults.ILLEGAL, f"{what!r} is not one of the {len(legal)} legal actions")
    return chosen
