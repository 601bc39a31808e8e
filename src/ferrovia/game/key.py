"""The key of a game: 256 bits that decide every draw, committed to before the start and revealed at the end."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field
from typing import Any

import numpy as np

KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class Key:
    """A key made from a `seed` can be guessed; it is for experiments, and its commitment is marked as such."""

    secret: bytes = field(repr=False)
    seed: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.secret, bytes):
            raise ValueError(f"a key has {KEY_BYTES} bytes, not {type(self.secret).__name__}")
        if len(self.secret) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes, not {len(self.secret)}")

    @staticmethod
    def random() -> Key:
        return Key(secrets.token_bytes(KEY_BYTES))

    @staticmethod
    def of_seed(seed: int) -> Key:
        return Key(hashlib.sha256(f"ferrovia seed {seed}".encode()).digest(), seed)

    @property
    def commitment(self) -> str:
        """The hash to publish before the start. It does not reveal the key and prevents changing it later."""
        return hashlib.sha256(self.secret).hexdigest()

    @property
    def words(self) -> Any:
        """The key as the engine takes it: eight 32-bit words."""
        return np.frombuffer(self.secret, dtype="<i4").astype(np.int32)
