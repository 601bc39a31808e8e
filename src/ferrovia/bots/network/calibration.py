"""Converts a network's own estimate of its chances into shares of games actually won.

A file next to the weights holds slopes and shifts per number of players, fitted to games between networks. It names the
weights that it was fitted to; with any others it is rejected.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from ferrovia.boards import Board
from ferrovia.bots.network.weights import WeightsError

FORMAT: Final = 1
SUFFIX: Final = ".calibration.json"


# a seat's situation in a position; the network learned only about the first kind
TO_ACT: Final = 0
WAITING: Final = 1  # another seat's turn begins
MEANWHILE: Final = 2  # another seat is in the middle of its turn, or still chooses its starting tickets
DONE: Final = 3  # the seat has no turn left in the last round
KINDS: Final = ("to_act", "waiting", "meanwhile", "done")


@dataclass(frozen=True, slots=True)
class Fit:
    """For one number of players."""

    lines: tuple[tuple[float, float], ...]  # by kind: log-odds are multiplied by the first number, then shifted
    sharpness: float  # factor for the seats' log-odds when all hands are combined


@dataclass(frozen=True, slots=True)
class Calibration:
    board: str
    weights: str  # SHA-256 of the file of weights
    about: Mapping[str, Any]  # how it was fitted
    fits: Mapping[int, Fit]

    def of_seats(self, log_odds: Any, kinds: Any, players: int) -> Any:
        """Calibrated log-odds."""
        lines = np.array(self.fits[players].lines)[kinds]
        return lines[..., 0] * log_odds + lines[..., 1]

    def of_all(self, log_odds: Any, players: int) -> Any:
        """Chances of all seats, which sum to 1, from each seat's own expectation; one row per position."""
        weights = self.fits[players].sharpness * log_odds
        raised = np.exp(weights - weights.max(axis=-1, keepdims=True))
        return raised / raised.sum(axis=-1, keepdims=True)


def digest_of(weights: Path) -> str:
    return hashlib.sha256(weights.read_bytes()).hexdigest()


def save_calibration(path: Path, calibration: Calibration) -> None:
    data = {
        "format": FORMAT,
        "board": calibration.board,
        "weights": calibration.weights,
        "about": dict(calibration.about),
        "players": {
            str(players): {**dict(zip(KINDS, fit.lines, strict=True)), "sharpness": fit.sharpness}
            for players, fit in calibration.fits.items()
        },
    }
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def load_calibration(path: Path, board: Board, weights: Path) -> Calibration:
    """Reads the file that belongs to a board's weights. Rejects one that is damaged or was fitted to others."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise WeightsError(f"{path}: has the format {data['format']}; this version reads {FORMAT}")
        fits = {
            int(players): Fit(tuple(_pair(fit[kind]) for kind in KINDS), float(fit["sharpness"]))
            for players, fit in data["players"].items()
        }
        found = Calibration(str(data["board"]), str(data["weights"]), data["about"], fits)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, WeightsError):
            raise
        raise WeightsError(f"{path}: not a calibration, or damaged: {error!r}") from error
    if found.board != board.id:
        raise WeightsError(f"{path}: made for the board {found.board}, not for {board.id}")
    if found.weights != digest_of(weights):
        raise WeightsError(f"{path}: fitted to other weights than those in {weights.name}; calibrate them again")
    lacking = set(range(board.players[0], board.players[1] + 1)) - fits.keys()
    if lacking:
        raise WeightsError(f"{path}: says nothing about {min(lacking)} players")
    if not all(np.isfinite(fit.lines).all() and np.isfinite(fit.sharpness) for fit in fits.values()):
        raise WeightsError(f"{path}: holds numbers that are not finite")
    return found


def _pair(values: Any) -> tuple[float, float]:
    slope, shift = values
    return float(slope), float(shift)
