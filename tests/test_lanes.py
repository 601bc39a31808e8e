"""The lanes: the tables of long and slow tests name tests that exist, and `make` starts every generator."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.conftest import KEPT, LONG, SLOW

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", [*LONG, *KEPT, *SLOW])
def test_a_test_in_the_tables_exists(name: str) -> None:
    file, _, test = name.partition("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    tests = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}
    assert tests, f"{file} has no tests"
    assert not test or test.partition("[")[0] in tests


@pytest.mark.parametrize("name", KEPT)
def test_only_long_tests_are_kept(name: str) -> None:
    assert name.startswith(LONG)


def test_every_generator_is_started_by_make() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    generators = [file.stem for file in (ROOT / "tools").rglob("write_*.py")]
    assert "write_help" in generators
    assert [name for name in generators if name not in makefile] == []
