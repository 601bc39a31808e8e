"""Links to tables: `https://example.org/table/k3vx9tq2hm#s_…` names the server, the table and the holder's rights."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from ferrovia.client.errors import LinkNotValid

_TABLE = re.compile(r"(?P<server>.*)/table/(?P<table>[a-z0-9]{4,40})/?(?:#(?P<token>[iswh]_[A-Za-z0-9_-]+))?")
_ID = re.compile(r"[a-z0-9]{4,40}")


@dataclass(frozen=True, slots=True)
class Link:
    """A table, and the secret that gives access: to a seat, an invitation, watching or hosting.

    `server` is empty if the link does not name one.
    """

    table: str
    token: str | None = None
    server: str = ""

    @classmethod
    def parse(cls, text: str | Link) -> Link:
        """Reads a link as people copy it, a path such as `/table/k3vx9tq2hm#s_…`, or just a table's id."""
        if isinstance(text, Link):
            return text
        cleaned = text.strip()
        found = _TABLE.fullmatch(cleaned)
        if found:
            return cls(found["table"], found["token"], found["server"])
        if _ID.fullmatch(cleaned):
            return cls(cleaned)
        shown = cleaned.split("#")[0]  # the part after # is secret, and errors end up in logs
        raise LinkNotValid(f"{shown!r} is not a link to a table: it should end in /table/, an id, # and a token")

    def __str__(self) -> str:
        return f"{self.server}/table/{self.table}" + (f"#{self.token}" if self.token else "")

    def __repr__(self) -> str:
        return f"Link({self.server}/table/{self.table}{'#…' if self.token else ''})"


def address_of(text: str) -> str:
    """The server's address from an address or any link to one of its tables, without a trailing slash."""
    found = _TABLE.fullmatch(text.strip())
    address = (found["server"] if found else text.strip()).rstrip("/")
    try:
        parts = urlsplit(address)
        is_one = parts.scheme in ("http", "https") and parts.hostname is not None and parts.port != 0
    except ValueError:
        is_one = False
    if not is_one:
        raise LinkNotValid(f"{address!r} is not the address of a server: it should begin with http:// or https://")
    return address
