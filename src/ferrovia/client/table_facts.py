"""The parts of a table's last update, for both kinds of clients."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferrovia.client.conversation import Conversation
from ferrovia.client.errors import ClientError
from ferrovia.client.fairness import is_fair
from ferrovia.client.links import Link
from ferrovia.data.schema import BoardData, GameView, Legal, ResultData, You

if TYPE_CHECKING:
    from ferrovia.server.messages.outgoing import Clocks, FairDeal, Row, TableInfo, Update


class TableFacts:
    """The table as of the last update."""

    def __init__(self, talk: Conversation) -> None:
        self._talk = talk

    @property
    def link(self) -> Link:
        """Your own link: keep it to come back, and keep it secret."""
        return self._talk.link

    @property
    def seat(self) -> int | None:
        """Your own seat, None for a spectator."""
        return self._talk.seat

    @property
    def board(self) -> BoardData:
        if self._talk.board is None:
            raise ClientError("the table is not open")
        return self._talk.board

    @property
    def info(self) -> TableInfo:
        """The people at the table, and its settings."""
        return self._talk.table

    @property
    def update(self) -> Update:
        """The complete last update."""
        return self._talk.now

    @property
    def number(self) -> int:
        """The number of the last row of the log."""
        return self._talk.now["number"]

    @property
    def state(self) -> int:
        """The number of the last row that changed the game."""
        return self._talk.now["state"]

    @property
    def view(self) -> GameView | None:
        """The public state of the game; None before the start."""
        return self._talk.view

    @property
    def you(self) -> You | None:
        """The private facts of this seat: hand and tickets."""
        return self._talk.you

    @property
    def legal(self) -> list[Legal]:
        """Every action with every payment; empty unless this seat may act."""
        return self._talk.legal

    @property
    def rows(self) -> list[Row]:
        """The events since this program connected."""
        return self._talk.rows

    @property
    def clocks(self) -> Clocks | None:
        return self._talk.now["clocks"]

    @property
    def result(self) -> ResultData | None:
        """The score sheets, once the game is over."""
        return self._talk.result

    @property
    def deal(self) -> FairDeal | None:
        """How the deal was made, once the game is over."""
        return self._talk.deal

    @property
    def online(self) -> list[int]:
        """The seats whose players are connected."""
        return self._talk.online

    @property
    def watching(self) -> int:
        return self._talk.watching

    @property
    def has_ended(self) -> bool:
        """Whether the game is over, or the table closed or frozen."""
        return self._talk.has_ended

    def is_deal_fair(self) -> bool | None:
        """Whether the deal was provably fair; None before the end, and for programs whose value is not in the deal."""
        talk = self._talk
        if talk.deal is None or talk.seat is None or talk.own_value is None or talk.seen_commitment is None:
            return None
        return is_fair(talk.deal, seat=talk.seat, seen_commitment=talk.seen_commitment, own_value=talk.own_value)

    def must_have_played(self, before: int) -> None:
        """Raises unless the body of a loop over turns has played; it would see the same turn forever."""
        if self.state == before and self.legal and not self.has_ended:
            raise ClientError("nothing was played in this turn: call play() in the body of the loop over turns()")
