"""A real Chromium for all browser tests: the system's own, one for all tests of a file."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, expect, sync_playwright
from tests.browser.people import SOON, WINDOWS
from tests.server.serving import Serving

expect.set_options(timeout=SOON)
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def chromium_program() -> str:
    """The path of the browser; without one the tests fail, they are never left out silently."""
    chosen = os.environ.get("CHROMIUM") or next((path for name in _NAMES if (path := shutil.which(name))), None)
    if chosen is None:
        pytest.fail("Chromium is missing. On Debian and Ubuntu: apt-get install chromium (or name one: CHROMIUM=/path)")
    return chosen


@pytest.fixture(scope="module")
def chromium(chromium_program: str) -> Iterator[Browser]:
    # Not longer than a file: while the driver runs, its event loop counts as this thread's, and tests of other rooms
    # that the same process goes on with could not run one of their own.
    with sync_playwright() as driver:
        # Root, as in containers, is refused a sandbox.
        arguments = ["--no-sandbox"] if hasattr(os, "getuid") and os.getuid() == 0 else []
        browser = driver.chromium.launch(executable_path=chromium_program, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def windows_are_closed(request: pytest.FixtureRequest) -> Iterator[None]:
    """A window that a test leaves open goes on drawing and asking: the next tests would pay for it."""
    browser: Browser | None = request.getfixturevalue("chromium") if "chromium" in request.fixturenames else None
    yield
    for context in browser.contexts if browser else ():
        context.close()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Serving]:
    """A server to be killed, on a port that stays the same when it comes back."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with Serving(tmp_path / "tables.sqlite", "--port", str(port)) as server:
        yield server


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Who reads of a test that failed on a far machine is told what its windows showed."""
    report = yield
    if report.when == "call":
        for number, window in enumerate(WINDOWS if report.failed else ()):
            try:
                told = window.told()
            except Error as error:
                told = f"cannot be looked at: {error}"
            report.sections.append((f"window {number}", told))
        WINDOWS.clear()
    return report
