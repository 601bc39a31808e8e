"""The `ferrovia` command. Reads arguments, shows progress and results; the rooms below do everything else."""

from __future__ import annotations

import sys
from typing import Final

from ferrovia import __version__

VERSION_OPTIONS: Final = ("--version", "-V")
# The extras these commands need besides `cli`; `pip install ferrovia` installs only the library.
SERVER_COMMANDS: Final = ("serve", "export", "import", "backup", "restore", "tables", "names", "bans")
EXTRAS: Final = dict.fromkeys(SERVER_COMMANDS, "server") | {"train": "train"}


def main() -> None:
    if sys.argv[1:2] and sys.argv[1] in VERSION_OPTIONS:  # works in a plain install too
        print(f"ferrovia {__version__}")
        return
    try:
        import rich  # noqa: F401
        import typer  # noqa: F401
    except ModuleNotFoundError as error:
        if error.name not in ("rich", "typer"):
            raise
        sys.exit(_missing(error.name, sys.argv[1:]))
    from ferrovia.cli.app import app

    app()


def _missing(package: str, arguments: list[str]) -> str:
    """The extra to install for the given command."""
    command = next((argument for argument in arguments if not argument.startswith("-")), None)
    extras = f"cli,{EXTRAS[command]}" if command in EXTRAS else "cli"
    wanted = f"ferrovia {command}" if command else "ferrovia"
    return f"`{wanted}` needs {package}, which is not installed. Install it with: pip install 'ferrovia[{extras}]'"
