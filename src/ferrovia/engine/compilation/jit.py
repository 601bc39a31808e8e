"""The import of Numba (`gpu` imports its CUDA part): the `kernel` decorator, and where compiled kernels are kept.

Numba's own cache does not notice when a *called* function in another file changes, so the cache folder is named by a
hash of every file of the engine: a change anywhere starts a new folder. Kernels of another room have a cache inside
the engine's, named by a hash of that room's kernel folders, so that the engine stays compiled when they change.
Kernels from outside the package, such as those of tests, may call all of them and are named by all of them.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import caching

COMPILED = not numba.config.DISABLE_JIT
_KEPT_FOLDERS = 8  # caches of other sources are removed, newest first kept; several checkouts may be in use

F = TypeVar("F", bound=Callable[..., Any])


_ENGINE = Path(__file__).resolve().parents[1]
_DECORATORS = (b"\n@kernel", b"\n@inlined")


@lru_cache(maxsize=64)
def _source_hash(*folders: Path) -> str:
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version}".encode())
    for folder in folders:
        for file in sorted(folder.glob("*.py")):
            digest.update(f"{folder.name}/{file.name}".encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _kernel_folders(room: Path) -> list[Path]:
    """The folders of a room that hold kernels, and with them the constants and records that kernels use."""
    holders = {file.parent for file in room.rglob("*.py") if any(word in file.read_bytes() for word in _DECORATORS)}
    return sorted(holders)


def _writable(folder: Path) -> bool:
    """Whether the folder is ours alone to write: what lies in a cache is run, so nobody else may put anything there."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        status = folder.stat()
    except OSError:
        return False
    ours = not hasattr(os, "getuid") or (status.st_uid == os.getuid() and status.st_mode & 0o022 == 0)
    return ours and os.access(folder, os.W_OK)


def _engine_folders() -> list[Path]:
    return sorted({file.parent for file in _ENGINE.rglob("*.py")})


def _cache_folder() -> Path:
    """A folder of the user's own, because an installed package may be read-only."""
    chosen = os.environ.get("FERROVIA_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    for base in (Path(chosen) if chosen else None, Path(home) / "ferrovia"):
        if base is not None and _writable(base / "kernels"):
            return base / "kernels" / _source_hash(*_engine_folders())
    return _passing_folder()


def _passing_folder() -> Path:
    """A folder for this process and those it starts, gone with it; says so once."""
    folder = tempfile.mkdtemp(prefix="ferrovia-kernels-")
    owner = os.getpid()

    def remove() -> None:
        if os.getpid() == owner:  # and not in a process forked from it
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    os.environ["FERROVIA_CACHE"] = folder  # processes started from here find it, and do not compile or warn again
    if COMPILED:
        print(
            "No folder can be written to keep compiled code, so each start compiles it again. "
            "Set FERROVIA_CACHE to a folder of your own.",
            file=sys.stderr,
            flush=True,
        )
    return Path(folder) / "kernels" / _source_hash(*_engine_folders())


def forget_old_caches(newest: Path) -> None:
    folders = sorted((f for f in newest.parent.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime, reverse=True)
    for folder in folders[_KEPT_FOLDERS:]:
        if folder != newest:
            shutil.rmtree(folder, ignore_errors=True)


CACHE_FOLDER = _cache_folder()

if COMPILED:
    CACHE_FOLDER.mkdir(parents=True, exist_ok=True)


@lru_cache(maxsize=16)
def _kernels_of_rooms(*rooms: Path) -> tuple[Path, ...]:
    return tuple(folder for room in rooms for folder in _kernel_folders(room))


@lru_cache(maxsize=256)
def cache_of(source: str) -> str:
    """Where the kernels of a source file are kept."""
    file, package = Path(source).resolve(), _ENGINE.parent
    if _ENGINE in file.parents:
        return str(CACHE_FOLDER)
    if package in file.parents:
        room = package / file.relative_to(package).parts[0]
        return str(CACHE_FOLDER / f"{room.name}-{_source_hash(*_kernels_of_rooms(room))}")
    rooms = sorted(room for room in package.iterdir() if room.is_dir() and room != _ENGINE)
    return str(CACHE_FOLDER / f"{file.parent.name}-{_source_hash(file.parent, *_kernels_of_rooms(*rooms))}")


def forget_sources() -> None:
    """Look at the sources again, as tests that change them need."""
    cache_of.cache_clear()
    _kernels_of_rooms.cache_clear()
    _source_hash.cache_clear()


class CacheBySource(getattr(caching, "UserProvidedCacheLocator", object)):  # type: ignore[misc]
    """Names a cache by the sources in it, not by where they lie: a moved or cloned checkout compiles nothing again."""

    @classmethod
    def get_suitable_cache_subpath(cls, source: str) -> str:
        file, package = Path(source).resolve(), _ENGINE.parent
        parent = file.relative_to(package).parent if package in file.parents else Path(file.parent.name)
        return "-".join(parent.parts)


def _compile(function: F, **options: bool) -> F:
    if not COMPILED:
        plain: F = numba.njit(function)
        return plain
    # Numba reads these here and now; versions before 0.62 do not know the second.
    numba.config.CACHE_DIR = cache_of(function.__code__.co_filename)
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{CacheBySource.__name__}"
    is_private = function.__name__.startswith("_")
    options |= {"cache": True, "nogil": True, "no_cfunc_wrapper": True, "no_cpython_wrapper": is_private}
    compiled: Any = numba.njit(error_model="numpy", **options)(function)
    compiled.get_call_template = partial(_call_template, compiled)
    if is_private:
        compiled._insert = lambda *_, **__: None  # else a call from Python would run into nowhere
        compiled._compile_for_args = partial(_refuse_python, function.__qualname__)
    return compiled  # type: ignore[no-any-return]


def _call_template(compiled: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """Compile a kernel once for integers, whatever their width.

    Numba compiles a function again for every width and every constant that a caller passes, which is a third of all
    the work.
    """
    return type(compiled).get_call_template(compiled, tuple(map(_widened, args)), kws)


def _widened(argument: Any) -> Any:
    plain = numba.types.unliteral(argument)
    return numba.types.int64 if isinstance(plain, numba.types.Integer) else plain


def _refuse_python(name: str, *_: object, **__: object) -> None:
    raise TypeError(f"{name} is for kernels alone: its name begins with _, so it is compiled without a way in")


def kernel(function: F) -> F:
    """Compile a function of the rules: no exceptions, no allocation, no recursion, so that it runs on a GPU too.

    One whose name begins with _ can be called by other kernels only, which saves a fifth of the compilation.
    """
    return _compile(function)


def inlined(function: F) -> F:
    """As `kernel`, for the smallest functions: always merged into their callers, where a call would cost as much."""
    return _compile(function, forceinline=True)
