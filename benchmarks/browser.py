"""How heavy and how quick the client is in a real Chromium: sizes, time until the board answers, redraws, frames.

    python benchmarks/browser.py            # needs the extras server and dev, and a Chromium

A phone of the middle is imitated by a processor four times slower, 390 × 844 pixels at three times the density.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.serving import Serving

PHONE: Any = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}
DESKTOP: Any = {"viewport": {"width": 1440, "height": 900}}
SLOWER = 4


def new_game(url: str, board: str) -> str:
    """The link of a table of one person against bots, at the person's seat."""
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "easy"}]
    wish = {"board": board, "seats": seats, "pace": 0, "start": True, "value": "ab" * 32, "clock": {"kind": "none"}}
    answer = httpx.post(f"{url}/api/tables", json=wish, timeout=30)
    answer.raise_for_status()
    link: str = answer.json()["seats"][0]["link"]
    return link


class Visit:
    """One page load from an empty cache, with what came over the network."""

    def __init__(self, context: BrowserContext, *, slower: int = 1) -> None:
        self.page: Page = context.new_page()
        self.line = context.new_cdp_session(self.page)
        self.line.send("Network.enable")
        if slower > 1:
            self.line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        self.received = 0
        self.requests = 0
        self.line.on("Network.loadingFinished", self._count)

    def _count(self, event: dict[str, Any]) -> None:
        self.received += int(event["encodedDataLength"])
        self.requests += 1

    def open_board(self, address: str) -> float:
        """Milliseconds from the start of the load until the board is drawn and the page answers."""
        self.page.goto(address, wait_until="commit")
        self.page.wait_for_selector(".route .space", state="attached")
        # What is still to be done on the page comes before this answer.
        return float(
            self.page.evaluate(
                "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))"
            )
        )


def frames(page: Page, action: str) -> dict[str, float]:
    """Run an endless action (a function of the frame's number) for two seconds and look at the frames between."""
    return dict(
        page.evaluate(
            """async (action) => {
              const act = (0, Function)('n', 'handle', action);
              const gaps = [];
              let last = 0;
              const start = performance.now();
              await new Promise((done) => {
                let n = 0;
                const step = (now) => {
                  if (last) gaps.push(now - last);
                  last = now;
                  act(n, window.handle);
                  n += 1;
                  if (now - start < 2000) requestAnimationFrame(step); else done();
                };
                requestAnimationFrame(step);
              });
              gaps.sort((a, b) => a - b);
              const at = (share) => gaps[Math.floor(gaps.length * share)];
              return { frames: gaps.length, median: at(0.5), p95: at(0.95), fps: 1000 * gaps.length / gaps.reduce((a, b) => a + b, 0) };
            }""",
            action,
        )
    )


def measure(browser: Browser, url: str) -> None:
    for name, options, slower in (("desktop", DESKTOP, 1), (f"phone, processor ×{SLOWER} slower", PHONE, SLOWER)):
        times, sizes, requests = [], [], []
        for _ in range(5):
            context = browser.new_context(**options)
            visit = Visit(context, slower=slower)
            times.append(visit.open_board(url + new_game(url, "europe")))
            visit.page.wait_for_timeout(500)
            sizes.append(visit.received / 1000)
            requests.append(visit.requests)
            context.close()
        print(f"{name}: Europe's board answers after {statistics.median(times):.0f} ms (of 5: {min(times):.0f} to {max(times):.0f}); "
              f"first load {statistics.median(sizes):.0f} kB in {statistics.median(requests):.0f} requests")  # fmt: skip


def main() -> None:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder:
        server = Serving(Path(folder) / "games.sqlite")
        try:
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
                measure(browser, server.url)
                browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
