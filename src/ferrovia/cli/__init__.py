"""The `ferrovia` command. Reads arguments, shows progress and results; everything else is done by the rooms below."""

from __future__ import annotations

import sys

MISSING = "The command `ferrovia` needs {name}, which is not installed. Install it with: pip install 'ferrovia[cli]'"


def main() -> None:
    try:
        import rich  # noqa: F401
        import typer  # noqa: F401
    except ModuleNotFoundError as error:
        if error.name not in ("rich", "typer"):
            raise
        sys.exit(MISSING.format(name=error.name))
    from ferrovia.cli.app import app

    app()
