"""No client message can crash the server, another table or the log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.server.serving import BOT, ME, SOON, Json, Player, Room, Serving, create
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from ferrovia.data import PROTOCOL

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]

KINDS = [
    "hello", "look", "action", "take_back", "ask", "chat", "value", "history", "start", "rematch", "back", "leave",
    "link", "forget", "ping", "webhook", "host", "nonsense", "", "__class__",
]  # fmt: skip
ACTIONS = ["draw", "tickets", "take wild", "keep 1", "keep 9 9", "claim a-b red*2", "pass", "back", "pay wild*9"]
ACTIONS += ["\u0000", "💥" * 50]
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
fields = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional={
        "id": st.text(max_size=70) | st.sampled_from(["a", "b"]) | anything,
        "seat": st.integers(-3, 9) | anything,
        "state": st.integers(-2, 400) | anything,
        "action": st.sampled_from(ACTIONS) | st.integers(-5, 200_000) | anything,
        "what": st.sampled_from(["why_not", "outlook", "tunnel_odds", "coach"]) | anything,
        "of": st.sampled_from(ACTIONS) | anything,
        "phrase": st.sampled_from(["hello", "no"]) | anything,
        "text": st.text(max_size=400) | anything,
        "value": anything,
        "since": st.integers(-1, 10_000) | anything,
        "until": st.integers(-1, 10_000) | anything,
        "do": st.sampled_from(["bot", "invite", "mute", "chat", "public", "watch_link"]) | anything,
        "level": anything,
        "on": anything,
        "mode": anything,
        "url": anything,
        "tokens": anything,
        "look": anything,
    },
)
frames = st.one_of(
    fields.map(json.dumps),
    anything.map(json.dumps),
    st.text(max_size=60),
    st.binary(max_size=60),
    st.just("[" * 4000),
    st.just('{"type":"chat","id":"x","text":"' + "x" * 9000 + '"}'),
    st.just("9" * 5000),
)


@pytest.fixture(scope="module")
def table(serving: Serving) -> Iterator[tuple[Room, Json]]:
    room = Room(serving)
    yield room, create(room.browser(), ME, ME, BOT, start=True)
    room.close()


def still_alive(room: Room, made: Json) -> Player:
    """The server answers, the log is intact, and the game can continue."""
    player = room.player(made["table"], made["seats"][0]["token"])
    rows = player.ask("history")["data"]["rows"]
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    assert player.update["view"] is not None
    player.say(type="ping")
    assert player.until("pong")
    return player


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sent=st.lists(frames, min_size=1, max_size=12), as_seat=st.sampled_from([0, 1, None]), greet=st.booleans())
def test_whatever_comes_over_the_socket_the_table_goes_on(
    table: tuple[Room, Json], sent: list[str | bytes], as_seat: int | None, greet: bool
) -> None:
    room, made = table
    token = made["watch"]["token"] if as_seat is None else made["seats"][as_seat]["token"]
    with Player(room.serving, made["table"], token, hello=False) as stranger:
        try:
            if greet:
                stranger.say(type="hello", protocol=PROTOCOL, tokens=[token])
            for frame in sent:
                stranger.socket.send(frame)
            stranger.say(type="ping")
            if greet:
                stranger.until("pong")
        except ConnectionClosed as closed:
            code: Any = closed.rcvd.code if closed.rcvd is not None else None
            assert code != 1011, "an accident of the server"
    still_alive(room, made).close()


@pytest.mark.parametrize("path", ["hello", "nothing/socket", "../socket", "x" * 200 + "/socket", "%00/socket"])
def test_sockets_to_nowhere_are_refused(serving: Serving, path: str) -> None:
    def knock() -> None:
        with connect(serving.url.replace("http", "ws") + f"/api/tables/{path}", compression=None) as socket:
            socket.send('{"type":"hello"}')
            socket.recv(SOON)

    with pytest.raises((InvalidStatus, ConnectionClosed)) as refusal:
        knock()
    assert "1011" not in str(refusal.value)


def test_other_peoples_seats_and_finished_tables_take_no_actions(room: Room) -> None:
    made, other = (create(room.browser(), ME, BOT, start=True) for _ in range(2))
    thief = room.player(made["table"], other["seats"][0]["token"], made["seats"][0]["token"])
    assert thief.welcome["seats"] == [0]
    watcher = room.player(made["table"], made["watch"]["token"])
    for seat in (0, 1, 4):
        answer = watcher.ask("action", state=watcher.update["state"], action="draw", seat=seat)
        assert answer["refusal"]["code"] == "seat/not_yours"
    with pytest.raises(ConnectionClosed):
        room.player(made["table"], other["seats"][0]["token"])
