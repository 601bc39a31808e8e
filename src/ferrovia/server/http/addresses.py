"""Visitors' addresses: single ones for the operator's lists, grouped ones for limits."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from starlette.types import Scope

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def visitor_ip(scope: Scope) -> Address | None:
    """The visitor's address; behind trusted proxies, `ProxyHeadersMiddleware` has set it."""
    client = scope.get("client")
    try:
        found = ipaddress.ip_address(client[0] if client else "")
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        return found.ipv4_mapped
    return found


def address_in(scope: Scope) -> str:
    """The visitor's address as limits count it. IPv6 counts by its /64: one home, one limit."""
    found = visitor_ip(scope)
    if found is None:
        client = scope.get("client")
        return str(client[0])[:60] if client else "unknown"
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def read_networks(texts: Iterable[str], what: str) -> list[Network]:
    """Addresses and networks as an operator writes them. ValueError names an invalid one, and `what` it is for."""
    found: list[Network] = []
    for text in texts:
        try:
            found.append(ipaddress.ip_network(text, strict=False))
        except ValueError as error:
            raise ValueError(f"{what} is an address or a network, not {text!r:.60}") from error
    return found


def is_within(address: Address | None, networks: Iterable[Network]) -> bool:
    return address is not None and any(address in network for network in networks)
