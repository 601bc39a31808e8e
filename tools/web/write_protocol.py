"""Write the browser client's types from the schema of the messages: `python -m tools.web.write_protocol`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ferrovia.server.messages.schema import json_schema

TARGET = Path(__file__).parents[2] / "src/ferrovia/web/protocol.d.ts"
_HEAD = """/**
 * Every message and every shape of data that the server sends or understands.
 * Written by `make generated` from the server's models: do not edit.
 */
"""
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def protocol_types() -> str:
    """The whole file."""
    return _HEAD + "".join(f"\n{_declaration(name, schema)}" for name, schema in json_schema()["$defs"].items())


def _declaration(name: str, schema: dict[str, Any]) -> str:
    lines = schema.get("description", "").splitlines()
    words = f"/** {lines[0]} */\n" if len(lines) == 1 else ""
    if "properties" not in schema:
        parts = _type(schema).split(" | ")
        return f"{words}export type {name} =" + "".join(f"\n  | {part}" for part in parts) + ";\n"
    required = set(schema.get("required", ()))
    fields = "".join(
        f"  {key}{'' if key in required else '?'}: {_type(value)};\n" for key, value in schema["properties"].items()
    )
    return f"{words}export interface {name} {{\n{fields}}}\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(_type(part) for part in schema[several]))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(part) for part in schema['prefixItems'])}]"
        return f"Array<{_type(schema.get('items', {}))}>"
    if kind == "object":
        values = schema.get("additionalProperties", True)
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
    return _PLAIN[kind] if isinstance(kind, str) else "unknown"


if __name__ == "__main__":
    TARGET.write_text(protocol_types(), encoding="utf-8")
