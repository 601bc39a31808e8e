"""Gymnasium spaces that several adapters share."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from ferrovia.environments.encoding import Encoding


def observation_box(encoding: Encoding, *, scaled: bool) -> spaces.Box:
    """Integers in bytes, or the same times the encoding's scale."""
    if scaled:
        high = (encoding.high * encoding.scale).astype(np.float32)
        return spaces.Box(np.zeros_like(high), high, dtype=np.float32)
    return spaces.Box(np.zeros_like(encoding.high), encoding.high, dtype=np.uint8)
