"""A program's own check of the deal: an honest one passes, and each kind of fraud fails."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from ferrovia.client.fairness import is_fair

SERVER, OWN, OTHER = "5a" * 32, "17" * 32, "c3" * 32


def hash_of(text: str) -> str:
    return sha256(bytes.fromhex(text)).hexdigest()


def deal(**changes: Any) -> Any:
    """The reveal of an honest server, with changes."""
    honest = {
        "commitment": hash_of(SERVER),
        "server_key": SERVER,
        "values": [{"seat": 0, "value": OWN}, {"seat": 2, "value": OTHER}],
        "key": hash_of(SERVER + OWN + OTHER),
        "formula": "sha256(server_key + values)",
    }
    return honest | changes


def check(given: Any, seat: int = 0) -> bool:
    return is_fair(given, seat=seat, seen_commitment=hash_of(SERVER), own_value=OWN)


def test_an_honest_deal_is_fair() -> None:
    assert check(deal())


ANOTHER = "99" * 32
FRAUDS = {
    "another key than promised": deal(server_key=ANOTHER, key=hash_of(ANOTHER + OWN + OTHER)),
    "another key and another promise": deal(
        server_key=ANOTHER, commitment=hash_of(ANOTHER), key=hash_of(ANOTHER + OWN + OTHER)
    ),
    "our value left out": deal(values=[{"seat": 2, "value": OTHER}], key=hash_of(SERVER + OTHER)),
    "our value replaced": deal(
        values=[{"seat": 0, "value": ANOTHER}, {"seat": 2, "value": OTHER}], key=hash_of(SERVER + ANOTHER + OTHER)
    ),
    "the values in another order": deal(
        values=[{"seat": 2, "value": OTHER}, {"seat": 0, "value": OWN}], key=hash_of(SERVER + OTHER + OWN)
    ),
    "a key from elsewhere": deal(key=hash_of(SERVER)),
    "a server key that is not hexadecimal": deal(server_key="no key"),
    "a value that is not hexadecimal": deal(values=[{"seat": 0, "value": OWN}, {"seat": 2, "value": "no value"}]),
}


@pytest.mark.parametrize("given", FRAUDS.values(), ids=FRAUDS.keys())
def test_a_fraud_is_found(given: Any) -> None:
    assert not check(given)


def test_our_value_under_another_seat_is_a_fraud() -> None:
    assert not check(deal(), seat=2)
