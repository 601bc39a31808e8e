"""Summarises the games: wins, ranks, margins, ratings and efficiency, as plain data for tables, JSON and plots.

Boards and numbers of players are kept apart: the best bot at two players on one board may be weak at four on another.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ferrovia import __version__
from ferrovia.arena.code_version import sources
from ferrovia.arena.intervals import Estimate, mean_of, share_of
from ferrovia.arena.outcome import Outcome
from ferrovia.arena.ratings import ANCHOR_RATING, rate
from ferrovia.arena.run import Finish
from ferrovia.arena.schedule import Tournament


@dataclass(frozen=True, slots=True)
class Appearance:
    """One seat of one game."""

    game: Outcome
    seat: int
    name: str

    @property
    def share(self) -> float:
        return self.game.shares[self.seat]

    @property
    def margin(self) -> int:
        """Points ahead of the best other seat, or behind."""
        scores = self.game.scores
        return scores[self.seat] - max(score for seat, score in enumerate(scores) if seat != self.seat)


def appearances(tournament: Tournament, outcomes: Iterable[Outcome]) -> list[Appearance]:
    return [
        Appearance(game, seat, name)
        for game in outcomes
        for seat, name in enumerate(tournament.matches[game.match].seating(game.rotation))
    ]


def summarise(
    tournament: Tournament, finish: Finish, *, anchor: str | None = None, anchor_rating: float = ANCHOR_RATING
) -> dict[str, Any]:
    """Everything about a tournament, as plain data. Numbers are rounded for display, not here."""
    groups = sorted({(match.board, match.players) for match in tournament.matches})
    return {
        "ferrovia": __version__,
        "complete": finish.complete,
        "reproducible": tournament.reproducible,
        "tournament": tournament.description() | {"deals": tournament.deals},
        "sources": sources(tournament.who.values()),
        "games": len(finish.outcomes),
        "tables": [
            _table(tournament, finish, board, players, anchor, anchor_rating)
            for board, players in groups
            if any(_belongs(tournament, game, board, players) for game in finish.outcomes)
        ],
    }


def _belongs(tournament: Tournament, game: Outcome, board: int, players: int) -> bool:
    match = tournament.matches[game.match]
    return match.board == board and match.players == players


def _table(
    tournament: Tournament, finish: Finish, board: int, players: int, anchor: str | None, anchor_rating: float
) -> dict[str, Any]:
    """One board with one number of players."""
    games = [game for game in finish.outcomes if _belongs(tournament, game, board, players)]
    seats = appearances(tournament, games)
    ratings = rate(tournament, games, anchor=anchor, anchor_rating=anchor_rating)
    names = [name for name in tournament.contestants if name in ratings.by_name]
    rows = []
    for name in names:
        own = [seat for seat in seats if seat.name == name]
        rows.append({"name": name, "rating": ratings.by_name[name].data()} | figures(own))
    rows.sort(key=lambda row: (-(row["rating"]["value"] or -1e9), -row["wins"]["value"]))
    ordered = [row["name"] for row in rows]
    return {
        "board": tournament.boards[board].id,
        "board_name": tournament.boards[board].name,
        "players": players,
        "games": len(games),
        "deals": len({game.deal for game in games}),
        "rating_scale": ratings.data(),
        "contestants": rows,
        "matches": [
            _match(tournament, finish, number, [game for game in games if game.match == number])
            for number, match in enumerate(tournament.matches)
            if match.board == board and match.players == players
        ],
        "before": {a: {b: _before(seats, a, b) for b in ordered if a != b} for a in ordered},
        "endings": {ending: sum(g.ended_by == ending for g in games) for ending in sorted({g.ended_by for g in games})},
        "first_seat_wins": share_of((g.deal, g.shares[g.first]) for g in games).data(),
    }


def figures(seats: list[Appearance]) -> dict[str, Any]:
    """One contestant's results, over all its seats."""

    def each(values: Iterable[float]) -> Estimate:
        return mean_of(zip((seat.game.deal for seat in seats), values, strict=True))

    won = [seat for seat in seats if seat.game.ranks[seat.seat] == 1]
    kept = sum(seat.game.kept[seat.seat] for seat in seats)
    decisions = sum(seat.game.decisions[seat.seat] for seat in seats)
    micros = sum(seat.game.decisions[seat.seat] * seat.game.micros[seat.seat] for seat in seats)
    cpu = sum(seat.game.decisions[seat.seat] * seat.game.cpu_micros[seat.seat] for seat in seats)
    return {
        "games": len({seat.game.plan for seat in seats}),
        "seats": len(seats),
        "wins": share_of((seat.game.deal, seat.share) for seat in seats).data(),
        "rank": each(float(seat.game.ranks[seat.seat]) for seat in seats).data(),
        "score": each(float(seat.game.scores[seat.seat]) for seat in seats).data(),
        "margin": each(float(seat.margin) for seat in seats).data(),
        "scores": [seat.game.scores[seat.seat] for seat in seats],
        "turns": _mean(seat.game.turns[seat.seat] for seat in seats),
        "turns_when_winning": _mean(seat.game.turns[seat.seat] for seat in won),
        "tickets_kept": _mean(seat.game.kept[seat.seat] for seat in seats),
        "tickets_completed": sum(seat.game.completed[seat.seat] for seat in seats) / kept if kept else None,
        "ticket_points": _mean(seat.game.ticket_points[seat.seat] for seat in seats),
        "cards_left": _mean(seat.game.cards[seat.seat] for seat in seats),
        "trains_left": _mean(seat.game.trains[seat.seat] for seat in seats),
        "cards_left_when_winning": _mean(seat.game.cards[seat.seat] for seat in won),
        "trains_left_when_winning": _mean(seat.game.trains[seat.seat] for seat in won),
        "stations": _mean(seat.game.stations[seat.seat] for seat in seats),
        "decisions": decisions,
        "micros": micros / decisions if decisions else None,
        "cpu_micros": cpu / decisions if decisions else None,
        "slowest": max((seat.game.slowest[seat.seat] for seat in seats), default=None),
        "late": sum(seat.game.late[seat.seat] for seat in seats),
        "faults": _faults(seats),
    }


