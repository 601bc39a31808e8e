"""The operator's log: one line per notable event, as text or as JSON.

Lines name tables, never people, addresses, tokens or links. A record's `facts` describe the same event for programs:
`event` is its name, the others depend on it.
"""

from __future__ import annotations

import json
import logging
from typing import Final

from ferrovia.server.storage import LogRow
from ferrovia.server.tables.live_table import LiveTable

log = logging.getLogger(__name__)

_TIME: Final = "%Y-%m-%dT%H:%M:%S%z"


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": self.formatTime(record, _TIME),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def begin_logging(form: str, *, quiet: bool) -> None:
    """Starts logging to stderr, as `text` or `json`, everything or only problems."""
    handler = logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)s %(message)s", _TIME)
    handler.setFormatter(JsonLines() if form == "json" else text)
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, handlers=[handler])


def log_rows(live: LiveTable, fresh: list[LogRow], ours: bool) -> None:
    """Logs what happened to a table, in the process that wrote it."""
    if not ours:
        return
    table = live.state
    for row in fresh:
        match row.kind:
            case "created":
                _log(table.id, "created", f"made for {table.players} on {table.board.id}", board=table.board.id)
            case "started":
                people = len(table.people)
                _log(table.id, "started", f"started with {people} of {table.players} seats for people", people=people)
            case "closed":
                reason = str(row.body.get("reason", ""))
                _log(table.id, "closed", f"closed ({reason})", reason=reason)
    if table.status == "over" and fresh and fresh[-1].kind == "action":
        _log(table.id, "finished", f"finished after {len(table.moves)} actions", actions=len(table.moves))


def _log(table: str, event: str, words: str, **facts: object) -> None:
    log.info("table %s: %s", table, words, extra={"facts": {"event": f"table.{event}", "table": table, **facts}})
