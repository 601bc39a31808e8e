"""`ferrovia serve` on a home network: addresses and messages."""

from __future__ import annotations

import re

import pytest

from ferrovia.cli.commands.serve import _links, qr_text

LINK = "http://192.168.178.23:8000/"
LIGHT = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}  # upper and lower half of a letter


def test_the_qr_code_has_the_link_and_its_own_colours() -> None:
    segno = pytest.importorskip("segno")
    lines = qr_text(LINK).splitlines()
    assert all(re.fullmatch("\x1b\\[97;40m[█▀▄ ]+\x1b\\[0m", line) for line in lines)
    shown = [line.removeprefix("\x1b[97;40m").removesuffix("\x1b[0m") for line in lines]
    dots = [[not LIGHT[letter][half] for letter in line] for line in shown for half in (0, 1)]
    wanted = [[bool(dot) for dot in row] for row in segno.make(LINK, micro=False).matrix_iter(border=4)]
    assert dots[: len(wanted)] == wanted


def test_serving_the_network_prints_the_link_for_others_last() -> None:
    assert _links("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]
    assert _links("::1", 8000) == ["http://[::1]:8000/"]
    own, *others = _links("0.0.0.0", 8000)
    assert own == "http://localhost:8000/"
    assert all(re.fullmatch(r"http://[\d.]+:8000/", other) and "127." not in other for other in others)
