"""Boards, their layouts, texts, and the server's capabilities."""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import lru_cache
from typing import Final, Literal

from fastapi import APIRouter, Request
from starlette.responses import Response

from ferrovia import __version__, geometry
from ferrovia.boards import Board, board_names, load_board
from ferrovia.data import PROTOCOL, board_data, board_summary
from ferrovia.data.schema import BoardSummary
from ferrovia.geometry import draw_board
from ferrovia.geometry.symbols import SEAT_COLORS
from ferrovia.locales import LANGUAGES, read_texts
from ferrovia.server.http.headers import packed_response
from ferrovia.server.http.routes.context import address_of, context_of, limit
from ferrovia.server.levels import level_ratings
from ferrovia.server.messages import incoming
from ferrovia.server.messages.answers import ServerInfo
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.tables.viewer import compact

router = APIRouter(prefix="/api", tags=["boards"])

# The referee's pieces, in the order to offer them; the client has a word for each.
PIECE_COLORS: Final = ("blue", "red", "green", "yellow", "black")

# How the keys of a client's texts begin. The others are for the terminal and for reports.
BROWSER_TEXTS: Final = (
    "board_name.",
    "bot.",
    "color.",
    "ended.",
    "event.",
    "log.",
    "reason.",
    "screen.no_cards",
    "screen.part.",
    "screen.reconstructed",
    "server.",
    "sheet.",
    "tie_break.",
    "words.",
)
_ORDER: Final = ("europe", "new_york", "london", "amsterdam", "usa")


def _cached(text: str, request: Request) -> Response:
    content, packed, checksum = _packed(text)
    return packed_response(content, packed, "application/json", checksum, request)


@lru_cache(maxsize=100)
def _packed(text: str) -> tuple[bytes, bytes, str]:
    content = text.encode()
    return content, gzip.compress(content, 6, mtime=0), hashlib.sha256(content).hexdigest()[:32]


def _ordered(names: tuple[str, ...]) -> list[str]:
    """The best first game comes first; boards added later come last."""
    return sorted(names, key=lambda name: (_ORDER.index(name) if name in _ORDER else len(_ORDER), name))


def _offered(request: Request) -> list[Board]:
    """Built-in boards and those in the operator's folder."""
    return [*map(load_board, _ordered(board_names())), *context_of(request).registry.boards.values()]


def _minutes(board: Board) -> tuple[int, int]:
    """The duration of a game, from two quick players to a full table: 45 trains take 30 to 60 minutes."""
    least = 5 * max(1, round(board.trains / 7.5))
    return least, 2 * least


@router.get("/info")
async def info(request: Request) -> ServerInfo:
    """Features and limits of this server."""
    config = context_of(request).config
    return {
        "protocol": PROTOCOL,
        "version": __version__,
        "languages": list(LANGUAGES),
        "levels": context_of(request).registry.levels.names,
        "default_level": incoming.DEFAULT_LEVEL,
        "ratings": level_ratings(),
        "phrases": list(incoming.PHRASES),
        "boards": [{"id": board.id, "minutes": list(_minutes(board))} for board in _offered(request)],
        "clocks": dict(incoming.CLOCKS),
        "paces": list(incoming.PACES),
        "seat_colors": list(SEAT_COLORS),
        "piece_colors": list(PIECE_COLORS),
        "limits": {
            "name": incoming.MAX_NAME,
            "chat": incoming.MAX_CHAT,
            "seats": incoming.MAX_SEATS,
            "board": 256 * 1024,
            "record": 256 * 1024,
            "grace": config.grace,
        },
        "webhooks": config.webhooks,
    }


@router.get("/texts/{language}")
async def texts(language: str, request: Request) -> Response:
    """The texts of a language that a client needs, by key: refusals, reasons, events, score sheets."""
    if language not in LANGUAGES:
        raise Refuse("text/no_language", 404)
    wanted = {key: text for key, text in read_texts(language).items() if key.startswith(BROWSER_TEXTS)}
    return _cached(compact(wanted), request)


@router.get("/boards")
async def boards(request: Request) -> list[BoardSummary]:
    """The available boards."""
    return [board_summary(board) for board in _offered(request)]


@router.post("/boards", status_code=202)
async def upload(wish: incoming.UploadBoard, request: Request) -> dict[str, object]:
    """Uploads a board; it is tested before a table may use it."""
    context = context_of(request)
    limit(request, "uploads", context.config.limits.uploads)
    scenery = None if wish.scenery is None else wish.scenery.removeprefix("\ufeff")
    return context.uploads.add(wish.text.removeprefix("\ufeff"), scenery, address_of(request)).as_data()


@router.get("/boards/jobs/{job}")
async def job(job: str, request: Request) -> dict[str, object]:
    """The progress of an uploaded board's trial."""
    return context_of(request).uploads.job(job).as_data()


@router.get("/boards/{board}")
async def board(board: str, request: Request) -> Response:
    """Everything printed on a board and in its rules."""
    return _cached(_board_text(await context_of(request).registry.board(board, must_be_ready=False)), request)


@lru_cache(maxsize=50)
def _board_text(board: Board) -> str:
    return compact(board_data(board))


@router.get("/boards/{board}/layout")
async def layout(board: str, request: Request) -> Response:
    """The place of everything on a board's screen layout."""
    registry = context_of(request).registry
    found = await registry.board(board, must_be_ready=False)
    stored = await registry.store.board_layout(found.digest)
    return _cached(stored if stored is not None else _layout_text(found), request)


@router.get("/boards/{board}/picture")
async def picture(board: str, request: Request, theme: Literal["light", "dark"] = "light") -> Response:
    """The empty board as a small SVG without names, for lists."""
    registry = context_of(request).registry
    found = await registry.board(board, must_be_ready=False)
    stored = await registry.store.board_layout(found.digest)
    content, packed, checksum = _packed(_picture_text(found, stored, theme))
    return packed_response(content, packed, "image/svg+xml", checksum, request)


@lru_cache(maxsize=50)
def _picture_text(board: Board, layout: str | None, theme: str) -> str:
    return draw_board(board, theme=theme, layout=None if layout is None else json.loads(layout), names=False)


@lru_cache(maxsize=50)
def _layout_text(board: Board) -> str:
    return geometry.as_text(geometry.layout_of(board, quick=True))
