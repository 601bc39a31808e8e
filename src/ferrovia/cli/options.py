"""Options that several commands have."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ferrovia.cli.completion import complete_boards


class Language(StrEnum):
    """The languages of `ferrovia.locales`."""

    EN = "en"
    ES = "es"
    PT = "pt"


class Theme(StrEnum):
    LIGHT = "light"
    DARK = "dark"


def _check_json(file: Path | None) -> Path | None:
    """Rejects a file that could not be written, before the work."""
    from ferrovia.cli.files import check_place

    if file is not None and file != Path("-"):
        check_place(file)
    return file


Json = Annotated[
    Path | None,
    typer.Option("--json", help="Write the results to this file as JSON; - is standard output.", callback=_check_json),
]
BoardName = Annotated[
    str,
    typer.Argument(
        metavar="BOARD", help="A built-in board or the path of a .toml file.", autocompletion=complete_boards
    ),
]
Lang = Annotated[Language | None, typer.Option("--lang", help="Language; by default from LANG.")]
