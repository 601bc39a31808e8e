"""The facts a report needs from one game: the arena plays it, and then it is replayed with events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ferrovia.arena.match import Table
from ferrovia.arena.outcome import Outcome
from ferrovia.arena.schedule import GamePlan, Tournament
from ferrovia.events import Event, RouteClaimed, StationBuilt, TicketOffered, TunnelEntered, TunnelLeft
from ferrovia.game import Game, ScoreSheet

# The sources of points, in the order of a score sheet; lost tickets are negative points.
PARTS = ("routes", "tickets_won", "tickets_lost", "stations", "longest_path", "attractions", "districts", "merchandise")


@dataclass(slots=True)
class GameFacts:
    """A finished game. Lists are by seat; routes, tickets and cities are numbers on the board."""

    players: int
    deal: tuple[int, int]  # players and number: games of one deal are not independent
    bots: tuple[str, ...]
    first: int  # the starting seat
    shares: list[float]  # of the win
    totals: list[int]
    parts: list[dict[str, int]]
    turns: list[int]
    tickets_kept: list[int]
    tickets_completed: list[int]
    ended_by: str
    fallbacks: int  # moves made by a stand-in for a bot
    first_fault: str  # the first fault, if any
    claims: list[tuple[int, int, float]] = field(default_factory=list)  # route, seat, time (0 beginning … 1 end)
    offered: list[int] = field(default_factory=list)
    kept: list[tuple[int, int, bool]] = field(default_factory=list)  # ticket, seat, completed
    stations: list[int] = field(default_factory=list)  # cities
    tunnels_tried: list[int] = field(default_factory=list)
    tunnels_left: list[int] = field(default_factory=list)


def play(table: Table, tournament: Tournament, plan: GamePlan) -> GameFacts:
    """Plays a game and returns its facts."""
    outcome = table.play(plan)
    codes = [int(code) for code in table.notes.codes[: int(table.notes.moves[0])]]
    return retell(tournament, plan, outcome, codes)


def retell(tournament: Tournament, plan: GamePlan, outcome: Outcome, codes: list[int]) -> GameFacts:
    """Replays the moves with events; the final position must match."""
    match = tournament.matches[plan.match]
    board = tournament.boards[match.board]
    game = Game(board, players=match.players, key=tournament.key(plan))
    facts = GameFacts(
        players=match.players,
        deal=(match.players, plan.deal),
        bots=match.seating(plan.rotation),
        first=outcome.first,
        shares=outcome.shares,
        totals=outcome.scores,
        parts=[],
        turns=outcome.turns,
        tickets_kept=outcome.kept,
        tickets_completed=outcome.completed,
        ended_by=outcome.ended_by,
        fallbacks=sum(sum(seat.counts.values()) for seat in outcome.faults),
        first_fault=next((f"{match.seating(plan.rotation)[f.seat]}: {f.reason}" for f in outcome.faults), ""),
    )
    _tell(facts, game, game.opening, 0)
    for code in codes:
        _tell(facts, game, game.play(code, seat=min(game.actors)), sum(outcome.turns))
    if game.digest() != outcome.digest:
        raise AssertionError(f"{plan} was replayed differently from how it was played")
    result = game.result()
    facts.parts = [_parts(sheet) for sheet in result.sheets]
    for sheet in result.sheets:
        facts.kept += [(board.ticket(t.ticket).number, sheet.seat, t.completed) for t in sheet.tickets]
    return facts


def _tell(facts: GameFacts, game: Game, events: Iterable[Event], turns: int) -> None:
    board = game.board
    for event in events:
        match event:
            case RouteClaimed():
                when = int(game.states[0].turns) / turns if turns else 0.0
                facts.claims.append((board.route(event.route).number, event.seat, min(1.0, when)))
            case TicketOffered(ticket=str(ticket)):
                facts.offered.append(board.ticket(ticket).number)
            case StationBuilt():
                facts.stations.append(board.city(event.city).number)
            case TunnelEntered():
                facts.tunnels_tried.append(board.route(event.route).number)
            case TunnelLeft():
                facts.tunnels_left.append(board.route(event.route).number)
            case _:
                pass


def _parts(sheet: ScoreSheet) -> dict[str, int]:
    won = sum(ticket.points for ticket in sheet.tickets if ticket.completed)
    points = (
        sheet.routes,
        won,
        sheet.ticket_points - won,
        sheet.stations_unused,
        sheet.longest_path_bonus,
        sheet.attraction_points,
        sheet.district_points,
        sheet.merchandise_points,
    )
    return dict(zip(PARTS, points, strict=True))
