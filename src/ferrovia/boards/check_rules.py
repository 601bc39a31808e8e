"""Checks that a game can be set up, played and scored with a board's rules: cards, tickets, bonuses, tie-breaks."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np

from ferrovia.boards.check_map import place_of
from ferrovia.boards.model import Board, Merchandise
from ferrovia.boards.problems import BoardProblems
from ferrovia.engine.state import DISPLAY, SHEET

HIGHEST_SCORE: Final = int(np.iinfo(SHEET["total"].base).max)


def check_rules(board: Board, problems: BoardProblems) -> None:
    _check_cards(board, problems)
    _check_tickets(board, problems)
    _check_attractions(board, problems)
    _check_districts(board, problems)
    _check_carts(board, problems)
    _check_tie_breaks(board, problems)
    _check_scores(board, problems)


def _check_cards(board: Board, problems: BoardProblems) -> None:
    most = board.players[1]
    colored = len(board.card_colors) * board.cards_per_color
    needed = most * board.starting_cards + DISPLAY + 1  # hands, display and one card to draw
    if colored + board.wilds < needed:
        reason = f"With {most} players {needed} cards are needed to begin, and there are {colored + board.wilds}."
        problems.add("board/too_few_cards", "cards_per_color", reason)
    if colored < DISPLAY:
        reason = f"There are {colored} cards that are not wild; a display needs {DISPLAY}."
        problems.add("board/too_few_cards", "cards_per_color", reason)


def _check_tickets(board: Board, problems: BoardProblems) -> None:
    start, drawn, most = board.starting_tickets, board.drawn_tickets, board.players[1]
    if start.keep > start.long + start.regular:
        reason = f"Players must keep {start.keep} of {start.long + start.regular} tickets."
        problems.add("board/keep_too_many", "starting_tickets.keep", reason)
    if drawn.keep > drawn.count:
        reason = f"Players must keep {drawn.keep} of {drawn.count} tickets."
        problems.add("board/keep_too_many", "drawn_tickets.keep", reason)
    long = sum(ticket.long for ticket in board.tickets)
    for kind, each, printed in (("long", start.long, long), ("regular", start.regular, len(board.tickets) - long)):
        if each * most > printed:
            reason = f"With {most} players {each * most} {kind} tickets are offered at the start; there are {printed}."
            problems.add("board/too_few_tickets", f"starting_tickets.{kind}", reason)
    if long and not start.long:
        reason = "There are long tickets, but none is offered at the start, so no player could ever get one."
        problems.add("board/unused_long_tickets", "starting_tickets.long", reason)


def _check_attractions(board: Board, problems: BoardProblems) -> None:
    attractions = [city for city in board.cities if city.attraction]
    if board.bonuses.attraction and not attractions:
        reason = "Attractions score points, but no city is one."
        problems.add("board/bonus_without_places", "attraction_points", reason)
    if not board.bonuses.attraction:
        for city in attractions:
            reason = "The city is an attraction, but attraction_points does not say what that scores."
            problems.add("board/places_without_bonus", place_of(city), reason)


def _check_districts(board: Board, problems: BoardProblems) -> None:
    places = Counter(city.district for city in board.cities if city.district is not None)
    if board.bonuses.districts and not places:
        problems.add("board/bonus_without_places", "district_points", "Districts score points, but no city is in one.")
    for city in board.cities:
        if city.district is None:
            continue
        if not board.bonuses.districts:
            reason = "The city is in a district, but district_points does not say what a district scores."
            problems.add("board/places_without_bonus", place_of(city), reason)
        elif places[city.district] == 1:
            reason = f"District {city.district} has no other city, so everybody would score it for nothing."
            problems.add("board/lonely_district", place_of(city), reason)


def _check_carts(board: Board, problems: BoardProblems) -> None:
    merchandise = board.bonuses.merchandise
    carts = [route for route in board.routes if route.carts]
    if merchandise is None:
        for route in carts:
            reason = "The route has carts, but the board has no merchandise."
            problems.add("board/places_without_bonus", place_of(route), reason)
        return
    if not carts:
        problems.add("board/bonus_without_places", "merchandise", "There is merchandise, but no route has carts.")
    _check_merchandise_rows(board, merchandise, problems)


def _check_merchandise_rows(board: Board, merchandise: Merchandise, problems: BoardProblems) -> None:
    fewest, most = board.players
    wanted = range(fewest, most + 1)
    for players in sorted({*wanted, *merchandise.points}):
        place, ranks = f"merchandise.points.{players}", merchandise.points.get(players)
        if ranks is None:
            problems.add("board/merchandise_rows", place, f"A row of points for {players} players is missing.")
        elif players not in wanted:
            reason = f"There is a row for {players} players, but the board is for {fewest} to {most}."
            problems.add("board/merchandise_rows", place, reason)
        elif list(ranks) != sorted(ranks, reverse=True):
            reason = "A rank scores more than a better one; the points must not rise."
            problems.add("board/merchandise_rows", place, reason)


def _check_tie_breaks(board: Board, problems: BoardProblems) -> None:
    has = {"fewest_stations": board.stations.each > 0, "longest_path": board.bonuses.longest_path > 0}
    for word in board.tie_breaks:
        if not has.get(word, True):
            reason = f"Ties cannot be decided by {word}, because the board has no such thing."
            problems.add("board/tie_break_without_bonus", "tie_breaks", reason)


def _check_scores(board: Board, problems: BoardProblems) -> None:
    """The engine must be able to hold the score of a seat that owns everything on the board."""
    bonuses = board.bonuses
    highest = sum(route.points for route in board.routes) + sum(ticket.points for ticket in board.tickets)
    highest += board.stations.each * board.stations.points_unused + bonuses.longest_path
    highest += bonuses.attraction * sum(city.attraction for city in board.cities)
    highest += sum({city.district for city in board.cities if city.district is not None})
    if bonuses.merchandise is not None:
        highest += max((max(ranks) for ranks in bonuses.merchandise.points.values()), default=0)
    if highest > HIGHEST_SCORE:
        reason = f"Everything together could score {highest} points; the most a score can be is {HIGHEST_SCORE}."
        problems.add("board/score_too_high", "", reason)
