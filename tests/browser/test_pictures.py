"""Every board in every shape and theme: pictures to look at, and what can be told of them without looking."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.browser.board_server import board_server
from tests.browser.people import ARTEFACTS, SOON, at_rest
from tests.geometry.own_board import valley

from ferrovia.boards import board_names
from ferrovia.geometry import make_layout

pytestmark = pytest.mark.compiled_only
SHAPES = {"desktop": (1440, 900, 1), "tablet": (820, 1180, 1), "phone": (390, 844, 2)}

# Where names really end in the browser's own type, against the room that the layout kept for them.
TOO_WIDE = """() => Object.entries(geometry.cities).flatMap(([id, { label }], n) => {
  const box = document.querySelectorAll('.label')[n].getBBox();
  const [x, , width] = label.box;
  const inside = box.x >= x - width / 2 - 1 && box.x + box.width <= x + width / 2 + 1;
  return inside ? [] : [[id, box.x, box.width, x - width / 2, width]];
})"""


@pytest.fixture(scope="module")
def air() -> Iterator[str]:
    with board_server(valley()) as address:
        yield address


@pytest.mark.parametrize("name", [*board_names(), "valley"])
def test_names_take_no_more_room_than_the_layout_kept_for_them(name: str, chromium: Browser, air: str) -> None:
    page = chromium.new_page()
    page.goto(f"{air}/?board={name}")
    page.wait_for_selector("html[data-ready]", timeout=SOON)
    at_rest(page)
    assert page.evaluate("[...document.fonts].map((font) => font.status)") == ["loaded"]
    assert page.evaluate(TOO_WIDE) == []
    page.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_board_has_its_picture(shape: str, theme: str, chromium: Browser, air: str) -> None:
    width, height, density = SHAPES[shape]
    ARTEFACTS.mkdir(exist_ok=True)
    for name in (*board_names(), "valley"):
        page = chromium.new_page(viewport={"width": width, "height": height}, device_scale_factor=density)
        page.goto(f"{air}/?board={name}&theme={theme}&scene=busy&calm=1")
        page.wait_for_selector("html[data-ready]", timeout=SOON)
        at_rest(page)
        picture = ARTEFACTS / f"board-{name}-{shape}-{theme}.png"
        page.screenshot(path=picture)
        assert picture.stat().st_size > 40_000, "a picture this small shows next to nothing"
        page.close()


def test_a_custom_board_needs_only_its_file() -> None:
    assert make_layout(valley())["scenery"] == {"base": "land", "shapes": []}
