"""Refusals: a code, a text key and numbers, whether the rules or the server refuse."""

from __future__ import annotations

import math

from ferrovia.data import PROTOCOL, reason_data
from ferrovia.data.schema import Refusal
from ferrovia.views import Reason


class Refuse(Exception):
    """The request is not carried out, and nothing has changed. `status` is for HTTP responses."""

    def __init__(self, code: str, status: int = 409, **numbers: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.numbers: dict[str, int | str] = numbers

    def as_data(self) -> Refusal:
        return {"code": self.code, "rule": None, "key": f"server.{self.code}", "numbers": dict(self.numbers)}


class OtherProtocol(Refuse):
    """The client uses another version of the protocol."""

    def __init__(self, client: int) -> None:
        super().__init__("protocol/other", 426, client=client, server=PROTOCOL)


class RulesRefuse(Refuse):
    """The rules of the game forbid it."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.numbers = dict(reason.numbers)
        self.reason = reason

    def as_data(self) -> Refusal:
        return reason_data(self.reason)


def too_many(wait: float) -> Refuse:
    """A limit is reached; `wait` is the number of seconds until the next attempt makes sense."""
    return Refuse("limit/too_many", 429, seconds=max(1, math.ceil(wait)))
