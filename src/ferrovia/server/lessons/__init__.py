"""Lessons as data: a position, the learner's tasks, the rival's actions, and where to look.

One JSON file per lesson. `steps` follow each other. A step with `do` (the actions that it accepts, as text) ends with
one of them; a step with `look` (a route) ends when the learner opens that route; every other one is read. A step with
`when` waits for that phase of the game. The client has the texts, `lesson.<lesson>.<step>`. After the last step the
table continues as a normal game.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from ferrovia.data.schema import Json
from ferrovia.server.messages.answers import LessonData, LessonStep
from ferrovia.server.storage.model import LessonScript

LESSONS: Final = ("first", "ferries", "tunnels", "stations", "districts", "carts")  # in the order of learning
LEARNER: Final = 0  # the seat


@dataclass(frozen=True, slots=True)
class Lesson:
    id: str
    board: str
    position: Json
    rival: tuple[str, ...]  # actions of the other seat, in order
    steps: tuple[LessonStep, ...]

    @property
    def learner(self) -> list[list[str]]:
        """The actions that each step accepts, for the steps that ask for one."""
        return [step["do"] for step in self.steps if "do" in step]

    def script(self) -> LessonScript:
        """The lesson as its tables keep it."""
        return {"id": self.id, "learner": self.learner, "rival": list(self.rival)}

    def as_data(self) -> LessonData:
        return {"id": self.id, "board": self.board, "steps": list(self.steps)}


@cache
def read_lesson(id: str) -> Lesson:
    data = json.loads(resources.files(__name__).joinpath(f"{id}.json").read_text(encoding="utf-8"))
    return Lesson(id, data["board"], data["position"], tuple(data["rival"]), tuple(data["steps"]))
