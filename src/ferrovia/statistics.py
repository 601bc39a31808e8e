"""Statistics of a finished game: cards, routes, turns and tickets per seat, and the score after every turn.

>>> from ferrovia import game_statistics
>>> game_statistics(game).seats[0].wilds
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from ferrovia import events
from ferrovia.boards import engine_board
from ferrovia.engine import bridge
from ferrovia.events import Event
from ferrovia.game import Game
from ferrovia.record.begin import begin_again

if TYPE_CHECKING:
    from ferrovia.data.schema import StatisticsData


@dataclass(frozen=True, slots=True)
class SeatStatistics:
    """The numbers of one seat. Cards and wilds count every one received, whatever happened to it later."""

    seat: int
    turns: int
    points: int  # at the end
    points_per_turn: float
    cards_dealt: int
    cards_drawn: int  # unseen, from the deck
    cards_taken: int  # face up
    wilds: int  # among drawn and taken cards
    cards_left: int  # in the hand at the end
    routes: int
    routes_by_length: dict[int, int]  # lengths claimed, shortest first
    trains_used: int
    longest_path: int  # in trains; also counted on boards without a bonus for it
    tickets_offered: int
    tickets_kept: int
    tickets_completed: int
    stations: int
    tunnels: int  # entered
    tunnels_left: int  # of those, abandoned
    tunnel_cards: int  # extra cards that tunnels asked for


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """`scores` has the route points of every seat at the start and after each turn; the totals come last."""

    seats: tuple[SeatStatistics, ...]
    scores: tuple[tuple[int, ...], ...]
    turn_of: tuple[int, ...]  # the seat of each turn; `scores` has one entry before the first and one after the last

    def as_data(self) -> StatisticsData:
        """Returns plain data for JSON, where lengths become strings."""
        seats = [
            {**asdict(seat), "routes_by_length": {str(key): count for key, count in seat.routes_by_length.items()}}
            for seat in self.seats
        ]
        return {
            "seats": seats,  # type: ignore[typeddict-item]
            "scores": [list(row) for row in self.scores],
            "turn_of": list(self.turn_of),
        }


def game_statistics(game: Game, *, beginning: Game | None = None) -> GameStatistics:
    """Computes the statistics of a finished game from its moves. Raises ValueError if the game is not over.

    `beginning` is the game before its first move, for games that cannot be dealt again. It is modified.
    """
    if not game.is_over:
        raise ValueError("Statistics tell everything about a game, so they wait until it is over.")
    again = begin_again(game) if beginning is None else beginning
    counts = [Counter[str]() for _ in range(game.players)]
    lengths = [Counter[int]() for _ in range(game.players)]
    turns: list[int] = sorted(again.actors) if again.phase not in ("choosing_start", "over") else []
    scores = [_scores(again)]
    _count(again, again.opening, counts, lengths)
    for seat, code in game.moves:
        happened = again.play(code, seat=seat)
        _count(again, happened, counts, lengths)
        for event in happened:
            if isinstance(event, events.TurnStarted):
                if turns:
                    scores.append(_scores(again))
                turns.append(event.seat)
    scores += [_scores(again), game.result().totals]
    for seat in turns:
        counts[seat]["turns"] += 1
    seats = tuple(_seat(again, seat, counts[seat], lengths[seat]) for seat in range(game.players))
    return GameStatistics(seats, tuple(scores), tuple(turns))


def _scores(game: Game) -> tuple[int, ...]:
    return tuple(game.spectator_view().scores)


def _count(game: Game, happened: Iterable[Event], counts: list[Counter[str]], lengths: list[Counter[int]]) -> None:
    for event in happened:
        match event:
            case events.CardDealt(seat, card):
                counts[seat].update(cards_dealt=1, wilds=card == "wild")
            case events.CardDrawn(seat, card):
                counts[seat].update(cards_drawn=1, wilds=card == "wild")
            case events.CardTaken(seat, card):
                counts[seat].update(cards_taken=1, wilds=card == "wild")
            case events.RouteClaimed(seat, route):
                lengths[seat][game.board.route(route).length] += 1
            case events.TicketOffered(seat):
                counts[seat]["tickets_offered"] += 1
            case events.StationBuilt(seat):
                counts[seat]["stations"] += 1
            case events.TunnelEntered(seat):
                counts[seat]["tunnels"] += 1
            case events.TunnelPriced(seat, extra):
                counts[seat]["tunnel_cards"] += extra
            case events.TunnelLeft(seat):
                counts[seat]["tunnels_left"] += 1


def _seat(game: Game, seat: int, counts: Counter[str], lengths: Counter[int]) -> SeatStatistics:
    sheet, turns = game.result().sheets[seat], counts["turns"]
    return SeatStatistics(
        seat=seat,
        turns=turns,
        points=sheet.total,
        points_per_turn=sheet.total / turns if turns else 0.0,
        cards_dealt=counts["cards_dealt"],
        cards_drawn=counts["cards_drawn"],
        cards_taken=counts["cards_taken"],
        wilds=counts["wilds"],
        cards_left=game.spectator_view().hand_counts[seat],
        routes=lengths.total(),
        routes_by_length=dict(sorted(lengths.items())),
        trains_used=sum(length * count for length, count in lengths.items()),
        longest_path=sheet.longest_path if game.board.bonuses.longest_path else _longest_path(game, seat),
        tickets_offered=counts["tickets_offered"],
        tickets_kept=len(sheet.tickets),
        tickets_completed=sheet.tickets_completed,
        stations=counts["stations"],
        tunnels=counts["tunnels"],
        tunnels_left=counts["tunnels_left"],
        tunnel_cards=counts["tunnel_cards"],
    )


def _longest_path(game: Game, seat: int) -> int:
    """Computed here because score sheets have no row for it on boards without the bonus."""
    length, _ = bridge.longest_path_steps(engine_board(game.board), game.states, 0, seat, bridge.desk().scratches)
    return int(length)
