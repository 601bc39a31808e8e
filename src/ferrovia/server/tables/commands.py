"""Players' commands at a table, message by message. Each function takes the table's lock, checks, writes and answers.

A refusal (`Refuse`) changes nothing. `held` is what the player holds, checked when the command's turn comes: the host
may have given the seat away while it waited. The server's and the operator's own commands need no rights.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from ferrovia.actions import ActionTextError
from ferrovia.data.schema import Json
from ferrovia.game import Refused
from ferrovia.server.messages import incoming
from ferrovia.server.messages.errors import Refuse, RulesRefuse
from ferrovia.server.storage import Batch, Conflict, LogRow
from ferrovia.server.tables.deal import started_row
from ferrovia.server.tables.lesson_steps import check_step
from ferrovia.server.tables.live_table import LiveTable, faces_after_move, faces_taken_back
from ferrovia.server.tables.seats import Holdings
from ferrovia.server.tables.server_time import now_ms
from ferrovia.server.tables.state import Played, TableState, request_key
from ferrovia.server.tables.undo import last_move_of, may_take_back

# Players can repeat chat and settings forever, so a log this long takes no more. A game has about a thousand rows.
MOST_ROWS = 20_000
_TRIES = 8  # against other processes writing to the same table


async def until_written(
    live: LiveTable,
    attempt: Callable[[TableState], Awaitable[int]],
    *,
    seat: int | None = None,
    held: Holdings | None = None,
) -> int:
    """Run `attempt`; if another process wrote first, read its rows and try again.

    Refusals are retried too: another process may have written rows that this one has not read yet.
    """
    async with live.lock:
        for _ in range(_TRIES):
            try:
                if held is not None:
                    held.seat(live.state, seat)
                return await attempt(live.state)
            except Conflict:
                continue
            except Refuse:
                if not (live.store.is_postgresql and await live.catch_up()):
                    raise
    raise Refuse("action/stale")


def must_be_playing(table: TableState) -> None:
    reasons = {"open": "table/not_started", "over": "table/over", "frozen": "table/frozen", "closed": "table/closed"}
    if table.status != "playing":
        raise Refuse(reasons[table.status])


def must_have_room(table: TableState) -> None:
    """Refuses rows that the game does not need, once the log is very long. Moves always fit, and so do the host's
    `close` and `remove`, and what a player may do only once: forget their texts, or stop their webhook.
    """
    if table.number >= MOST_ROWS:
        raise Refuse("table/log_full")


def must_be_readable(table: TableState) -> None:
    """Refuses to remove texts from a damaged log: those after the damage would stay."""
    if table.is_unreadable:
        raise Refuse("table/frozen")


def must_have_time(table: TableState, seat: int) -> None:
    """Refuses a player who returns to an empty clock after using up the extra time for that."""
    if table.clocks is not None and not table.clocks[seat].may_return:
        raise Refuse("seat/no_time")


async def act(
    live: LiveTable,
    seat: int,
    *,
    state: int,
    action: str | int,
    request: str | None,
    by: str = "person",
    held: Holdings | None = None,
) -> int:
    """Plays an action decided on `state` and returns its row. A repeated request gets its first answer again."""
    key = None if request is None else request_key(seat, f"action {state}", request)

    async def attempt(table: TableState) -> int:
        done = table.requests.get(key) if key is not None else None
        if done is not None:
            return done
        must_be_playing(table)
        assert table.game is not None
        if state != table.state and not _is_open_choice(table, seat, state):
            raise Refuse("action/stale")
        if by != "person" and not table.seats[seat].is_played_by_bot:
            raise Refuse("action/stale")  # a person took or came back to the seat while the action waited
        game = table.game.copy()
        try:
            events = game.play(action, seat=seat)
        except ActionTextError as error:
            raise Refuse("action/not_understood", 422, problem=str(error)[:200]) from error
        except Refused as error:
            raise RulesRefuse(error.reason) from error
        if by == "person":
            check_step(table, seat, game.moves[-1][1])
        rows = []
        if by == "person" and table.seats[seat].stand_in is not None:
            must_have_time(table, seat)
            rows.append(live.with_clocks(live.row("back", seat, "person")))
            table = table.copy()
            table.fold(rows[0])
        faces = faces_after_move(table, game, now_ms(), seat, by_person=by == "person")
        body: Json = {"code": game.moves[-1][1], **faces}
        if key is not None:
            body["id"] = key
        rows.append(live.row("action", seat, by, after=len(rows), digest=game.digests[-1], **body))
        await live.append(rows, Played(game, events))
        return rows[-1].number

    return await until_written(live, attempt, seat=seat, held=held)


def _is_open_choice(table: TableState, seat: int, state: int) -> bool:
    """At the start all players choose at once on the state of the deal, so others' choices do not make one stale."""
    assert table.game is not None
    assert table.started is not None
    return table.game.phase == "choosing_start" and seat in table.actors and state >= table.started


