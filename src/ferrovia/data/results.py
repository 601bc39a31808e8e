"""The result of a game, and reasons from the rules, as plain data."""

from __future__ import annotations

from dataclasses import asdict

from ferrovia.data.schema import Refusal, ResultData
from ferrovia.game import Result
from ferrovia.views import Reason


def result_data(result: Result) -> ResultData:
    """A result as plain data."""
    return {
        "ended_by": result.ended_by,
        "exact": result.exact,
        "winners": list(result.winners),
        "totals": list(result.totals),
        "sheets": [asdict(sheet) for sheet in result.sheets],  # type: ignore[misc]
    }


def reason_data(reason: Reason) -> Refusal:
    """A reason as plain data, with the key of its text."""
    return {
        "code": reason.code,
        "rule": reason.rule,
        "key": f"reason.{reason.code}",
        "numbers": dict(reason.numbers),
    }
