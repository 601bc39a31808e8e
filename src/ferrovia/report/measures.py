"""The measurements from many games, as plain data: every share and mean with its interval and sample size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ferrovia.arena.intervals import mean_of
from ferrovia.boards import Board
from ferrovia.engine.state import ENDINGS
from ferrovia.report.bonuses import measure_bonuses
from ferrovia.report.distributions import bins_of, distribution
from ferrovia.report.facts import PARTS, GameFacts
from ferrovia.report.numbers import DIGITS, plain, sure_share
from ferrovia.report.tickets import measure_tickets


def measure(board: Board, games: Sequence[GameFacts]) -> dict[str, Any]:
    """Everything except words."""
    counts = sorted({game.players for game in games})
    by_players = {count: [game for game in games if game.players == count] for count in counts}
    scores, lengths = bins_of(t for game in games for t in game.totals), bins_of(map(mean_turns, games))
    return {
        "overall": _overall(games),
        "by_players": {
            str(count): _of_one_count(board, own, score_bins=scores, turn_bins=lengths)
            for count, own in by_players.items()
        },
        "routes": _routes(board, games),
        "cities": _cities(board, games),
        "tickets": measure_tickets(board, games),
        "bonuses": measure_bonuses(board, games),
        "styles": _styles(games, by_players),
    }


def _overall(games: Sequence[GameFacts]) -> dict[str, Any]:
    kept = sum(sum(game.tickets_kept) for game in games)
    completed = sum(sum(game.tickets_completed) for game in games)
    return {
        "games": len(games),
        "decks": len({game.deal for game in games}),
        "tickets_kept": kept,
        "tickets_completed": plain(sure_share((game.deal, float(done)) for game in games for _, _, done in game.kept)),
        "tickets_completed_count": completed,
        "fallbacks": sum(game.fallbacks for game in games),
        "first_fault": next((game.first_fault for game in games if game.first_fault), ""),
    }


# --- one number of players ------------------------------------------------------------------------------------------
def mean_turns(game: GameFacts) -> float:
    return sum(game.turns) / game.players


def _of_one_count(board: Board, games: Sequence[GameFacts], *, score_bins: int, turn_bins: int) -> dict[str, Any]:
    players = games[0].players
    winning = [total for game in games for total, share in zip(game.totals, game.shares, strict=True) if share]
    everyone = [total for game in games for total in game.totals]
    margins = [best - second for best, second in (sorted(game.totals, reverse=True)[:2] for game in games)]
    return {
        "games": len(games),
        "places": [
            plain(sure_share((game.deal, game.shares[(game.first + place) % players]) for game in games))
            for place in range(players)
        ],
        "turns": distribution([mean_turns(game) for game in games], turn_bins)
        | {"mean": plain(mean_of((game.deal, mean_turns(game)) for game in games))},
        "scores": distribution(everyone, score_bins),
        "winning_scores": distribution(winning, score_bins),
        "margin": distribution(margins, bins_of(margins)),
        "parts": {"winner": _mean_parts(games, won=True), "others": _mean_parts(games, won=False)},
        "ended_by": {ending: sum(game.ended_by == ending for game in games) for ending in ENDINGS},
        "stations_built": plain(mean_of((game.deal, len(game.stations) / players) for game in games)),
        "routes_left": plain(mean_of((game.deal, len(board.routes) - len(game.claims)) for game in games)),
    }


def _mean_parts(games: Sequence[GameFacts], *, won: bool) -> dict[str, float]:
    rows = [parts for game in games for parts, share in zip(game.parts, game.shares, strict=True) if bool(share) == won]
    return {part: round(sum(row[part] for row in rows) / max(1, len(rows)), 2) for part in PARTS}


# --- the map --------------------------------------------------------------------------------------------------------
def _routes(board: Board, games: Sequence[GameFacts]) -> list[dict[str, Any]]:
    claimed = [(game, {route for route, _, _ in game.claims}) for game in games]
    counts = Counter(game.players for game in games)
    uses = Counter((game.players, route) for game, routes in claimed for route in routes)
    when: dict[int, list[float]] = {}
    for game in games:
        for route, _, moment in game.claims:
            when.setdefault(route, []).append(moment)
    tried = Counter(route for game in games for route in game.tunnels_tried)
    left = Counter(route for game in games for route in game.tunnels_left)
    return [
        {
            "id": route.id,
            "claimed": plain(sure_share((game.deal, float(route.number in routes)) for game, routes in claimed)),
            "by_players": {
                str(players): round(uses[players, route.number] / number, DIGITS)
                for players, number in sorted(counts.items())
            },
            "when": round(sum(when[route.number]) / len(when[route.number]), 3) if route.number in when else None,
            "tunnel_tried": tried[route.number],
            "tunnel_left": left[route.number],
        }
        for route in board.routes
    ]


def _cities(board: Board, games: Sequence[GameFacts]) -> list[dict[str, Any]]:
    traffic = [Counter(city for route, _, _ in game.claims for city in board.route(route).cities) for game in games]
    routes = Counter(city for route in board.routes for city in route.cities)
    tickets = Counter(city for ticket in board.tickets for city in ticket.cities)
    stations = Counter(city for game in games for city in game.stations)
    return [
        {
            "id": city.id,
            "name": city.name,
            "traffic": plain(mean_of((g.deal, float(own[city.number])) for g, own in zip(games, traffic, strict=True))),
            "routes": routes[city.number],
            "tickets": tickets[city.number],
            "stations": stations[city.number],
        }
        for city in board.cities
    ]


# --- who wins -------------------------------------------------------------------------------------------------------
def _styles(games: Sequence[GameFacts], by_players: dict[int, list[GameFacts]]) -> list[dict[str, Any]]:
    found = []
    for bot in sorted({name for game in games for name in game.bots}):
        rows = [(game, seat) for game in games for seat, name in enumerate(game.bots) if name == bot]
        kept = sum(game.tickets_kept[seat] for game, seat in rows)
        done = sum(game.tickets_completed[seat] for game, seat in rows)
        found.append(
            {
                "bot": bot,
                "score": plain(mean_of((game.deal, float(game.totals[seat])) for game, seat in rows)),
                "tickets_kept": round(kept / len(rows), 2),
                "tickets_completed": round(done / kept, DIGITS) if kept else None,
                "wins": {
                    str(count): plain(
                        sure_share(
                            (game.deal, game.shares[seat])
                            for game in own
                            for seat, name in enumerate(game.bots)
                            if name == bot
                        )
                    )
                    for count, own in by_players.items()
                    if any(bot in game.bots for game in own)
                },
            }
        )
    return found
