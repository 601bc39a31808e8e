"""Measures how much one server can handle: real sockets, real tables, durable commits.

    python -m benchmarks.load                       400 tables of four, one action per second at each
    python -m benchmarks.load --postgresql          the same on a PostgreSQL of its own
    python -m benchmarks.load --processes 2         two servers on one PostgreSQL, a quarter of the tables at both
    python -m benchmarks.load --idle 5000           that many idle connections, and the server's memory
    python -m benchmarks.load --viewers 5000        that many spectators of one game, and the time of its actions
    python -m benchmarks.load --thinking 30         a medium bot's answers while that many tables of experts wait
    python -m benchmarks.load --open                the time to open a table with a finished game

The server and this program are separate processes that share the machine's cores. The machine's own time for a
synchronised write of one page is measured as well.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import itertools
import json
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
from benchmarks.load.servers import Server, new_postgresql, start_server
from websockets.asyncio.client import ClientConnection, connect

from ferrovia.data import PROTOCOL

FOUR = tuple({"kind": "me", "name": f"P{seat}"} for seat in range(4))


def fsync_times(folder: Path, tries: int = 300) -> list[float]:
    """Seconds of writing 4 KiB and waiting until it is on disk."""
    took = []
    with open(folder / "fsync", "wb") as file:
        for _ in range(tries):
            began = time.perf_counter()
            file.write(os.urandom(4096))
            file.flush()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - began)
    return took


class Table:
    """Four players at one table, in one process: the seat to act acts when the table's second comes."""

    def __init__(self, urls: str | Sequence[str], made: dict[str, Any]) -> None:
        """`urls`: of the server, or of one server after another for one seat after another."""
        several = [urls] if isinstance(urls, str) else urls
        self._urls = [f"{url.replace('http', 'ws')}/api/tables/{made['table']}/socket" for url in several]
        self.url = self._urls[0]
        self.tokens = [seat["token"] for seat in made["seats"]]
        self.sockets: list[ClientConnection] = []
        self.legal: dict[int, tuple[int, list[dict[str, Any]]]] = {}  # by seat: state, actions
        self.sent: dict[str, tuple[float, asyncio.Future[float]]] = {}
        self.pushed = self.letters = 0
        self.refused = 0
        self.over = False
        self._ids = itertools.count()
        self._readers: list[asyncio.Task[None]] = []

    async def sit(self) -> None:
        for seat, token in enumerate(self.tokens):
            url = self._urls[seat % len(self._urls)]
            socket = await connect(url, compression=None, max_size=2**24, ping_interval=None)
            await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "tokens": [token]}))
            self.sockets.append(socket)
            self._readers.append(asyncio.create_task(self._read(seat, socket)))

    async def _read(self, seat: int, socket: ClientConnection) -> None:
        async for text in socket:
            assert isinstance(text, str)
            if text.startswith('{"type":"update"'):
                self.pushed += 1
                self.letters += len(text)
                if '"legal":[]' in text:
                    self.legal.pop(seat, None)
                    self.over = self.over or '"phase":"over"' in text
                else:
                    update = json.loads(text)
                    self.legal[seat] = update["state"], update["legal"]
            elif text.startswith(('{"type":"accepted"', '{"type":"refused"')):
                answer = json.loads(text)
                began, done = self.sent.pop(answer["id"])
                if answer["type"] == "refused":
                    self.refused += 1
                    print(answer, file=sys.stderr)
                if not done.done():
                    done.set_result(time.perf_counter() - began)

    async def act(self) -> float | None:
        """Plays one action for the seat to act; returns the seconds until its acknowledgement, or None."""
        if self.over or not self.legal:
            return None
        seat, (state, legal) = next(iter(self.legal.items()))
        chosen = next((a for kind in ("keep", "pay", "draw") for a in legal if a["kind"] == kind), legal[0])
        request = f"a{next(self._ids)}"
        done: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self.sent[request] = time.perf_counter(), done
        self.legal.pop(seat)
        await self.sockets[seat].send(
            json.dumps({"type": "action", "id": request, "state": state, "action": chosen["code"]})
        )
        return await done

    async def leave(self) -> None:
        for reader in self._readers:
            reader.cancel()
        for socket in self.sockets:
            await socket.close()


