"""Tables: create, join, open a link, watch, play from a program, download."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import re
import time
from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from ferrovia import SPECTATOR
from ferrovia.data import result_data
from ferrovia.server.analysis.replay import offers, replay_steps
from ferrovia.server.http.event_stream import Stream
from ferrovia.server.http.headers import packed_response
from ferrovia.server.http.middleware import browser_of, browser_or_new, is_own_origin
from ferrovia.server.http.rate_limits import Talk, group_of
from ferrovia.server.http.routes.context import (
    Protocol,
    address_of,
    check_protocol,
    context_of,
    give_cookie,
    held,
    is_invited,
    limit,
    watched_table,
)
from ferrovia.server.http.websocket import TOO_MANY, serve_socket
from ferrovia.server.messages import incoming
from ferrovia.server.messages.answers import Lobby
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.messages.outgoing import FairDeal, TableInfo
from ferrovia.server.tables import creation, dispatch
from ferrovia.server.tables.live_table import BANNED, NO_TABLE
from ferrovia.server.tables.lobby import lobby
from ferrovia.server.tables.records import must_be_over, record_text
from ferrovia.server.tables.seats import Holdings
from ferrovia.server.tables.viewer import compact, deal_data

router = APIRouter(prefix="/api/tables", tags=["tables"])

_ID: Final = re.compile(r"[a-z0-9]{6,16}")


def checked(table: str) -> str:
    if not _ID.fullmatch(table):
        raise Refuse("table/unknown", 404)
    return table


def _with_cookie(data: Mapping[str, object], request: Request, browser: str, status: int = 200) -> Response:
    response = JSONResponse(data, status, headers={"cache-control": "no-store"})
    give_cookie(response, request, browser)
    return response


@router.post("", status_code=201)
async def create(wish: incoming.CreateTable, request: Request) -> Response:
    """Creates a table. The response contains all its links; they are shown only once."""
    context = context_of(request)
    limit(request, "tables", context.config.limits.tables)
    browser = browser_or_new(request)
    await creation.check_room_for_more(context.registry, browser)
    made = await creation.create_table(context.registry, wish, browser, address=address_of(request))
    return _with_cookie(made, request, browser, 201)


@router.get("")
async def tables(request: Request) -> Lobby:
    """The lobby: public tables to join or watch, and this browser's own."""
    return await lobby(context_of(request).registry, browser_of(request))


@router.get("/{table}")
async def table(table: str, request: Request) -> TableInfo:
    """The table and its seats, for callers who may watch it or hold an unused invitation."""
    live = await context_of(request).registry.open(checked(table))
    if not await is_invited(request, live):
        await watched_table(request, table)
    return live.info()


@router.post("/{table}/join")
async def join(table: str, wish: incoming.Join, request: Request) -> Response:
    """Joins a table. The response contains the player's own link, which nobody else sees."""
    context = context_of(request)
    limit(request, "joins", context.config.limits.joins)
    live = await context.registry.open(checked(table))
    browser = browser_or_new(request)
    found = await creation.join(context.registry, live, wish, browser, await held(request, live))
    return _with_cookie(found, request, browser)


@router.post("/{table}/open")
async def open_link(table: str, wish: incoming.OpenLink, request: Request) -> Response:
    """Opens a link to return or to watch. For an invitation it only returns information; joining uses it."""
    context = context_of(request)
    limit(request, "links", context.config.limits.links)
    live = await context.registry.open(checked(table))
    browser = browser_or_new(request)
    found = await creation.open_link(context.registry, live, wish.token, browser)
    if found["kind"] == "invitation":
        # Set no cookie: this response could arrive after a concurrent join's and overwrite the cookie with the seat.
        return JSONResponse(found, headers={"cache-control": "no-store"})
    return _with_cookie(found, request, browser)


@router.get("/{table}/record")
async def record(table: str, request: Request) -> Response:
    """The record of a finished game, as a download."""
    limit(request, "downloads", context_of(request).config.limits.downloads)
    live, _ = await watched_table(request, checked(table))
    return PlainTextResponse(
        record_text(live.state),
        headers={"content-disposition": f'attachment; filename="ferrovia-{live.state.board.id}-{table}.txt"'},
    )


@router.get("/{table}/deal")
async def deal(table: str, request: Request) -> FairDeal:
    """The fair deal, revealed after the end."""
    live, _ = await watched_table(request, checked(table))
    must_be_over(live.state)
    found = deal_data(live.state)
    if found is None:
        raise Refuse("lesson/arranged", 404)
    return found


