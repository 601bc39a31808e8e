"""One client message in, one answer out: the same for sockets and HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from pydantic import ValidationError

from ferrovia import SPECTATOR
from ferrovia.server.messages import incoming, outgoing
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.storage import StorageAway
from ferrovia.server.tables import commands, creation, host, queries
from ferrovia.server.tables.listeners import Listener
from ferrovia.server.tables.live_table import LiveTable
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.server_time import now_ms
from ferrovia.server.tables.viewer import told_rows
from ferrovia.server.tokens import new_browser


class NotUnderstood(Refuse):
    """A malformed message. `request` is its id, if it could be read."""

    def __init__(self, problem: str, request: str) -> None:
        super().__init__("message/not_understood", 422, problem=problem)
        self.request = request


def understood(text: str | bytes) -> incoming.FromClient:
    """Returns the message, or refuses with what is wrong with it."""
    try:
        return incoming.from_client.validate_json(text)
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(str(part) for part in problem["loc"])
        raise NotUnderstood(f"{place}: {problem['msg']}"[:200], _id_of(text)) from error


def _id_of(text: str | bytes) -> str:
    """Tells a client which of its messages is meant, even if the rest is malformed."""
    try:
        request = json.loads(text)["id"]
    except (ValueError, TypeError, LookupError, RecursionError):
        return "-"
    return request if isinstance(request, str) and re.fullmatch(incoming.REQUEST_ID, request) else "-"


async def reply(
    registry: TableRegistry, live: LiveTable, who: Listener, message: incoming.FromClient, browser: str | None
) -> Mapping[str, object]:
    """Carries out a message and returns the answer. Every refusal is an answer too."""
    request = getattr(message, "id", "-")
    try:
        return await _reply(registry, live, who, message, browser, request)
    except Refuse as refusal:
        return refused(live, request, refusal)
    except StorageAway:
        registry.note_trouble()
        return refused(live, request, Refuse("database/away", 503))


def refused(live: LiveTable, request: str, refusal: Refuse) -> outgoing.Refused:
    return {
        "type": "refused",
        "id": request,
        "refusal": refusal.as_data(),
        "number": live.state.number,
        "state": live.state.state,
    }


async def _reply(
    registry: TableRegistry,
    live: LiveTable,
    who: Listener,
    message: incoming.FromClient,
    browser: str | None,
    request: str,
) -> Mapping[str, object]:
    held, look = who.holdings, who.look
    data: Mapping[str, object] | None = None
    match message:
        case incoming.Act():
            seat = held.seat(live.state, message.seat, look)
            number = await commands.act(
                live, seat, state=message.state, action=message.action, request=message.id, held=held
            )
        case incoming.TakeBack():
            seat = held.seat(live.state, message.seat, look)
            number = await commands.take_back(live, seat, state=message.state, request=message.id, held=held)
        case incoming.Ask():
            seat = held.seat(live.state, None, look)
            return {"type": "answer", "id": message.id, "data": await queries.answer(registry, live, seat, message)}
        case incoming.History():
            rows = told_rows(live.state, look, message.since, message.until)
            return {"type": "answer", "id": message.id, "data": {"rows": rows}}
        case incoming.Chat():
            number = await commands.chat(live, held, message, look)
        case incoming.GiveValue():
            number = await commands.give_value(live, held.seat(live.state, message.seat), message.value, held=held)
        case incoming.Webhook():
            if not registry.config.webhooks:
                raise Refuse("webhook/off", 403)
            seat = held.seat(live.state, message.seat, look)
            number = await commands.set_webhook(live, seat, message.url, held=held)
        case incoming.Host():
            number, data = await host.command(registry, live, held, message)
        case incoming.Simple():
            if message.type == "ping":
                return {"type": "pong", "now": now_ms()}
            number, data = await _simple(registry, live, who, message, browser)
        case _:
            raise Refuse("message/not_understood", 422, problem="not now")
    accepted: dict[str, object] = {"type": "accepted", "id": request, "number": number}
    return accepted if data is None else {**accepted, "data": data}


async def _simple(
    registry: TableRegistry, live: LiveTable, who: Listener, message: incoming.Simple, browser: str | None
) -> tuple[int, Mapping[str, object] | None]:
    held = who.holdings
    if message.type == "start":
        return await commands.start(live, held, message.id), None
    if message.type == "rematch":
        return await host.rematch(registry, live, held, browser or new_browser(), who.address)
    seat = held.seat(live.state, message.seat, who.look)
    match message.type:
        case "back":
            return await commands.back(live, seat, held=held), None
        case "leave":
            return await commands.leave(live, seat, held=held), None
        case "forget":
            return await commands.forget(live, seat, held=held), None
        case _:
            return live.state.number, await creation.new_link(registry, live, seat)


def first_look(who: Listener, live: LiveTable, wanted: int | None) -> int:
    """The first view of a listener: that of their only seat; with several seats, the curtain is closed."""
    own = who.holdings.valid_seats(live.state)
    if wanted is not None and wanted in own:
        return wanted
    return own[0] if len(own) == 1 else SPECTATOR
