"""`ferrovia serve`: checks for problems before it starts, prints its address, and shuts down cleanly."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Final, NoReturn

import uvicorn
from platformdirs import user_data_path

from ferrovia import __version__
from ferrovia.bots.levels import LEVELS
from ferrovia.bots.registry import are_prepared
from ferrovia.game import Game
from ferrovia.server.app import create_app
from ferrovia.server.config import Config
from ferrovia.server.messages.incoming import MAX_MESSAGE
from ferrovia.server.offers import BadOffer, check_offers
from ferrovia.server.operations.event_log import begin_logging
from ferrovia.server.storage import StorageAway, open_store
from ferrovia.server.tables.board_folder import BadBoard

log = logging.getLogger(__name__)

BOTS: Final = sorted({level.bot for level in LEVELS.values()})  # the strongest needs what the coach needs


class CannotServe(Exception):
    """A problem that the operator can fix, in one line."""


def default_database() -> str:
    """The default database, in the user's data folder."""
    return str(user_data_path("ferrovia", appauthor=False) / "tables.sqlite")


def bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotServe(f"port {port} is taken: name another one with --port") from error
        raise CannotServe(f"cannot listen on {host} port {port}: {error.strerror or error}") from error
    return listener


def serve(config: Config, *, ready: object = None) -> None:
    """Serves until Ctrl-C or SIGTERM. Calls `ready` with the address once clients can connect."""
    listener = bind(config.host, config.port)
    signal.signal(signal.SIGTERM, _exit)
    try:
        try:
            asyncio.run(_check_beforehand(config))
        except (BadOffer, BadBoard) as error:
            raise CannotServe(str(error)) from error
        except (StorageAway, ValueError) as error:
            raise CannotServe(f"the database cannot be used: {error}") from error
        begin_logging(config.log, quiet=config.quiet)
        raise_file_limit()
        warm_up()
        tune_garbage_collection()
        address = listener.getsockname()
        server = _Announcing(
            uvicorn.Config(
                create_app(config),
                ws="websockets-sansio",
                ws_max_size=MAX_MESSAGE * 4,
                ws_per_message_deflate=False,  # a compressor per socket would cost more memory than everything else
                ws_ping_interval=20,
                ws_ping_timeout=30,
                access_log=False,  # links contain no secrets, but addresses are private too
                log_config=None,
                log_level="warning",
                timeout_graceful_shutdown=10,
                server_header=False,
                proxy_headers=False,  # the application reads them, and only behind --trusted-proxy
            )
        )
        server.ready, server.address = ready, (address[0], address[1])
        with contextlib.suppress(KeyboardInterrupt), bots_in_preparation():
            server.run(sockets=[listener])
    finally:
        listener.close()


def _exit(_signal: int, _frame: object) -> NoReturn:
    """Ends the program in the orderly way, which removes temporary folders. Uvicorn raises the signal again once it has
    closed; by default that would end the process on the spot.
    """
    sys.exit()


def raise_file_limit() -> None:
    """Every connection is an open file, and a program may raise its own limit up to the hard one."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with contextlib.suppress(ValueError, OSError):  # some systems refuse without a hard limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def warm_up() -> None:
    """Loads or compiles every kernel of a game before the first table opens: plays a whole game, then replays it as if
    read from a log. Announces it if it takes long.
    """
    game = Game("new_york", players=2)
    before = game.copy()
    while not game.is_over:
        view = game.view(min(game.actors))
        game.play(view.legal_codes()[0], seat=view.seat)
    game.spectator_view()
    game.result()
    before.follow(game.moves, game.digests)


@contextlib.contextmanager
def bots_in_preparation() -> Iterator[None]:
    """Compiles what the levels and the coach need, in a process of its own: tables open meanwhile. It takes a minute,
    once per machine, and a bot that is asked earlier waits for it.
    """
    if are_prepared(BOTS):
        yield
        return
    log.info("the bots are compiled for this machine, once; until then their first moves may take a minute")
    order = f"from ferrovia.bots.registry import prepare_bots; prepare_bots({BOTS})"
    quiet = subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, "-c", order], stdin=quiet, stdout=quiet, stderr=quiet)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def tune_garbage_collection() -> None:
    """Makes the garbage collector run in short steps.

    Python stops everything to look for reference cycles, and hundreds of tables are a million objects to search. Play
    creates no cycles; only connections do. So the program's own objects are excluded, young objects are checked a few
    at a time, and old objects once per several million new ones.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(500, 3, 1_500)


async def _check_beforehand(config: Config) -> None:
    """Checks that the database and everything on offer can be used."""
    store = await open_store(config.database)
    try:
        await check_offers(config, store)
    finally:
        await store.close()


class _Announcing(uvicorn.Server):
    """Announces when it is ready."""

    ready: object = None
    address: tuple[str, int] = ("", 0)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            facts = {"event": "server.ready", "port": self.address[1]}
            log.info("ready: version %s", __version__, extra={"facts": facts})
        if self.started and callable(self.ready):
            self.ready(*self.address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Says goodbye before cutting connections: endless streams would block the shutdown, and sockets would get no
        notice.
        """
        log.info("closing", extra={"facts": {"event": "server.closing"}})
        app = self.config.app
        context = getattr(getattr(app, "state", None), "context", None)
        if context is not None:
            context.registry.say_goodbye()
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)
