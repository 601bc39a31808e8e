"""Modules are fetched at once, not one import after the other: `index.html` names all that a table needs."""

from __future__ import annotations

import re
from pathlib import Path

CLIENT = Path(__file__).parents[2] / "src" / "ferrovia" / "web"
IMPORT = re.compile(r"^(?:import|export)\s(?:[^'\"]*?\sfrom\s)?['\"](\.[^'\"]+)['\"]", re.MULTILINE)


def needed(start: str = "app.js") -> set[str]:
    """All modules that a module imports, directly or not; what is imported later, on demand, is not among them."""
    found: set[Path] = set()
    waiting = [CLIENT / start]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += [(file.parent / name).resolve() for name in IMPORT.findall(file.read_text(encoding="utf8"))]
    return {file.relative_to(CLIENT).as_posix() for file in found}


def preloaded() -> list[str]:
    """The modules that the page names, as paths."""
    page = (CLIENT / "index.html").read_text(encoding="utf8")
    return re.findall(r'<link rel="modulepreload" href="/static/([^"]+)" fetchpriority="low" />', page)


def test_the_page_preloads_exactly_the_modules_that_it_starts_with() -> None:
    listed = preloaded()
    wanted = needed() - {"app.js", "board/types.js"}
    missing = sorted(wanted - set(listed))
    assert missing == [], f"add a modulepreload link to index.html: {missing}"
    assert set(listed) - wanted == set(), "not needed at the start any more"
    assert len(listed) == len(set(listed))


def test_the_end_and_the_replay_come_on_demand() -> None:
    assert not needed() & {"end/screen.js", "replay/screen.js"}
    assert "end/screen.js" in needed("end/screen.js")


def test_the_first_script_speaks_the_same_protocol_as_the_modules() -> None:
    versions = {
        re.findall(r"const PROTOCOL = (\d+);", (CLIENT / name).read_text(encoding="utf8"))[0]
        for name in ("preload.js", "net/api.js")
    }
    assert len(versions) == 1
