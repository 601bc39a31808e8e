"""How the server says no: a code, a text key and numbers, whether the rules or the server refuse."""

from __future__ import annotations

from ferrovia.server.messages.incoming import Refusal
from ferrovia.views import Reason


class Refuse(Exception):
    """Something that was asked for is not done, and nothing has changed. `status` is for answers over HTTP."""

    def __init__(self, code: str, status: int = 409, **numbers: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.numbers: dict[str, int | str] = numbers

    def as_data(self) -> Refusal:
        return {"code": self.code, "rule": None, "key": f"server.{self.code}", "numbers": dict(self.numbers)}


class RulesRefuse(Refuse):
    """The rules of the game say no."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.numbers = dict(reason.numbers)
        self.reason = reason

    def as_data(self) -> Refusal:
        return reason_data(self.reason)


def reason_data(reason: Reason) -> Refusal:
    return {
        "code": reason.code,
        "rule": reason.rule,
        "key": f"reason.{reason.code}",
        "numbers": dict(reason.numbers),
    }
