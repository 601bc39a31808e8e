"""Checks that the deal was fair, as `docs/protocol.md` describes."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ferrovia.server.messages.outgoing import FairDeal


def is_fair(deal: FairDeal, *, seat: int, seen_commitment: str, own_value: str) -> bool:
    """Whether the server kept to its committed key, and the dealing key contains this program's own value."""
    try:
        server_key = bytes.fromhex(deal["server_key"])
        values = b"".join(bytes.fromhex(entry["value"]) for entry in deal["values"])
    except ValueError:  # not hexadecimal
        return False
    return (
        deal["commitment"] == seen_commitment == sha256(server_key).hexdigest()
        and {"seat": seat, "value": own_value} in deal["values"]
        and [entry["seat"] for entry in deal["values"]] == sorted(entry["seat"] for entry in deal["values"])
        and deal["key"] == sha256(server_key + values).hexdigest()
    )
