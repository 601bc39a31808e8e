"""Checks on every request (address, rate, size, origin), and headers on every response."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ferrovia.server.config import Config
from ferrovia.server.http.addresses import address_in, read_networks
from ferrovia.server.http.headers import safe_headers
from ferrovia.server.http.rate_limits import RateLimits
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.operations.bans import Bans
from ferrovia.server.operations.metrics import Metrics
from ferrovia.server.tokens import new_browser

COOKIE: Final = "ferrovia"
_YEAR: Final = 365 * 24 * 3600
_CHANGING: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})

_COUNTED: Final = ("/api/", "/healthz", "/metrics")


def trusted_hosts(proxies: Iterable[str]) -> list[str]:
    """The operator's trusted proxies, in the form of uvicorn's `ProxyHeadersMiddleware`. ValueError for an invalid one.

    A server that listens on `::` sees IPv4 addresses inside IPv6 ones, so each IPv4 proxy is trusted in both forms.
    """
    found: list[str] = []
    for network in read_networks(proxies, "a trusted proxy"):
        found.append(str(network))
        if isinstance(network, ipaddress.IPv4Network):
            found.append(f"::ffff:{network.network_address}/{96 + network.prefixlen}")
    return found


def is_https(scope: Scope) -> bool:
    """Whether the browser uses https, with us or with a trusted proxy."""
    return scope.get("scheme") in ("https", "wss")


def is_own_origin(config: Config, connection: HTTPConnection) -> bool:
    """Browsers name the page that sends a request; programs do not, and carry no cookie that could be abused."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    if origin in config.origins:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host") and origin != "null"
    except ValueError:  # not an address
        return False


def refusal_response(refusal: Refuse) -> JSONResponse:
    headers = {}
    if refusal.code == "limit/too_many":
        headers["retry-after"] = str(refusal.numbers["seconds"])
    return JSONResponse({"refusal": refusal.as_data()}, refusal.status, headers)


def browser_of(connection: HTTPConnection) -> str | None:
    """The secret in the cookie, if it has our form."""
    cookie = connection.cookies.get(COOKIE)
    return cookie if cookie is not None and 20 <= len(cookie) <= 64 and cookie.isascii() else None


class RequestGuard:
    """An ASGI layer around the whole application."""

    def __init__(self, app: ASGIApp, config: Config, limits: RateLimits, metrics: Metrics, bans: Bans) -> None:
        self._app = app
        self._config = config
        self._limits = limits
        self._metrics = metrics
        self._bans = bans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status, has_begun = 500, False

        async def send_safely(message: Message) -> None:
            nonlocal status, has_begun
            if message["type"] == "http.response.start":
                status, has_begun = message["status"], True
                headers = MutableHeaders(scope=message)
                for name, value in safe_headers(headers.get("content-type", "")).items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            refusal = self._why_not(scope)
            if refusal is not None:
                await refusal_response(refusal)(scope, receive, send_safely)
            else:
                await self._app(scope, self._measured(receive, lambda: has_begun), send_safely)
        except Exception:
            if not has_begun:
                await refusal_response(Refuse("server/failed", 500))(scope, receive, send_safely)
            raise  # for the log
        finally:
            self._metrics.request(scope, status, time.perf_counter() - began)

    def _why_not(self, scope: Scope) -> Refuse | None:
        connection = HTTPConnection(scope)
        limits = self._config.limits
        if scope["path"].startswith("/api/") and self._bans.covers(address_in(scope), browser_of(connection)):
            return Refuse("visitor/banned", 403)
        try:
            if scope["path"].startswith(_COUNTED):  # files are cheap, and a page loads eighty of them
                self._limits.check("requests", address_in(scope), limits.requests)
        except Refuse as refusal:
            return refusal
        length = connection.headers.get("content-length", "0")
        if not length.isdigit() or int(length) > limits.body:
            return Refuse("limit/too_large", 413, most=limits.body)
        if scope["method"] in _CHANGING and not is_own_origin(self._config, connection):
            return Refuse("origin/foreign", 403)
        return None

    def _measured(self, receive: Receive, has_begun: Callable[[], bool]) -> Receive:
        """Stops reading a body without a length once it gets too long. FastAPI passes on no other exception.

        A response that has begun cannot become a refusal: it ends as if the visitor had gone.
        """
        got = 0

        async def receive_some() -> Message:
            nonlocal got
            message = await receive()
            if message["type"] == "http.request":
                got += len(message.get("body", b""))
                if got > self._config.limits.body:
                    if has_begun():
                        return {"type": "http.disconnect"}
                    raise HTTPException(413)
            return message

        return receive_some


def keep_cookie(response: Response, browser: str, *, path: str, secure: bool) -> None:
    response.set_cookie(COOKIE, browser, max_age=_YEAR, path=path, httponly=True, samesite="lax", secure=secure)


def browser_or_new(connection: HTTPConnection) -> str:
    return browser_of(connection) or new_browser()
