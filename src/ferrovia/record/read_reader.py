"""Reads the part of an unfinished game that its reader may know. Every line is checked against its checksum."""

from __future__ import annotations

import re
from typing import Final

from ferrovia.boards import Board
from ferrovia.events import Event
from ferrovia.record.event_text import events_of_texts
from ferrovia.record.lines import Lines
from ferrovia.record.model import ReaderLine
from ferrovia.record.write import chained

_LINE: Final = re.compile(r"([0-9]{1,6})\. ([0-9]) ([a-z][^#;]*?) -> (.*)", re.ASCII)
_FIRST: Final = re.compile(r"0\. begins ([0-9]); (.*)", re.ASCII)


def read_told(lines: Lines, board: Board, players: int) -> tuple[tuple[Event, ...], tuple[ReaderLine, ...]]:
    """The events of the opening, then every action with its events."""
    lines.blank()
    lines.at["moves"] = lines.number
    bodies: list[str] = []
    begin = lines.place
    while lines.peek() != "":
        line = lines.take("another action or an empty line")
        if not line.startswith(f"{len(bodies)}. "):
            lines.refuse("record/out_of_order", f"Here action {len(bodies)} is expected.", back=1)
        bodies.append(line.rpartition("  #")[0])
    _check_chain(lines, begin, bodies)
    lines.blank()
    actions = int(lines.value("unfinished", "(0|[1-9][0-9]{0,5}) actions")[1])
    if actions != len(bodies) - 1:
        lines.refuse("record/truncated", f"There are {len(bodies) - 1} actions, not {actions}.", back=1)
    lines.end()
    found = [_read_line(lines, board, players, begin, i, body) for i, body in enumerate(bodies)]
    return found[0].events, tuple(found[1:])


def _check_chain(lines: Lines, begin: int, bodies: list[str]) -> None:
    for i, line in enumerate(chained(lines.lines[:begin], bodies)):
        if lines.lines[begin + i] != line:
            lines.place = begin + i
            reason = "This line, or one above it without a checksum of its own, has been changed."
            lines.refuse("record/digest", reason)


def _read_line(lines: Lines, board: Board, players: int, begin: int, number: int, body: str) -> ReaderLine:
    lines.place = begin + number
    found = (_LINE if number else _FIRST).fullmatch(body)
    if found is None:
        lines.refuse("record/syntax", "This is not what a reader's record can tell.")
    seat, action, texts = (int(found[2]), found[3], found[4]) if number else (int(found[1]), "", found[2])
    events = events_of_texts(board, texts.split("; "))
    if events is None or seat >= players:
        lines.refuse("record/syntax", "This tells of something that cannot happen on this board.")
    return ReaderLine(seat, action, tuple(events))
