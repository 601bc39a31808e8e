"""The pages about the environments match the modules, and their examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools import write_environment_pages as pages

from ferrovia.environments import action_space, encoding

FOLDER = Path(__file__).parents[2] / "docs" / "environments"

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize("name", pages.PAGES)
def test_a_page_matches_its_module(name: str) -> None:
    written = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert written == pages.page(name), "write them again: python -m tools.write_environment_pages"


@pytest.mark.parametrize("name", pages.PAGES)
def test_the_examples_of_a_page_run(name: str) -> None:
    names: dict[str, object] = {}
    for example in re.findall(r"```python\n(.*?)```", pages.page(name), re.S):
        exec(compile(example, name, "exec"), names)
        assert names


def test_the_histories_end_with_the_version() -> None:
    assert pages.ENCODING_HISTORY[-1].startswith(f"{encoding.VERSION} ")
    assert pages.ACTIONS_HISTORY[-1].startswith(f"{action_space.VERSION} ")


def test_no_page_is_left_over() -> None:
    assert {page.stem for page in FOLDER.glob("*.md")} == {*pages.PAGES, "README"}
