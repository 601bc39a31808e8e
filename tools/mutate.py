"""Break the rules in many small ways and see that the tests notice each: `make mutate`.

Every mutant is one small change of one place in one module of the rules: a comparison, a sign, a number, a condition,
a statement left out. One process imports the package without the compiler, collects the tests of the rules, the golden
games and the engine and sees which functions each test of the rules calls. Each mutant is a fork of it with the code of
one function replaced, so no file is ever touched. It runs the tests of the rules that call the function, those first
that noticed earlier mutants, then the quick ones, and after them the others. A mutant that no test notices has to be
listed in `equivalent_mutants.toml` with the reason why it changes nothing; otherwise a test is missing, and the exit
status is 1.

`--results FILE` keeps every verdict as it falls, and an interrupted run goes on from there. Delete the lines of the
survivors to judge them once more after a test was added.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib
import json
import os
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from select import select
from types import CodeType, FrameType, FunctionType
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
ENGINE: Final = "src/ferrovia/engine"
MODULES: Final = (
    "cards", "claims", "connections", "legal", "longest_path", "rules", "scoring", "setup", "tickets", "turns"
)  # fmt: skip
COUNT: Final = 180
LIMIT: Final = 30  # seconds of processor time for one test: a mutant that never ends is noticed, on a busy machine too
MARKS: Final = "not compiled_only and not soak and not train and not slow"
RULES: Final = "tests/rules/"
# The tests that judge the rules. The engine's other tests are about redealt worlds, compilation and processes.
TESTS: Final = ("tests/rules", "tests/playthroughs", "tests/record/test_golden.py", *(
    f"tests/engine/test_{name}.py" for name in ("chance", "conservation", "lanes", "legal", "longest_path", "scoring",
                                                "start_choices")
))  # fmt: skip
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
    where: str  # the line of the source

    @property
    def name(self) -> str:
        """Stays the same while the code around it changes."""
        return f"{self.module}.{self.function}: {' '.join(self.before.split())} -> {' '.join(self.after.split())}"

    @property
    def place(self) -> str:
        """Distinguishes mutants of the same name; valid for one version of the source."""
        return f"{self.line}.{self.begin} {self.name}"

    @property
    def order(self) -> bytes:
        """A fixed order unrelated to the place."""
        return hashlib.sha256(f"{self.name} {self.line}".encode()).digest()


def mutants_of(module: str, source: str) -> list[Mutant]:
    """All small changes of a module's functions."""
    starts, lines = [0], source.splitlines(keepends=True)
    for line in lines:
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
                    where = lines[place.lineno - 1].strip()
                    found.append(Mutant(module, function.name, place.lineno, begin, end, before, after, where))
    return found


