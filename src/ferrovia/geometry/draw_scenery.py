"""Land, water and lines under a board, as SVG."""

from __future__ import annotations

from collections.abc import Iterator

from ferrovia.geometry.palette import Theme, paint
from ferrovia.geometry.schema import Layout, ShapeEntry
from ferrovia.geometry.svg import escape, tag

_LINE = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


def draw_scenery(layout: Layout, theme: Theme, *, names: bool) -> str:
    """Everything under the tracks. `names` of seas and the like are optional."""
    x, y, width, height = layout["view"]
    base = theme.water if layout["scenery"]["base"] == "water" else theme.land
    # far beyond the view, so that windows of other shapes show no edge
    around = tag("rect", x=x - width, y=y - height, width=3 * width, height=3 * height, fill=base)
    shapes = (
        part
        for number, shape in enumerate(layout["scenery"]["shapes"])
        if names or shape["kind"] != "name"
        for part in _shape(shape, theme, f"shape-{layout['digest'][:8]}-{number}")
    )
    return tag("g", around, *shapes, id=_id_of(layout))


def use_scenery(layout: Layout) -> str:
    """Reuses the scenery of another picture on the same page."""
    return tag("use", href=f"#{_id_of(layout)}")


def _id_of(layout: Layout) -> str:
    return f"scenery-{layout['digest'][:8]}"


def _shape(shape: ShapeEntry, theme: Theme, own_id: str) -> Iterator[str]:
    d, width = shape["d"], float(shape.get("width", 1.0))
    match shape["kind"]:
        case "land":
            # water lightens towards the coast: three wide, faint strokes under the land
            yield tag("defs", tag("path", id=own_id, d=d, fill_rule="evenodd"))
            water = {"href": f"#{own_id}", "stroke": theme.shallow, "opacity": theme.shallow_share}
            for wide in (46, 27, 11):
                yield tag("use", **water, stroke_width=wide, **_LINE)
            yield tag("use", href=f"#{own_id}", fill=theme.land, stroke=theme.land_edge, stroke_width=1.3)
        case "water":
            yield tag("path", d=d, fill=theme.water, fill_rule="evenodd", stroke=theme.land_edge, stroke_width=1.3)
        case "park":
            yield tag("path", d=d, fill=theme.park)
        case "river" | "canal":
            bank = width + (5 if shape["kind"] == "river" else 3)
            yield tag("path", d=d, stroke=theme.land_edge, stroke_width=bank, opacity=0.8, **_LINE)
            yield tag("path", d=d, stroke=theme.water, stroke_width=width, **_LINE)
        case "street":
            yield tag("path", d=d, stroke=theme.street, stroke_width=width, **_LINE)
        case "graticule":
            yield tag("path", d=d, stroke_width=1, **paint(theme.graticule, "stroke"), **_LINE)
        case "name":
            along = tag("textPath", escape(shape["text"]), href=f"#{own_id}", startOffset="50%", text_anchor="middle")
            yield tag("path", id=own_id, d=d, fill="none")
            yield tag(
                "text",
                along,
                font_size=float(shape["size"]),
                font_style="italic",
                font_weight=500,
                letter_spacing="0.16em",
                fill=theme.water_name,
            )
