"""The pages for operators and for programmers of clients name what the server has."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from ferrovia.boards import load_board
from ferrovia.data import board_summary
from ferrovia.server.config import Limits
from ferrovia.server.http import websocket
from ferrovia.server.http.headers import POLICY
from ferrovia.server.messages.answers import ServerInfo
from ferrovia.server.storage.model import ListedSeat
from ferrovia.server.tables import live_table, registry

DOCS = Path(__file__).parents[2] / "docs"
PROTOCOL_PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
CLOSE_CODES = {
    f"{module.__name__.rpartition('.')[2]}.{name}": value
    for module in (websocket, live_table, registry)
    for name, value in vars(module).items()
    if name.isupper() and type(value) is int and (1000 <= value < 1016 or 4400 <= value < 4500)
}


def section(title: str) -> str:
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", PROTOCOL_PAGE, re.M | re.S)
    assert found is not None, title
    return found[1]


def line_of(start: str) -> str:
    return next(line for line in PROTOCOL_PAGE.splitlines() if line.startswith(start))


@pytest.mark.parametrize("name", [limit.name for limit in fields(Limits)])
def test_the_operators_page_names_every_limit(name: str) -> None:
    page = (DOCS / "server.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith("| `--limit "))
    assert f"`{name}`" in row or f"`{name}=" in row


@pytest.mark.parametrize("code", [*CLOSE_CODES.values(), 1009, 1011], ids=[*CLOSE_CODES, "too_long", "error"])
def test_the_protocol_page_explains_every_close_code(code: int) -> None:
    rows = [line for line in section("Close codes of the socket").splitlines() if line.startswith("| `")]
    assert any(f"`{code}`" in row.split("|")[1] for row in rows)


def test_close_codes_are_found() -> None:
    assert {4400, 4401, 4404, 4408, 4409, 4410, 4426, 4429, 1001, 1013} <= set(CLOSE_CODES.values())


def test_the_protocol_page_has_the_content_security_policy_of_the_server() -> None:
    found = re.search(r"Content-Security-Policy: `([^`]+)`", PROTOCOL_PAGE)
    assert found is not None
    assert " ".join(found[1].split()) == POLICY


@pytest.mark.parametrize("field", ServerInfo.__annotations__)
def test_the_protocol_page_shows_every_field_of_the_servers_information(field: str) -> None:
    assert f'"{field}": ' in line_of("| `GET /api/info`")


@pytest.mark.parametrize("field", board_summary(load_board("europe")))
def test_the_protocol_page_shows_every_field_of_a_listed_board(field: str) -> None:
    assert f'"{field}"' in line_of("| `GET /api/boards` |")
    assert f'"{field}": ' in section("Board")


@pytest.mark.parametrize("field", ListedSeat.__annotations__)
def test_the_protocol_page_shows_every_field_of_a_seat_in_the_lobby(field: str) -> None:
    assert f'"{field}"' in section("LobbyTable")
