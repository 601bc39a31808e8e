"""The client's files as they are, with checksums, compressed; and the headers that keep pages safe."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAFE_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}
# What only documents obey. A page loads some eighty files, and these are 300 bytes.
DOCUMENT_HEADERS: Final = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_PART_OF_A_DOCUMENT: Final = ("text/javascript", "text/css", "font/", "image/png", "image/webp", "application/json")


def safe_headers(kind: str) -> dict[str, str]:
    """The headers that keep an answer of this type safe."""
    return SAFE_HEADERS if kind.startswith(_PART_OF_A_DOCUMENT) else SAFE_HEADERS | DOCUMENT_HEADERS


_COMPRESSIBLE: Final = ("text/", "application/json", "application/javascript", "image/svg+xml", "application/manifest")
_TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".woff2": "font/woff2",
    ".json": "application/json",
}
NO_CLIENT: Final = "Ferrovia's server is running; the browser client is not installed with it.\n"


def web_folder(asked: Path | None) -> Path:
    return asked if asked is not None else Path(str(resources.files("ferrovia"))) / "web"


@lru_cache(maxsize=400)
def _file(path: str, changed: int) -> tuple[bytes, bytes | None, str, str]:
    """Content, the same compressed (None if not worth it), type, checksum. `changed` makes a new file a new entry."""
    content = Path(path).read_bytes()
    kind = _TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    packed = gzip.compress(content, 9, mtime=0) if kind.startswith(_COMPRESSIBLE) and len(content) > 500 else None
    if kind.startswith("text/") or kind == "application/json":
        kind += "; charset=utf-8"
    return content, packed, kind, hashlib.sha256(content).hexdigest()[:32]


def file_response(folder: Path, name: str, request: Request) -> Response | None:
    """A file below the folder; None if there is none of that name."""
    root = folder.resolve()
    try:
        path = (root / name).resolve()
        if not path.is_relative_to(root) or not path.is_file():
            return None
        content, packed, kind, checksum = _file(str(path), path.stat().st_mtime_ns)
    except (OSError, ValueError):
        return None
    return packed_response(content, packed, kind, checksum, request)


def packed_response(content: bytes, packed: bytes | None, kind: str, checksum: str, request: Request) -> Response:
    """With ETag: who has it already is sent nothing. Asked again each time, so that an upgrade is seen at once."""
    headers = {"etag": f'"{checksum}"', "cache-control": "no-cache", "vary": "accept-encoding"}
    if f'"{checksum}"' in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        content = packed
    return Response(content, media_type=kind, headers=headers)


def page(folder: Path, name: str, request: Request) -> Response:
    """`index.html` for every path that is no file: the client knows its own paths."""
    if name and "." in name.rpartition("/")[2]:
        found = file_response(folder, name, request)
        return found or PlainTextResponse("There is no such file.\n", 404)
    found = file_response(folder, "index.html", request)
    return found or PlainTextResponse(NO_CLIENT)
