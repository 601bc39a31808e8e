"""Stores tables: one small interface, on SQLite and on PostgreSQL."""

from ferrovia.server.storage.model import (
    UNREADABLE,
    Ban,
    Batch,
    Conflict,
    Due,
    Finished,
    Holder,
    LobbyRow,
    LogRow,
    NewTable,
    StorageAway,
    StoredTable,
    Token,
    TokenUsed,
)
from ferrovia.server.storage.store import Store, open_store

__all__ = [
    "UNREADABLE",
    "Ban",
    "Batch",
    "Conflict",
    "Due",
    "Finished",
    "Holder",
    "LobbyRow",
    "LogRow",
    "NewTable",
    "StorageAway",
    "Store",
    "StoredTable",
    "Token",
    "TokenUsed",
    "open_store",
]
