"""The page starts with the modules that a table needs, and with the requests that they would send."""

from __future__ import annotations

import re
from pathlib import Path

from ferrovia.server.http.joined_modules import joined

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


def test_the_modules_of_the_start_are_joined_and_no_others() -> None:
    modules = {path.relative_to(CLIENT).as_posix(): path.read_bytes() for path in CLIENT.rglob("*.js")}
    found = joined(modules, "app.js")
    assert found is not None
    assert set(modules) - set(found) == needed() - {"app.js"}
    assert "modulepreload" not in (CLIENT / "index.html").read_text(encoding="utf8"), "there is nothing left to preload"


def test_the_end_and_the_replay_come_on_demand() -> None:
    assert not needed() & {"end/screen.js", "replay/screen.js"}
    assert "end/screen.js" in needed("end/screen.js")


def test_the_first_script_speaks_the_same_protocol_as_the_modules() -> None:
    versions = {
        re.findall(r"const PROTOCOL = (\d+);", (CLIENT / name).read_text(encoding="utf8"))[0]
        for name in ("preload.js", "net/api.js")
    }
    assert len(versions) == 1
