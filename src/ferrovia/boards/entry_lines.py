"""Finds the line of a board file where an entry begins, so that people can find it in their editor."""

from __future__ import annotations

import re


def line_of(text: str, place: str) -> int | None:
    """The line, from 1, of a place such as `trains`, `merchandise.points.3` or `routes[4]`; None if not found."""
    if found := re.match(r"line (\d+)", place):
        return int(found[1])
    found = re.match(r"([a-z_]+)(?:\.([a-z_]+))?(?:\[(\d+)\])?", place)
    if not found:
        return None
    lines = text.splitlines()
    key, inner, entry = found[1], found[2], found[3]
    start = _beginning(lines, key)
    if start is None:
        return None
    if entry is not None:
        return _nth_entry(lines, start, int(entry))
    if inner is not None:
        for number, line in enumerate(lines[start:], start=start):
            if re.search(rf"\b{inner}\b\s*=", line):
                return number + 1
    return start + 1


def _beginning(lines: list[str], key: str) -> int | None:
    """The index of the line with a key of the file itself: `key =` before the first table, or the table `[key]`."""
    in_table = False
    for number, line in enumerate(lines):
        if re.match(rf"\s*\[+{key}\]", line) or (not in_table and re.match(rf"\s*{key}\s*=", line)):
            return number
        in_table = in_table or re.match(r"\s*\[+[A-Za-z_.]+\]+\s*(#.*)?$", line) is not None
    return None


def _nth_entry(lines: list[str], start: int, wanted: int) -> int | None:
    """The line of entry `wanted`, from 0, in the list of tables that begins in line `start`."""
    if re.match(r"\s*\[\[", lines[start]):
        heads = [number for number, line in enumerate(lines) if line.split("#")[0].strip() == lines[start].strip()]
        return heads[wanted] + 1 if wanted < len(heads) else None
    count = -1
    for number in range(start, len(lines)):
        line = lines[number].partition("#")[0]
        count += line.count("{")
        if count >= wanted:
            return number + 1
        if number > start and line.strip() == "]":
            return None
    return None