def _mean(values: Iterable[float]) -> float | None:
    found = list(values)
    return sum(found) / len(found) if found else None


def _faults(seats: list[Appearance]) -> dict[str, Any]:
    """How often each kind occurred, in how many games, and the first one, in the order of games."""
    counts: dict[str, int] = {}
    first, games = None, 0
    for seat in seats:
        for fault in seat.game.faults:
            if fault.seat == seat.seat:
                games += 1
                first = first or {"game": list(seat.game.plan), "move": fault.move, "reason": fault.reason}
                for kind, count in fault.counts.items():
                    counts[kind] = counts.get(kind, 0) + count
    return {"total": sum(counts.values()), "games": games, "kinds": counts, "first": first}


def _match(tournament: Tournament, finish: Finish, number: int, games: list[Outcome]) -> dict[str, Any]:
    """One line-up: each contestant's share, the first one's margin, and the verdict of a sequential test."""
    match = tournament.matches[number]
    seats = appearances(tournament, games)
    first = [seat for seat in seats if seat.name == match.lineup[0]]
    verdict = finish.verdicts.get(number)
    names = list(dict.fromkeys(match.lineup))
    return {
        "lineup": list(match.lineup),
        "games": len(games),
        "deals": len({game.deal for game in games}),
        "wins": {
            name: share_of((seat.game.deal, seat.share) for seat in seats if seat.name == name).data() for name in names
        },
        "margin": mean_of((seat.game.deal, float(seat.margin)) for seat in first).data(),
        "sprt": verdict.data(finish.test) if verdict is not None and finish.test is not None else None,
    }


def _before(seats: list[Appearance], a: str, b: str) -> dict[str, Any] | None:
    """How often `a` finished ahead of `b` where both played; a tie is half."""
    by_game: dict[int, list[Appearance]] = {}
    for seat in seats:
        if seat.name in (a, b):
            by_game.setdefault(id(seat.game), []).append(seat)
    values = []
    for both in by_game.values():
        for one in both:
            for other in both:
                if one.name == a and other.name == b:
                    mine, theirs = one.game.ranks[one.seat], one.game.ranks[other.seat]
                    values.append((one.game.deal, 0.5 if mine == theirs else float(mine < theirs)))
    return share_of(values).data() if values else None
