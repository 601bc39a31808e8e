"""The lanes: their lists name tests and targets that exist, and `make` starts every generator."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tests.conftest import KEPT, LONG, SLOW

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
CHOSEN = re.findall(r"\btests/\S+\.py(?:::\w+)?", MAKEFILE)  # by the lanes with environments of their own


@pytest.mark.parametrize("name", [*LONG, *KEPT, *SLOW, *CHOSEN])
def test_a_test_in_the_tables_exists(name: str) -> None:
    file, _, test = name.partition("::")
    if file.endswith("/"):
        assert list((ROOT / file).glob("test_*.py"))
        return
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    tests = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}
    assert tests, f"{file} has no tests"
    assert not test or test.partition("[")[0] in tests


@pytest.mark.parametrize("name", KEPT)
def test_only_long_tests_are_kept(name: str) -> None:
    assert name.startswith(LONG)


def test_continuous_integration_starts_lanes_that_exist() -> None:
    lanes = re.search(r"^for lane in (.+); do$", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.M)
    assert lanes
    for lane in lanes[1].split():
        assert re.search(rf"^{lane}:.*## ", MAKEFILE, re.M), lane


def test_every_generator_is_started_by_make() -> None:
    generators = [file.stem for file in (ROOT / "tools").rglob("write_*.py")]
    assert "write_help" in generators
    assert [name for name in generators if name not in MAKEFILE] == []
