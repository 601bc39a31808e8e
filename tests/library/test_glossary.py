"""The glossaries: one word per thing in each language, followed by every text that people read."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ferrovia.locales import LANGUAGES, read_texts

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels

SOURCE = Path(__file__).parents[2] / "src" / "ferrovia"


def forbidden(language: str) -> list[str]:
    """The last column of the glossary, word by word."""
    page = (SOURCE / "locales" / f"glossary.{language}.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("| ")][1:]
    assert all(len(row) == 3 for row in rows)
    return [word.strip() for row in rows for word in row[2].split(",")]


def texts(language: str) -> dict[str, Any]:
    """Every text by key. Commands are words that people may type, so other words are welcome there."""
    found: dict[str, Any] = {key: text for key, text in read_texts(language).items() if not key.startswith("command.")}
    for file in sorted((SOURCE / "web" / "texts").glob(f"*{language}.json")):
        found |= json.loads(file.read_text(encoding="utf-8"))
    rules = json.loads((SOURCE / "web" / "help" / f"rules.{language}.json").read_text(encoding="utf-8"))
    for section in rules["sections"]:
        found |= {f"rule {item['id']}": item["text"] for item in section["items"]}
        found |= {f"rule {row['id']}": " | ".join(row["cells"]) for row in section["rows"]}
    return found


def uses(text: Any, word: str) -> bool:
    said = " | ".join(text.values()) if isinstance(text, dict) else text
    said = re.sub(r"\s+", " ", re.sub(r"[][]|\{\w+\}", "", said))
    return re.search(rf"(?<![\w]){re.escape(word)}(?![\w])", said, re.IGNORECASE) is not None


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_uses_a_word_that_the_glossary_forbids(language: str) -> None:
    found = texts(language)
    assert {(key, word) for word in forbidden(language) for key, text in found.items() if uses(text, word)} == set()


@pytest.mark.parametrize(
    "language, words",
    [
        ("en", ["who begins is drawn", "make it a person's", "a wild is your whole draw"]),
        ("es", ["consejero", "mostrador", "historia"]),
        ("pt", ["conselheiro", "registar", "ecrã", "comboio"]),
    ],
)
def test_the_glossary_forbids_what_texts_once_said(language: str, words: list[str]) -> None:
    assert set(words) <= set(forbidden(language))
