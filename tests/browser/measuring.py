"""How much work a page is, in processor time of its own thread: a busy machine changes little."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page
from tests.browser.people import open_window

# Neighbours on the same processor slow a thread down even by its own clock. A fixed piece of work says by how much.
FIXED_WORK = """() => {
  const list = [];
  let total = 0;
  for (let n = 0; n < 3e6; n += 1) {
    list[n % 5000] = { n, text: `route ${n % 97}` };
    total += list[(n * 31) % list.length].text.length;
  }
  return total;
}"""
CALM = 70.0  # milliseconds that it takes on the machine of docs/performance.md with little else to do


def watched(page: Page) -> Any:
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Performance.enable", {"timeDomain": "threadTicks"})
    return line


def busy(line: Any) -> float:
    """Milliseconds that the page's thread has worked so far."""
    metrics = {entry["name"]: entry["value"] for entry in line.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"]) * 1000


def slowed_down(chromium: Browser) -> float:
    """How many times slower than calm this machine is now; never below 1."""
    player = open_window(chromium, "about:blank")
    line = watched(player.page)
    before = busy(line)
    player.page.evaluate(FIXED_WORK)
    took = busy(line) - before
    player.close()
    return max(took / CALM, 1.0)
