"""Serves the client's files and one board on a page of its own, on a free port, for as long as a test lasts."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from ferrovia.boards import Board, load_board
from ferrovia.geometry import as_text, layout_of

PAGES = Path(__file__).parent / "pages"
CLIENT = Path(__file__).parents[2] / "src" / "ferrovia" / "web"
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".woff2": "font/woff2",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'"
)


def facts_of(board: Board) -> dict[str, Any]:
    """A board as the client numbers it."""
    return {
        "id": board.id,
        "colors": list(board.card_colors),
        "cities": [
            {"id": c.id, "name": c.name, "attraction": c.attraction, "district": c.district} for c in board.cities
        ],
        "routes": [
            {
                "id": r.id,
                "cities": list(r.cities),
                "length": r.length,
                "color": r.color,
                "ferry": r.ferry,
                "tunnel": r.tunnel,
                "carts": r.carts,
                "twin": r.twin,
                "points": r.points,
            }
            for r in board.routes
        ],
    }


@contextmanager
def board_server(*own: Board) -> Iterator[str]:
    """The address of a server that shows built-in boards and those given: `/?board=europe&theme=dark&scene=busy`."""
    boards = {board.id: board for board in own}

    class Answer(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path, _, query = self.path.partition("?")
            found = self.find(path, query)
            self.send_response(200 if found else 404)
            body, kind = found or (b"", "text/plain")
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", POLICY)
            self.end_headers()
            self.wfile.write(body)

        def find(self, path: str, query: str) -> tuple[bytes, str] | None:
            if path in ("/board.json", "/layout.json"):
                board = boards.get(query) or load_board(query)
                text = json.dumps(facts_of(board)) if path == "/board.json" else as_text(layout_of(board))
                return text.encode(), "application/json"
            names = {"/": "board.html", "/page.js": "board.js", "/page.css": "board.css"}
            file = PAGES / names[path] if path in names else CLIENT / path.removeprefix("/static/")
            return (file.read_bytes(), KINDS[file.suffix]) if file.is_file() else None

        def log_message(self, *parts: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
