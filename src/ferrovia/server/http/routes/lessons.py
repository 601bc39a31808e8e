"""Lessons: the list, and a table to learn at."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from ferrovia.server.http.middleware import browser_of, browser_or_new
from ferrovia.server.http.routes.context import context_of, give_cookie, limit
from ferrovia.server.lessons import LESSONS, read_lesson
from ferrovia.server.messages import incoming
from ferrovia.server.messages.answers import LessonData, LessonEntry
from ferrovia.server.tables import lessons

router = APIRouter(prefix="/api/lessons", tags=["lessons"])


@router.get("")
async def all_lessons(request: Request) -> list[LessonEntry]:
    """The lessons in the order of learning; `table` is where this browser can continue."""
    left = await lessons.unfinished(context_of(request).registry, browser_of(request))
    return [{"id": id, "board": read_lesson(id).board, "table": left.get(id)} for id in LESSONS]


@router.get("/{lesson}")
async def one_lesson(lesson: str) -> LessonData:
    """The steps of a lesson."""
    return lessons.lesson_called(lesson).as_data()


@router.post("/{lesson}", status_code=201)
async def begin(lesson: str, wish: incoming.BeginLesson, request: Request) -> Response:
    """A table for this lesson: scripted, never listed, without a shuffle to prove."""
    context = context_of(request)
    limit(request, "tables", context.config.limits.tables)
    browser = browser_or_new(request)
    made = await lessons.begin(context.registry, lesson, wish, browser)
    response = JSONResponse(made, 201, headers={"cache-control": "no-store"})
    give_cookie(response, request, browser)
    return response
