"""A real Firefox, spoken to over WebDriver BiDi: just enough to look at a page and press what a person would press."""

from __future__ import annotations

import base64
import itertools
import json
import os
import re
import shutil
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.browser.people import AT_REST
from websockets.sync.client import connect

PATIENCE = 300.0  # seconds
_NAMES = ("firefox-esr", "firefox")


def firefox_program() -> str | None:
    return os.environ.get("FIREFOX") or next((path for name in _NAMES if (path := shutil.which(name))), None)


class Firefox:
    """One window without a screen, in a profile of its own."""

    def __init__(self, program: str, folder: Path, *, width: int = 1280, height: int = 800) -> None:
        self._folder = folder
        self._command = [program, "--headless", "--no-remote", "--profile", str(folder)]
        self._command += ["--remote-debugging-port", "0", f"--width={width}", f"--height={height}"]
        self._numbers = itertools.count(1)
        self._stack = ExitStack()
        self.errors: list[str] = []

    def __enter__(self) -> Firefox:
        with ExitStack() as stack:  # what was opened is closed if the rest fails
            self._said = stack.enter_context((self._folder / "firefox.log").open("w+"))
            environment = {**os.environ, "HOME": str(self._folder)}
            self.process = subprocess.Popen(self._command, stdout=self._said, stderr=subprocess.STDOUT, env=environment)
            stack.callback(self._end)
            self._line = stack.enter_context(
                connect(self._address() + "/session", max_size=None, open_timeout=PATIENCE)
            )
            self._ask("session.new", capabilities={})
            self._ask("session.subscribe", events=["log.entryAdded"])
            self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]
            self._stack = stack.pop_all()
        return self

    def _end(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)

    def _address(self) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            self._said.seek(0)
            found = re.search(r"listening on (ws://\S+)", self._said.read())
            if found:
                return found[1]
            time.sleep(0.1)
        raise AssertionError("Firefox did not start")

    def _ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            told = json.loads(self._line.recv(timeout=PATIENCE))
            if told.get("id") == number:
                assert told["type"] == "success", told
                return told["result"]
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.errors.append(told["params"]["text"])

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """What an expression is worth, by way of JSON."""
        told = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? 'null')()",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def until(self, expression: str) -> Any:
        """Wait until an expression is true."""
        end = time.monotonic() + PATIENCE
        while not (found := self.evaluate(expression)):
            assert time.monotonic() < end, f"it never came true: {expression}"
            time.sleep(0.05)
        return found

    def click(self, selector: str) -> None:
        """With a real pointer, in the middle of the element."""
        wanted = json.dumps(selector)
        self.until(f"!!document.querySelector({wanted})")
        self.evaluate(f"document.querySelector({wanted}).scrollIntoView({{ block: 'nearest' }})")
        self.click_at(*self.middle_at_rest(selector))

    def middle_at_rest(self, selector: str) -> tuple[float, float]:
        """Where the middle of an element is, once it stands still."""
        wanted, found = json.dumps(selector), None
        while found is None:  # it may be drawn again meanwhile
            self.until(f"!!document.querySelector({wanted})")
            found = self.evaluate(f"((one) => one && ({AT_REST})(one))(document.querySelector({wanted}))")
        x, y, width, height = found
        return x + width / 2, y + height / 2

    def click_at(self, x: float, y: float) -> None:
        moves: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": moves}
        self._ask("input.performActions", context=self._context, actions=[mouse])

    def picture(self, path: Path) -> None:
        told = self._ask("browsingContext.captureScreenshot", context=self._context)
        path.write_bytes(base64.b64decode(told["data"]))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()