def _inside(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Everything in the body; docstring, signature and annotations are not rules, nor are the zeros of an event that
    has fewer numbers than the longest.
    """
    for statement in function.body:
        if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            parts = list(ast.walk(statement))
            events = [part for part in parts if isinstance(part, ast.Call) and ast.unparse(part.func) == "note"]
            zeros = {id(value) for event in events for value in event.args if isinstance(value, ast.Constant)}
            yield from (part for part in parts if id(part) not in zeros)


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


def broken(mutant: Mutant) -> tuple[FunctionType, CodeType]:
    """The function that the mutant changes, and its changed code."""
    module = importlib.import_module(f"ferrovia.engine.{mutant.module}")
    source = (ROOT / ENGINE / f"{mutant.module}.py").read_text("utf8")
    whole = compile(source[: mutant.begin] + mutant.after + source[mutant.end :], module.__file__ or "", "exec")
    code = next(code for code in whole.co_consts if isinstance(code, CodeType) and code.co_name == mutant.function)
    function = getattr(module, mutant.function)
    assert isinstance(function, FunctionType), f"{mutant.function} is compiled"
    return function, code


class Judge:
    """A pytest plugin that, instead of running the tests once, runs them in a fork for each mutant."""

    def __init__(self, mutants: list[Mutant], jobs: int, results: Path | None) -> None:
        self.waiting, self.jobs, self.results = mutants, jobs, results
        self.verdicts: dict[str, str] = {}
        self.noticed: dict[str, Counter[str]] = defaultdict(Counter)
        self.calls: dict[str, set[str]] = {}  # functions by test
        self.seconds: dict[str, float] = {}  # of processor time by test
        self._answer = -1  # in a fork: where the name of the first failed test goes

    def pytest_configure(self) -> None:
        from hypothesis import settings  # pytest wants to import it itself

        settings.register_profile("mutants", database=None, derandomize=True)
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        self._look_at(session)
        running: dict[int, tuple[int, Mutant]] = {}
        for mutant in self.waiting:
            if len(running) == self.jobs:
                self._hear(running)
            process, answer = self._start(self._fitting(session.items, mutant), mutant)
            running[answer] = process, mutant
        while running:
            self._hear(running)
        return True

    def _fitting(self, items: list[pytest.Item], mutant: Mutant) -> list[pytest.Item]:
        """The tests that call the mutant's function, in the order in which they are likely to notice it."""
        called, usual = f"{mutant.module}.{mutant.function}", self.noticed[mutant.module]
        return sorted(
            (item for item in items if called in self.calls.get(item.nodeid, (called,))),
            key=lambda item: (-usual[item.nodeid], self.seconds.get(item.nodeid, LIMIT)),
        )

    def _look_at(self, session: pytest.Session) -> None:
        """Run the tests of the rules once as they are, in a fork like the others."""
        process, hear = self._start([item for item in session.items if item.nodeid.startswith(RULES)], None)
        with os.fdopen(hear, encoding="utf8") as answer:
            lines = answer.read().splitlines()
        if os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) != 0:
            raise session.Interrupted(f"a test fails without a mutant: {lines[-1:]}")
        for test, seconds, functions in map(json.loads, lines):
            self.seconds[test], self.calls[test] = seconds, set(functions)
        print(f"{len(self.calls)} tests take {sum(self.seconds.values()):.0f} seconds of processor time", flush=True)

    def _hear(self, running: dict[int, tuple[int, Mutant]]) -> None:
        for answer in select(list(running), [], [])[0]:
            process, mutant = running.pop(answer)
            verdict = self._finish((process, answer))
            self.noticed[mutant.module][verdict] += 1
            self.verdicts[mutant.place] = verdict
            if self.results:
                with self.results.open("a", encoding="utf8") as file:
                    file.write(json.dumps([mutant.place, verdict]) + "\n")
            print(f"line {mutant.line:3} {mutant.name}: {verdict or 'not noticed'}", flush=True)

    def _start(self, items: list[pytest.Item], mutant: Mutant | None) -> tuple[int, int]:
        change = broken(mutant) if mutant else None
        hear, self._answer = os.pipe()
        process = os.fork()
        if process == 0:
            self._run(items, change)
        os.close(self._answer)
        return process, hear

    def _finish(self, started: tuple[int, int]) -> str:
        """The test that noticed the mutant; "" if all tests passed."""
        process, hear = started
        with os.fdopen(hear, encoding="utf8") as answer:
            noticed = answer.read()
        status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        if status == -signal.SIGPROF:
            return "does not end"
        return noticed or (f"the tests end with {status}" if status else "")

    def _run(self, items: list[pytest.Item], change: tuple[FunctionType, CodeType] | None) -> None:
        """In a fork: all tests until the first that fails."""
        status = 1
        try:
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(nothing, stream)
            if change is None:
                self._look(items)
            else:
                function, function.__code__ = change
                for item, after in zip_longest(items, items[1:]):
                    signal.setitimer(signal.ITIMER_PROF, LIMIT)  # its signal ends the fork
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            status = 0
        finally:
            os._exit(status)

    def _look(self, items: list[pytest.Item]) -> None:
        """In a fork: all tests, and what each of them calls."""
        folder, called = f"{ROOT / ENGINE}/", set[CodeType]()

        def note(frame: FrameType, event: str, _: object) -> None:
            if event == "call" and frame.f_code.co_filename.startswith(folder):
                called.add(frame.f_code)

        for item, after in zip_longest(items, items[1:]):
            began = time.process_time()
            sys.setprofile(note)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            sys.setprofile(None)
            names = {f"{Path(code.co_filename).stem}.{code.co_name}" for code in called}
            line = [item.nodeid, time.process_time() - began, sorted(names)]
            os.write(self._answer, (json.dumps(line) + "\n").encode())
            called.clear()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os.write(self._answer, report.nodeid.encode())
            os._exit(1)


def equivalent() -> dict[tuple[str, str], str]:
    """Reasons by name and line of the source."""
    with (Path(__file__).parent / "equivalent_mutants.toml").open("rb") as file:
        return {(entry["mutant"], entry["where"]): entry["reason"] for entry in tomllib.load(file)["equivalent"]}


def judged(results: Path | None) -> dict[str, str]:
    """What noticed each mutant, by place, in earlier runs."""
    if results is None or not results.exists():
        return {}
    return dict(json.loads(line) for line in results.read_text("utf8").splitlines())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help=f"modules of the rules; all of them: {', '.join(MODULES)}")
    parser.add_argument("--count", type=int, default=COUNT, help="how many mutants (default: %(default)s)")
    parser.add_argument("--skip", type=int, default=0, help="leave out the first mutants, in the order of --list")
    parser.add_argument("--results", type=Path, help="keep the verdicts in this file, and skip what it has judged")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="only name the mutants")
    wish = parser.parse_args()
    os.environ["NUMBA_DISABLE_JIT"] = "1"  # before the package is imported, from this checkout
    sys.path.insert(0, str(ROOT / "src"))
    results = wish.results and wish.results.resolve()
    os.chdir(ROOT)
    mutants = chosen(wish.modules or list(MODULES), wish.count)[wish.skip :]
    if wish.list:
        print("\n".join(mutant.name for mutant in mutants))
        return 0
    known, begin, verdicts = equivalent(), time.monotonic(), judged(results)
    judge = Judge([mutant for mutant in mutants if mutant.place not in verdicts], wish.jobs, results)
    for mutant in mutants:
        judge.noticed[mutant.module][verdicts.get(mutant.place, "")] += 1
    if judge.waiting:
        status = pytest.main(["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", MARKS, *TESTS], [judge])
        if len(judge.verdicts) < len(judge.waiting):
            return int(status) or 1
        verdicts |= judge.verdicts
    unnoticed = [mutant for mutant in mutants if not verdicts[mutant.place]]
    survivors = [mutant for mutant in unnoticed if (mutant.name, mutant.where) not in known]
    for mutant in survivors:
        print(f"NOT NOTICED line {mutant.line:3} {mutant.name}")
    print(
        f"{len(mutants)} mutants: {len(mutants) - len(unnoticed)} noticed, "
        f"{len(unnoticed) - len(survivors)} equivalent, {len(survivors)} not noticed; "
        f"judged {len(judge.waiting)} in {(time.monotonic() - begin) / 60:.1f} minutes."
    )
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
