"""All messages as one JSON Schema. The browser's types are generated from it, and programs can validate against it.

`$defs` holds every message and every part of one under the name of its model. `FromClient` and `ToClient` are the
messages on the socket, `Event` is any of the library's events.
"""

from __future__ import annotations

from typing import Any, Final

from pydantic import TypeAdapter

from ferrovia.data import PROTOCOL
from ferrovia.data.events import EVENTS
from ferrovia.data.schema import BoardData, BoardSummary, StatisticsData
from ferrovia.server.messages import answers, incoming, outgoing

_OVER_HTTP: Final = (
    incoming.CreateTable,
    incoming.Join,
    incoming.Branch,
    incoming.OpenLink,
    incoming.UploadBoard,
    incoming.OpenRecord,
    BoardSummary,
    BoardData,
    outgoing.Step,
    answers.ServerInfo,
    answers.UploadJob,
    answers.Lobby,
    answers.TableMade,
    answers.LinkOpened,
    answers.Replay,
    answers.Chances,
    answers.LessonEntry,
    answers.LessonData,
    answers.LessonBegun,
    answers.Count,
    answers.NoCount,
    answers.WhyNot,
    answers.Outlooks,
    answers.TunnelOdds,
    answers.Advised,
    answers.PastRows,
    StatisticsData,
    answers.OpenedRecord,
)

Schema = dict[str, Any]  # more precise types for JSON Schema would not help here


def json_schema() -> Schema:
    """The schema of this version of the protocol."""
    found: Schema = {}
    for name, kind in EVENTS.items():
        _add(found, kind.__name__, kind)
        found[kind.__name__]["properties"] = {"event": {"const": name}, **found[kind.__name__].get("properties", {})}
        found[kind.__name__]["required"] = ["event", *found[kind.__name__].get("required", [])]
    found["Event"] = {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in EVENTS.values()]}
    _add(found, "FromClient", incoming.FromClient)
    _add(found, "ToClient", outgoing.ToClient)
    for model in _OVER_HTTP:
        _add(found, model.__name__, model)
    for definition in found.values():
        if "events" in definition.get("properties", {}):
            definition["properties"]["events"]["items"] = {"$ref": "#/$defs/Event"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Ferrovia protocol {PROTOCOL}",
        "$defs": dict(sorted(found.items())),
    }


def _add(found: Schema, name: str, model: Any) -> None:
    schema = TypeAdapter(model).json_schema()
    for part, definition in (*schema.pop("$defs", {}).items(), (name, schema)):
        assert found.setdefault(part, definition) == definition, f"two models are called {part}"
