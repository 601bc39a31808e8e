"""Serves below a path of a site, such as `https://example.org/games/`: removes the path before anything reads it.

Some proxies strip the path and some leave it; both work.
"""

from __future__ import annotations

import re
from typing import Final

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_PATH: Final = re.compile(r"(/[A-Za-z0-9._~-]+)+")


def read_root_path(text: str) -> str:
    """`/games` for `games`, `/games` and `/games/`; empty for `/`. ValueError if it is not a path."""
    path = "/" + text.strip("/")
    if path == "/":
        return ""
    if not _PATH.fullmatch(path) or "/static" in path or {".", ".."} & set(path.split("/")):
        raise ValueError(
            f"a root path is written /games: letters, digits, - . _ ~, without /static in it, not {text!r:.60}"
        )
    return path


class BelowPath:
    """An ASGI layer around the whole application."""

    def __init__(self, app: ASGIApp, root_path: str) -> None:
        self._app = app
        self._root_path = root_path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == self._root_path:
            await RedirectResponse(f"{self._root_path}/", 308)(scope, receive, send)
            return
        if scope["type"] in ("http", "websocket") and scope["path"].startswith(f"{self._root_path}/"):
            scope = {**scope, "path": scope["path"].removeprefix(self._root_path)}
            scope["raw_path"] = scope["path"].encode()
        await self._app(scope, receive, send)
