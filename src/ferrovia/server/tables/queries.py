"""A seat's questions: the library's answers, from that seat's own view."""

from __future__ import annotations

from typing import Final

from ferrovia.actions import ActionTextError, ClaimRoute, from_text
from ferrovia.boards import NotOnBoardError
from ferrovia.data import legal_entry, odds_data, outlook_data, reason_data
from ferrovia.server.levels import bot_of
from ferrovia.server.messages import incoming
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.tables.live_table import LiveTable
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.views import View

BEST: Final = 3  # actions that the coach shows


async def answer(registry: TableRegistry, live: LiveTable, seat: int, message: incoming.Ask) -> dict[str, object]:
    game = live.state.game
    if game is None:
        raise Refuse("table/not_started")
    view = game.view(seat)
    if message.what == "coach":
        return await _coach(registry, live, view)
    try:
        match message.what:
            case "why_not":
                return _why_not(view, message.of)
            case "outlook":
                return _outlook(view, message.of)
            case _:
                return _tunnel_odds(view, message.of)
    except (ActionTextError, NotOnBoardError, ValueError) as error:
        raise Refuse("action/not_understood", 422, problem=str(error)[:200]) from error


def _why_not(view: View, of: str | None) -> dict[str, object]:
    reason = view.why_not(of or "")
    return {"reason": None if reason is None else reason_data(reason)}


def _outlook(view: View, of: str | None) -> dict[str, object]:
    tickets = (*view.tickets, *view.offer) if of is None else (of,)
    return {"outlooks": {view.board.ticket(ticket).id: outlook_data(view, ticket) for ticket in tickets}}


def _tunnel_odds(view: View, of: str | None) -> dict[str, object]:
    claim = from_text(view.board, of or "")
    if not isinstance(claim, ClaimRoute):
        raise ValueError("a claim of a tunnel is needed")
    return odds_data(view, claim)


async def _coach(registry: TableRegistry, live: LiveTable, view: View) -> dict[str, object]:
    """The best actions with their chances, from what the seat knows. Only where it is fair to other people."""
    if not live.state.is_against_bots_alone:
        raise Refuse("coach/not_here")
    if live.state.status != "playing" or view.seat not in view.actors:
        raise Refuse("coach/not_now")
    moves = await registry.bot_workers.advise(view, bot_of("expert"), BEST, live.account())
    return {
        "moves": [{**legal_entry(view, move["code"]), "value": move["win"], "margin": move["margin"]} for move in moves]
    }
