"""The notebooks run from top to bottom and print what is stored in them; their pages show the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.write_notebooks import NOTEBOOKS, PAGES, page, read, run, text_of

pytestmark = pytest.mark.compiled_only


def test_there_are_the_four_notebooks() -> None:
    assert {file.stem for file in NOTEBOOKS} == {"first_game", "luck_and_skill", "small_agent", "tournament"}


@pytest.mark.slow
@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_from_top_to_bottom_and_prints_what_it_stores(file: Path) -> None:
    notebook = read(file)
    for cell, outputs in zip(notebook["cells"], run(notebook), strict=True):
        assert text_of(outputs) == text_of(cell.get("outputs", [])), "run `make notebooks`"


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_is_small_and_its_page_is_up_to_date(file: Path) -> None:
    assert file.stat().st_size < 400_000
    text, pictures = page(file.stem, read(file))
    assert (PAGES / f"{file.stem}.md").read_text(encoding="utf-8") == text, "run `make notebooks`"
    for name, picture in pictures.items():
        assert (PAGES / name).read_text(encoding="utf-8") == picture
