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
