"""Clocks: how much time each seat has left. Pure arithmetic on milliseconds; rows carry the faces, no reader
recomputes.

A seat gains time in two cases only: at the end of its turn (a new move's time, or the bank's increment), or when its
player returns to an empty clock, once per game. Stopping and starting in between gains nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from ferrovia.data.schema import ClockInfo

RETURN_TIME: Final = 10_000  # for a player who returns after the clock ran out; once per game


@dataclass(frozen=True, slots=True)
class ClockFace:
    """`left` milliseconds at the time `since`, from which it runs; it is stopped if `since` is None."""

    left: int
    since: int | None
    returned: bool = False  # has used its RETURN_TIME

    def left_at(self, now: int) -> int:
        return self.left if self.since is None else max(0, self.left - max(0, now - self.since))

    def stopped(self, now: int) -> ClockFace:
        return replace(self, left=self.left_at(now), since=None)

    @property
    def runs_out(self) -> int | None:
        return None if self.since is None else self.since + self.left

    @property
    def may_return(self) -> bool:
        """Whether there is time for a returning player."""
        return self.left > 0 or not self.returned


def first_faces(clock: ClockInfo, seats: int) -> list[ClockFace] | None:
    """The clocks before the start; None without clocks."""
    if clock["kind"] == "none":
        return None
    return [ClockFace(clock["seconds"] * 1000, None)] * seats


def running(faces: list[ClockFace], now: int, seats: Iterable[int]) -> list[ClockFace]:
    """The faces when the clocks of `seats` run from `now` on and the others stop."""
    wanted = set(seats)
    return [
        face if seat in wanted and face.since is not None
        else replace(face.stopped(now), since=now if seat in wanted else None)
        for seat, face in enumerate(faces)
    ]  # fmt: skip


def turn_over(clock: ClockInfo, faces: list[ClockFace], now: int, seat: int, *, by_person: bool) -> list[ClockFace]:
    """The faces after the seat's turn: it gets a new move's time, or its bank's increment if its person moved."""
    face = faces[seat].stopped(now)
    if clock["kind"] == "move":
        face = replace(face, left=clock["seconds"] * 1000)
    elif by_person and face.left:
        face = replace(face, left=face.left + clock["increment"] * 1000)
    return [*faces[:seat], face, *faces[seat + 1 :]]


def returning(faces: list[ClockFace], seat: int) -> list[ClockFace]:
    """The faces when the seat's player returns."""
    face = faces[seat]
    if face.left == 0 and not face.returned:
        face = replace(face, left=RETURN_TIME, returned=True)
    return [*faces[:seat], face, *faces[seat + 1 :]]


def taken_back(faces: list[ClockFace], before: list[ClockFace], moved: int) -> list[ClockFace]:
    """The faces when a move made at the time `moved` is taken back; `before` are the faces it was played on.

    Each seat gets what it had when that move was made: the mover no more, the others no less.
    """
    return [
        replace(then.stopped(moved), returned=now.returned or then.returned)
        for now, then in zip(faces, before, strict=True)
    ]


def as_body(faces: list[ClockFace] | None) -> dict[str, object]:
    """The faces as a row carries them."""
    if faces is None:
        return {}
    return {"clocks": [[face.left, face.since, *([True] if face.returned else [])] for face in faces]}


def is_slow(clock: ClockInfo) -> bool:
    """A game for players who are not online at the same time: nobody has to wait at the screen."""
    return bool(clock["kind"] == "move" and clock["seconds"] >= 3600)
