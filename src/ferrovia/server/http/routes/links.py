"""Links as pictures that a phone's camera can read."""

from __future__ import annotations

import io

import segno
from fastapi import APIRouter
from starlette.responses import Response

from ferrovia.server.messages import incoming

router = APIRouter(prefix="/api", tags=["links"])


@router.post("/qr")
async def qr(wish: incoming.QrCode) -> Response:
    """A link as a QR code, in SVG. A POST request, because a secret in an address would end up in proxy logs."""
    picture = io.BytesIO()
    code = segno.make_qr(wish.text, error="m")
    code.save(picture, kind="svg", border=4, light="#fff", xmldecl=False, omitsize=True)
    return Response(picture.getvalue(), media_type="image/svg+xml", headers={"cache-control": "no-store"})
