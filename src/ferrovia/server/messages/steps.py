"""A finished game step by step, with nothing hidden: the common shape of every replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ferrovia.actions import decode, to_text
from ferrovia.data import action_for, event_data, event_for, game_view, own_part, seats_that_know_more
from ferrovia.events import Event, RouteClaimed, StationBuilt, TicketsKept
from ferrovia.game import Game
from ferrovia.server.messages.outgoing import SeenStep, Step

_Completing = RouteClaimed | StationBuilt | TicketsKept  # the only events that change which tickets are complete


def steps_of(beginning: Game, moves: Iterable[tuple[int, int]]) -> Iterator[Step]:
    """Yields the beginning and one step per move (seat, code). Plays on in `beginning`."""
    game, completed = beginning, _completed(beginning)
    yield _step(game, 0, None, None, game.opening, completed)
    for number, (seat, code) in enumerate(moves, start=1):
        events = game.play(code, seat=seat)
        if any(isinstance(event, _Completing) for event in events):
            completed = _completed(game)
        yield _step(game, number, seat, code, events, completed)


def _completed(game: Game) -> list[list[str]]:
    return [list(game.view(seat).completed()) for seat in range(game.players)]


def _step(
    game: Game,
    number: int,
    seat: int | None,
    code: int | None,
    events: tuple[Event, ...],
    completed: list[list[str]],
) -> Step:
    return {
        "number": number,
        "seat": seat,
        "action": None if code is None else to_text(game.board, decode(game.board, code)),
        "events": [event_data(event) for event in events],
        "seen": [_seen(game, seat, code, events, viewer) for viewer in range(game.players)],
        "view": game_view(game.spectator_view()),
        "hands": [own_part(game.view(each)) for each in range(game.players)],
        "completed": completed,
    }


def _seen(game: Game, seat: int | None, code: int | None, events: tuple[Event, ...], viewer: int) -> SeenStep | None:
    """The part of a step that the viewer could see; None if that was everything."""
    action = None if code is None else decode(game.board, code)
    shown = None if action is None else action_for(action, seat, viewer)
    if shown == action and seats_that_know_more(events) <= {viewer}:
        return None
    return {
        "action": None if shown is None else to_text(game.board, shown),
        "events": [event_data(event_for(event, viewer)) for event in events],
    }
