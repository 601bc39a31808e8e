"""The package's metadata, as a package index shows it, and house rules about its code."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

from tools.package_metadata import LINK, absolute, urls

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
AT = "https://example.org/ferrovia"
KERNELS = {"kernel", "inlined", "cuda.jit"}  # the marks of compiled functions


def test_links_and_pictures_of_the_readme_work_away_from_the_repository() -> None:
    text = absolute(README, AT, "v1.0")
    assert not LINK.search(text)
    targets = re.findall(rf"\({AT}/(?:blob|raw)/v1\.0/([^)#]+)", text)
    assert len(targets) == len(LINK.findall(README))
    for target in targets:
        assert (ROOT / target).exists(), target
    assert f"]({AT}/raw/v1.0/docs/pictures/table.jpg)" in text


def test_the_package_names_its_source_and_its_changelog() -> None:
    for address in urls(AT, "v1.0").values():
        assert address.startswith(AT)
    assert (ROOT / "CHANGELOG.md").exists()


def test_the_readme_and_the_architecture_name_every_room() -> None:
    rooms = {path.stem for path in (ROOT / "src" / "ferrovia").iterdir() if not path.name.startswith(("_", "py."))}
    for page in (README, (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")):
        named = {name for row in re.findall(r"^\| (`.+?) \|", page, re.M) for name in re.findall(r"`(\w+)`", row)}
        missing = rooms - named - set(re.findall(r"`(\w+)` is the browser client", page))
        assert not missing


def test_few_values_in_the_server_have_no_type() -> None:
    """`Any` and `Json` are for values without a shape, such as those of a database driver or of a worker's line."""
    found = [
        f"{file.relative_to(ROOT)}:{token.start[0]}"
        for file in sorted((ROOT / "src/ferrovia/server").rglob("*.py"))
        for token in tokenize.generate_tokens(io.StringIO(file.read_text(encoding="utf-8")).readline)
        if token.type == tokenize.NAME and token.string in ("Any", "Json") and "import" not in token.line
    ]
    assert len(found) < 50, "\n".join(found)


def test_kernels_take_fewer_than_15_arguments() -> None:
    """Arrays that travel together are one NamedTuple."""
    kernels = 0
    for file in (ROOT / "src" / "ferrovia").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and {ast.unparse(mark) for mark in node.decorator_list} & KERNELS:
                kernels += 1
                assert len(node.args.args) < 15, f"{file}: {node.name}"
    assert kernels > 200
