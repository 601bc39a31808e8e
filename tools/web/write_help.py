"""Write the rules that the browser shows, from the pages in docs/: `python -m tools.web.write_help`.

The pages are the only place where rules are explained; a test compares. Here the words that a board may have its own
for stand in brackets, as in the other texts.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from ferrovia.locales import read_texts

ROOT = Path(__file__).parents[2]
PAGES = {"en": "rules.md", "es": "rules.es.md", "pt": "rules.pt.md"}
HELP = ROOT / "src/ferrovia/web/help"

_ID = r'<a id="[a-z0-9]+"></a>'


def _plain(text: str) -> str:
    text = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", re.sub(_ID, "", text))
    return re.sub(r"\s+", " ", text).strip()


def rules_of(page: str) -> dict[str, Any]:
    """The page as data: what stands before the first section, the table of boards, the rules by section."""
    intro, *sections = re.split(r"^## ", page, flags=re.MULTILINE)
    paragraphs = [_plain(part) for part in intro.split("\n\n") if part.startswith("**")]
    return {"intro": paragraphs, "sections": [_section(text) for text in sections]}


def _section(text: str) -> dict[str, Any]:
    title, _, body = text.partition("\n")
    rows = [[_plain(cell) for cell in line.strip("|").split("|")] for line in body.splitlines() if line.startswith("|")]
    items = re.split(r"^- ", body, flags=re.MULTILINE)[1:]
    return {
        "letter": title.split(".")[0],
        "title": title.split(". ", 1)[1].strip(),
        "columns": rows[0][1:] if rows else [],
        "rows": [{"id": row[0], "cells": row[1:]} for row in rows[2:]],
        "items": [_item(item) for item in items],
    }


def _item(text: str) -> dict[str, str]:
    text = _plain(text)
    if named := re.match(r"(?:\*\*)?([A-Z][0-9]+)(?:\*\*|:) (.*)", text):
        return {"id": named[1], "text": named[2]}
    return {"id": "", "text": text}


def _in_brackets(page: str, language: str) -> str:
    """Put the words that a board may replace in brackets, whole phrases first."""
    phrases = {phrase for word in ("taxi", "contract") for phrase in read_texts(language)[f"words.{word}"]}
    longest_first = "|".join(sorted(phrases, key=len, reverse=True))
    return re.sub(rf"\b({longest_first})\b", r"[\1]", page, flags=re.IGNORECASE)


def help_file(language: str) -> str:
    page = (ROOT / "docs" / PAGES[language]).read_text(encoding="utf-8")
    page = _in_brackets(re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", page), language)
    return json.dumps(rules_of(page), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    for language in PAGES:
        (HELP / f"rules.{language}.json").write_text(help_file(language), encoding="utf-8")