async def take_back(live: LiveTable, seat: int, *, state: int, request: str, held: Holdings | None = None) -> int:
    async def attempt(table: TableState) -> int:
        key = request_key(seat, f"take_back {state}", request)
        done = table.requests.get(key)
        if done is not None:
            return done
        must_be_playing(table)
        if state != table.state:
            raise Refuse("action/stale")
        why_not = may_take_back(table, seat)
        if why_not is not None:
            raise Refuse(why_not)
        move = last_move_of(table, seat)
        assert move is not None
        kept = [known for known in table.moves if known.number < move.number]
        to = kept[-1].number if kept else table.started
        row = live.row("taken_back", seat, "person", to=to, id=key)
        following = table.copy()
        following.fold(row)
        row.body.update(faces_taken_back(following, following.game, row.time, move.number))
        await live.append([row])
        return row.number

    return await until_written(live, attempt, seat=seat, held=held)


async def start(live: LiveTable, holdings: Holdings, request: str) -> int:
    """Starts the game. Every seat must be taken."""

    async def attempt(table: TableState) -> int:
        key = request_key(holdings.first_seat(table), "start", request)
        if key in table.requests:
            return table.requests[key]
        if not holdings.is_host(table):
            raise Refuse("host/only", 403)
        if table.status != "open":
            raise Refuse("table/closed" if table.status == "closed" else "table/started")
        if table.open_seats:
            raise Refuse("table/seats_open", seats=len(table.open_seats), count=len(table.open_seats))
        row = started_row(table, live.row("started", None, "host", id=key))
        await live.append([row])
        return row.number

    return await until_written(live, attempt)


def _says(row: LogRow, message: incoming.Chat) -> bool:
    """Whether the row is this message. The text itself is compared: a digest would outlive a text that is removed."""
    return (row.body.get("phrase"), row.personal) == (message.phrase, message.text)


async def chat(live: LiveTable, holdings: Holdings, message: incoming.Chat, look: int) -> int:
    async def attempt(table: TableState) -> int:
        own = holdings.valid_seats(table)
        seat = look if look in own else own[0] if own else None
        if seat is None and not holdings.is_host(table):
            raise Refuse("seat/not_yours", 403)
        key = request_key(seat, "chat", message.id)
        done = table.requests.get(key)
        if done is not None and _says(table.rows[done - 1], message):
            return done
        if (message.phrase is None) == (message.text is None):
            raise Refuse("message/not_understood", 422, problem="a phrase or a text")
        if table.chat == "off":
            raise Refuse("chat/off")
        if seat is not None and table.seats[seat].muted:
            raise Refuse("chat/muted")
        if table.status == "closed":
            raise Refuse("table/closed")
        must_have_room(table)
        if message.phrase is not None:
            if message.phrase not in incoming.PHRASES:
                raise Refuse("message/not_understood", 422, problem="no such phrase")
            row = live.row("chat", seat, "person", phrase=message.phrase, id=key)
        else:
            if table.chat == "phrases":
                raise Refuse("chat/phrases_only")
            row = live.row("chat", seat, "person", personal=message.text, id=key)
        await live.append([row])
        return row.number

    return await until_written(live, attempt)


