"""Play at a Ferrovia server from Python: create, join, watch and play tables, and reconnect after a lost connection.

`Server` blocks, `AsyncServer` awaits; both have the same methods. Install with `pip install ferrovia[client]`.
"""

try:
    from ferrovia.client.asynchronous import AsyncServer, AsyncTable
    from ferrovia.client.blocking import Server, Table
except ModuleNotFoundError as missing:
    raise ImportError(f"ferrovia.client needs {missing.name}: pip install 'ferrovia[client]'") from missing
from ferrovia.client.errors import ClientError, ConnectionLost, LinkNotValid, OtherVersion, Refused, TimedOut
from ferrovia.client.links import Link
from ferrovia.client.requests import Made

__all__ = [
    "AsyncServer",
    "AsyncTable",
    "ClientError",
    "ConnectionLost",
    "Link",
    "LinkNotValid",
    "Made",
    "OtherVersion",
    "Refused",
    "Server",
    "Table",
    "TimedOut",
]
