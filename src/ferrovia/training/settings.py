"""The hyperparameters of self-play, and how to read them from a file. Needs no PyTorch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from ferrovia.boards import Board


@dataclass(frozen=True, slots=True)
class Settings:
    """The hyperparameters of a run; they are stored with the weights."""

    seconds: float = 300.0
    games: int = 4096
    steps: int = 64
    epochs: int = 2
    minibatch: int = 32768
    rate: float = 4e-4
    last_rate: float = 4e-5
    entropy: float = 0.01
    last_entropy: float = 0.002
    clip: float = 0.2
    trace: float = 0.96  # lambda of the advantages
    margin: float = 0.6  # weight of the squeezed margin relative to a win
    last_margin: float | None = None  # if it changes
    value: float = 1.0
    warm: int = 0  # batches in which only the values learn
    planners: float = 0.25  # share of games against planners
    earlier: float = 0.0  # share of games against earlier selves
    own: float = 1.0  # share of its decisions that a learner makes itself; its rivals' policy makes the others
    against: float = 1.0  # share of games against the frozen network, if there is one
    shares: dict[int, float] = field(default_factory=lambda: {2: 1.0})
    averaged: float = 0.03  # the last batch's part in the average of weights
    seed: int = 1

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


class SettingsError(ValueError):
    """A file of settings that cannot be used, with the place and the reason."""


OPTIONS: Final = ("seconds", "games", "seed")  # of the command, so not in a file
WHOLE: Final = {  # whole numbers: the least and the most
    "steps": (2, 4096),
    "epochs": (1, 1000),
    "minibatch": (1, 1 << 24),
    "warm": (0, 1_000_000),
}
LEAST: Final = {"own": 0.01}  # others: 0
MOST: Final = {"margin": 1000, "last_margin": 1000, "value": 1000, "entropy": 1000, "last_entropy": 1000}  # others: 1
MOST_SHARE: Final = 1_000_000
NAMES: Final = tuple(each.name for each in fields(Settings) if each.name not in OPTIONS)


def read_settings(path: Path, board: Board, settings: Settings) -> Settings:
    """The settings, replaced by those in a JSON file such as `{"rate": 0.0002, "shares": {"2": 0.5, "4": 0.5}}`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise SettingsError(f"{path}: not a file of JSON: {error}") from error
    except RecursionError as error:
        raise SettingsError(f"{path}: not a file of settings: its lists or objects are nested too deeply") from error
    if not isinstance(data, dict):
        raise SettingsError(f'{path}: settings are an object, such as {{"rate": 0.0002}}')
    try:
        found = replace(settings, **{name: _read(name, value, board) for name, value in data.items()})
        if found.planners + found.earlier > 1:
            raise SettingsError("planners and earlier together have to be at most 1, a share of the games")
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None
    return found


def _read(name: str, value: Any, board: Board) -> Any:
    if name in OPTIONS:
        raise SettingsError(f"{name} is an option of the command")
    if name not in NAMES:
        raise SettingsError(f"there is no setting {name!r:.60}; the settings are {', '.join(NAMES)}")
    if name == "shares":
        return _read_shares(value, board)
    if name == "last_margin" and value is None:
        return None
    if name in WHOLE:
        return _number(name, value, *WHOLE[name], whole=True)
    return _number(name, value, LEAST.get(name, 0), MOST.get(name, 1))


def _number(name: str, value: Any, least: float, most: int, *, whole: bool = False) -> Any:
    is_number = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
    if not is_number or not least <= value <= most:
        raise SettingsError(f"{name} has to be {'a whole number' if whole else 'a number'} from {least} to {most}")
    return value


def _read_shares(value: Any, board: Board) -> dict[int, float]:
    low, high = board.players
    allowed = {str(players): players for players in range(low, high + 1)}
    if not isinstance(value, Mapping) or not value or not value.keys() <= allowed.keys():
        raise SettingsError(f"shares have to be an object from numbers of players, {low} to {high}, to shares")
    shares = {
        allowed[players]: _number(f"the share of {players} players", share, 0, MOST_SHARE)
        for players, share in value.items()
    }
    if not sum(shares.values()):
        raise SettingsError("no number of players has a share of the games")
    return shares