async def give_value(live: LiveTable, seat: int, value: str, *, held: Holdings | None = None) -> int:
    """Adds a browser's value to the fair deal, once and before the start."""

    async def attempt(table: TableState) -> int:
        if table.seats[seat].value == value:
            return table.number  # sent again because the answer was lost; the game may have begun since
        if table.status != "open":
            raise Refuse("table/started")
        if table.seats[seat].value is not None:
            raise Refuse("value/given")
        row = live.row("value", seat, "person", value=value)
        await live.append([row])
        return row.number

    return await until_written(live, attempt, seat=seat, held=held)


async def back(live: LiveTable, seat: int, *, held: Holdings | None = None) -> int:
    """The player has returned: the stand-in stops."""

    async def attempt(table: TableState) -> int:
        if table.seats[seat].stand_in is None:
            return table.number
        must_have_time(table, seat)
        row = live.with_clocks(live.row("back", seat, "person"))
        await live.append([row])
        return row.number

    return await until_written(live, attempt, seat=seat, held=held)


async def stand_in(live: LiveTable, seat: int, reason: str, *, state: int | None = None) -> int:
    """From now on a bot plays for the person. With `state`: only if the game is still in that state."""

    async def attempt(table: TableState) -> int:
        if state is not None and table.state != state:
            return table.number
        return await _bring_stand_in(live, table, seat, "server", reason)

    return await until_written(live, attempt)


async def _bring_stand_in(live: LiveTable, table: TableState, seat: int, by: str, reason: str) -> int:
    known = table.seats[seat]
    if table.status != "playing" or known.kind != "person" or known.stand_in is not None:
        return table.number
    if by == "person":
        must_have_room(table)
    row = live.with_clocks(live.row("stand_in", seat, by, reason=reason))
    await live.append([row])
    return row.number


async def leave(live: LiveTable, seat: int, *, held: Holdings | None = None) -> int:
    """Leaves a seat: before the start it becomes free again; in a game, a bot plays until the player returns."""

    async def attempt(table: TableState) -> int:
        if table.status != "open":
            return await _bring_stand_in(live, table, seat, "person", "left")
        rows = [live.row("left", seat, "person", reason="left")]
        others = [number for number in table.people if number != seat]
        if table.host == seat and others:
            rows.append(live.row("host", others[0], "server", after=1))
        await live.append(rows)
        return rows[-1].number

    return await until_written(live, attempt, seat=seat, held=held)


async def forget(live: LiveTable, seat: int, *, held: Holdings | None = None) -> int:
    """Removes the name and chat of a seat's player from the log permanently."""

    async def attempt(table: TableState) -> int:
        must_be_readable(table)
        if not any(row.seat == seat and row.personal is not None for row in table.rows):
            return table.number
        row = live.row("forgotten", seat, "person")
        await live.append([row], batch=Batch(table.id, forget_seats=[seat]))
        return row.number

    return await until_written(live, attempt, seat=seat, held=held)


async def forget_rows(live: LiveTable, seat: int | None, chosen: Callable[[TableState], list[int]]) -> int:
    """Removes the personal texts of the chosen rows permanently, for the operator. Returns the number of them."""
    removed = 0

    async def attempt(table: TableState) -> int:
        nonlocal removed
        must_be_readable(table)
        rows = chosen(table)
        removed = len(rows)
        if rows:
            row = live.row("forgotten", seat, "server", rows=rows)
            await live.append([row], batch=Batch(table.id, forget_rows=rows))
        return table.number

    await until_written(live, attempt)
    return removed


async def set_webhook(live: LiveTable, seat: int, url: str | None, *, held: Holdings | None = None) -> int:
    async def attempt(table: TableState) -> int:
        if table.seats[seat].webhook == url:
            return table.number
        if url is not None:
            must_have_room(table)
        row = live.row("webhook", seat, "person", personal=url)
        await live.append([row])
        return row.number

    return await until_written(live, attempt, seat=seat, held=held)
