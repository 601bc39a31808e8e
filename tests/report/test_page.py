"""The page: complete in itself, well formed, safe whatever a board is called, the same for the same arguments."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from ferrovia.boards import Board, board_names, load_board
from ferrovia.geometry import heat
from ferrovia.geometry.svg import escape, tag
from ferrovia.locales import LANGUAGES
from ferrovia.report import Report, ReportError, make_report
from ferrovia.report.axes import ticks

from .games import odd_names, tiny

pytestmark = pytest.mark.compiled_only
VOID = {"meta"}


def small(board: Board, *, games: int = 12, **more: object) -> Report:
    return make_report(board, bots=["hungry", "one_step", "long_route"], games=games, **more)  # type: ignore[arg-type]


class Reader(HTMLParser):
    """Every element closed in its order, and what is in the texts."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.texts: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.fixture(scope="module")
def report() -> Report:
    return small(tiny(), games=40)


def test_the_page_needs_nothing_from_anywhere(report: Report) -> None:
    read = Reader(report.page)
    assert not read.elements & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    assert not {name for name in read.attributes if name.startswith("on") or name == "src"}
    page = report.page.replace('xmlns="http://www.w3.org/2000/svg"', "")  # a name, which nothing fetches
    assert not re.search(r"https?:|@import|url\(|javascript:", page)
    assert all(target.startswith(("#scenery-", "#shape-")) for target in re.findall(r'href="([^"]*)"', report.page))


def test_everything_measured_is_on_the_page(report: Report) -> None:
    text = " ".join(Reader(report.page).texts)
    board = tiny()
    for ticket in board.tickets:
        assert " – ".join(board.city(city).name for city in ticket.cities) in text
    for finding in report.findings:
        assert finding.text in text
    assert report.page.count("<g><title>") == len(board.routes)
    assert "ferrovia report tiny --games 40" in text


def test_the_data_is_json_and_holds_what_the_page_shows(report: Report) -> None:
    data = json.loads(json.dumps(report.data, allow_nan=False))
    assert data["run"]["games"] == data["overall"]["games"] == 41  # whole blocks, about as many as asked for
    assert [finding["text"] for finding in data["findings"]] == [finding.text for finding in report.findings]
    assert len(data["routes"]) == len(tiny().routes)
    assert set(data["by_players"]) == {"2", "3"}


def test_names_never_become_markup() -> None:
    board = odd_names()
    report = small(board)
    read = Reader(report.page)
    assert not read.elements & {"script", "img"}
    assert "onerror" not in read.attributes
    text = "".join(read.texts)
    assert board.name in text
    assert 'B&amp;B "quoted" & more' in text  # the name has this entity in it, letter by letter
    assert "Łódź 北京 שלום" in text


def test_the_same_arguments_give_the_same_bytes_on_any_number_of_cores(report: Report) -> None:
    again = small(tiny(), games=40, jobs=2)
    assert again.page == report.page
    assert again.data == report.data
    assert small(tiny(), games=40, seed=2).page != report.page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_page(language: str) -> None:
    page = small(tiny(), games=5, language=language).page
    assert f'<html lang="{language}">' in page
    assert len(set(Reader(page).elements)) > 20


@pytest.mark.parametrize("name", board_names())
def test_every_board_can_be_reported(name: str) -> None:
    board = load_board(name)
    page = make_report(board, bots=["hungry", "greedy"], players=[2], games=4, jobs=1).page
    Reader(page)
    assert page.count("<g><title>") == len(board.routes)
    assert f"<h1>{board.name}</h1>" in page
    assert "small-maps" not in page.partition("</style>")[2]  # one number of players needs no comparison


@pytest.mark.parametrize(
    "wrong, told",
    [
        ({"players": [9]}, "2 to 3 players, not 9"),
        ({"bots": ["genius"]}, "there is no bot"),
        ({"games": 0}, "needs games"),
    ],
)
def test_a_report_that_cannot_be_made_says_why(wrong: dict[str, object], told: str) -> None:
    with pytest.raises(ReportError, match=told):
        make_report(tiny(), **wrong)  # type: ignore[arg-type]


def test_the_heat_scale_falls_evenly_in_lightness() -> None:
    def lightness(color: str) -> float:
        channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 116 * (0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]) ** (1 / 3) - 16

    for stops, sign in ((heat.ON_PAPER, -1), (heat.ON_DARK, 1)):
        values = [lightness(color) for color in heat.scale(stops)]
        steps = [sign * (after - before) for before, after in pairwise(values)]
        assert all(3 < step < 13 for step in steps), steps


@pytest.mark.parametrize("share, step", [(0.0, 0), (0.0999, 0), (0.1, 1), (0.3, 3), (0.95, 9), (1.0, 9)])
def test_each_tenth_has_its_colour(share: float, step: int) -> None:
    assert heat.step_of(share) == step


def test_ticks_are_round_and_whole_where_things_are_counted() -> None:
    assert ticks(0, 0.62, 5) == pytest.approx([0, 0.2, 0.4, 0.6])
    assert ticks(1, 5, 9) == pytest.approx([1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5])
    assert ticks(1, 5, 9, least=1) == [1, 2, 3, 4, 5]
    assert ticks(-60, 190, 7) == [-50, 0, 50, 100, 150]


def test_markup_is_escaped_in_texts_and_attributes() -> None:
    assert tag("a", escape("<b>&\"'"), title='"><script>') == (
        '<a title="&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;&quot;&#x27;</a>'
    )
    assert escape("a\x00b\x1b[2J\u202e") == "ab[2J"
    assert escape("22\u202f%") == "22\u202f%"
