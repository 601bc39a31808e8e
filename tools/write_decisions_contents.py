"""Writes the contents of `docs/decisions.md`: every decision with its date and a link. A new decision gets its date."""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from markdown.extensions.toc import slugify

PAGE = Path(__file__).parent.parent / "docs" / "decisions.md"
START, END = "<!-- contents -->", "<!-- end of contents -->"
HEADING = re.compile(r"^## (.+)\n(?:\*(\d{4}-\d{2}-\d{2})\*\n)?\n?", re.M)


def with_contents(text: str, today: str) -> str:
    """The page with a date below every heading and a table of all decisions."""
    text = HEADING.sub(lambda found: f"## {found[1]}\n*{found[2] or today}*\n\n", text)
    rows = [f"| {date} | [{title}](#{anchor(title)}) |" for title, date in HEADING.findall(text)]
    contents = "\n".join([START, "| date | decision |", "|---|---|", *rows, END])
    return re.sub(rf"{START}.*?{END}", lambda _: contents, text, flags=re.S)


def anchor(title: str) -> str:
    return slugify(title.replace("`", ""), "-")


def main() -> None:
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(with_contents(text, datetime.date.today().isoformat()), encoding="utf-8")


if __name__ == "__main__":
    main()
