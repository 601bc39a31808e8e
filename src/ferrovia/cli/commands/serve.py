"""`ferrovia serve`: prints its address and a QR code for phones, and one line per problem."""

from __future__ import annotations

import io
import socket
import sys
import webbrowser
from pathlib import Path

from ferrovia.cli.output.console import Failure

_EVERYWHERE = ("0.0.0.0", "::")


def serve_tables(
    *,
    host: str,
    port: int,
    database: str | None,
    root_path: str,
    trusted_proxies: list[str],
    origins: list[str],
    bot_workers: int,
    boards: Path | None,
    bots: list[str],
    grace: float,
    limits: list[str],
    webhooks: bool,
    web: Path | None,
    metrics_for: list[str],
    log: str,
    keep_games: float | None,
    open_browser: bool,
    quiet: bool,
) -> None:
    try:
        from ferrovia.server.config import Config, Limits, with_limits
        from ferrovia.server.http.root_path import read_root_path
        from ferrovia.server.levels import Levels
        from ferrovia.server.serve import CannotServe, default_database, serve
    except ModuleNotFoundError as error:
        raise Failure(f"the server needs more: pip install 'ferrovia[server]' ({error.name} is missing)") from error

    def ready(address: str, taken: int) -> None:
        links = _links(address, taken, config.root_path)
        if not quiet and log != "json":  # a program reads both streams of a container as one
            print(f"Ferrovia is ready: {'  '.join(links)}   (Ctrl-C ends it)", flush=True)
            if len(links) > 1:
                _print_qr(links[-1])
        if open_browser:
            webbrowser.open(links[0])

    try:
        config = Config(
            database=database or default_database(),
            host=host,
            port=port,
            root_path=read_root_path(root_path),
            origins=tuple(origins),
            trusted_proxies=tuple(trusted_proxies),
            web=web,
            bot_workers=bot_workers,
            boards=boards,
            bots=tuple(bots),
            grace=grace,
            metrics_for=tuple(metrics_for),
            log=log,
            keep_games=keep_games,
            quiet=quiet,
            webhooks=webhooks,
            limits=with_limits(Limits(), limits),
        )
        Levels(config.bots)  # reports a problem with a bot before anything starts
        serve(config, ready=ready)
    except CannotServe as error:
        raise Failure(str(error)) from error
    except ValueError as error:  # an unreadable value, such as a proxy that is not an address
        raise Failure(str(error), exit_code=2) from error


def _links(address: str, port: int, root_path: str = "") -> list[str]:
    """This machine's own link, and the one for others on the network if they can connect."""
    if address not in _EVERYWHERE:
        shown = f"[{address}]" if ":" in address else address
        return [f"http://{shown}:{port}{root_path}/"]
    home = _home_address()
    return [f"http://localhost:{port}{root_path}/", *([f"http://{home}:{port}{root_path}/"] if home else [])]


def _home_address() -> str | None:
    """The address that this machine would use to reach others; determining it sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") else found


def _print_qr(link: str) -> None:
    if not sys.stdout.isatty():
        return
    print(qr_text(link), flush=True)


def qr_text(link: str) -> str:
    """A QR code for phone cameras, white on black whatever the terminal's colours: not all cameras read the reverse."""
    import segno

    drawn = io.StringIO()
    segno.make(link, micro=False).terminal(drawn, compact=True)
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" for line in drawn.getvalue().splitlines())
