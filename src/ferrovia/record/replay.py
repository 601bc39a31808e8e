"""Replays records and checks what they claim. An error names the wrong line."""

from __future__ import annotations

import hashlib
from dataclasses import replace as changed
from typing import Final

from ferrovia.game import Game, Key
from ferrovia.game.play import ScriptError
from ferrovia.position import PositionError
from ferrovia.record.begin import begin
from ferrovia.record.errors import Code, RecordError
from ferrovia.record.model import Deal, Record, Verification

_CHECKED: Final = ("board", "rules", "commitment", "opening", "actions", "digests", "result")


def replay(record: Record) -> Game:
    """Returns the game at its end, the same on every machine. Checks the key and every digest on the way."""
    key = _key(record)
    game = _begin(record, key)
    _check_opening(record, key, game)
    right = _follow(record, game, len(record.moves))
    if right < len(record.moves):
        raise _wrong_move(record, game, right)
    if not game.is_over:
        raise _refusal(record, "record/result", "result", "After these actions the game is not over.")
    return game


def verify(record: Record) -> Verification:
    """Checks everything that can be checked, including the result."""
    game = replay(record)
    result, claim = game.result(), record.claim
    assert claim is not None
    if claim.totals != result.totals:
        raise _refusal(record, "record/result", "result", f"The totals are {result.totals}.")
    if claim.winners != result.winners:
        raise _refusal(record, "record/result", "winners", f"The winners are the seats {result.winners}.")
    if claim.ended_by != result.ended_by:
        raise _refusal(record, "record/result", "ended", f"The game was ended by {result.ended_by}.")
    if record.names is not None and len(record.names) != record.players:
        raise _refusal(record, "record/names", "names", f"There are {record.players} players.")
    return Verification(
        checked=(
            *_CHECKED,
            *(("values",) if record.deal is not None else ()),
            *(("seed",) if record.seed is not None else ()),
        ),
        unchecked=tuple(name for name in ("names", "date") if getattr(record, name) is not None),
        actions=len(record.moves),
        totals=result.totals,
        winners=result.winners,
        fair=record.seed is None and not record.script and record.position is None,
    )


def _refusal(record: Record, code: Code, key: str, reason: str) -> RecordError:
    return RecordError(code, record.lines[key], reason)


def _key(record: Record) -> Key:
    """Returns the key, which must match the commitment made before the start."""
    if record.key is None or record.reader is not None:
        reason = "This is an unfinished game for one reader: without its key it cannot be replayed."
        raise _refusal(record, "record/for_a_reader", "reader", reason)
    if record.deal is not None:
        _check_deal(record, record.deal, record.key)
    elif hashlib.sha256(record.key.secret).hexdigest() != record.commitment:
        reason = "The key is not the one that was committed to."
        if _fits(record, record.key):
            raise _refusal(record, "record/commitment", "commitment", reason)
        raise _refusal(record, "record/key", "key", reason)
    if record.seed is not None and Key.of_seed(record.seed).secret != record.key.secret:
        raise _refusal(record, "record/seed", "seed", f"The key is not that of the seed {record.seed}.")
    return record.key


def _check_deal(record: Record, deal: Deal, key: Key) -> None:
    """The server's key must match its commitment and, with the players' values, give the key of the game."""
    if record.seed is not None:
        raise _refusal(record, "record/seed", "seed", "A key that people had a part in is not that of a seed.")
    if deal.commitment != record.commitment:
        wrong: tuple[Code, str] = ("record/commitment", "commitment")
        if deal.key != key.secret:
            wrong = ("record/key", "server key")
        raise _refusal(record, *wrong, "The server's key is not the one that was committed to.")
    if deal.key != key.secret:
        wrong = ("record/key", "values" if _fits(record, key) else "key")
        raise _refusal(record, *wrong, "The key is not made of the server's key and these values.")


def _begin(record: Record, key: Key) -> Game:
    if record.first is not None and record.first >= record.players:
        raise _refusal(record, "record/first", "first", f"There is no seat {record.first}.")
    try:
        return begin(record.board, record.players, record.first, key, script=record.script, position=record.position)
    except PositionError as error:
        # The record states the number of seats twice, and a number is more easily changed than a whole seat.
        wrong = "players" if any(problem.place == "seats" for problem in error.problems) else "position"
        raise _refusal(record, "record/position", wrong, str(error.problems[0])) from error
    except ScriptError as error:
        raise _refusal(record, "record/opening", "script", str(error)) from error


def _follow(record: Record, game: Game, count: int) -> int:
    """Plays the first moves; returns how many were right."""
    try:
        return game.follow(record.moves[:count], record.digests[:count])
    except ScriptError as error:
        if record.position is not None:  # the position says what comes next
            raise _refusal(record, "record/position", "position", str(error)) from error
        raise _refusal(record, "record/opening", "script", str(error)) from error


def _fits(record: Record, key: Key) -> bool:
    """Whether the game can have begun as the header says."""
    try:
        return _begin(record, key).opening_digest == record.opening
    except RecordError:
        return False


def _check_opening(record: Record, key: Key, game: Game) -> None:
    """If the beginning differs, finds the line of the header that caused it."""
    if game.opening_digest == record.opening:
        return
    if record.moves and _follow(record, game, 1) == 1:
        raise _refusal(record, "record/opening", "opening", "This is not the digest of the state at the beginning.")
    fewest, most = record.board.players
    for players in range(fewest, most + 1):
        if _fits(changed(record, players=players), key):
            raise _refusal(record, "record/players", "players", f"The game began with {players} players.")
    for first in (None, *range(record.players)):
        if _fits(changed(record, first=first), key):
            raise _refusal(record, "record/first", "first", "The game began with another first seat.")
    for name in ("position", "script"):
        if name in record.lines:
            raise _refusal(record, "record/opening", name, "The game did not begin like this.")
    raise _refusal(record, "record/opening", "opening", "With this key the game begins in another state.")


def _wrong_move(record: Record, game: Game, place: int) -> RecordError:
    line = record.lines["moves"] + place
    _follow(record, game, place)
    seat, code = record.moves[place]
    if seat >= record.players:
        return RecordError("record/action", line, f"There is no seat {seat}.")
    reason = game.why_not(code, seat=seat)
    if reason is not None:
        words = f"Seat {seat} could not do that: {reason.code} (rule {reason.rule})."
        return RecordError("record/action", line, words, reason)
    try:
        game.play(code, seat=seat)
    except ScriptError as error:
        return RecordError("record/digest", line, str(error))
    return RecordError("record/digest", line, f"The state after it has the digest {game.digests[-1]}.")