@contextlib.contextmanager
def no_pauses() -> Iterator[None]:
    """Players are not one process: a pause of this one, for its own garbage, is not the server's time."""
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


async def note_lags(lags: list[float]) -> None:
    """The delay of this process itself: answers may have waited here as long."""
    while True:
        due = time.perf_counter() + 0.01
        await asyncio.sleep(0.01)
        lags.append(time.perf_counter() - due)


def at(share: float, times: list[float]) -> float:
    """Milliseconds that this share of the times stay below."""
    return round(sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000, 2)


async def started(client: httpx.AsyncClient, *seats: dict[str, str]) -> dict[str, Any]:
    """A table that this browser has created and started."""
    client.cookies.clear()
    made: dict[str, Any] = (
        await client.post("/api/tables", json={"board": "europe", "seats": list(seats), "pace": 0})
    ).json()
    start = {"type": "start", "id": "start"}
    headers = {"ferrovia-protocol": str(PROTOCOL)}
    (await client.post(f"/api/tables/{made['table']}/messages", json=start, headers=headers)).raise_for_status()
    return made


def spread(urls: list[str], apart: float, tables: int) -> Iterator[list[str]]:
    """The servers of each table: one after another; for this share of the tables, all of them for its seats in turn."""
    split = 0.0
    for number in range(tables):
        home = number % len(urls)
        split += apart
        if split >= 1 and len(urls) > 1:
            split -= 1
            yield [*urls[home:], *urls[:home]]
        else:
            yield [urls[home]]


async def play(servers: list[Server], apart: float, tables: int, seconds: int, rate: float) -> dict[str, Any]:
    made = []
    for urls in spread([server.url for server in servers], apart, tables):
        async with httpx.AsyncClient(base_url=urls[0], timeout=60) as client:
            made.append(Table(urls, await started(client, *FOUR)))
    for table in made:
        await table.sit()
    await asyncio.sleep(2)
    took: list[float] = []
    late = 0
    began, cpu, own_cpu = time.perf_counter(), sum(server.cpu for server in servers), time.process_time()
    for table in made:
        table.pushed = table.letters = 0

    async def keep_acting(place: int, table: Table) -> None:
        nonlocal late
        due = began + place / tables / rate
        while due < began + seconds:
            pause = due - time.perf_counter()
            if pause > 0:
                await asyncio.sleep(pause)
            elif pause < -1 / rate:
                late += 1
            answer = await table.act()
            if answer is not None:
                took.append(answer)
            due += 1 / rate

    lags: list[float] = []
    noting = asyncio.create_task(note_lags(lags))
    with no_pauses():
        await asyncio.gather(*(keep_acting(place, table) for place, table in enumerate(made)))
    noting.cancel()
    whole = time.perf_counter() - began
    cpu, own_cpu = sum(server.cpu for server in servers) - cpu, time.process_time() - own_cpu
    await asyncio.sleep(0.5)
    pushed = sum(table.pushed for table in made)
    refused = sum(table.refused for table in made)
    for table in made:
        await table.leave()
    return {
        "processes": len(servers),
        "tables_apart": apart if len(servers) > 1 else 0,
        "tables": tables,
        "sockets": tables * 4,
        "seconds": round(whole, 1),
        "actions": len(took),
        "actions_per_second": round(len(took) / whole, 1),
        "pushed_per_second": round(pushed / whole, 1),
        "pushed_bytes": round(sum(table.letters for table in made) / max(1, pushed)),
        "errors": refused,
        "late": late,
        "median_ms": at(0.5, took),
        "p99_ms": at(0.99, took),
        "max_ms": at(1, took),
        "client_late_p99_ms": at(0.99, lags),
        "server_cpu_share": round(cpu / whole, 3),
        "server_cpu_ms_per_action": round(cpu / len(took) * 1000, 3),
        "client_cpu_share": round(own_cpu / whole, 3),
    }


