"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


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
