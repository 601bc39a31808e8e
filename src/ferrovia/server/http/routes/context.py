"""The context of a request: the registry, the caller, and what they hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Header
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ferrovia.data import PROTOCOL
from ferrovia.server.analysis.boards import Uploads
from ferrovia.server.config import Config
from ferrovia.server.http.addresses import address_in
from ferrovia.server.http.middleware import browser_of, is_https, keep_cookie
from ferrovia.server.http.rate_limits import Connections, RateLimits
from ferrovia.server.messages.errors import OtherProtocol, Refuse
from ferrovia.server.operations.bans import Bans
from ferrovia.server.operations.metrics import Metrics
from ferrovia.server.tables.live_table import LiveTable
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.seats import Holdings, holdings_of
from ferrovia.server.tokens import hash_of


@dataclass(slots=True)
class Context:
    """Everything that lives as long as the server; available as `app.state.context`."""

    config: Config
    registry: TableRegistry
    limits: RateLimits
    metrics: Metrics
    uploads: Uploads
    connections: Connections
    bans: Bans


# The version that programs send in the header `Ferrovia-Protocol`; those of version 1 did not send it.
Protocol = Annotated[int, Header(alias="ferrovia-protocol", ge=0, lt=2**31)]


def check_protocol(said: int) -> None:
    if said != PROTOCOL:
        raise OtherProtocol(said)


def context_of(connection: HTTPConnection) -> Context:
    context: Context = connection.app.state.context
    return context


def address_of(connection: HTTPConnection) -> str:
    """The address of a request, as limits count it."""
    return address_in(connection.scope)


def limit(connection: HTTPConnection, kind: str, most: tuple[int, float]) -> None:
    context_of(connection).limits.check(kind, address_of(connection), most)


def give_cookie(response: Response, request: Request, browser: str) -> None:
    """Stores the browser's secret in a cookie, for this server's paths only."""
    config = context_of(request).config
    secure = config.secure_cookies or is_https(request.scope)
    keep_cookie(response, browser, path=f"{config.root_path}/", secure=secure)


def bearer_of(connection: HTTPConnection) -> list[str]:
    """The token of a program."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return [token] if kind.lower() == "bearer" and len(token) < 100 and token.isascii() else []


async def held(connection: HTTPConnection, live: LiveTable) -> Holdings:
    registry = context_of(connection).registry
    return await holdings_of(registry.store, live.state.id, browser_of(connection), bearer_of(connection))


async def is_invited(connection: HTTPConnection, live: LiveTable) -> bool:
    """Whether the caller presents an unused invitation to this table."""
    for token in bearer_of(connection):
        known = await context_of(connection).registry.store.token(hash_of(token))
        if known is not None and known.table == live.state.id and known.kind == "invitation" and known.used is None:
            return True
    return False


async def watched_table(connection: HTTPConnection, table: str) -> tuple[LiveTable, Holdings]:
    """The table, if the caller may watch it; otherwise refuses."""
    live = await context_of(connection).registry.open(table)
    found = await held(connection, live)
    if not found.may_watch(live.state):
        raise Refuse("link/not_valid", 403)
    return live, found
