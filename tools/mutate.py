"""Break the rules in many small ways and see that the tests notice each: `make mutate`.

Every mutant is one small change of one place in one module of the rules: a comparison, a sign, a number, a condition,
a statement left out. It lives in a copy of the package; the checkout is never touched. The rules' own tests run first,
without the compiler, then the engine's. A mutant that no test notices has to be listed in `equivalent_mutants.toml`
with the reason why it changes nothing; otherwise a test is missing, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import Final

ROOT: Final = Path(__file__).parent.parent
ENGINE: Final = "src/ferrovia/engine"
MODULES: Final = (
    "cards", "claims", "connections", "legal", "longest_path", "rules", "scoring", "setup", "tickets", "turns"
)  # fmt: skip
COUNT: Final = 180
LIMIT: Final = 240  # seconds; a mutant that never ends is noticed too
MARKS: Final = "not compiled_only and not soak and not train and not slow"
LANES: Final = (("tests/rules",), ("tests/engine", "tests/playthroughs"))
COMPARISONS: Final = {"Lt": "<=", "LtE": "<", "Gt": ">=", "GtE": ">", "Eq": "!=", "NotEq": "=="}
OPERATORS: Final = {"Add": "-", "Sub": "+", "Mult": "+", "BitAnd": "|", "BitOr": "&", "LShift": ">>", "RShift": "<<"}


@dataclass(frozen=True, slots=True)
class Mutant:
    module: str
    function: str
    line: int
    begin: int  # offsets in the source, in characters
    end: int
    before: str
    after: str

    @property
    def name(self) -> str:
        """Stays the same while the code around it changes."""
        return f"{self.module}.{self.function}: {' '.join(self.before.split())} -> {' '.join(self.after.split())}"

    @property
    def order(self) -> bytes:
        """A fixed order that has nothing to do with the place."""
        return hashlib.sha256(f"{self.name} {self.line}".encode()).digest()


def mutants_of(module: str, source: str) -> list[Mutant]:
    """All small changes of a module's functions."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in _inside(function):
            for place, after in _changes(node, source):
                begin = starts[place.lineno - 1] + place.col_offset
                end = starts[(place.end_lineno or 0) - 1] + (place.end_col_offset or 0)
                before = source[begin:end]
                if before != after:
                    found.append(Mutant(module, function.name, place.lineno, begin, end, before, after))
    return found


def _inside(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Everything in the body; docstring, signature and annotations are not rules."""
    for statement in function.body:
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            yield from ast.walk(statement)


def _changes(node: ast.AST, source: str) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    def text(part: ast.AST) -> str:
        return ast.get_source_segment(source, part) or ""

    match node:
        case ast.Compare(left, [operator], [right]) if type(operator).__name__ in COMPARISONS:
            yield node, f"{text(left)} {COMPARISONS[type(operator).__name__]} {text(right)}"
        case ast.BinOp(left, operator, right) if type(operator).__name__ in OPERATORS:
            yield node, f"{text(left)} {OPERATORS[type(operator).__name__]} {text(right)}"
        case ast.BoolOp(operator, values):
            word = " or " if isinstance(operator, ast.And) else " and "
            yield node, "(" + word.join(text(value) for value in values) + ")"
        case ast.UnaryOp(ast.Not() | ast.Invert(), operand):
            yield node, text(operand)
        case ast.Constant(bool(value)):
            yield node, str(not value)
        case ast.Constant(int(value)):
            yield node, str(value + 1)
        case ast.AugAssign() | ast.Expr(ast.Call()):
            yield node, "pass"
        case ast.Assign([ast.Subscript() | ast.Attribute()], _):
            yield node, "pass"
        case ast.Continue() | ast.Break():
            yield node, "break" if isinstance(node, ast.Continue) else "continue"


def chosen(modules: list[str], count: int) -> list[Mutant]:
    """The same ones each time, spread over the modules by their size."""
    everything = [
        mutant
        for module in modules
        for mutant in mutants_of(module, (ROOT / ENGINE / f"{module}.py").read_text("utf8"))
    ]
    return sorted(sorted(everything, key=lambda one: one.order)[:count], key=lambda one: (one.module, one.line))


def runs(mutant: Mutant, folder: Path) -> str:
    """What noticed it: a test, the limit of time; nothing for a survivor."""
    file = folder / "ferrovia/engine" / f"{mutant.module}.py"
    source = (ROOT / ENGINE / f"{mutant.module}.py").read_text("utf8")
    file.write_text(source[: mutant.begin] + mutant.after + source[mutant.end :], "utf8")
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-m", MARKS]
    try:
        for lane in LANES:
            try:
                found = subprocess.run(
                    [*command, *lane], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=LIMIT
                )
            except subprocess.TimeoutExpired:
                return "does not end"
            if found.returncode != 0:
                lines = [line for line in found.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
                return lines[0].split(" - ")[0] if lines else "the tests do not start"
    finally:
        file.write_text(source, "utf8")
    return ""


def equivalent() -> dict[str, str]:
    """Reasons by name."""
    with (Path(__file__).parent / "equivalent_mutants.toml").open("rb") as file:
        return {entry["mutant"]: entry["reason"] for entry in tomllib.load(file)["equivalent"]}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help=f"modules of the rules; all of them: {', '.join(MODULES)}")
    parser.add_argument("--count", type=int, default=COUNT, help="how many mutants (default: %(default)s)")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many of them, to go on where a run ended")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="only name the mutants")
    wish = parser.parse_args()
    mutants = chosen(wish.modules or list(MODULES), wish.count)[wish.skip :]
    if wish.list:
        print("\n".join(mutant.name for mutant in mutants))
        return 0
    known, survivors, begin = equivalent(), [], time.monotonic()
    with tempfile.TemporaryDirectory(prefix="ferrovia-mutants-") as place, ThreadPoolExecutor(wish.jobs) as crew:
        folders: Queue[Path] = Queue()
        for number in range(wish.jobs):
            folders.put(Path(shutil.copytree(ROOT / "src", Path(place) / str(number), ignore=_NOT_NEEDED)))

        def judge(mutant: Mutant) -> tuple[Mutant, str]:
            folder = folders.get()
            try:
                return mutant, runs(mutant, folder)
            finally:
                folders.put(folder)

        for number, (mutant, noticed) in enumerate(crew.map(judge, mutants), wish.skip + 1):
            verdict = noticed or ("equivalent" if mutant.name in known else "NOT NOTICED")
            print(f"{number:4} line {mutant.line:3} {mutant.name}: {verdict}", flush=True)
            if not noticed and mutant.name not in known:
                survivors.append(mutant)
    minutes = (time.monotonic() - begin) / 60
    print(f"{len(mutants)} mutants in {minutes:.1f} minutes, {len(survivors)} not noticed.")
    return 1 if survivors else 0


_NOT_NEEDED: Final = shutil.ignore_patterns("__pycache__", "web", "*.npz")

if __name__ == "__main__":
    sys.exit(main())
