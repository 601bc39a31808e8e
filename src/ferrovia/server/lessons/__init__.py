"""Lessons as data: a position, what the learner is asked to do, what the rival does, and where to look meanwhile.

One JSON file per lesson. `steps` come one after the other: a step with `do` (the actions that it accepts, as text)
ends with one of them, a step with `look` (a route) ends when the learner opens that route, every other one is read.
A step with `when` waits for that phase of the game.
Texts are the client's, `lesson.<lesson>.<step>`. When the steps are done, the table goes on as a usual game.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from ferrovia.data.schema import Json

LESSONS: Final = ("first", "ferries", "tunnels", "stations", "districts", "carts")  # in the order of learning
LEARNER: Final = 0  # the seat


@dataclass(frozen=True, slots=True)
class Lesson:
    id: str
    board: str
    position: Json
    rival: tuple[str, ...]  # actions of the other seat, in order
    steps: tuple[Json, ...]

    @property
    def learner(self) -> list[list[str]]:
        """The actions that each step accepts, for the steps that ask for one."""
        return [step["do"] for step in self.steps if "do" in step]

    def as_settings(self) -> Json:
        """What a table remembers, so that a lesson that was changed meanwhile can still be finished."""
        return {"id": self.id, "learner": self.learner, "rival": list(self.rival)}

    def as_data(self) -> Json:
        return {"id": self.id, "board": self.board, "steps": list(self.steps)}


@cache
def read_lesson(id: str) -> Lesson:
    data = json.loads(resources.files(__name__).joinpath(f"{id}.json").read_text(encoding="utf-8"))
    return Lesson(id, data["board"], data["position"], tuple(data["rival"]), tuple(data["steps"]))
