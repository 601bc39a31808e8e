"""A cache of kernels as on a machine where the bots have never played, without the time that compiling takes."""

from __future__ import annotations

import shutil
from pathlib import Path

from ferrovia.bots import coach
from ferrovia.engine import prepare
from ferrovia.engine.compilation.jit import CACHE_FOLDER, cache_of


def cache_without_sign_of_bots(folder: Path) -> Path:
    """Copies all kernels into a folder for FERROVIA_CACHE, except for the sign that those of the bots are complete.
    Returns where the sign will be.
    """
    prepare(*coach.PARTS)
    copy = folder / "kernels" / CACHE_FOLDER.name
    shutil.copytree(CACHE_FOLDER, copy)
    older = copy / "bots-0123456789abcdef" / "network.complete"  # from before the bots changed and the engine did not
    older.parent.mkdir()
    older.touch()
    sign = copy / Path(cache_of(coach.__file__)).relative_to(CACHE_FOLDER) / older.name
    sign.unlink()
    return sign
