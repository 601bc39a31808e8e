"""What a table tells without being asked: the last update in parts. Both kinds of clients have these."""

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
    """The table as the last update told it."""

    def __init__(self, talk: Conversation) -> None:
        self._talk = talk

    @property
    def link(self) -> Link:
        """One's own link: keep it to come back, show it to nobody."""
        return self._talk.link

    @property
    def seat(self) -> int | None:
        """The own seat, None for a spectator."""
        return self._talk.seat

    @property
    def board(self) -> BoardData:
        if self._talk.board is None:
            raise ClientError("the table is not open")
        return self._talk.board

    @property
    def info(self) -> TableInfo:
        """Who sits here, and the settings of the table."""
        return self._talk.table

    @property
    def update(self) -> Update:
        """The last update, whole."""
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
        """What everybody knows of the game; None before the start."""
        return self._talk.view

    @property
    def you(self) -> You | None:
        """What only this seat knows: hand and tickets."""
        return self._talk.you

    @property
    def legal(self) -> list[Legal]:
        """Every action with every payment; empty unless this seat may act."""
        return self._talk.legal

    @property
    def rows(self) -> list[Row]:
        """What happened since this program came."""
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
        """How the deal came about, once the game is over."""
        return self._talk.deal

    @property
    def online(self) -> list[int]:
        """The seats whose people are here."""
        return self._talk.online

    @property
    def watching(self) -> int:
        return self._talk.watching

    @property
    def has_ended(self) -> bool:
        """The game is over, or the table closed or frozen."""
        return self._talk.has_ended

    def is_deal_fair(self) -> bool | None:
        """Whether the deal was provably fair; None before the end, and for programs that came after the start."""
        talk = self._talk
        if talk.deal is None or talk.seat is None or talk.own_value is None or talk.seen_commitment is None:
            return None
        return is_fair(talk.deal, seat=talk.seat, seen_commitment=talk.seen_commitment, own_value=talk.own_value)

    def must_have_played(self, before: int) -> None:
        """The body of a loop over turns has to play; otherwise it would see the same turn for ever."""
        if self.state == before and self.legal and not self.has_ended:
            raise ClientError("nothing was played in this turn: call play() in the body of the loop over turns()")
