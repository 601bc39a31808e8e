"""The `kernel` decorator and the cache of compiled kernels. Only this module imports Numba (and `gpu` its CUDA part).

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
from numba.core.runtime import rtsys

COMPILED = not numba.config.DISABLE_JIT
_KEPT_FOLDERS = 8  # older caches are removed; several checkouts may be in use

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
    """The folders of a room that contain kernels, including the constants and records that kernels use."""
    holders = {file.parent for file in room.rglob("*.py") if any(word in file.read_bytes() for word in _DECORATORS)}
    return sorted(holders)


def _writable(folder: Path) -> bool:
    """Whether only this user can write to the folder: the cache contains code that will be executed."""
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
    """The cache is a folder of the user's, because an installed package may be read-only."""
    chosen = os.environ.get("FERROVIA_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    for base in (Path(chosen) if chosen else None, Path(home) / "ferrovia"):
        if base is not None and _writable(base / "kernels"):
            return base / "kernels" / _source_hash(*_engine_folders())
    return _passing_folder()


def _passing_folder() -> Path:
    """A temporary folder for this process and its children, with one warning."""
    folder = tempfile.mkdtemp(prefix="ferrovia-kernels-")
    owner = os.getpid()

    def remove() -> None:
        if os.getpid() == owner:  # not in a forked child
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    os.environ["FERROVIA_CACHE"] = folder  # child processes use it too, without compiling or warning again
    if COMPILED:
        print(
            "No folder can be written to keep compiled code, so each start compiles it again. "
            "Set FERROVIA_CACHE to a folder of your own.",
            file=sys.stderr,
            flush=True,
        )
    return Path(folder) / "kernels" / _source_hash(*_engine_folders())


def forget_old_caches(newest: Path) -> None:
    """Remove the oldest caches of the same room: folders with the same name up to their hash."""
    same_room = (f for f in newest.parent.iterdir() if f.is_dir() and _room_of(f) == _room_of(newest))
    folders = sorted(same_room, key=lambda f: f.stat().st_mtime, reverse=True)
    for folder in folders[_KEPT_FOLDERS:]:
        if folder != newest:
            shutil.rmtree(folder, ignore_errors=True)


def _room_of(folder: Path) -> str:
    return folder.name.rpartition("-")[0]  # empty for the engine, whose folders are named by the hash alone


CACHE_FOLDER = _cache_folder()

if COMPILED:
    CACHE_FOLDER.mkdir(parents=True, exist_ok=True)


@lru_cache(maxsize=16)
def _kernels_of_rooms(*rooms: Path) -> tuple[Path, ...]:
    return tuple(folder for room in rooms for folder in _kernel_folders(room))


@lru_cache(maxsize=256)
def cache_of(source: str) -> str:
    """The cache folder for the kernels of a source file."""
    file, package = Path(source).resolve(), _ENGINE.parent
    if _ENGINE in file.parents:
        return str(CACHE_FOLDER)
    if package in file.parents:
        room = package / file.relative_to(package).parts[0]
        return str(CACHE_FOLDER / f"{room.name}-{_source_hash(*_kernels_of_rooms(room))}")
    rooms = sorted(room for room in package.iterdir() if room.is_dir() and room != _ENGINE)
    return str(CACHE_FOLDER / f"{file.parent.name}-{_source_hash(file.parent, *_kernels_of_rooms(*rooms))}")


def forget_sources() -> None:
    """Hash the sources again; for tests that change them."""
    cache_of.cache_clear()
    _kernels_of_rooms.cache_clear()
    _source_hash.cache_clear()


class CacheBySource(getattr(caching, "UserProvidedCacheLocator", object)):  # type: ignore[misc]
    """Names a cache by its sources, not by their path: a moved or cloned checkout need not compile again."""

    @classmethod
    @lru_cache(maxsize=256)
    def get_suitable_cache_subpath(cls, source: str) -> str:
        file, package = Path(source).resolve(), _ENGINE.parent
        parent = file.relative_to(package).parent if package in file.parents else Path(file.parent.name)
        return "-".join(parent.parts)


def _compile(function: F, **options: bool) -> F:
    if not COMPILED:
        plain: F = numba.njit(function)
        return plain
    # Numba reads these settings when it decorates; versions before 0.62 ignore the second.
    numba.config.CACHE_DIR = cache_of(function.__code__.co_filename)
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{CacheBySource.__name__}"
    is_private = function.__name__.startswith("_")
    options |= {"cache": True, "nogil": True, "no_cfunc_wrapper": True, "no_cpython_wrapper": is_private}
    compiled: Any = numba.njit(error_model="numpy", **options)(function)
    compiled.get_call_template = partial(_call_template, compiled)
    compiled._cache.load_overload = partial(_load, compiled._cache)
    if is_private:
        compiled._insert = lambda *_, **__: None  # otherwise a call from Python would crash
        compiled._compile_for_args = partial(_refuse_python, function.__qualname__)
    return compiled  # type: ignore[no-any-return]


def _load(cache: Any, signature: Any, target: Any) -> Any:
    """Read a kernel from the cache without loading the compiler's libraries, which takes up to half of a start.

    Numba first imports everything it can compile calls to, including SciPy's linear algebra if that is installed. Code
    from the cache needs none of it. For a kernel that is not in the cache, the compiler imports it.
    """
    rtsys.initialize(target)  # the runtime that compiled code is linked with
    with cache._guard_against_spurious_io_errors():
        return cache._load_overload(signature, target)


def _call_template(compiled: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """Compile a kernel once for integers of all widths.

    Numba would compile a function again for every width and constant that callers pass: a third of all the work.
    """
    return type(compiled).get_call_template(compiled, tuple(map(_widened, args)), kws)


def _widened(argument: Any) -> Any:
    plain = numba.types.unliteral(argument)
    return numba.types.int64 if isinstance(plain, numba.types.Integer) else plain


def _refuse_python(name: str, *_: object, **__: object) -> None:
    raise TypeError(f"{name} is for kernels alone: its name begins with _, so it is compiled without a way in")


def kernel(function: F) -> F:
    """Compile a function of the rules: no exceptions, no allocation, no recursion, so that it runs on a GPU too.

    A function whose name begins with _ can be called from kernels only, which saves a fifth of the compilation.
    """
    return _compile(function)


def inlined(function: F) -> F:
    """Like `kernel`, but always inlined: for functions so small that a call would cost as much as the work."""
    return _compile(function, forceinline=True)
