"""Every refusal of the server and every phrase has a text in every language, and no text is unused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ferrovia.locales import LANGUAGES, read_texts
from ferrovia.server.messages.incoming import PHRASES

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels

SERVER = Path(__file__).parents[2] / "src" / "ferrovia" / "server"
CLIENT_TEXTS = SERVER.parent / "web" / "texts"
STATES = ("over", "closed", "frozen")  # of which refusals are put together


def server_source() -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in SERVER.rglob("*.py"))


def problems_of_boards() -> set[str]:
    """Problem codes of uploaded boards; the client has their texts."""
    return set(re.findall(r'(?:_give_up\(job, |"code": )"([a-z_]+/[a-z_]+)"', server_source()))


def codes() -> set[str]:
    source = server_source()
    found = set(re.findall(r'"(?!application/|image/|record/)([a-z_]+/[a-z_]+)"', source))
    found -= {"text/html", "text/plain", "text/css", "text/javascript"}
    return (found - problems_of_boards()) | {f"table/{state}" for state in STATES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_and_phrases_have_texts_and_no_text_is_unused(language: str) -> None:
    texts = {key.removeprefix("server.") for key in read_texts(language) if key.startswith("server.")}
    assert texts == codes() | {f"phrase.{phrase}" for phrase in PHRASES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_problems_of_uploaded_boards_have_texts_in_the_client(language: str) -> None:
    texts = json.loads((CLIENT_TEXTS / f"{language}.json").read_text(encoding="utf-8"))
    assert problems_of_boards()
    assert {f"problem.{code}" for code in problems_of_boards()} <= set(texts)
