"""What connections of both kinds have in common."""

from __future__ import annotations

from typing import Final

from ferrovia import __version__
from ferrovia.data import PROTOCOL

HEADERS: Final = {"ferrovia-protocol": str(PROTOCOL), "user-agent": f"ferrovia/{__version__}"}
MOST_BYTES: Final = 2**24  # of one message: a snapshot of a long game is far smaller
CONNECT_SECONDS: Final = 10.0
REQUEST_SECONDS: Final = 60.0


def socket_address(server: str, path: str) -> str:
    return "ws" + server.removeprefix("http") + path


def missing_extra(error: ImportError) -> ImportError:
    return ImportError(f"{error.name} is missing: ferrovia.client needs `pip install ferrovia[client]`")
