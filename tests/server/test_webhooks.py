"""Webhooks: strangers choose the addresses, so hardly any is called."""

from __future__ import annotations

import asyncio
import json

import pytest
from tests.server.serving import Room

from ferrovia.server.operations.webhooks import Caller, NotAllowed, is_public
from ferrovia.server.tables.dispatch import NotUnderstood, understood

pytestmark = pytest.mark.compiled_only  # nothing here is about kernels


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.9", "172.16.0.1", "169.254.169.254", "0.0.0.0", "224.0.0.1", "100.64.0.1",
     "::1", "64:ff9b::7f00:1", "2002:7f00:1::", "2002:a00:1::", "fe80::1", "fc00::1", "::ffff:127.0.0.1",
     "::ffff:10.0.0.1", "ff02::1", "fec0::1", "64:ff9b:1::1", "::127.0.0.1", "::ffff:0:127.0.0.1", "3fff::1", "5f00::1",
     "2001:db8::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
)  # fmt: skip
def test_addresses_that_are_not_public_are_not_called(address: str) -> None:
    assert not is_public(address)


def test_public_addresses_are() -> None:
    assert is_public("93.184.215.14")
    assert is_public("64:ff9b::5db8:d70e")
    assert is_public("2606:2800:21f:cb07:6820:80da:af6b:8b2c")


@pytest.mark.parametrize(
    "url",
    ["http://example.com/", "https://127.0.0.1/", "https://localhost:8000/x", "https://[::1]/", "https://user@example.com/",
     f"https://{'a' * 64}.example/", "https://..org/",
     "https://example.com:99999/", "https://[::1/", "https://example.com/ñ", "https://0x7f.1/",
     "https://2130706433/", "ftp://example.com/"],
)  # fmt: skip
def test_urls_that_lead_home_or_are_not_https_are_refused_before_anything_is_sent(url: str) -> None:
    with pytest.raises((NotAllowed, OSError)):
        asyncio.run(Caller().call(url, {}))


@pytest.mark.parametrize("url", ["https://example.org/\x00", "https://example.org/\x7f", "https://example.org/ñ"])
def test_a_url_is_written_in_letters_that_can_be_seen(url: str) -> None:
    with pytest.raises(NotUnderstood):
        understood(json.dumps({"type": "webhook", "id": "w", "url": url}))
    assert understood(json.dumps({"type": "webhook", "id": "w", "url": "https://example.org/a?b=[c]&d=~"}))


def test_webhooks_are_off_unless_the_operator_allows_them(room: Room) -> None:
    table = room.two_people()
    answer = table.first.ask("webhook", url="https://example.com/hook")
    assert answer["refusal"]["code"] == "webhook/off"
    assert table.first.ask("webhook", url="http://example.com/")["refusal"]["code"] == "message/not_understood"
