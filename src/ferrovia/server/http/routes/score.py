"""The referee: scores a game played on a real board. Nothing is stored."""

from __future__ import annotations

import asyncio
from typing import Annotated
from weakref import WeakKeyDictionary

from fastapi import APIRouter, Body, Request

from ferrovia.boards import Board
from ferrovia.position import PositionError
from ferrovia.referee import judge
from ferrovia.server.http.routes.context import context_of, limit
from ferrovia.server.tables.registry import TableRegistry

router = APIRouter(prefix="/api", tags=["referee"])
_unknown_boards: WeakKeyDictionary[TableRegistry, asyncio.Lock] = WeakKeyDictionary()


@router.post("/score")
async def score(position: Annotated[dict[str, object], Body()], request: Request) -> dict[str, object]:
    """Scores a real board: a position with names, borrowed routes and unknown tickets (docs/positions.md).

    `problems` names impossible entries; then there are no sheets.
    """
    context = context_of(request)
    limit(request, "scores", context.config.limits.scores)
    board: Board | None = None
    name = position.get("board")
    if isinstance(name, str) and position.get("board_text") is None:
        board = await context.registry.board(name)
        position = {**position, "board": board.id}
    if board is not None:
        return await asyncio.to_thread(_answer, position, board)
    # Reading a hostile board takes a quarter of a second of this process: one at a time, so that players are answered.
    async with _unknown_boards.setdefault(context.registry, asyncio.Lock()):
        return await asyncio.to_thread(_answer, position, board)


def _answer(position: dict[str, object], board: Board | None) -> dict[str, object]:
    try:
        return {"problems": [], **judge(position, board=board).as_data()}
    except PositionError as error:
        return {
            "problems": [
                {
                    "code": problem.code,
                    "place": problem.place,
                    "reason": problem.reason,
                    "numbers": dict(problem.numbers),
                }
                for problem in error.problems
            ],
            "sheets": None,
        }
