"""A network evaluated in NumPy: a linear layer, residual blocks, and outputs that add up to the actions.

    hidden = relu(input @ w)
    hidden += relu(norm(hidden) @ a) @ b     for each block
    output = relu(norm(hidden)) @ out

An action's logit is the sum of its outputs (a claim: its route and its payment colour) and of gates for the planner's
choice. The last two outputs are the chance to win, as a logit, and the margin, squeezed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from ferrovia.bots.network.features import WORTH_SCALE, Features
from ferrovia.bots.network.weights import Weights, WeightsError
from ferrovia.bots.planner.plan_view import CHOSEN, PREFERRED

FORBIDDEN: Final = np.float32(-1e9)
LEAST_LEGAL: Final = np.float32(-1e8)  # at least, so that even absurd weights choose a legal action
TINY: Final = np.float32(1e-5)


def count_blocks(arrays: Mapping[str, Any]) -> int:
    return sum(name.endswith(".a.weight") for name in arrays)


def check_arrays(features: Features, arrays: Mapping[str, Any]) -> None:
    """Rejects weights that are not all there, or not of the sizes that the features ask for."""
    width = int(np.size(arrays.get("first.bias", 0)))
    if not width:
        raise WeightsError("the weights have no width: first.bias is empty")
    wanted: dict[str, tuple[int, ...]] = {"first.bias": (width,), "first.weight": (width, features.size)}
    for block in range(count_blocks(arrays)):
        for layer in ("a", "b"):
            wanted |= {f"blocks.{block}.{layer}.weight": (width, width), f"blocks.{block}.{layer}.bias": (width,)}
        wanted |= {f"blocks.{block}.norm.weight": (width,), f"blocks.{block}.norm.bias": (width,)}
    wanted |= {"norm.weight": (width,), "norm.bias": (width,)}
    wanted |= {"last.weight": (features.outputs, width), "last.bias": (features.outputs,)}
    for name, shape in wanted.items():
        if name not in arrays:
            raise WeightsError(f"the weights lack {name}")
        if arrays[name].shape != shape:
            raise WeightsError(f"the weights {name} have the shape {arrays[name].shape}, not {shape}")
    unknown = sorted(arrays.keys() - wanted.keys())
    if unknown:
        raise WeightsError(f"the weights have an unknown part: {unknown[0]:.60}")


class Network:
    """Logits of all actions and values of positions, for rows that `Viewer` wrote."""

    def __init__(self, features: Features, weights: Weights) -> None:
        self.features = features
        self.about = weights.about
        arrays = weights.arrays
        check_arrays(features, arrays)
        self.blocks = count_blocks(arrays)
        get = {name: np.ascontiguousarray(array.T) if array.ndim == 2 else array for name, array in arrays.items()}
        get["first.weight"] = np.ascontiguousarray(get["first.weight"] * features.scale[:, None])
        self._arrays = get

    def outputs(self, rows: Any) -> Any:
        """All outputs for a batch of rows."""
        get = self._arrays
        hidden = np.maximum(times_sparse(rows, get["first.weight"]) + get["first.bias"], 0)
        for block in range(self.blocks):
            name = f"blocks.{block}."
            inner = _norm(hidden, get[name + "norm.weight"], get[name + "norm.bias"])
            inner = np.maximum(inner @ get[name + "a.weight"] + get[name + "a.bias"], 0)
            hidden = hidden + inner @ get[name + "b.weight"] + get[name + "b.bias"]
        hidden = np.maximum(_norm(hidden, get["norm.weight"], get["norm.bias"]), 0)
        return hidden @ get["last.weight"] + get["last.bias"]

    def logits(self, outputs: Any, rows: Any, masks: Any) -> Any:
        """The logit of every action; FORBIDDEN for those that a mask does not allow."""
        features = self.features
        at = features.gate_at
        padded = np.concatenate([outputs, np.zeros((len(outputs), 1), dtype=outputs.dtype)], axis=1)
        logits = padded[:, features.terms[:, 0]] + padded[:, features.terms[:, 1]]
        marks = masks.astype(np.uint8)
        logits += outputs[:, at, None] * ((marks & CHOSEN) != 0)
        pay = np.where(features.is_station, outputs[:, at + 2, None], outputs[:, at + 1, None])
        logits += pay * ((marks & PREFERRED) != 0)
        worth = np.where(features.keep_columns >= 0, rows[:, features.keep_columns].astype(np.float32) * WORTH_SCALE, 0)
        logits += outputs[:, at + 3, None] * worth
        np.maximum(logits, LEAST_LEGAL, out=logits)
        return np.where(marks != 0, logits, FORBIDDEN)

    def choose(self, rows: Any, masks: Any) -> Any:
        """The likeliest action of each row."""
        return self.logits(self.outputs(rows), rows, masks).argmax(axis=1)

    @staticmethod
    def win_chance(outputs: Any) -> Any:
        """The chance to win; shared wins count in part."""
        return 1.0 / (1.0 + np.exp(-outputs[:, -2]))


def times_sparse(rows: Any, matrix: Any) -> Any:
    """Integers, most of them 0, times a matrix: only the lines that some row needs."""
    used = np.flatnonzero(rows.any(axis=0))
    return rows[:, used].astype(np.float32) @ matrix[used]


def _norm(values: Any, weight: Any, bias: Any) -> Any:
    centred = values - values.mean(axis=1, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(axis=1, keepdims=True) + TINY) * weight + bias
