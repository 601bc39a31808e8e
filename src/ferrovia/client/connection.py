"""Parts shared by blocking and asynchronous connections: headers, limits, addresses, the end of a connection."""

from __future__ import annotations

from typing import Final

from websockets.exceptions import ConnectionClosed

from ferrovia import __version__
from ferrovia.client.operations import Lost
from ferrovia.data import PROTOCOL

HEADERS: Final = {"ferrovia-protocol": str(PROTOCOL), "user-agent": f"ferrovia/{__version__}"}
MOST_BYTES: Final = 2**24  # per message; a snapshot of a long game is far smaller
CONNECT_SECONDS: Final = 10.0
REQUEST_SECONDS: Final = 60.0


def socket_address(server: str, path: str) -> str:
    return "ws" + server.removeprefix("http") + path


def lost(closed: ConnectionClosed) -> Lost:
    """How a connection ended, with the server's close code if it sent one."""
    return Lost(closed.rcvd.code if closed.rcvd is not None else None, str(closed))
