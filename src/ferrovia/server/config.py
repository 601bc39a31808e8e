"""The operator's settings. Every limit has its number here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Final

from ferrovia.data.schema import Json


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits per address: (count, seconds), or a count at any one time."""

    tables: tuple[int, float] = (30, 3600)
    joins: tuple[int, float] = (60, 600)
    links: tuple[int, float] = (60, 600)  # opened: guessing is hopeless, but should still cost something
    uploads: tuple[int, float] = (10, 3600)
    requests: tuple[int, float] = (600, 60)  # all API calls
    downloads: tuple[int, float] = (60, 600)
    scores: tuple[int, float] = (300, 60)  # by the referee: one per entry at a table
    records: tuple[int, float] = (30, 600)  # opened from a visitor's disk
    bulk: tuple[int, float] = (6, 600)  # downloads of all games at once
    messages_together: tuple[int, float] = (1500, 10)  # over all sockets of an address
    asks_together: tuple[int, float] = (400, 10)  # likewise
    messages: tuple[int, float] = (200, 10)  # per socket
    chat: tuple[int, float] = (8, 20)  # per socket
    commands: tuple[int, float] = (60, 60)  # per socket: every other message that writes a row
    asks: tuple[int, float] = (80, 10)  # per socket
    sockets: int = 64  # at once
    thinking: tuple[int, float] = (1200, 3600)  # seconds of thought by the bots of its tables
    tables_open: int = 40  # per browser, unfinished
    body: int = 300 * 1024  # bytes per request


# Limits without which visitors could do nothing at all, or bots would never move. The others turn something off when
# they are 0.
_NEEDED: Final = frozenset({"requests", "messages_together", "messages", "commands", "sockets", "thinking", "body"})


def with_limits(limits: Limits, wishes: Iterable[str]) -> Limits:
    """Applies limits that an operator sets: `tables=100/3600`, `sockets=500`. ValueError explains an invalid one."""
    changed: Json = {}
    for wish in wishes:
        name, _, value = wish.partition("=")
        known = {field.name: getattr(limits, field.name) for field in fields(limits)}
        if name not in known:
            raise ValueError(f"there is no limit {name!r:.40}; there are {', '.join(known)}")
        count, slash, seconds = value.partition("/")
        paired = isinstance(known[name], tuple)
        if not count.isdigit() or bool(slash) != paired or (slash and not (seconds.isdigit() and int(seconds))):
            raise ValueError(
                f"a limit is written {name}={'100/3600 (a count and a number of seconds)' if paired else '100'}"
            )
        if not int(count) and name in _NEEDED:
            raise ValueError(f"the limit {name} must be at least 1, or no game could go on")
        changed[name] = (int(count), float(seconds)) if paired else int(count)
    return replace(limits, **changed)


@dataclass(frozen=True, slots=True)
class Config:
    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    root_path: str = ""  # the path prefix of visitors' addresses, such as /games; empty for a server at the root
    origins: tuple[str, ...] = ()  # additional origins that may open sockets
    trusted_proxies: tuple[str, ...] = ()
    secure_cookies: bool = False  # always; behind a trusted proxy the forwarded protocol decides
    web: Path | None = None  # the folder of the client's files, if not in the package
    bot_workers: int = 1
    boards: Path | None = None  # a folder of boards for the lobby
    bots: tuple[str, ...] = ()  # additional levels, in the form that `levels.read_offer` reads
    grace: float = 60.0  # seconds that a player may be away while others wait
    hello_within: float = 10.0
    unload_after: float = 300.0  # seconds without any visitor
    expire_open: float = 24 * 3600.0  # tables that never started
    expire_playing: float = 30 * 24 * 3600.0  # abandoned games
    keep_games: float | None = None  # days to keep finished games; forever if None
    overdue: float = 3.0  # seconds until another process takes over a table
    webhooks: bool = False
    metrics_for: tuple[str, ...] = ()  # addresses and networks that may read the metrics; empty: everybody
    log: str = "text"  # or json
    quiet: bool = False
    limits: Limits = field(default_factory=Limits)
