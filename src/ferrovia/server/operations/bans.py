"""Addresses and browsers that the operator has banned.

The list is in the database, so all processes share it and it survives a restart. Each process keeps it in memory and
reads it again every few seconds: no visitor waits for it.
"""

from __future__ import annotations

import ipaddress
from typing import Final

from ferrovia.server.storage import Ban, Store
from ferrovia.server.tables.server_time import now_ms
from ferrovia.server.tokens import hash_of

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_HOME: Final = 64  # bits of an IPv6 address that a whole home shares: limits and bans treat it as one
_LARGEST: Final = {4: 8, 6: 16}  # the smallest prefix length that can be banned


class Bans:
    def __init__(self) -> None:
        self._networks: list[Network] = []
        self._browsers: frozenset[str] = frozenset()

    async def read(self, store: Store) -> bool:
        """Reads the list again; True if it has changed."""
        known = self._networks, self._browsers
        found = await store.bans(now_ms())
        self._networks = [ipaddress.ip_network(ban.who) for ban in found if ban.kind == "address"]
        self._browsers = frozenset(ban.who for ban in found if ban.kind == "browser")
        return known != (self._networks, self._browsers)

    def covers(self, address: str, browser: str | None) -> bool:
        """Whether a visitor is banned, by the address as limits count it or by the browser's cookie."""
        if browser is not None and self._browsers and hash_of(browser).hex() in self._browsers:
            return True
        if not self._networks:
            return False
        try:
            visitor = ipaddress.ip_network(address)
        except ValueError:
            return False
        return any(
            visitor.version == network.version and visitor.subnet_of(network)  # type: ignore[arg-type]
            for network in self._networks
        )


def ban_of_address(text: str, until: int | None) -> Ban:
    """A ban for an address or a network. ValueError if it is neither, or far too large."""
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError as error:
        raise ValueError(
            f"{text!r:.60} is neither an address nor a network, as 203.0.113.7 or 2001:db8::/48"
        ) from error
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen > _HOME:
        network = network.supernet(new_prefix=_HOME)
    if network.prefixlen < _LARGEST[network.version]:
        raise ValueError(f"{network} is too large to ban: a network has at least /{_LARGEST[network.version]}")
    return Ban("address", str(network), now_ms(), until)
