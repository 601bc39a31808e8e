"""The engine exports what other rooms use, and nothing else."""

from __future__ import annotations

import ast
from pathlib import Path

import ferrovia
from ferrovia import engine

PACKAGE = Path(ferrovia.__file__).parent
MAKEFILE = Path(__file__).parents[2] / "Makefile"


def imported_elsewhere() -> set[str]:
    """The names that other rooms and the Makefile import from the engine itself."""
    files = [file for file in PACKAGE.rglob("*.py") if PACKAGE / "engine" not in file.parents]
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "ferrovia.engine"]
    by_make = MAKEFILE.read_text(encoding="utf-8").partition("from ferrovia.engine import ")[2].partition(";")[0]
    return {name.name for node in imports for name in node.names} | set(by_make.split(", "))


def test_every_export_is_used_by_another_room() -> None:
    assert set(engine.__all__) - imported_elsewhere() == set()
