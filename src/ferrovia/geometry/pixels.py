"""Drawings as pixels, for paper and for programs. Needs the extra `pictures`."""

from __future__ import annotations

import io
from typing import Any, Final

import numpy as np

PAPER: Final = {"a4": (297, 210), "a3": (420, 297), "a2": (594, 420)}  # millimetres, the long side first
MILLIMETRES: Final = 25.4  # in an inch


class PixelsError(Exception):
    """The drawing cannot be rendered; the text says what is missing, or why."""


def to_png(svg: str, *, width: int) -> bytes:
    """The drawing as a PNG file, `width` pixels wide."""
    try:
        import resvg_py
    except ModuleNotFoundError as error:
        raise PixelsError("pictures in pixels need resvg: install it with pip install 'ferrovia[pictures]'") from error
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, **_FONTS))
    except ValueError as error:
        raise PixelsError(f"the picture cannot be drawn: {error}") from error


def to_pixels(svg: str, *, width: int) -> Any:
    """The drawing as an array of height, width, and red, green and blue bytes."""
    png = to_png(svg, width=width)
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise PixelsError("pictures in pixels need Pillow: install it with pip install 'ferrovia[pictures]'") from error
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))


def to_paper(svg: str, *, size: str, dots: int = 300) -> tuple[bytes, bytes]:
    """A sheet of paper with the drawing as large as possible, as PNG and as PDF; `dots` per inch."""
    try:
        from PIL import Image
    except ModuleNotFoundError as error:
        raise PixelsError("pictures in pixels need Pillow: install it with pip install 'ferrovia[pictures]'") from error
    if size not in PAPER:
        raise PixelsError(f"there is no paper size {size}; the sizes are {', '.join(PAPER)}")
    long, short = (round(side / MILLIMETRES * dots) for side in PAPER[size])
    margin = round(8 / MILLIMETRES * dots)
    pixels = Image.fromarray(to_pixels(svg, width=1000))
    upright = pixels.height > pixels.width
    paper = (short, long) if upright else (long, short)
    scale = min((paper[0] - 2 * margin) / pixels.width, (paper[1] - 2 * margin) / pixels.height)
    drawn = Image.fromarray(to_pixels(svg, width=round(pixels.width * scale)))
    sheet = Image.new("RGB", paper, "white")
    sheet.paste(drawn, ((paper[0] - drawn.width) // 2, (paper[1] - drawn.height) // 2))
    return _saved(sheet, "PNG", dots), _saved(sheet, "PDF", dots)


def _saved(sheet: Any, kind: str, dots: int) -> bytes:
    file = io.BytesIO()
    if kind == "PDF":
        sheet.save(file, kind, resolution=dots, quality=92)
    else:
        sheet.save(file, kind, dpi=(dots, dots))
    return file.getvalue()


# Fonts that most machines have; without them the symbols appear and the names are left out.
_FONTS: Final[dict[str, Any]] = {"font_family": "DejaVu Sans", "sans_serif_family": "DejaVu Sans"}
