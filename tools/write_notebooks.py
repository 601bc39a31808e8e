"""`make notebooks`: runs `examples/notebooks/*.ipynb` from top to bottom and stores what they show, in the notebook and
in a page of the site.

The cells run in this process, one namespace per notebook: no kernel, no server, no further package. Text is stored as
it comes, so every cell must print the same on every machine; pictures are stored as SVG.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("agg")
matplotlib.rcParams["svg.hashsalt"] = "ferrovia"  # the same names inside the picture on every run
matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text, and the files stay small

from matplotlib import pyplot  # noqa: E402

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
PAGES = ROOT / "docs" / "notebooks"
Cell = dict[str, Any]


def read(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def source(cell: Cell) -> str:
    return "".join(cell["source"])


def run(notebook: dict[str, Any]) -> list[list[Cell]]:
    """The outputs of every cell, in order. A cell that raises stops the run."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    return [_run_cell(cell, namespace) if cell["cell_type"] == "code" else [] for cell in notebook["cells"]]


def _run_cell(cell: Cell, namespace: dict[str, Any]) -> list[Cell]:
    tree = ast.parse(source(cell))
    shown = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), namespace)
        value = None if shown is None else eval(compile(ast.Expression(shown.value), "cell", "eval"), namespace)
    outputs: list[Cell] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(printed.getvalue())})
    for number in pyplot.get_fignums():
        outputs.append({"output_type": "display_data", "data": _figure(number), "metadata": {}})
    pyplot.close("all")
    if value is not None and not source(cell).rstrip().endswith(";"):  # as in Jupyter, a semicolon hides the value
        data: dict[str, Any] = {"text/plain": _lines(repr(value))}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = _lines(value._repr_svg_())
        outputs.append({"output_type": "execute_result", "execution_count": None, "data": data, "metadata": {}})
    return outputs


def _figure(number: int) -> dict[str, Any]:
    drawn = io.StringIO()
    pyplot.figure(number).savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    return {"image/svg+xml": _lines(drawn.getvalue()), "text/plain": ["<Figure>"]}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def text_of(outputs: list[Cell]) -> list[str]:
    """What a test compares: everything but pictures."""
    return ["".join(part.get("text") or part["data"]["text/plain"]) for part in outputs]


def page(name: str, notebook: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """The notebook as a page of the site, and the pictures it shows by file name."""
    parts: list[str] = []
    pictures: dict[str, str] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            parts.append(source(cell))
            continue
        parts.append(f"```python\n{source(cell)}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {})
            if "image/svg+xml" in data:
                picture = f"{name}-{len(pictures) + 1}.svg"
                pictures[picture] = "".join(data["image/svg+xml"])
                parts.append(f"![What the cell above draws]({picture})")
            else:
                parts.append(f"```text\n{text_of([output])[0].rstrip()}\n```")
    title, *rest = parts
    where = f"This page is the notebook `examples/notebooks/{name}.ipynb`; a test runs it from top to bottom."
    return re.sub(r"\n{3,}", "\n\n", "\n\n".join([title, where, *rest])) + "\n", pictures


def main() -> None:
    PAGES.mkdir(exist_ok=True)
    for file in NOTEBOOKS:
        notebook = read(file)
        for cell, outputs in zip(notebook["cells"], run(notebook), strict=True):
            if cell["cell_type"] == "code":
                cell["outputs"], cell["execution_count"] = outputs, None
        file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        text, pictures = page(file.stem, notebook)
        (PAGES / f"{file.stem}.md").write_text(text, encoding="utf-8")
        for name, picture in pictures.items():
            (PAGES / name).write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
