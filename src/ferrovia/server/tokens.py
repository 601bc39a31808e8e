"""Secrets: created here, shown once, stored as hashes."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from ferrovia.server.storage import Token
from ferrovia.server.storage.model import TokenKind

LETTERS: Final[dict[TokenKind, str]] = {"invitation": "i", "seat": "s", "watch": "w", "host": "h"}
_BYTES: Final = 18  # 144 bits
_TABLE_LETTERS: Final = "23456789abcdefghjkmnpqrstvwxyz"  # no letters that people confuse


def new_token(kind: TokenKind) -> str:
    return f"{LETTERS[kind]}_{secrets.token_urlsafe(_BYTES)}"


def new_browser() -> str:
    """The secret in a cookie."""
    return secrets.token_urlsafe(24)


def hash_of(secret: str) -> bytes:
    """Tokens have 144 random bits, so a plain hash cannot be searched and needs no salt."""
    return hashlib.sha256(secret.encode()).digest()


def new_table_id() -> str:
    return "".join(secrets.choice(_TABLE_LETTERS) for _ in range(10))


def kept(token: str, table: str, kind: TokenKind, seat: int | None, sitting: int | None, now: int) -> Token:
    """The token as the database stores it."""
    return Token(hash_of(token), table, kind, seat, sitting, now)
