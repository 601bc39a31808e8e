"""Finished games for research: listed, searched, and downloaded in bulk as records."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import StreamingResponse

from ferrovia.server.http.routes.context import context_of, limit
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.storage import Finished
from ferrovia.server.tables.records import record_text
from ferrovia.server.tables.registry import TableRegistry

router = APIRouter(prefix="/api/games", tags=["games"])


_TEXT = r"^[^\x00]*$"  # PostgreSQL rejects this character, which would look like a broken database


@dataclass(frozen=True)
class Wanted:
    """The filters of both calls."""

    board: Annotated[str | None, Query(max_length=80, pattern=_TEXT)] = None
    players: Annotated[int | None, Query(ge=2, le=5)] = None
    name: Annotated[str | None, Query(min_length=1, max_length=60, pattern=_TEXT)] = None
    since: Annotated[int | None, Query(ge=0, lt=2**53)] = None  # milliseconds
    before: Annotated[int | None, Query(ge=0, lt=2**53)] = None


MOST_RECORDS = 2000


_RESULT: Final = ("seats", "totals", "winners", "actions")


def _entry(game: Finished) -> dict[str, object]:
    about = {"id": game.id, "board": game.board_id, "players": game.players, "finished": game.finished}
    return about | {name: game.summary[name] for name in _RESULT}


@router.get("")
async def games(
    request: Request, wanted: Annotated[Wanted, Depends()], limit: Annotated[int, Query(ge=1, le=200)] = 50
) -> list[dict[str, object]]:
    """Finished public games, newest first; pass the last one's `finished` as `before` for the next page."""
    found = await context_of(request).registry.store.finished(**vars(wanted), limit=limit)
    # Earlier versions let hosts close finished games, which removed the result from their entries.
    return [_entry(game) for game in found if game.summary.keys() >= set(_RESULT)]


@router.get("/records")
async def records(request: Request, wanted: Annotated[Wanted, Depends()]) -> StreamingResponse:
    """The records of all matching games, newest first."""
    context = context_of(request)
    limit(request, "bulk", context.config.limits.bulk)
    found = await context.registry.store.finished(**vars(wanted), limit=MOST_RECORDS)
    return StreamingResponse(
        _records(context.registry, [game.id for game in found]), media_type="text/plain; charset=utf-8"
    )


async def _records(registry: TableRegistry, tables: list[str]) -> AsyncIterator[str]:
    for table in tables:
        try:
            state = await registry.read(table)
            yield record_text(state) + "\n"
        except Refuse:
            continue  # from another version of the rules: viewable, but not replayable
