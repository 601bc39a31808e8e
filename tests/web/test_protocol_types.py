"""The browser client's types are those of the server's messages."""

from __future__ import annotations

import re

import pytest
from tools.web.write_protocol import TARGET, protocol_types

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels


def test_the_types_of_the_client_are_current() -> None:
    assert TARGET.read_text(encoding="utf-8") == protocol_types(), "run: make generated"


def test_any_is_rare_in_the_client() -> None:
    """Nothing checks a value of type `any`. The word is counted in comments too."""
    sources = [*TARGET.parent.rglob("*.js"), *TARGET.parent.rglob("*.d.ts")]
    own = [path for path in sources if "vendor" not in path.parts]
    assert sum(len(re.findall(r"\bany\b", path.read_text(encoding="utf-8"))) for path in own) < 30


def test_every_any_has_a_reason() -> None:
    typed = re.compile(r"[<:,|] *any\b(?=[^*/]*[>;,)}\]])")
    for path in [*TARGET.parent.rglob("*.js"), *TARGET.parent.rglob("*.d.ts")]:
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            if typed.search(line):
                assert "`any`:" in "".join(lines[max(number - 2, 0) : number + 1]), f"{path.name}:{number + 1}"
