"""axe looks at a page as it stands: what it finds is what people with other senses would stumble over."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playwright.sync_api import Page
from tests.browser.people import at_rest

_AXE = Path(__file__).parent / "vendor/axe/axe.min.js"
_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@cache
def _source() -> str:
    return _AXE.read_text(encoding="utf-8")


def found_by_axe(page: Page) -> list[str]:
    """One line for each rule that is broken, with the first elements that break it; no colour is on its way."""
    at_rest(page)
    page.evaluate(_source())
    result = page.evaluate(
        "(tags) => axe.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })", _TAGS
    )
    return [f"{entry['id']}: {'; '.join(map(_told, entry['nodes'][:3]))}" for entry in result["violations"]]


def _told(node: dict[str, str]) -> str:
    return f"{node['html'][:120]} ({node.get('failureSummary', '')[:200]})"
