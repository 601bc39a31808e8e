"""The page about bots in any language shows a real conversation, and documents every field and every fault."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ferrovia.bots import Budget
from ferrovia.bots.programs import faults, messages
from ferrovia.game import Game

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "external_bots.md").read_text(encoding="utf-8")
CUT = "..."

pytestmark = pytest.mark.compiled_only


def conversation() -> list[tuple[str, dict[str, Any]]]:
    """The speaker, and the message."""
    [block] = re.findall(r"```json\n(.*?)```", PAGE, re.S)
    parts = re.split(r"^([<>]) ", block, flags=re.M)[1:]
    return [(who, json.loads(text)) for who, text in zip(parts[::2], parts[1::2], strict=True)]


def opening() -> Game:
    game = Game(ROOT / "tests" / "data" / "tiny.toml", players=2, seed=5, first=0)
    game.play("keep 1 2", seat=1)
    return game


def without_cuts(shown: Any, real: Any) -> Any:
    """The real data, cut where the page cuts."""
    if isinstance(shown, list) and shown and shown[-1] == CUT:
        return [*real[: len(shown) - 1], CUT]
    if isinstance(shown, dict) and isinstance(real, dict):
        return {key: without_cuts(shown.get(key), value) for key, value in real.items()}
    return real


def test_the_conversation_on_the_page_is_real() -> None:
    view = opening().view(0)
    said = [
        messages.hello(view.board, seat=0, players=2),
        messages.decide(1, view, view.legal_actions(), 12345, Budget(simulations=64)),
        messages.goodbye(),
    ]
    shown = [message for who, message in conversation() if who == ">"]
    assert [without_cuts(page, real) for page, real in zip(shown, said, strict=True)] == shown


def test_the_answers_on_the_page_are_understood() -> None:
    view = opening().view(0)
    ready, action = (json.dumps(message).encode() for who, message in conversation() if who == "<")
    assert messages.read_ready(ready) == "Short Haul"
    assert messages.read_action(action, 1, view.board, view.legal_actions()) in view.legal_actions()


def names(data: Any) -> set[str]:
    if isinstance(data, list):
        return set().union(*map(names, data)) if data else set()
    return set(data) | set().union(*map(names, data.values())) if isinstance(data, dict) and data else set()


def test_every_field_is_named_on_the_page() -> None:
    view = opening().view(0)
    said = [messages.hello(view.board, seat=0, players=2), messages.decide(1, view, [], 1, Budget(seconds=1))]
    for name in names(said) - {"1", "2", "3", "4", "seconds"}:
        assert f"`{name}`" in PAGE or f'"{name}"' in PAGE, name
    question = messages.decide(1, view, [], 1, Budget(seconds=1))
    for name in (*question["view"], *question["you"]):
        assert re.search(rf"^\|[^|]*`{name}`", PAGE, re.M), name


@pytest.mark.parametrize("code", faults.CODES)
def test_every_fault_is_documented(code: str) -> None:
    assert f"| `{code}` |" in PAGE
