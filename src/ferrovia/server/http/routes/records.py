"""Records from a visitor's disk, to view in the browser. Nothing is stored."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from fastapi import APIRouter, Request

from ferrovia.server.analysis.records import Records
from ferrovia.server.http.routes.context import context_of, limit
from ferrovia.server.messages import incoming
from ferrovia.server.messages.answers import OpenedRecord
from ferrovia.server.tables.registry import TableRegistry

router = APIRouter(prefix="/api/records", tags=["games"])
_records: WeakKeyDictionary[TableRegistry, Records] = WeakKeyDictionary()


@router.post("")
async def open_record(wish: incoming.OpenRecord, request: Request) -> OpenedRecord:
    """Checks a record and returns its game as a replay, or the wrong line. Nothing is stored."""
    context = context_of(request)
    limit(request, "records", context.config.limits.records)
    return await _records.setdefault(context.registry, Records()).open(wish.text)
