"""Response headers: security, checksums, and caching."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAFE_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}
# Headers that only matter for documents. A page loads some eighty files, and these are 300 bytes.
DOCUMENT_HEADERS: Final = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_PART_OF_A_DOCUMENT: Final = ("text/javascript", "text/css", "font/", "image/png", "image/webp", "application/json")


def safe_headers(kind: str) -> dict[str, str]:
    """The security headers for a response of this type."""
    return SAFE_HEADERS if kind.startswith(_PART_OF_A_DOCUMENT) else SAFE_HEADERS | DOCUMENT_HEADERS


def packed_response(
    content: bytes, packed: bytes | None, kind: str, checksum: str, request: Request, *, forever: bool = False
) -> Response:
    """A response with an ETag: a browser with a current copy gets no body. It must revalidate, so upgrades show at
    once.

    `forever` is for addresses whose content never changes: no revalidation, and no checksum.
    """
    headers = {"vary": "accept-encoding"}
    if forever:
        headers["cache-control"] = "max-age=31536000, immutable"
    else:
        headers |= {"cache-control": "no-cache", "etag": f'"{checksum}"'}
        if f'"{checksum}"' in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
    if packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        content = packed
    return Response(content, media_type=kind, headers=headers)
