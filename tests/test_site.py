"""The documentation as a site: it builds without a warning, shows every public name, and its outputs are true."""

from __future__ import annotations

import doctest
import importlib
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from tools.write_command_line_page import PAGE, command_line_page

import ferrovia
from ferrovia import actions, arena, boards, bots, data, events, game, geometry, position, record, referee, views


def _names(room: ModuleType) -> list[str]:
    """The names that a room exports: its list, or everything public that it defines."""
    own = [name for name, value in vars(room).items() if getattr(value, "__module__", "") == room.__name__]
    return list(getattr(room, "__all__", [name for name in own if not name.startswith("_")]))


ROOT = Path(__file__).parent.parent
REFERENCE = "".join(page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs" / "reference").glob("*.md")))
PUBLIC = [(module, name) for module in (ferrovia, views, record, bots) for name in module.__all__]
ROOMS = (ferrovia, actions, arena, boards, bots, data, events, game, geometry, position, record, referee, views)
EXPORTED = [(room, name) for room in ROOMS for name in _names(room)]


@pytest.mark.slow
@pytest.mark.compiled_only
def test_the_site_builds_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs", reason="the site needs pip install 'ferrovia[docs]'")
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--site-dir",
        str(tmp_path),
    ]
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=quiet)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "known_hand" in (tmp_path / "reference" / "views.html").read_text(encoding="utf-8")
    assert _missing_pictures(tmp_path) == []


def _missing_pictures(site: Path) -> list[str]:
    """Pictures written as HTML, which MkDocs neither rewrites nor checks, are checked here."""
    return [
        f"{page.relative_to(site)}: {source}"
        for page in sorted(site.rglob("*.html"))
        for source in re.findall(r'<img[^>]* src="([^":?#]+)"', page.read_text(encoding="utf-8"))
        if not (page.parent / source).is_file() and page.name != "404.html"
    ]


@pytest.mark.compiled_only
@pytest.mark.parametrize("name", ["docs/library.md", "README.md"])
def test_outputs_are_what_the_library_says(name: str) -> None:
    page = ROOT / name
    blocks = re.findall(r"```pycon\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    told: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=told.append)
    assert not told, "".join(told)


def test_the_command_line_page_matches_the_command() -> None:
    assert PAGE.read_text(encoding="utf-8") == command_line_page(), "run tools/write_command_line_page.py"


@pytest.mark.parametrize("module, name", EXPORTED, ids=[f"{module.__name__}.{name}" for module, name in EXPORTED])
def test_every_public_name_is_explained(module: ModuleType, name: str) -> None:
    value = getattr(module, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        assert value.__doc__, f"{name} has no docstring"
        assert not value.__doc__.startswith(f"{name}("), f"{name} has only the docstring of a dataclass"


def test_the_reference_names_what_the_library_exports() -> None:
    named = set(re.findall(r"::: (\S+)", REFERENCE))
    for target in sorted(named - {"ferrovia.events"}):
        module, _, name = target.rpartition(".")
        assert hasattr(importlib.import_module(module), name), target
    missing = {
        name
        for module, name in PUBLIC
        if not any(target.endswith(f".{name}") for target in named)
        and (inspect.isclass(getattr(module, name)) or inspect.isfunction(getattr(module, name)))
    }
    assert missing <= UNLISTED, sorted(missing)
    assert actions.__doc__
    assert events.__doc__


# Names that only other rooms of the package need.
UNLISTED = {"Claim", "Deal", "ReaderLine", "new_installed_bot"}
