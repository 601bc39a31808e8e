"""SVG and HTML as text. All content goes through `escape` here, so a name can never become markup."""

from __future__ import annotations

from html import escape as _escape
from typing import Final
from unicodedata import category

UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn")


def escape(text: object) -> str:
    """Escapes text for content and for attributes in double quotes. Drops invisible characters: control characters,
    which have no place in a page, and marks that reverse the order of letters.
    """
    return _escape("".join(letter for letter in str(text) if category(letter) not in UNSEEN), quote=True)


def tag(name: str, *inside: str, **attributes: object) -> str:
    """An element. `inside` is markup; attribute values are escaped. `class_` is class, `font_size` is font-size."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(short(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def text(content: object, **attributes: object) -> str:
    return tag("text", escape(content), **attributes)


def short(value: object) -> object:
    """Rounds a number to visible digits."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else value


def picture(width: float, height: float, *inside: str, label: str, class_: str = "chart") -> str:
    """A drawing that a screen reader announces by its label."""
    return tag(
        "svg", *inside, viewBox=f"0 0 {short(width)} {short(height)}", class_=class_, role="img", aria_label=label
    )
