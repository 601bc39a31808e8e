"""The HTTP requests: what the server offers, creating and joining tables, records of finished games."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypedDict, cast

from ferrovia.client.errors import ClientError, LinkNotValid, OtherVersion, Refused
from ferrovia.client.links import Link
from ferrovia.client.operations import Pause, Request, Response, Talk
from ferrovia.data.schema import BoardData, BoardSummary, ClockInfo, Json, Status

if TYPE_CHECKING:
    from ferrovia.server.messages.outgoing import BoardName, TableInfo


class SeatWish(TypedDict, total=False):
    """A seat at a new table: `{"kind": "me", "name": "Ana"}`, `{"kind": "person"}`, `{"kind": "bot", "level": …}`."""

    kind: Literal["me", "person", "bot"]
    name: str
    level: str


class LobbySeat(TypedDict):
    kind: Literal["open", "person", "bot"]
    name: str | None
    level: str | None


class LobbyTable(TypedDict, total=False):
    """A table in a list; docs/protocol.md explains each field."""

    id: str
    board: BoardName
    status: Status
    clock: ClockInfo
    seats: list[LobbySeat]
    open: list[int]
    actors: list[int]
    totals: list[int] | None
    winners: list[int] | None
    created: int
    changed: int
    your_turn: bool
    yours: list[int]


class Lobby(TypedDict):
    open: list[LobbyTable]
    playing: list[LobbyTable]
    mine: list[LobbyTable]


@dataclass(frozen=True, slots=True)
class Made:
    """A new table: links to your own seats, invitations for the others, a link to watch, and the host's link if the
    host has no seat.
    """

    table: str
    seats: tuple[Link, ...]
    invitations: tuple[Link, ...]
    watch: Link
    host: Link | None
    commitment: str


def get(path: str, *, query: Mapping[str, str] | None = None, token: str | None = None) -> Talk[Json]:
    """Gets a path and returns its JSON."""
    return json_of((yield Request("GET", path, query=dict(query) if query else None, token=token)))


def post(path: str, body: Json, *, token: str | None = None) -> Talk[Json]:
    return json_of((yield Request("POST", path, body, token)))


def json_of(response: Response) -> Json:
    """Returns the body of a successful response; raises the server's reason otherwise."""
    text = text_of(response)
    try:
        return cast(Json, json.loads(text))
    except ValueError:
        raise ClientError("the answer is not JSON: is this the address of a Ferrovia server?") from None


def text_of(response: Response) -> str:
    if response.status < 400:
        return response.text
    try:
        refusal = json.loads(response.text)["refusal"]
    except (ValueError, KeyError, TypeError):
        raise ClientError(f"the server answered with status {response.status} and no reason") from None
    if refusal["code"] == "protocol/other":
        raise other_version(refusal["numbers"].get("server"))
    if refusal["code"] in ("link/not_valid", "table/unknown"):
        raise LinkNotValid(str(Refused(refusal)))
    raise Refused(refusal)


def other_version(server: object) -> OtherVersion:
    from ferrovia.data import PROTOCOL

    return OtherVersion(
        f"the server speaks version {server} of the protocol and this library version {PROTOCOL}: "
        "install the version of ferrovia that the server runs"
    )


# --- what the server offers -------------------------------------------------------------------------------------------
def info() -> Talk[Json]:
    return (yield from get("/api/info"))


def boards() -> Talk[list[BoardSummary]]:
    found = yield from get("/api/boards")
    return cast("list[BoardSummary]", found)


def board(name: str) -> Talk[BoardData]:
    found = yield from get(f"/api/boards/{name}")
    return cast(BoardData, found)


def lobby() -> Talk[Lobby]:
    found = yield from get("/api/tables")
    return cast(Lobby, found)


def upload_board(text: str) -> Talk[str]:
    """Uploads a board file and waits until tables may use it; returns its name for `create`."""
    job = (yield from post("/api/boards", {"text": text}))["job"]
    while True:
        stage = yield from get(f"/api/boards/jobs/{job}")
        if stage.get("board"):
            return str(stage["board"])
        if stage["stage"] == "refused":
            raise ClientError("the board was refused: " + " ".join(problem["text"] for problem in stage["problems"]))
        yield Pause(0.2)


# --- tables -----------------------------------------------------------------------------------------------------------
def create(server: str, board: str, seats: Sequence[SeatWish], settings: Mapping[str, object]) -> Talk[Made]:
    return made_of(server, (yield from post("/api/tables", {"board": board, "seats": list(seats), **settings})))


def made_of(server: str, made: Json) -> Made:
    """A table that the server has made; of a rematch that another player asked for, only the id is told."""
    table = made["table"]

    def link(entry: Json | None) -> Link:
        return Link(table, entry["token"] if entry else None, server)

    return Made(
        table=table,
        seats=tuple(link(entry) for entry in made.get("seats", ())),
        invitations=tuple(link(entry) for entry in made.get("invitations", ())),
        watch=link(made.get("watch")),
        host=link(made["host"]) if made.get("host") else None,
        commitment=made.get("commitment", ""),
    )


def join(server: str, link: Link, name: str, seat: int | None) -> Talk[Link]:
    """Takes the seat of an invitation, or a free seat at a public table; returns the seat's link."""
    wish: Json = {"name": name}
    if link.token is not None:
        wish["token"] = link.token
    else:
        wish["seat"] = (yield from _free_seat(link.table)) if seat is None else seat
    joined = yield from post(f"/api/tables/{link.table}/join", wish)
    return Link(link.table, joined["token"], server)


def _free_seat(table: str) -> Talk[int]:
    found = yield from get(f"/api/tables/{table}")
    for seat in cast("TableInfo", found)["seats"]:
        if seat["kind"] == "open":
            return seat["seat"]
    raise Refused({"code": "table/full", "rule": None, "key": "server.table/full", "numbers": {}})


def record(link: Link) -> Talk[str]:
    return text_of((yield Request("GET", f"/api/tables/{link.table}/record", token=link.token)))


def replay(link: Link) -> Talk[Json]:
    return (yield from get(f"/api/tables/{link.table}/replay", token=link.token))


def games(filters: Mapping[str, object]) -> Talk[Json]:
    query = {name: str(value) for name, value in filters.items() if value is not None}
    return (yield from get("/api/games", query=query))


def score(position: Json) -> Talk[Json]:
    return (yield from post("/api/score", position))
