"""A visitor's rights at a table: the seats they hold, whether they are host, whether they may watch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ferrovia import SPECTATOR
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.storage import Store
from ferrovia.server.storage.model import TokenKind
from ferrovia.server.tables.state import TableState
from ferrovia.server.tokens import hash_of


@dataclass(slots=True)
class Holdings:
    """The seats that a browser or program holds at one table. Each seat comes with the sitting it was issued for."""

    seats: dict[int, int] = field(default_factory=dict)
    watch: bool = False
    host: bool = False  # created the table without taking a seat

    def valid_seats(self, table: TableState) -> list[int]:
        """The seats that no other person has taken since."""
        return sorted(
            seat
            for seat, sitting in self.seats.items()
            if table.seats[seat].kind == "person" and table.seats[seat].sitting == sitting
        )

    def first_seat(self, table: TableState) -> int | None:
        return next(iter(self.valid_seats(table)), None)

    def is_host(self, table: TableState) -> bool:
        return self.host if table.host is None else table.host in self.valid_seats(table)

    def may_watch(self, table: TableState) -> bool:
        return table.public or self.watch or self.host or bool(self.valid_seats(table))

    def seat(self, table: TableState, wanted: int | None, look: int = SPECTATOR) -> int:
        """The seat that a message is for: the one it names, the one in view, or the only one."""
        own = self.valid_seats(table)
        if wanted is None:
            wanted = look if look in own else own[0] if len(own) == 1 else None
        if wanted is None or wanted not in own:
            raise Refuse("seat/not_yours", 403)
        return wanted

    def add(self, kind: TokenKind, seat: int, sitting: int) -> None:
        if kind == "seat":
            self.seats[seat] = sitting
        elif kind == "watch":
            self.watch = True
        elif kind == "host":
            self.host = True


async def holdings_of(store: Store, table: str, cookie: str | None, tokens: Iterable[str]) -> Holdings:
    """Collects rights from the browser's cookie and from tokens shown by it or a program."""
    found = Holdings()
    if cookie is not None:
        for holder in await store.holdings(hash_of(cookie), table):
            found.add(holder.kind, holder.seat, holder.sitting)
    for token in tokens:
        known = await store.token(hash_of(token))
        if known is not None and known.table == table and known.kind != "invitation":
            found.add(known.kind, known.seat if known.seat is not None else SPECTATOR, known.sitting or 0)
    return found
