"""Analysis of finished games: the coach at any step, chances to win, playing on from there."""

from __future__ import annotations

import asyncio
from typing import Annotated
from weakref import WeakKeyDictionary

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from ferrovia.data.schema import StatisticsData
from ferrovia.server.analysis import advice
from ferrovia.server.analysis.chances import Chances
from ferrovia.server.http.middleware import browser_or_new
from ferrovia.server.http.routes.context import address_of, context_of, give_cookie, limit, watched_table
from ferrovia.server.http.routes.tables import checked
from ferrovia.server.messages import incoming
from ferrovia.server.tables.creation import check_room_for_more
from ferrovia.server.tables.records import must_be_over
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.statistics import game_statistics

router = APIRouter(prefix="/api/tables", tags=["analysis"])
_chances: WeakKeyDictionary[TableRegistry, Chances] = WeakKeyDictionary()


@router.get("/{table}/analysis")
async def analysis(
    table: str,
    request: Request,
    step: Annotated[int, Query(ge=0, le=100_000)],
    seat: Annotated[int, Query(ge=0, lt=incoming.MAX_SEATS)],
) -> dict[str, object]:
    """The moves that strong bots would have made at a step of a finished game, from what the seat knew."""
    context = context_of(request)
    limit(request, "downloads", context.config.limits.downloads)
    live, _ = await watched_table(request, checked(table))
    return {"moves": await advice.coach(context.registry, live, step, seat, address_of(request))}


@router.get("/{table}/statistics")
async def statistics(table: str, request: Request) -> StatisticsData:
    """Cards, routes, turns and tickets of every seat of a finished game, and the scores after every turn."""
    limit(request, "downloads", context_of(request).config.limits.downloads)
    live, _ = await watched_table(request, checked(table))
    must_be_over(live.state)
    assert live.state.game is not None
    found = await asyncio.to_thread(game_statistics, live.state.game, beginning=live.state.beginning())
    return found.as_data()


@router.get("/{table}/chances")
async def chances(table: str, request: Request) -> Response:
    """Chances to win by step and seat; 202 and the progress while they are computed."""
    live, _ = await watched_table(request, checked(table))
    registry = context_of(request).registry
    found = await _chances.setdefault(registry, Chances(registry.bot_workers)).of(live.state, address_of(request))
    return JSONResponse(found, 200 if "method" in found else 202, headers={"cache-control": "no-store"})


@router.post("/{table}/branch", status_code=201)
async def branch(table: str, wish: incoming.Branch, request: Request) -> Response:
    """Creates a table that continues from a step of a finished game."""
    context = context_of(request)
    limit(request, "tables", context.config.limits.tables)
    live, _ = await watched_table(request, checked(table))
    browser = browser_or_new(request)
    await check_room_for_more(context.registry, browser)
    made = await advice.branch(context.registry, live, wish, browser, address_of(request))
    response = JSONResponse(made, 201, headers={"cache-control": "no-store"})
    give_cookie(response, request, browser)
    return response
