"""Writes the pages about the environments, each out of its module's docstring.

`python -m tools.write_environment_pages` writes them into `docs/environments`. A test compares them with what this
makes, so they cannot fall behind.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

from ferrovia.boards import Board, board_names, load_board
from ferrovia.environments import action_space, encoding
from ferrovia.environments.action_space import ActionSpace
from ferrovia.environments.encoding import FIELDS, Encoding

ROOT = Path(__file__).parents[1] / "src/ferrovia/environments"
PAGES = {  # page: title, module
    "encoding": ("Observations", "encoding"),
    "actions": ("Actions", "action_space"),
    "pettingzoo": ("PettingZoo", "pettingzoo_env"),
    "gymnasium": ("Gymnasium, one agent against bots", "gymnasium_env"),
    "vector": ("Gymnasium, thousands of games", "gymnasium_vector"),
    "open_spiel": ("OpenSpiel", "openspiel_game"),
    "gpu": ("On a GPU", "gpu"),
}
ENCODING_HISTORY = ("1 (2026-11): the first.",)
ACTIONS_HISTORY = ("1 (2026-11): the first.",)

ABOUT_FIELDS = """\
In this order. A field has one number per entity, in the board's order. A repeated field (×) lists all entities for each
repetition, except `known`, which is stored player by player. Player 0 is the observer, card 0
the wild. `Encoding.name(index)` says it with the board's names."""
ABOUT_PATHS = """\
A cheapest path lacks fewest trains: own routes cost nothing, those that may still be claimed cost their length.
`wanted` counts every route on any cheapest path. Stations are not counted on. What is not in it: the order of past
events, which tickets the observer put back, the longest paths."""


def docstring(module: str) -> str:
    """A module's docstring, read without importing it: not every environment is installed."""
    source = (ROOT / f"{module}.py").read_text(encoding="utf-8")
    return ast.get_docstring(ast.parse(source)) or ""


def boards() -> list[Board]:
    return [load_board(name) for name in board_names()]


def table(head: tuple[str, ...], rows: Iterator[tuple[object, ...]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def sizes() -> str:
    """How long an observation is and how many actions there are, by board."""

    def rows() -> Iterator[tuple[object, ...]]:
        for board in boards():
            lengths = [
                Encoding(board, players).size if board.players[0] <= players <= board.players[1] else ""
                for players in range(2, 6)
            ]
            yield (board.id, *lengths, ActionSpace(board).size, ActionSpace(board, "fewest").size)

    head = ("board", "2 players", "3", "4", "5", "actions, explicit", "fewest")
    return "## Sizes\n\nNumbers of an observation by players, and actions.\n\n" + table(head, rows())


def history(versions: tuple[str, ...]) -> str:
    rule = "A change of what a number means, of their order or of how many there are raises the version."
    return f"## Versions\n\n{rule}\n\n" + "".join(f"- {version}\n" for version in versions)


def place(layout: Encoding, name: str, width: int) -> str:
    start = layout.start[name]
    return "" if width == 0 else str(start) if width == 1 else f"{start}–{start + width - 1}"


def about_encoding() -> str:
    """The meaning of every field, and its position on every board for two players."""

    def meanings() -> Iterator[tuple[object, ...]]:
        for field in FIELDS:
            each = "" if field.each == "one" else f" × {field.each}"
            yield (f"`{field.name}`", f"{field.entity}{each}", field.meaning, field.needs)

    def places() -> Iterator[tuple[object, ...]]:
        layouts = [Encoding(board, 2) for board in boards()]
        for field in FIELDS:
            yield (f"`{field.name}`", *(place(layout, field.name, layout.width(field)) for layout in layouts))

    return (
        f"## Fields\n\n{ABOUT_FIELDS}\n\n"
        + table(("field", "of each", "meaning", "only with"), meanings())
        + f"\n{ABOUT_PATHS}\n\n"
        "## Positions\n\nFor two players; `Encoding(board, players).start` has them for any number.\n\n"
        + table(("field", *board_names()), places())
        + "\n"
        + sizes()
        + "\n"
        + history(ENCODING_HISTORY)
    )


def about_actions() -> str:
    """The position of each kind of action on every board."""
    kinds: dict[str, Callable[[str], bool]] = {
        "`draw`": lambda name: name == "draw",
        "`take …`": lambda name: name.startswith("take "),
        "`tickets`": lambda name: name == "tickets",
        "`pass`": lambda name: name == "pass",
        "`back`, `pay …`": lambda name: name.startswith(("back", "pay")),
        "`keep …`": lambda name: name.startswith("keep "),
        "`claim …`": lambda name: name.startswith("claim "),
        "`station …`": lambda name: name.startswith("station "),
    }

    def rows() -> Iterator[tuple[object, ...]]:
        spaces = [ActionSpace(board) for board in boards()]
        for kind, belongs in kinds.items():
            cells = []
            for space in spaces:
                found = [number for number, name in enumerate(space.names) if belongs(name)]
                cells.append("" if not found else f"{found[0]}–{found[-1]}" if len(found) > 1 else str(found[0]))
            yield (kind, *cells)

    return (
        "## Positions\n\nWith every payment; `ActionSpace(board).names` has the text of each, which `Game.play` "
        "understands.\n\n"
        + table(("action", *board_names()), rows())
        + "\n"
        + sizes()
        + "\n"
        + history(ACTIONS_HISTORY)
    )


def page(name: str) -> str:
    title, module = PAGES[name]
    text = f"# {title}\n\n{docstring(module)}\n\n"
    if name == "encoding":
        return text + f"The version is {encoding.VERSION}.\n\n" + about_encoding()
    if name == "actions":
        return text + f"The version is {action_space.VERSION}.\n\n" + about_actions()
    return text + sizes() + "\nVersions: see [observations](encoding.md#versions) and [actions](actions.md#versions).\n"


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in PAGES:
        (folder / f"{name}.md").write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    write(Path("docs/environments"))
