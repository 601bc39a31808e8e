"""Joins the modules that the page starts with into one file: on a phone, fifty requests are half of the wait.

Each module becomes a function that runs once, in the order in which a browser would run it, so private names stay
private. The file exports all their names, and the modules that are loaded on demand import them from it.

This is not a JavaScript parser. It relies on the format of the client's source, in which every import and export starts
a line. Modules that contain any other form, or a cycle of imports, stay separate: slower, but correct.
"""

from __future__ import annotations

import posixpath
import re
from typing import Final

Modules = dict[str, bytes]  # by path below the client's folder

_DOC_COMMENT: Final = re.compile(r"/\*\*.*?\*/", re.DOTALL)  # types; some look like imports on demand
_STATEMENT: Final = re.compile(r"^(?:import\b(?!\()|export\b)", re.MULTILINE)
_IMPORT: Final = re.compile(r"^import (?:\{([^{}]*)\} from )?'(\.[^']+)';$", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?function|const|class) (\w+)", re.MULTILINE)
_REEXPORT: Final = re.compile(r"^export \{[^{}]*\} from '(\.[^']+)';$", re.MULTILINE)
_EMPTY_EXPORT: Final = re.compile(r"^export \{\};$", re.MULTILINE)
_ON_DEMAND: Final = re.compile(r"\bimport\(('\.[^']+')?")


class _CannotJoinError(Exception):
    """A module contains a form that is not supported here."""


def joined(modules: Modules, start: str) -> Modules | None:
    """The modules, with all that `start` imports inside `start`; None if they must stay separate."""
    try:
        sources = {path: content.decode() for path, content in modules.items()}
        plain = {path: _DOC_COMMENT.sub("", text) for path, text in sources.items()}
        order = _in_order(plain, start)
        _require(len({_identifier(path) for path in order}) == len(order))
        parts = [_as_function(plain[path], path, order, is_start=path == start) for path in order]
        others = {
            path: _importing_from(start, text, path, order) for path, text in sources.items() if path not in order
        }
        for path, text in plain.items():
            if path not in order:
                _require(not {_target(path, found) for found in _on_demand(text)} & set(order))
    except (_CannotJoinError, UnicodeDecodeError):
        return None
    return {path: text.encode() for path, text in others.items()} | {start: "".join(parts).encode()}


def _require(condition: bool) -> None:
    if not condition:
        raise _CannotJoinError


def _target(path: str, imported: str) -> str:
    """The module that `path` means by `imported`."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), imported))


def _identifier(path: str) -> str:
    """`board/hit-test.js` as a name that no module uses."""
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _alias(path: str, name: str) -> str:
    return f"{_identifier(path)}${name}"


def _names(listed: str) -> list[tuple[str, str]]:
    """`h, patch as draw` as pairs of the exported and the local name."""
    entries = [entry.split(" as ") for entry in (part.strip() for part in listed.split(",")) if entry]
    return [(entry[0], entry[-1]) for entry in entries]


def _in_order(sources: dict[str, str], start: str) -> dict[str, None]:
    """The modules that `start` needs, in the order in which a browser runs them; it comes last itself."""
    order: dict[str, None] = {}
    open_ones: list[str] = []

    def visit(path: str) -> None:
        if path in order:
            return
        _require(path in sources and path not in open_ones)
        open_ones.append(path)
        for _, imported in _IMPORT.findall(sources[path]):
            visit(_target(path, imported))
        order[open_ones.pop()] = None

    visit(start)
    return order


def _on_demand(text: str) -> list[str]:
    found = _ON_DEMAND.findall(text)
    _require(all(found))
    return [imported[1:-1] for imported in found]


def _as_function(text: str, path: str, order: dict[str, None], *, is_start: bool) -> str:
    """A module as a function that returns its exports, and exports of those for the modules loaded on demand."""
    known = (_IMPORT, _EXPORT, _EMPTY_EXPORT)
    _require(len(_STATEMENT.findall(text)) == sum(len(form.findall(text)) for form in known))
    _require("/" not in path or "import.meta" not in text)  # the joined file is in the folder itself
    exports = [name for _, name in _EXPORT.findall(text)]
    _require(not is_start or not exports)
    for imported in _on_demand(text):
        target = _target(path, imported)
        _require(target not in order)
        text = text.replace(f"import('{imported}')", f"import('./{target}')")

    def bound(found: re.Match[str]) -> str:
        names = ", ".join(f"{name}: {local}" for name, local in _names(found[1] or ""))
        return f"const {{ {names} }} = {_identifier(_target(path, found[2]))};" if names else ""

    text = _EMPTY_EXPORT.sub("", _EXPORT.sub(r"\1 \2", _IMPORT.sub(bound, text)))
    if is_start:
        return f"(async () => {{ // {path}\n{text}}})();\n"
    here = _identifier(path)
    outside = ", ".join(f"{name}: {_alias(path, name)}" for name in exports)
    return (
        f"const {here} = (() => {{ // {path}\n{text}return {{ {', '.join(exports)} }};\n}})();\n"
        f"export const {{ {outside} }} = {here};\n"
    )


def _importing_from(start: str, text: str, path: str, order: dict[str, None]) -> str:
    """A module loaded on demand, which imports what was joined from there."""
    for imported in _REEXPORT.findall(text):
        _require(_target(path, imported) not in order)
    known = (_IMPORT, _EXPORT, _REEXPORT, _EMPTY_EXPORT)
    _require(len(_STATEMENT.findall(text)) == sum(len(form.findall(text)) for form in known))
    address = posixpath.relpath(start, posixpath.dirname(path) or ".")
    address = address if address.startswith(".") else f"./{address}"

    def redirected(found: re.Match[str]) -> str:
        target = _target(path, found[2])
        if target not in order:
            return found[0]
        names = ", ".join(f"{_alias(target, name)} as {local}" for name, local in _names(found[1] or ""))
        return f"import {{ {names} }} from '{address}';"

    return _IMPORT.sub(redirected, text)
