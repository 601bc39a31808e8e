"""Weights in a file: arrays in eight bits or half precision, and what they were made for. Loading never runs code.

A file that is truncated, or made for another board, encoding, action space or features, is rejected with the reason.
"""

from __future__ import annotations

import io
import json
import math
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from ferrovia.boards import Board
from ferrovia.bots.network.features import VERSION as FEATURES_VERSION
from ferrovia.bots.planner.style import STYLE_DEFAULTS
from ferrovia.environments.action_space import VERSION as ACTIONS_VERSION
from ferrovia.environments.encoding import VERSION as ENCODING_VERSION

FORMAT: Final = 1
FEATURES: Final = "sight"  # the key of their version in files
RETIRED: Final = frozenset({"claim_bar", "dare_late", "ending", "ticket_needed", "ticket_time", "ticket_trains"})
"""Numbers of a style that older files name and that changed no decision."""
SCALE: Final = ".scale"  # for an array in eight bits, one per row
LARGEST: Final = 127
MOST_BYTES: Final = 64 << 20  # limit for the unpacked arrays of a file
HEADERS: Final = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}


class WeightsError(ValueError):
    """A file of weights that cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The arrays of a network by name, in single precision, and their description."""

    about: Mapping[str, Any]
    arrays: Mapping[str, Any]

    @property
    def style(self) -> dict[str, float]:
        return {name: value for name, value in self.about["style"].items() if name not in RETIRED}


def describe(board: Board, style: Mapping[str, float], **more: Any) -> dict[str, Any]:
    """The description in every file."""
    return {
        "format": FORMAT,
        "board": board.id,
        "board_digest": board.digest,
        "encoding": ENCODING_VERSION,
        "actions": ACTIONS_VERSION,
        FEATURES: FEATURES_VERSION,
        "style": dict(style),
        **more,
    }


def _in_eight_bits(array: Any) -> tuple[Any, Any]:
    scale = np.maximum(np.abs(array).max(axis=1, keepdims=True), 1e-12) / LARGEST
    return np.rint(array / scale).astype(np.int8), scale[:, 0].astype(np.float32)


def save_weights(path: Path, weights: Weights, *, eight_bits: bool) -> None:
    """Writes a file, completely or not at all: matrices in eight bits with one scale per row, or all in half
    precision.
    """
    stored: dict[str, Any] = {"about": np.array(json.dumps(dict(weights.about)))}
    for name, array in weights.arrays.items():
        if eight_bits and array.ndim == 2:
            stored[name], stored[name + SCALE] = _in_eight_bits(np.asarray(array, dtype=np.float32))
        else:
            stored[name] = np.asarray(array, dtype=np.float32 if eight_bits else np.float16)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **stored)
    partial = path.with_name(path.name + ".part")
    partial.write_bytes(buffer.getvalue())
    partial.replace(path)


def load_weights(path: Any, board: Board | None = None) -> Weights:
    """Reads a file of weights, which must be made for `board`."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror}") from error
    try:
        stored = _unpack(data)
        about = json.loads(str(stored.pop("about")))
    except Exception as error:  # on damaged bytes, the readers of zip, NumPy and JSON raise almost anything
        reason = error if isinstance(error, WeightsError) else f"not a file of weights, or cut off: {error}"
        raise WeightsError(f"{path}: {reason!s:.300}") from error
    _check(path, about, board)
    try:
        with np.errstate(all="ignore"):
            arrays = _decode(stored)
    except (ValueError, IndexError, TypeError) as error:
        raise WeightsError(f"{path}: its arrays do not fit together: {error}") from error
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise WeightsError(f"{path}: {name:.60} holds numbers that are not finite")
    return Weights(about, arrays)


def _unpack(data: bytes) -> dict[str, Any]:
    """The arrays of a file by name. Never takes much more memory than they have."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        sizes = sum(member.file_size for member in members)
        if sizes > MOST_BYTES:
            raise WeightsError(f"{sizes} bytes once unpacked, more than any network has")
        if any(member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for member in members):
            raise WeightsError("packed by an unusual compression")  # others ignore how much a caller wants to unpack
        arrays = {}
        for member in members:
            with archive.open(member) as stream:
                arrays[member.filename.removesuffix(".npy")] = _array(stream.read(member.file_size))
    about = arrays.get("about")
    if about is None or about.shape != () or about.dtype.kind != "U":  # str() of another array could take minutes
        raise WeightsError("not a file of weights, or cut off: it lacks a description")
    return arrays


def _array(data: bytes) -> Any:
    """An array in NumPy's format, once its header is known to claim no more than there is."""
    stream = io.BytesIO(data)
    shape, _, kind = HEADERS[np.lib.format.read_magic(stream)](stream)
    if math.prod(shape) * kind.itemsize > len(data):
        raise WeightsError("not a file of weights, or cut off: an array is shorter than its header claims")
    stream.seek(0)
    return np.lib.format.read_array(stream, allow_pickle=False)


def _decode(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The arrays in single precision; those in eight bits times their scales."""
    arrays = {name: _real(array) for name, array in stored.items() if not name.endswith(SCALE)}
    for name in arrays:
        if name + SCALE in stored:
            arrays[name] *= stored[name + SCALE][:, None]
    return arrays


def _real(array: Any) -> Any:
    if array.dtype.kind not in "fi":
        raise TypeError("an array holds something other than numbers")
    return array.astype(np.float32)


def _check(path: Any, about: Any, board: Board | None) -> None:
    if not isinstance(about, dict):
        raise WeightsError(f"{path}: says nothing of what it was made for")
    versions = {
        "format": FORMAT,
        "encoding": ENCODING_VERSION,
        "actions": ACTIONS_VERSION,
        FEATURES: FEATURES_VERSION,
    }
    for name, version in versions.items():
        if about.get(name) != version:
            raise WeightsError(f"{path}: made for version {about.get(name)!s:.20} of {name}; this is version {version}")
    if board is not None and about.get("board") != board.id:
        raise WeightsError(f"{path}: made for the board {about.get('board')!s:.60}, not for {board.id}")
    if board is not None and about.get("board_digest") != board.digest:
        raise WeightsError(f"{path}: made for another edition of the board {board.id}")
    style = about.get("style")
    if not isinstance(style, dict):
        raise WeightsError(f"{path}: does not say with which style it plans")
    names = ", ".join(sorted((style.keys() - RETIRED) ^ STYLE_DEFAULTS.keys()))
    if names:
        raise WeightsError(f"{path}: made for planners with other numbers; the difference is {names:.1000}")
    for name, value in style.items():
        # compared with the largest float, because JSON has integers that are larger
        if type(value) not in (int, float) or not abs(value) <= sys.float_info.max:
            raise WeightsError(f"{path}: made for planners whose {name:.60} is not a finite number")
    if not isinstance(about.get("history", []), list):
        raise WeightsError(f"{path}: its history is not a list")
