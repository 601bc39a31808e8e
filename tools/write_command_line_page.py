"""Writes docs/command_line.md from the command itself; a test compares the page with what this would write."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import typer

from ferrovia.cli.app import app

PAGE = Path(__file__).parent.parent / "docs" / "command_line.md"
HEAD = """# Command line

`python -m ferrovia` is the same as `ferrovia`. Exit codes: 0 done; 1 the checked thing is wrong, or the work failed; 2
the command cannot be carried out as given (options, missing files); 130 stopped with Ctrl-C. `ferrovia
--install-completion` teaches your shell the commands and the names of boards and bots.
"""


def command_line_page() -> str:
    root: Any = typer.main.get_command(app)
    return HEAD + "".join(_section(f"ferrovia {name}", command) for name, command in _commands(root))


def _commands(group: Any, prefix: str = "") -> list[tuple[str, Any]]:
    found = []
    for name, command in group.commands.items():
        inner = getattr(command, "commands", None)
        found += _commands(command, f"{prefix}{name} ") if inner else [(f"{prefix}{name}", command)]
    return found


def _section(name: str, command: Any) -> str:
    rows = "".join(_row(parameter) for parameter in command.params if parameter.name != "help")
    return f"\n## {name}\n\n{_plain(command.help)}\n\n| option | meaning |\n|---|---|\n{rows}"


def _row(parameter: Any) -> str:
    is_argument = parameter.param_type_name == "argument"
    name = parameter.metavar or parameter.name.upper() if is_argument else ", ".join(parameter.opts)
    usual = parameter.default
    shown = "" if usual in (None, False, (), []) or callable(usual) else f" [{getattr(usual, 'value', usual)}]"
    variable = f", or `{parameter.envvar}`" if parameter.envvar else ""
    return f"| `{_plain(name)}`{variable} | {_plain(getattr(parameter, 'help', '') or '')}{shown} |\n"


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(command_line_page(), encoding="utf-8")
