"""Events as plain data: the fields of the event and its name under `event`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from ferrovia.data.schema import EventData
from ferrovia.events import Event


def _name_of(kind: type) -> str:
    name = kind.__name__
    return "".join(f"_{letter.lower()}" if letter.isupper() and i else letter.lower() for i, letter in enumerate(name))


EVENTS: Final[dict[str, type[Any]]] = {_name_of(kind): kind for kind in Event.__args__}
_NAMES: Final[dict[type[Any], str]] = {kind: name for name, kind in EVENTS.items()}
_FIELDS: Final[dict[type[Any], tuple[str, ...]]] = {
    kind: tuple(field.name for field in fields(kind)) for kind in Event.__args__
}


def event_name(event: Event) -> str:
    """`RouteClaimed` → `route_claimed`: the name in plain data and in translations."""
    return _NAMES[type(event)]


def event_data(event: Event) -> EventData:
    """All fields of the event; call `secrecy.event_for` first. `dataclasses.asdict` takes ten times as long."""
    kind = type(event)
    return {"event": _NAMES[kind], **{name: getattr(event, name) for name in _FIELDS[kind]}}


def read_event(data: Mapping[str, Any]) -> Event:
    """Reads what `event_data` wrote. Raises ValueError for anything else."""
    name = data.get("event")
    kind = EVENTS.get(name) if isinstance(name, str) else None
    values = {name: value for name, value in data.items() if name != "event"}
    if kind is None or set(values) != set(_FIELDS[kind]):
        raise ValueError(f"not an event: {data!r:.100}")
    if isinstance(values.get("tickets"), list):
        values["tickets"] = tuple(values["tickets"])
    event: Event = kind(**values)
    return event
