"""The client stays light and quick. Times are processor times of the page's own thread: a busy machine changes little.

`benchmarks/browser.py` measures the same and more, by the clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route
from tests.browser.board_server import board_server
from tests.browser.measuring import busy, slowed_down, watched
from tests.browser.people import at_rest, make_table, open_window
from tests.server.serving import Serving

pytestmark = pytest.mark.compiled_only

MOST_BYTES = 250_000
MOST_REQUESTS = 20
MOST_BUSY = 1500.0  # milliseconds until Europe's board answers, on a phone
SLOWER = 4  # what a phone of the middle is slower
# Other screens are fetched some seconds later: on a slow machine that could be before the first is whole.
NOTHING_ELSE = """(() => {
  const real = window.setTimeout;
  window.setTimeout = (act, wait, ...more) => (wait === 6000 ? 0 : real(act, wait, ...more));
})()"""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("speed") / "tables.sqlite") as server:
        yield server


def first_visit(chromium: Browser, address: str) -> tuple[dict[str, int], float]:
    """What came over the network, by address, and how long a phone's thread worked until the board was drawn."""
    phone = {"device_scale_factor": 3, "is_mobile": True, "has_touch": True}
    player = open_window(chromium, "about:blank", width=390, height=844, **phone)
    page, line = player.page, watched(player.page)
    page.add_init_script(NOTHING_ELSE)
    received: dict[str, int] = {}
    names: dict[str, str] = {}
    line.on("Network.requestWillBeSent", lambda event: names.update({event["requestId"]: event["request"]["url"]}))
    line.on("Network.loadingFinished", lambda e: received.update({names[e["requestId"]]: int(e["encodedDataLength"])}))
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address)
    page.wait_for_selector(".route .space", state="attached")
    worked = busy(line)
    page.wait_for_load_state("networkidle")
    player.close()
    return received, worked


def test_the_first_load_is_light_and_the_board_answers_soon(chromium: Browser, serving: Serving) -> None:
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}]
    maker = open_window(chromium, serving.url)
    link = make_table(maker, serving.url, "europe", seats, start=True)["seats"][0]["link"]
    maker.close()
    received, worked = first_visit(chromium, serving.url + link)
    heaviest = sorted(received.items(), key=lambda entry: -entry[1])[:6]
    assert 60_000 < sum(received.values()) < MOST_BYTES, heaviest
    assert len(received) <= MOST_REQUESTS, sorted(received)
    shares = [worked / slowed_down(chromium)]
    while min(shares) >= MOST_BUSY and len(shares) < 3:  # noise only adds
        shares.append(first_visit(chromium, serving.url + link)[1] / slowed_down(chromium))
    assert min(shares) < MOST_BUSY


def test_a_second_visit_asks_for_no_file_of_the_client(chromium: Browser, serving: Serving) -> None:
    player = open_window(chromium, serving.url)
    page = player.page
    page.locator(".pick img.thumb").nth(4).wait_for()
    page.wait_for_load_state("networkidle")
    fetched = set(page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)"))
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    asked: dict[str, str] = {}
    kept: set[str] = set()

    def answered(event: Any) -> None:
        asked[event["requestId"]] = event["response"]["url"].removeprefix(serving.url)
        if event["response"].get("fromDiskCache"):
            kept.add(event["requestId"])

    line.on("Network.responseReceived", answered)
    line.on("Network.requestServedFromCache", lambda event: kept.add(event["requestId"]))
    page.goto("about:blank")
    page.goto(serving.url)
    page.locator(".pick img.thumb").nth(4).wait_for()
    page.wait_for_load_state("networkidle")
    player.close()
    known = {name.removeprefix(serving.url) for name in fetched if "/static/" in name}
    assert {name.rpartition("/")[2] for name in known} > {"app.js", "page.css", "inter.woff2", "lobby.js"}
    assert len(kept) >= len(known) - 1  # the icon is fetched once for two uses
    assert [path for request, path in asked.items() if request not in kept and path in known] == []


@pytest.mark.parametrize("move", ["handle.camera.pan(7, 5)", "handle.camera.zoomAt(1.01)"])
def test_a_frame_of_panning_or_zooming_is_little_work(move: str, chromium: Browser) -> None:
    with board_server() as address:
        player = open_window(chromium, f"{address}/?board=europe&scene=busy")
        page, line = player.page, watched(player.page)
        page.wait_for_selector("html[data-ready]")
        page.evaluate("handle.camera.zoomAt(1.6)")
        at_rest(page)
        before, frames = busy(line), 60
        is_a_layer = page.evaluate(
            f"""async () => {{
              for (let n = 0; n < {frames}; n += 1) {{
                {move};
                await new Promise((next) => requestAnimationFrame(next));
              }}
              return document.querySelector('.board-view').classList.contains('is-moving');
            }}"""
        )
        worked = (busy(line) - before) / frames
        assert is_a_layer
        assert worked / slowed_down(chromium) < 8  # half of a frame at sixty a second
        player.close()


def test_other_screens_wait_until_the_first_one_is_whole(chromium: Browser, serving: Serving) -> None:
    """On a network on which the layout of the board takes half a minute."""
    maker = open_window(chromium, serving.url)
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}]
    link = make_table(maker, serving.url, "london", seats, start=True)["seats"][0]["link"]
    player = open_window(chromium, "about:blank")
    page, held, asked = player.page, list[Route](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/layout*", lambda route: held.append(route))
    page.clock.install()
    with page.expect_request("**/layout*"):  # asked for only when the table has said which board it plays
        page.goto(serving.url + link)
    page.wait_for_selector(".map[aria-busy=true]")
    page.clock.run_for(30_000)
    assert held
    assert [address for address in asked if "/replay/" in address] == []
    with page.expect_request("**/replay/screen.js"):  # from before the board comes: the page's clock goes on by itself
        for route in held:
            route.continue_()
        page.wait_for_selector(".route .space", state="attached")
        page.clock.run_for(10_000)
