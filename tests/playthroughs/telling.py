"""Tells a golden game in short lines that people can read and `diff` can compare."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.record.games import play
from tests.record.golden_games import seed_of

from ferrovia import Board, Game, Result, ScoreSheet
from ferrovia.actions import decode, payment_text, to_text
from ferrovia.events import (
    CardDealt,
    CardDrawn,
    CardTaken,
    DeckReshuffled,
    DisplayFilled,
    DisplayReset,
    Event,
    GameEnded,
    LastRoundBegan,
    MerchandiseTaken,
    Passed,
    RouteClaimed,
    StationBuilt,
    TicketOffered,
    TicketsChosen,
    TicketsKept,
    TunnelCardShown,
    TunnelEntered,
    TunnelLeft,
    TunnelPriced,
    TurnStarted,
)

FOLDER = Path(__file__).parent


def file_of(board: Board, players: int) -> Path:
    return FOLDER / f"{board.id}-{players}.txt"


def words(event: Event) -> str:
    """An event in a few words."""
    match event:
        case CardDealt(seat, card):
            return f"{seat} is dealt {card}"
        case CardDrawn(seat, card):
            return f"{seat} draws {card}"
        case CardTaken(seat, card, slot):
            return f"{seat} takes {card} from place {slot}"
        case DisplayFilled(slot, card):
            return f"place {slot}: {card}"
        case DisplayReset():
            return "display swept away"
        case DeckReshuffled(cards):
            return f"{cards} discards become the deck"
        case RouteClaimed(seat, route, color, colored, wilds, points):
            return f"{seat} owns {route} for {payment_text(color, colored, wilds)}, {points} points"
        case TunnelEntered(seat, route, color, colored, wilds):
            return f"{seat} enters {route} with {payment_text(color, colored, wilds)}"
        case TunnelCardShown(card):
            return f"turned up {card}"
        case TunnelPriced(seat, extra):
            return f"{seat} owes {extra}"
        case TunnelLeft(seat, route):
            return f"{seat} leaves {route}"
        case StationBuilt(seat, city, color, colored, wilds):
            return f"{seat} builds in {city} for {payment_text(color, colored, wilds)}"
        case TicketOffered(seat, ticket):
            return f"{seat} is offered {ticket}"
        case TicketsChosen(seat):
            return f"{seat} has chosen"
        case TicketsKept(seat, _, returned, tickets):
            return f"{seat} keeps {' '.join(tickets or ())}, returns {returned}"
        case MerchandiseTaken(seat):
            return f"{seat} takes merchandise"
        case LastRoundBegan(seat):
            return f"last round, by {seat}"
        case TurnStarted(seat):
            return f"turn of {seat}"
        case Passed(seat):
            return f"{seat} passes"
        case GameEnded(reason):
            return f"end by {reason}"


def tell(board: Board, players: int) -> Iterator[str]:
    """The lines of one game."""
    seed = seed_of(players)
    game = Game(board, players=players, seed=seed)
    yield f"{board.name}, {players} players, seed {seed}, first {game.first}"
    yield ""
    for event in game.opening:
        yield words(event)
    yield ""
    for number, (seat, code, told) in enumerate(play(game, seed), 1):
        yield f"{number}. {seat}: {to_text(board, decode(board, code))} | {'; '.join(map(words, told))}"
    yield ""
    result = game.result()
    for sheet in result.sheets:
        yield from sheet_lines(sheet)
    yield closing(result)


def sheet_lines(sheet: ScoreSheet) -> Iterator[str]:
    parts = {
        "routes": sheet.routes,
        "tickets": sheet.ticket_points,
        "unused stations": sheet.stations_unused,
        "longest path": sheet.longest_path_bonus,
        "attractions": sheet.attraction_points,
        "districts": sheet.district_points,
        "merchandise": sheet.merchandise_points,
    }
    yield (
        f"seat {sheet.seat}: " + " + ".join(f"{name} {points}" for name, points in parts.items()) + f" = {sheet.total}"
    )
    for ticket in sheet.tickets:
        yield f"  {ticket.ticket} {ticket.points:+d}"
    for station in sheet.stations:
        yield f"  station in {station.city}" + (f" uses {station.borrows}" if station.borrows else "")
    if sheet.longest_path_routes:
        yield f"  longest path, {sheet.longest_path} trains: {' '.join(sheet.longest_path_routes)}"
    if sheet.attractions:
        yield f"  attractions: {' '.join(sheet.attractions)}"
    if sheet.districts:
        yield f"  districts: {' '.join(map(str, sheet.districts))}"
    if sheet.merchandise:
        yield f"  merchandise: {sheet.merchandise}"


def closing(result: Result) -> str:
    ranks = ", ".join(
        f"{sheet.seat} is {sheet.rank}" + (f" by {sheet.tie_break}" if sheet.tie_break else "")
        for sheet in result.sheets
    )
    return f"{ranks}; ended by {result.ended_by}"


def playthrough(board: Board, players: int) -> str:
    return "\n".join(tell(board, players)) + "\n"
