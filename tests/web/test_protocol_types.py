"""The browser client's types are those of the server's messages."""

from __future__ import annotations

import pytest
from tools.web.write_protocol import TARGET, protocol_types

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels


def test_the_types_of_the_client_are_current() -> None:
    assert TARGET.read_text(encoding="utf-8") == protocol_types(), "run: make generated"
