"""The API reference as a page without scripts, generated from the OpenAPI description."""

from __future__ import annotations

import json
from html import escape

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from ferrovia.data.schema import Json
from ferrovia.server.messages.schema import json_schema

router = APIRouter(tags=["reference"])

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1f2429; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #cabd9f; }
h3 code { background: #f5efe2; padding: .15rem .4rem; border-radius: .3rem; }
pre { background: #f6f2e9; padding: 1rem; border-radius: .5rem; overflow-x: auto; font-size: .85rem; }
"""


@router.get("/api/docs.css", include_in_schema=False)
async def style() -> Response:
    return Response(_STYLE, media_type="text/css")


@router.get("/api/schema.json")
async def schema() -> Json:
    """Every message of the socket and every shape of data, as JSON Schema."""
    return json_schema()


@router.get("/api/docs", include_in_schema=False)
async def reference(request: Request) -> HTMLResponse:
    """Every call with its parameters, on one page."""
    spec = request.app.openapi()
    by_tag: dict[str, list[str]] = {}
    for path, methods in spec["paths"].items():
        for method, call in methods.items():
            by_tag.setdefault(call.get("tags", ["other"])[0], []).append(_call(method, path, call, spec))
    parts = "".join(f"<h2>{escape(tag)}</h2>{''.join(calls)}" for tag, calls in by_tag.items())
    return HTMLResponse(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Ferrovia: API</title>'
        '<link rel="stylesheet" href="docs.css"><h1>Ferrovia: API</h1>'
        f'<p>Version {escape(spec["info"]["version"])}. For programs: <a href="openapi.json">OpenAPI</a>. '
        f'The messages of the socket: <a href="schema.json">JSON Schema</a>, explained in '
        f"<code>docs/protocol.md</code>.</p>{parts}</html>"
    )


def _call(method: str, path: str, call: Json, spec: Json) -> str:
    text = f"<h3><code>{escape(method.upper())} {escape(path)}</code></h3>"
    text += f"<p>{escape(call.get('description') or call.get('summary', ''))}</p>"
    names = [parameter["name"] for parameter in call.get("parameters", []) if parameter["in"] == "query"]
    if names:
        text += f"<p>Query: {', '.join(f'<code>{escape(name)}</code>' for name in names)}</p>"
    body = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    if "$ref" in body:
        schema = spec["components"]["schemas"][body["$ref"].rpartition("/")[2]]
        text += f"<pre>{escape(json.dumps(schema, indent=1, ensure_ascii=False))}</pre>"
    return text
