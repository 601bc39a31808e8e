"""Examples in the documents run as written, and their links lead somewhere."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest
from tools.write_decisions_contents import PAGE, with_contents

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
PLANNING = {"bots.md"}  # pages on which bots think, too long without the compiler
NEED_A_SERVER = {"client_library.md"}  # tests/client runs them


def python_examples(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.name, marks=[pytest.mark.compiled_only] if page.name in PLANNING else [])
        for page in PAGES
        if python_examples(page) and page.name not in NEED_A_SERVER
    ],
)
def test_examples_run_as_written(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for example in python_examples(page):
        exec(compile(example, page.name, "exec"), names)
    assert names


def test_every_decision_has_a_date_and_an_entry_in_the_contents() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert with_contents(text, "1970-01-01") == text, "run `make generated`"
    dates = re.findall(r"^## .+\n\*(.*)\*$", text, re.M)
    assert len(dates) == len(re.findall(r"^## ", text, re.M))
    assert min(dates) >= "2026-11-15"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_prose_is_wrapped(page: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    assert [line for line in prose.splitlines() if len(line) > 120 and not line.lstrip().startswith("|")] == []


def test_the_architecture_page_names_files_that_exist() -> None:
    package = ROOT / "src" / "ferrovia"
    files = {path.relative_to(package).with_suffix("").as_posix() for path in package.rglob("*")}
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = {name.rstrip("/") for name in re.findall(r"`([a-z_]+/[a-z_/*]*)`", page)}
    missing = {
        name for name in named if not (ROOT / name).exists() and not any(_is_named(file, name) for file in files)
    }
    assert "tables/commands" in named
    assert missing == set()


def _is_named(file: str, name: str) -> bool:
    """Whether a page's `tables/commands` or `boards/check_*` is this file; rooms above may be left out."""
    return fnmatch(file, name) or fnmatch(file, f"*/{name}")
