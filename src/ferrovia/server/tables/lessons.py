"""Tables made for lessons."""

from __future__ import annotations

from ferrovia.server.lessons import LESSONS, Lesson, read_lesson
from ferrovia.server.messages import incoming
from ferrovia.server.messages.answers import LessonBegun
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.tables import creation
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tokens import hash_of


def lesson_called(id: str) -> Lesson:
    if id not in LESSONS:
        raise Refuse("lesson/unknown", 404)
    return read_lesson(id)


async def unfinished(registry: TableRegistry, browser: str | None) -> dict[str, str]:
    """The tables where this browser can continue a lesson, by lesson."""
    if browser is None:
        return {}
    held = {holder.table for holder in await registry.store.holdings(hash_of(browser)) if holder.kind == "seat"}
    rows = [
        row for row in await registry.store.lobby_of(held) if row.status == "playing" and row.settings.get("lesson")
    ]
    return {row.settings["lesson"]["id"]: row.id for row in reversed(rows)}  # the latest wins


async def begin(registry: TableRegistry, id: str, wish: incoming.BeginLesson, browser: str) -> LessonBegun:
    """The table of a lesson: the unfinished one, unless the learner wants to start over."""
    lesson = lesson_called(id)
    left = await unfinished(registry, browser)
    if id in left and not wish.again:
        return {"table": left[id], "link": f"/table/{left[id]}"}
    await creation.check_room_for_more(registry, browser)
    seats = [{"kind": "me", "name": wish.name}, {"kind": "bot", "level": "easy"}]
    table = incoming.CreateTable.model_validate(
        {"board": lesson.board, "seats": seats, "pace": wish.pace, "take_back": False}
    )
    made = await creation.create_table(registry, table, browser, position=lesson.position, lesson=lesson.script())
    return {"table": made["table"], "link": made["link"]}
