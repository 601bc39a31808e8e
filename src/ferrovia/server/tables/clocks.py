"""Clocks: how long each seat has left. Pure arithmetic on milliseconds; rows carry the faces, no reader recomputes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

RETURN_BANK: Final = 10_000  # who comes back with an empty bank gets this much


@dataclass(frozen=True, slots=True)
class ClockFace:
    """`left` milliseconds at the time `since`, from which it runs; it stands still if `since` is None."""

    left: int
    since: int | None

    def left_at(self, now: int) -> int:
        return self.left if self.since is None else max(0, self.left - max(0, now - self.since))

    @property
    def runs_out(self) -> int | None:
        return None if self.since is None else self.since + self.left


def first_faces(clock: dict[str, Any], seats: int) -> list[ClockFace] | None:
    """How clocks stand before the start; None without clocks."""
    if clock["kind"] == "none":
        return None
    return [ClockFace(clock["seconds"] * 1000, None)] * seats


def after(
    clock: dict[str, Any], faces: list[ClockFace] | None, now: int, running: Iterable[int]
) -> list[ClockFace] | None:
    """The faces when from `now` on the clocks of `running` run and the others stand."""
    if faces is None:
        return None
    wanted = set(running)
    return [_next(clock, face, now, seat in wanted) for seat, face in enumerate(faces)]


def _next(clock: dict[str, Any], face: ClockFace, now: int, runs: bool) -> ClockFace:
    by_move = clock["kind"] == "move"
    if runs:
        if face.since is not None:
            return face  # the same turn goes on
        left = clock["seconds"] * 1000 if by_move else max(face.left, RETURN_BANK)
        return ClockFace(left, now)
    if face.since is None:
        return face
    if by_move:
        return ClockFace(clock["seconds"] * 1000, None)
    spent = face.left_at(now)
    return ClockFace(spent + (clock["increment"] * 1000 if spent else 0), None)


def as_body(faces: list[ClockFace] | None) -> dict[str, Any]:
    """As a row carries them."""
    return {} if faces is None else {"clocks": [[face.left, face.since] for face in faces]}


def is_slow(clock: dict[str, Any]) -> bool:
    """A game for people who are not here at the same time: nobody has to wait at the screen."""
    return bool(clock["kind"] == "move" and clock["seconds"] >= 3600)
