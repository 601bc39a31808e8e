"""The browser client's files: plain under `/static/`, and cacheable forever under `/static/v-<version>/`.

The page links to the second kind. The version is a hash of all files. Imports between modules are relative, and other
references to `/static/` are rewritten to the same version. So a returning browser requests only the page, and never
mixes files of two versions. The style sheets that the page links to are sent as one file, and so are the modules that
it starts with. The folder is checked again at most once per second, so an upgrade shows at once.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
import re
import time
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ferrovia import __version__
from ferrovia.server.http.headers import packed_response
from ferrovia.server.http.joined_modules import joined

NO_CLIENT: Final = "Ferrovia's server is running; the browser client is not installed with it.\n"
LOOK_AGAIN: Final = 1.0  # seconds: a page may be requested hundreds of times in one
VERSIONS_KEPT: Final = 2  # pages open during an upgrade keep the files they started with

_NAMES_THE_FOLDER: Final = re.compile(rb"(?<=[\"'`(])/static/")  # in pages, styles and scripts
_STYLE_LINK: Final = re.compile(rb'<link rel="stylesheet" href="/static/([^"]+)" />')
PAGE_STYLE: Final = "style/page.css"
_START_MODULE: Final = re.compile(rb'<script type="module" src="/static/([^"]+)"')
_COMPRESSIBLE: Final = ("text/", "application/json", "application/javascript", "image/svg+xml", "application/manifest")
_TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".woff2": "font/woff2",
    ".json": "application/json",
}


def web_folder(asked: Path | None) -> Path:
    return asked if asked is not None else Path(str(resources.files("ferrovia"))) / "web"


class File:
    """One file, ready to send."""

    def __init__(self, name: str, content: bytes) -> None:
        self.content = content
        kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        self._is_worth_packing = kind.startswith(_COMPRESSIBLE) and len(content) > 500
        is_text = kind.startswith("text/") or kind == "application/json"
        self.kind = f"{kind}; charset=utf-8" if is_text else kind

    @cached_property
    def packed(self) -> bytes | None:
        return gzip.compress(self.content, 9, mtime=0) if self._is_worth_packing else None

    @cached_property
    def checksum(self) -> str:
        return hashlib.sha256(self.content).hexdigest()[:32]

    def response(self, request: Request, *, forever: bool = False) -> Response:
        return packed_response(self.content, self.packed, self.kind, self.checksum, request, forever=forever)


Marks = dict[str, tuple[int, int]]  # by name: modification time and size


class ClientFiles:
    def __init__(self, folder: Path, root_path: str = "") -> None:
        """`root_path` is the path prefix that visitors see, such as `/games`."""
        self._root = folder.resolve()
        self._root_path = root_path
        self._marks: Marks = {}
        self._looked = -LOOK_AGAIN
        self._plain: dict[str, File] = {}
        self._versions: dict[str, dict[str, File]] = {}  # newest last
        self._look()

    def page(self, name: str, request: Request) -> Response:
        """`index.html` for every path that is not a file: the client handles its own paths."""
        self._look()
        if name and "." in name.rpartition("/")[2]:
            found = self._plain.get(name)
            return found.response(request) if found else PlainTextResponse("There is no such file.\n", 404)
        index = self._newest.get("index.html")
        return index.response(request) if index else PlainTextResponse(NO_CLIENT)

    def static(self, name: str, request: Request) -> Response | None:
        """A file below `/static/`; None if it does not exist."""
        version, _, rest = name.partition("/")
        kept = self._versions.get(version.removeprefix("v-")) if version.startswith("v-") else None
        if kept is not None:
            file = kept.get(rest)
            return None if file is None else file.response(request, forever=True)
        self._look()
        # An old version: a page from before an upgrade gets the current file, marked not cacheable.
        found = self._newest.get(rest) if version.startswith("v-") else self._plain.get(name)
        return None if found is None else found.response(request)

    @property
    def _newest(self) -> dict[str, File]:
        return next(reversed(self._versions.values()), {})

    def _look(self) -> None:
        """Reads the folder again if anything in it has changed, at most once per second."""
        now = time.monotonic()
        if now - self._looked < LOOK_AGAIN:
            return
        self._looked = now
        marks = _marks_below(str(self._root))
        if marks == self._marks and self._versions:
            return
        self._marks = marks
        self._plain = {name: File(name, content) for name in marks if (content := _read(self._root / name)) is not None}
        known = "".join(f"{name} {file.checksum}\n" for name, file in sorted(self._plain.items()))
        version = hashlib.sha256(f"{__version__}\n{known}".encode()).hexdigest()[:12]
        self._versions.pop(version, None)
        self._versions[version] = {
            name: _led_to(version, name, file, self._root_path)
            for name, file in (_with_joined_modules(self._plain) | _joined_styles(self._plain)).items()
        }
        while len(self._versions) > VERSIONS_KEPT:
            del self._versions[next(iter(self._versions))]


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None  # just removed, or not readable


def _joined_styles(files: dict[str, File]) -> dict[str, File]:
    """The page with one style sheet instead of many, and that sheet: every request costs a phone milliseconds."""
    index = files.get("index.html")
    names = [name.decode() for name in _STYLE_LINK.findall(index.content)] if index else []
    if index is None or not names or any(name not in files for name in names):
        return {}
    first, *others = _STYLE_LINK.finditer(index.content)
    page = index.content
    for link in reversed(others):
        page = page[: link.start()].rstrip() + page[link.end() :]
    page = page.replace(first[0], f'<link rel="stylesheet" href="/static/{PAGE_STYLE}" />'.encode())
    style = b"\n".join(files[name].content for name in names)
    return {"index.html": File("index.html", page), PAGE_STYLE: File(PAGE_STYLE, style)}


def _with_joined_modules(files: dict[str, File]) -> dict[str, File]:
    """The files, with one module instead of all those that the page starts with, if they can be joined."""
    index = files.get("index.html")
    start = _START_MODULE.search(index.content) if index else None
    modules = {name: file.content for name, file in files.items() if name.endswith(".js")}
    found = joined(modules, start[1].decode()) if start else None
    if found is None:
        return files
    others = {name: file for name, file in files.items() if name not in modules}
    return others | {name: File(name, content) for name, content in found.items()}


def _led_to(version: str, name: str, file: File, root_path: str) -> File:
    """The file with its references rewritten to the same version. Scripts detect their root path themselves."""
    if not name.endswith((".html", ".css", ".js")) or not _NAMES_THE_FOLDER.search(file.content):
        return file
    before = "" if name.endswith(".js") else root_path
    return File(name, _NAMES_THE_FOLDER.sub(f"{before}/static/v-{version}/".encode(), file.content))


def _marks_below(root: str, above: str = "") -> Marks:
    """All files of a folder and its subfolders. Skips links: they might lead outside."""
    found: Marks = {}
    try:
        with os.scandir(root) as entries:
            for entry in entries:
                name = above + entry.name
                if entry.is_dir(follow_symlinks=False):
                    found |= _marks_below(entry.path, f"{name}/")
                elif entry.is_file(follow_symlinks=False):
                    known = entry.stat(follow_symlinks=False)
                    found[name] = known.st_mtime_ns, known.st_size
    except OSError:
        pass  # there is no client, or a file was just removed
    return found
