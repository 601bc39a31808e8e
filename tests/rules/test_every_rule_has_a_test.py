"""Every rule is carried by a test, and every rule a player may be pointed to is explained in each language."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import ferrovia

HOW_MANY = {"P": 16, "S": 5, "D": 10, "R": 13, "T": 3, "B": 4, "E": 9, "H": 4}
RULES = [f"{letter}{number}" for letter, count in HOW_MANY.items() for number in range(1, count + 1)]
TESTS = Path(__file__).parent.parent
DOCS = TESTS.parent / "docs"
VIEWS = Path(ferrovia.__file__).parent / "views"
PAGES = ("rules.md", "rules.es.md", "rules.pt.md")


def _ids_of(decorator: ast.expr) -> list[str]:
    """The ids in `@pytest.mark.rule("D6")`."""
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
        return [str(ast.literal_eval(argument)) for argument in decorator.args]
    return []


def _tests_by_rule() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in (rule for decorator in node.decorator_list for rule in _ids_of(decorator)):
                    found.setdefault(rule, []).append(f"{path.name}::{node.name}")
    return found


BY_RULE = _tests_by_rule()


@pytest.mark.parametrize("rule", RULES)
def test_a_test_carries_the_rule(rule: str) -> None:
    assert BY_RULE.get(rule), f"no test has @pytest.mark.rule({rule!r})"


def test_no_test_carries_a_rule_that_does_not_exist() -> None:
    assert {rule: tests for rule, tests in BY_RULE.items() if rule not in RULES} == {}


def test_the_readme_says_how_many_rules_there_are() -> None:
    assert f"{len(RULES)} rules" in (DOCS.parent / "README.md").read_text(encoding="utf-8")


def _rules_told() -> set[str]:
    """Every text of the form of a rule's id in the two files that give players their reasons."""
    trees = [ast.parse((VIEWS / name).read_text(encoding="utf-8")) for name in ("reasons.py", "refusals.py")]
    texts = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {text for text in texts if isinstance(text, str) and re.fullmatch(r"[A-Z]\d+", text)}


def test_every_rule_that_a_refusal_names_exists() -> None:
    told = _rules_told()
    assert {"D3", "R2", "R3", "R8", "R9", "B2", "P7", "P9", "E2"} <= told
    assert told <= set(RULES)


@pytest.mark.parametrize("page", PAGES)
def test_every_rule_is_explained_under_its_own_anchor(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    anchors = re.findall(r'<a id="([a-z]\d+)"></a>', text)
    assert sorted(anchors) == sorted(rule.lower() for rule in RULES)
    for rule in _rules_told():
        assert re.search(rf'<a id="{rule.lower()}"></a>\**{rule}\b', text), rule