async def sit_idle(server: Server, count: int) -> dict[str, Any]:
    before = server.memory
    made: list[Table] = []
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        for _ in range(count // 4):
            table = Table(server.url, await started(client, *FOUR))
            await table.sit()
            made.append(table)
    await asyncio.sleep(3)
    found = {
        "connections": sum(len(table.sockets) for table in made),
        "memory_mb": round(server.memory / 1e6),
        "memory_before_mb": round(before / 1e6),
    }
    for table in made:
        await table.leave()
    return found


async def be_watched(server: Server, count: int, seconds: int, rate: float) -> dict[str, Any]:
    """One game with four people, and a crowd in its own process."""
    before = server.memory
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        made = await started(client, *FOUR)
    table = Table(server.url, made)
    await table.sit()
    crowd = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.load.viewers", table.url, made["watch"]["token"], str(count)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert crowd.stdin is not None
    assert crowd.stdout is not None
    connected = json.loads(await asyncio.to_thread(crowd.stdout.readline))
    await asyncio.sleep(5)
    took: list[float] = []
    cpu, began = server.cpu, time.perf_counter()
    while time.perf_counter() < began + seconds:
        answer = await table.act()
        if answer is not None:
            took.append(answer)
        await asyncio.sleep(max(0.0, 1 / rate - (answer or 0)))
    cpu = server.cpu - cpu
    await asyncio.sleep(5)
    crowd.stdin.close()
    left = json.loads(await asyncio.to_thread(crowd.stdout.readline))
    crowd.wait(120)
    lost = sum(socket.close_code is not None for socket in table.sockets)
    await table.leave()
    return {
        "viewers": count,
        **connected,
        **left,
        "players_lost": lost,
        "actions": len(took),
        "median_ms": at(0.5, took),
        "p99_ms": at(0.99, took),
        "max_ms": at(1, took),
        "server_cpu_ms_per_action": round(cpu / max(1, len(took)) * 1000, 1),
        "memory_mb": round(server.memory / 1e6),
        "memory_before_mb": round(before / 1e6),
        "server_file_limit": server.file_limit,
    }


async def wait_for_a_bot(server: Server, tables: int, turns: int) -> dict[str, Any]:
    """A person and a medium bot, while a stranger at another address watches so many tables of five experts."""
    experts = [{"kind": "bot", "level": "expert"}] * 5
    solo = [FOUR[0], {"kind": "bot", "level": "medium"}]
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        table = Table(server.url, await started(client, *solo))
    await table.sit()
    await our_turn(table)
    await table.act()  # tickets
    quiet = [await bots_answer(table) for _ in range(turns)]
    transport = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
    watching = []
    async with httpx.AsyncClient(base_url=server.url, timeout=60, transport=transport) as client:
        for _ in range(tables):
            made = await started(client, *experts)
            stranger = Table(server.url, {**made, "seats": [made["watch"]]})
            await stranger.sit()
            watching.append(stranger)
        while metric(await client.get("/metrics"), "bots_waiting") < 0.8 * tables:  # compiles on the first run ever
            await asyncio.sleep(0.2)
        before = metric(await client.get("/metrics"), "bots_thought_total")
        busy = [await bots_answer(table) for _ in range(turns)]
        thought = metric(await client.get("/metrics"), "bots_thought_total") - before
    for each in (table, *watching):
        await each.leave()
    return {
        "expert_tables": tables,
        "turns": turns,
        "alone_median_ms": at(0.5, quiet),
        "alone_max_ms": at(1, quiet),
        "beside_experts_median_ms": at(0.5, busy),
        "beside_experts_max_ms": at(1, busy),
        "thoughts_meanwhile": thought,
    }


async def bots_answer(table: Table) -> float:
    """Plays one turn, which is two draws; returns the seconds until the next own turn."""
    for _ in range(2):
        await our_turn(table)
        await table.act()
    began = time.perf_counter()
    await our_turn(table)
    return time.perf_counter() - began


async def our_turn(table: Table) -> None:
    while not table.legal:
        assert not table.over, "the game ended before it was measured"
        await asyncio.sleep(0.002)


def metric(answer: httpx.Response, name: str) -> int:
    return int(float(re.findall(rf"^ferrovia_{name} (\S+)$", answer.text, re.MULTILINE)[0]))


async def open_finished(server: Server, database: str) -> dict[str, Any]:
    """Opens a finished game of Europe on a server that has unloaded it."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
        made = await started(client, *FOUR)
    table = Table(server.url, made)
    await table.sit()
    while not table.over:
        if await table.act() is None:
            await asyncio.sleep(0.005)
    actions = next(table._ids)
    await table.leave()
    from ferrovia.server.config import Config
    from ferrovia.server.storage import open_store
    from ferrovia.server.tables.registry import TableRegistry

    store = await open_store(database)
    took = []
    for _ in range(30):
        registry = TableRegistry(Config(database=database), store)
        began = time.perf_counter()
        live = await registry.open(made["table"])
        live.snapshot(0, None)
        took.append(time.perf_counter() - began)
    await store.close()
    return {
        "actions": actions,
        "median_ms": round(statistics.median(took) * 1000, 2),
        "max_ms": round(max(took) * 1000, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--rate", type=float, default=1.0, help="actions a second at each table")
    parser.add_argument("--processes", type=int, default=1, help="servers on one PostgreSQL, with the tables spread")
    parser.add_argument("--apart", type=float, default=0.25, help="share of tables whose seats are spread as well")
    parser.add_argument("--postgresql", action="store_true", help="a PostgreSQL of its own instead of SQLite")
    parser.add_argument("--idle", type=int, default=0, help="connections that do nothing")
    parser.add_argument("--viewers", type=int, default=0, help="spectators of one game")
    parser.add_argument("--thinking", type=int, default=0, help="tables of experts that wait for their turn to think")
    parser.add_argument("--open", action="store_true", help="measure opening a finished game")
    parser.add_argument("--database", help="otherwise SQLite in a new folder")
    parser.add_argument("--json", type=Path, help="keep the results here too, beside those of other measurements")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")  # /tmp is memory on some machines
    home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=home) as folder, contextlib.ExitStack() as stack:
        database = options.database or str(Path(folder) / "tables.sqlite")
        if options.postgresql or (options.processes > 1 and not options.database):
            database = stack.enter_context(new_postgresql())
        servers = [start_server(database) for _ in range(options.processes)]
        server = servers[0]
        try:
            synchronised = fsync_times(Path(folder))
            around = {
                "machine": f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}",
                "load_before": round(os.getloadavg()[0], 1),
                "fsync_median_ms": at(0.5, synchronised),
                "fsync_p99_ms": at(0.99, synchronised),
            }
            if options.idle:
                what, found = "idle", asyncio.run(sit_idle(server, options.idle))
            elif options.viewers:
                watched = be_watched(server, options.viewers, options.seconds, options.rate)
                what, found = "viewers", asyncio.run(watched)
            elif options.thinking:
                what, found = "thinking", asyncio.run(wait_for_a_bot(server, options.thinking, turns=10))
            elif options.open:
                what, found = "open", asyncio.run(open_finished(server, database))
            else:
                what, found = (
                    "play",
                    asyncio.run(play(servers, options.apart, options.tables, options.seconds, options.rate)),
                )
                found["server_memory_mb"] = round(sum(each.memory for each in servers) / 1e6)
            found = {**around, **found}
        finally:
            for each in servers:
                each.stop()
    print(json.dumps({what: found}, indent=1))
    if options.json:
        known = json.loads(options.json.read_text()) if options.json.exists() else {}
        options.json.write_text(json.dumps({**known, what: found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
