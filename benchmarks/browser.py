"""Measures the client in a real Chromium: sizes, time until the board responds, redraws, frames.

    python benchmarks/browser.py                      # needs the extras server and dev, and a Chromium
    python benchmarks/browser.py --before ../before   # first loads of another checkout too, visit by visit in turn

A processor four times slower and 390 × 844 pixels at three times the density imitate a mid-range phone. Wall times
depend on what else the machine does; `busy` is only the processor time of the page's own thread.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.browser.board_server import board_server
from tests.server.serving import Serving

from ferrovia.data import PROTOCOL

PHONE: Any = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3, "has_touch": True, "is_mobile": True}
DESKTOP: Any = {"viewport": {"width": 1440, "height": 900}}
SLOWER = 4
VISITS = 5
ROOT = Path(__file__).parents[1]

REDRAWS = """() => {
  const position = scenes.busy();
  const free = board.routes.map((_, n) => n).filter((n) => position.owners[n] === undefined);
  return free.slice(0, 40).map((n) => {
    position.owners = { ...position.owners, [n]: n % 5 };
    const start = performance.now();
    handle.show({ ...position, chosen: free[(n * 7) % free.length] });
    document.querySelector('.board').getBoundingClientRect();
    return performance.now() - start;
  });
}"""
MOVES = """async (kind) => {
  const gaps = [];
  let last = 0;
  const start = performance.now();
  await new Promise((done) => {
    let n = 0;
    const step = (now) => {
      if (last) gaps.push(now - last);
      last = now;
      if (kind === 'pan') handle.camera.pan(9 * Math.cos(n / 25), 6 * Math.sin(n / 25));
      else handle.camera.zoomAt(1 + 0.02 * Math.sin(n / 20), { x: 200, y: 300 });
      n += 1;
      if (now - start < 2000) requestAnimationFrame(step); else done();
    };
    requestAnimationFrame(step);
  });
  return gaps;
}"""


class Visit:
    """One page from an empty cache, with its network traffic and the busy time of its thread."""

    def __init__(self, context: BrowserContext, *, slower: int = 1) -> None:
        self.page: Page = context.new_page()
        self.line = context.new_cdp_session(self.page)
        self.line.send("Network.enable")
        self.line.send("Performance.enable", {"timeDomain": "threadTicks"})
        if slower > 1:
            self.line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        self.received = 0
        self.requests = 0
        self.line.on("Network.loadingFinished", self._count)

    def _count(self, event: dict[str, Any]) -> None:
        self.received += int(event["encodedDataLength"])
        self.requests += 1

    def busy(self) -> float:
        """Milliseconds of processor time so far."""
        found = {entry["name"]: entry["value"] for entry in self.line.send("Performance.getMetrics")["metrics"]}
        return float(found["TaskDuration"]) * 1000

    def open_board(self, address: str) -> float:
        """Milliseconds from the start of the load until the board is drawn and the page responds."""
        self.page.goto(address, wait_until="commit")
        self.page.wait_for_selector(".route .space", state="attached")
        # Pending work on the page comes before this answer.
        answer = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))"
        return float(self.page.evaluate(answer))


def new_game(url: str, board: str) -> str:
    """The link to a table of one person against bots, at the person's seat."""
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "easy"}]
    with httpx.Client(base_url=url, timeout=30) as client:
        made = client.post("/api/tables", json={"board": board, "seats": seats, "pace": 0}).raise_for_status().json()
        start = {"type": "start", "id": "start"}
        headers = {"ferrovia-protocol": str(PROTOCOL)}
        client.post(f"/api/tables/{made['table']}/messages", json=start, headers=headers).raise_for_status()
    link: str = made["seats"][0]["link"]
    return link


def first_load(browser: Browser, urls: dict[str, str]) -> None:
    """The servers take turns, so that whatever else the machine does slows all of them down."""
    for name, options, slower in (("desktop", DESKTOP, 1), (f"phone, processor ×{SLOWER} slower", PHONE, SLOWER)):
        rows: dict[str, list[tuple[float, ...]]] = {version: [] for version in urls}
        for _ in range(VISITS):
            for version, url in urls.items():
                context = browser.new_context(**options)
                visit = Visit(context, slower=slower)
                took = visit.open_board(url + new_game(url, "europe"))
                busy = visit.busy()
                visit.page.wait_for_timeout(500)
                rows[version].append((took, busy, visit.received / 1000, visit.requests))
                context.close()
        for version, visits in rows.items():
            took, busy, size, requests = (statistics.median(column) for column in zip(*visits, strict=True))
            fastest = min(visit[0] for visit in visits)
            print(f"{name}{version}: Europe's board answers after {took:.0f} ms, busy {busy:.0f} ms", end=" ")
            print(f"(medians of {VISITS}; fastest {fastest:.0f} ms)")
            print(f"  first load {size:.0f} kB in {requests:.0f} requests")


def drawing(browser: Browser) -> None:
    with board_server() as url:
        for name, options, slower in (("desktop", DESKTOP, 1), (f"phone, ×{SLOWER} slower", PHONE, SLOWER)):
            context = browser.new_context(**options)
            visit = Visit(context, slower=slower)
            visit.page.goto(f"{url}/?board=europe&scene=busy")
            visit.page.wait_for_selector("html[data-ready]")
            times = sorted(visit.page.evaluate(REDRAWS))
            print(f"{name}: a redraw of Europe {statistics.median(times):.1f} ms, slowest {times[-1]:.1f} ms")
            visit.page.evaluate("handle.camera.zoomAt(2)")
            for kind in ("pan", "zoom"):
                before = visit.busy()
                gaps = sorted(visit.page.evaluate(MOVES, kind))
                busy = (visit.busy() - before) / len(gaps)
                print(
                    f"  {kind}: {1000 * len(gaps) / sum(gaps):.0f} frames a second, 95 % within "
                    f"{gaps[int(len(gaps) * 0.95)]:.1f} ms, busy {busy:.1f} ms a frame"
                )
            context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, help="another checkout of the source to compare first loads with")
    before: Path | None = parser.parse_args().before
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver, ExitStack() as servers:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        if before is None:
            drawing(browser)
        sources = {"": ROOT} if before is None else {", before": before.resolve(), ", now": ROOT}
        urls = {
            version: servers.enter_context(
                Serving(Path(folder) / f"games{number}.sqlite", environment={"PYTHONPATH": str(source / "src")})
            ).url
            for number, (version, source) in enumerate(sources.items())
        }
        first_load(browser, urls)
        browser.close()


if __name__ == "__main__":
    main()
