"""Webhooks that are called: from a move at a slow table to a real TLS server on this machine.

A stranger's address is never one of this machine, so the tests give the caller a resolver and an authority of their
own; everything else is what the server runs. The certificate for hooks.example is made anew for each run.
"""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import pytest
from tests.server.serving import SOON
from tests.server.test_scheduler import BROWSER, new_table

from ferrovia.server.config import Config
from ferrovia.server.operations.webhooks import AT_ONCE, AT_ONCE_PER_HOST, TRIES, Caller, Webhooks
from ferrovia.server.storage import open_store
from ferrovia.server.tables import commands
from ferrovia.server.tables.live_table import LiveTable
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.seats import holdings_of

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module", autouse=True)
def certificates(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A certificate for hooks.example and the authority that signed it."""
    import trustme

    folder = tmp_path_factory.mktemp("tls")
    authority = trustme.CA()
    authority.cert_pem.write_to_path(folder / "authority.pem")
    authority.issue_cert("hooks.example").private_key_and_cert_chain_pem.write_to_path(folder / "hooks.example.pem")
    Target.tls = folder


@dataclass
class Target:
    """A TLS server that answers every request with the next of some answers, and remembers what it was sent."""

    tls: ClassVar[Path]  # the folder of the certificates
    answers: list[str]
    port: int = 0
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    resolved: list[str] = field(default_factory=list)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:] if line)
        self.requests.append((head[0], headers, await reader.readexactly(int(headers["content-length"]))))
        answer = self.answers[min(len(self.requests), len(self.answers)) - 1]
        if answer == "nothing":
            await asyncio.sleep(60)
        writer.write(f"HTTP/1.1 {answer}\r\ncontent-length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    async def listen(self) -> asyncio.Server:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.tls / "hooks.example.pem")
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0, ssl=context)
        self.port = server.sockets[0].getsockname()[1]
        return server

    def caller(self, *, believes_it: bool = True) -> Caller:
        async def resolve(host: str, _port: int) -> str:
            self.resolved.append(host)
            return "127.0.0.1"

        authority = str(self.tls / "authority.pem") if believes_it else None
        return Caller(resolve, ssl.create_default_context(cafile=authority))


def with_target(answers: list[str], story: Callable[[Target], Awaitable[None]]) -> Target:
    target = Target(answers)

    async def run() -> None:
        server = await target.listen()
        try:
            await asyncio.wait_for(story(target), SOON)
        finally:
            server.close()

    asyncio.run(run())
    return target


def turn_comes(folder: Path, host: str = "hooks.example") -> Callable[[Target], Awaitable[None]]:
    """A slow table of two; the second player has registered an address; the first moves until their turn."""

    async def story(target: Target) -> None:
        store = await open_store(str(folder / "tables.sqlite"))
        registry = TableRegistry(Config(database="", webhooks=True), store)
        webhooks = Webhooks(registry, target.caller(), pause=0.01)
        clock = {"kind": "move", "seconds": 3 * 86400}
        live = await new_table(registry, board="new_york", clock=clock, first=0)
        await play(live, 1)  # her choice at the start, before she has named an address
        await commands.set_webhook(live, 1, f"https://{host}:{target.port}/turn?who=bea")
        while live.state.actors != {1}:
            await play(live, 0)
        while webhooks._pending:
            await asyncio.sleep(0.01)
        await webhooks.close()
        await registry.close()

    return story


async def play(live: LiveTable, seat: int) -> None:
    assert live.state.game is not None
    code = int(live.state.game.view(seat).legal_codes()[0])
    await commands.act(live, seat, state=live.state.state, action=code, request=None)


def test_a_player_to_move_is_called_once_and_gets_no_secret(tmp_path: Path) -> None:
    target = with_target(["204 No Content"], turn_comes(tmp_path))
    assert len(target.requests) == 1
    line, headers, body = target.requests[0]
    assert line == "POST /turn?who=bea HTTP/1.1"
    assert headers["host"] == f"hooks.example:{target.port}"
    assert set(headers) == {"host", "content-type", "content-length", "user-agent", "connection"}
    told = json.loads(body)
    assert len(told.pop("table")) == 10
    assert told == {"event": "your_turn", "seat": 1, "board": "new_york"}
    assert target.resolved == ["hooks.example"], "resolved once, and called at that very address"


def test_a_server_in_trouble_is_tried_again_a_few_times(tmp_path: Path) -> None:
    assert len(with_target(["503 Later", "200 OK"], turn_comes(tmp_path)).requests) == 2
    (tmp_path / "more").mkdir()
    assert len(with_target(["503 Later"], turn_comes(tmp_path / "more")).requests) == TRIES == 3


def test_a_redirection_is_not_followed(tmp_path: Path) -> None:
    target = with_target(["302 Found\r\nlocation: https://hooks.example/elsewhere"], turn_comes(tmp_path))
    assert [line for line, _, _ in target.requests] == ["POST /turn?who=bea HTTP/1.1"]


def test_a_certificate_of_another_name_is_not_believed(tmp_path: Path) -> None:
    target = with_target(["200 OK"], turn_comes(tmp_path, host="other.example"))
    assert target.resolved == ["other.example"] * TRIES
    assert target.requests == [], "not a byte of the request was sent"


def test_a_certificate_of_nobody_we_know_is_not_believed() -> None:
    async def story(target: Target) -> None:
        with pytest.raises(ssl.SSLCertVerificationError):
            await target.caller(believes_it=False).call(f"https://hooks.example:{target.port}/", {})

    assert with_target(["200 OK"], story).requests == []


def test_an_unanswered_call_ends_after_five_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    from ferrovia.server.operations import webhooks

    assert webhooks.SECONDS == 5
    monkeypatch.setattr(webhooks, "SECONDS", 0.3)

    async def story(target: Target) -> None:
        with pytest.raises(TimeoutError):
            await target.caller().call(f"https://hooks.example:{target.port}/", {})

    with_target(["nothing"], story)


class HangingCaller(Caller):
    """Calls that are never answered, except those to hooks.example."""

    def __init__(self) -> None:
        super().__init__()
        self.hosts: list[str] = []  # of the calls that began
        self.open = 0

    async def call(self, url: str, body: dict[str, object]) -> int:
        self.hosts.append(url.split("/")[2])
        self.open += 1
        try:
            return 204 if self.hosts[-1] == "hooks.example" else await asyncio.Future()
        finally:
            self.open -= 1


SLOW_CLOCK = {"kind": "move", "seconds": 3 * 86400}


def with_webhooks(folder: Path, story: Callable[[TableRegistry, Webhooks, HangingCaller], Awaitable[None]]) -> None:
    async def run() -> None:
        registry = TableRegistry(Config(database="", webhooks=True), await open_store(str(folder / "tables.sqlite")))
        caller = HangingCaller()
        webhooks = Webhooks(registry, caller)
        try:
            await asyncio.wait_for(story(registry, webhooks, caller), SOON)
        finally:
            await webhooks.close()
            await registry.close()

    asyncio.run(run())


def test_a_newer_turn_of_a_seat_replaces_its_unanswered_call(tmp_path: Path) -> None:
    async def story(registry: TableRegistry, webhooks: Webhooks, caller: HangingCaller) -> None:
        live = await new_table(registry, board="new_york", clock=SLOW_CLOCK, first=0)
        for seat in (0, 1):
            await commands.set_webhook(live, seat, "https://dead.example/")
        for _ in range(20):
            await play(live, min(live.state.actors))
            await asyncio.sleep(0)
        assert len(webhooks._pending) == 2, "one for each seat"
        while caller.open != 2:
            await asyncio.sleep(0)

    with_webhooks(tmp_path, story)


def test_a_host_that_does_not_answer_does_not_hold_up_other_calls(tmp_path: Path) -> None:
    async def story(registry: TableRegistry, webhooks: Webhooks, caller: HangingCaller) -> None:
        for number in range(AT_ONCE):
            live = await new_table(registry, clock=SLOW_CLOCK, start=False)
            host = "hooks.example" if number == AT_ONCE - 1 else "dead.example"
            for seat in (0, 1):
                await commands.set_webhook(live, seat, f"https://{host}/")
            await commands.start(live, await holdings_of(registry.store, live.state.id, BROWSER, ()), "start")
        while caller.hosts.count("hooks.example") < 2:
            await asyncio.sleep(0.01)
        assert caller.hosts.count("dead.example") == AT_ONCE_PER_HOST == 2

    with_webhooks(tmp_path, story)