@router.get("/{table}/replay")
async def replay(table: str, request: Request) -> Response:
    """A finished game step by step, with nothing hidden."""
    limit(request, "downloads", context_of(request).config.limits.downloads)
    live, holdings = await watched_table(request, checked(table))
    must_be_over(live.state)
    assert live.state.game is not None
    data = {
        "table": live.info(),
        "board": live.state.board.id,
        "steps": await replay_steps(live.state),
        "result": result_data(live.state.game.result()),
        "deal": deal_data(live.state),
        "yours": holdings.valid_seats(live.state),
        "can": offers(live.state),
    }
    content = compact(data).encode()
    packed = await asyncio.to_thread(gzip.compress, content, 6, mtime=0)  # a megabyte shrinks to fifty kilobytes
    checksum = hashlib.sha256(content).hexdigest()[:32]
    return packed_response(content, packed, "application/json", checksum, request)


class _Program:
    """An HTTP caller: a listener for the duration of one request."""

    def __init__(self, holdings: Holdings, address: str, look: int = SPECTATOR) -> None:
        self.holdings, self.address, self.look = holdings, address, look
        self.seen: int | None = None
        self.browser: str | None = None

    def send(self, message: str, *, replaces: str | None = None) -> None:
        """There is no connection to send to."""

    def close(self, code: int) -> None:
        """There is no connection to close."""


@router.get("/{table}/view")
async def view(table: str, request: Request, protocol: Protocol = 1) -> Response:
    """The current state for a program: an `update` with `snapshot`."""
    check_protocol(protocol)
    live, found = await watched_table(request, checked(table))
    who = _Program(found, address_of(request))
    async with live.lock:
        text = live.snapshot(dispatch.first_look(who, live, None), None)
    return Response(text, media_type="application/json")


@router.get("/{table}/events")
async def events(
    table: str, request: Request, since: Annotated[int | None, Query(ge=0, lt=2**31)] = None, protocol: Protocol = 1
) -> StreamingResponse:
    """An event stream for a program: server-sent events, each an `update`; `since` is the last number seen."""
    check_protocol(protocol)
    context = context_of(request)
    address = address_of(request)
    context.connections.check(address, context.config.limits.sockets)
    live, found = await watched_table(request, checked(table))
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}

    async def counted() -> AsyncIterator[str]:
        with context.connections.one_more(address):
            async for line in Stream(found, address, browser_of(request)).events(live, since):
                yield line

    return StreamingResponse(counted(), media_type="text/event-stream", headers=headers)


@router.post("/{table}/messages")
async def message(table: str, request: Request, protocol: Protocol = 1) -> Response:
    """Any message of the socket, for programs; returns the socket's answer."""
    check_protocol(protocol)
    context = context_of(request)
    live, found = await watched_table(request, checked(table))
    body = await request.body()
    if len(body) > incoming.MAX_MESSAGE:
        raise Refuse("limit/too_large", 413, most=incoming.MAX_MESSAGE)
    wish = dispatch.understood(body)
    group = group_of(wish.type)
    limit(request, f"{group} of programs", getattr(context.config.limits, group))
    who = _Program(found, address_of(request))
    who.look = dispatch.first_look(who, live, None)
    began = time.perf_counter()
    try:
        answer = await dispatch.reply(context.registry, live, who, wish, browser_of(request))
    finally:
        context.metrics.answer(wish.type, time.perf_counter() - began)
    return Response(compact(answer), media_type="application/json")


class TableSocket:
    """The socket of a table. An application of its own: a FastAPI endpoint would keep 6 kB per open connection."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await _serve(WebSocket(scope, receive, send), scope["path_params"]["table"])


async def _serve(websocket: WebSocket, table: str) -> None:
    context = context_of(websocket)
    address = address_of(websocket)
    if not is_own_origin(context.config, websocket):
        await websocket.close(4403)
        return
    if context.bans.covers(address, browser_of(websocket)):
        await websocket.accept()
        await websocket.close(BANNED)
        return
    limits = context.config.limits
    try:
        context.limits.check("requests", address, limits.requests)
        context.connections.check(address, limits.sockets)
    except Refuse:
        await websocket.accept()
        await websocket.close(TOO_MANY)
        return
    if not _ID.fullmatch(table):
        await websocket.accept()
        await websocket.close(NO_TABLE)
        return
    with context.connections.one_more(address):
        talk = Talk(limits, context.limits, address)
        await serve_socket(context.registry, websocket, table, browser_of(websocket), talk, context.metrics)
