"""Analysis of finished games at any step: what a strong bot would do, and playing on from there."""

from __future__ import annotations

import secrets
from typing import Final

import numpy as np

from ferrovia.boards import Board, is_built_in
from ferrovia.data import legal_entry
from ferrovia.game import Game
from ferrovia.position import to_position
from ferrovia.server.levels import bot_of
from ferrovia.server.messages import incoming
from ferrovia.server.messages.answers import TableMade
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.tables import creation
from ferrovia.server.tables.live_table import LiveTable
from ferrovia.server.tables.records import must_be_over
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.state import TableState
from ferrovia.server.workers.turns import Account
from ferrovia.views import View

BEST: Final = 5  # actions that the coach shows


def game_at(table: TableState, step: int) -> Game:
    """The game after `step` moves. Only for finished games, because it contains everything."""
    must_be_over(table)
    if not 0 <= step <= len(table.moves):
        raise Refuse("message/not_understood", 422, problem=f"there is no step {step}")
    game = table.beginning()
    for move in table.moves[:step]:
        game.play(move.code, seat=move.seat)
    return game


async def coach(
    registry: TableRegistry, live: LiveTable, step: int, seat: int, address: str
) -> list[dict[str, object]]:
    """The best actions with their chances to win, best first, based only on what the seat knew then."""
    view = _view_of(game_at(live.state, step), seat)
    if seat not in view.actors:
        raise Refuse("coach/not_now")
    moves = await registry.bot_workers.advise(
        view, bot_of("expert"), BEST, Account(live.state.id, address, has_people=True)
    )
    return [{**legal_entry(view, move["code"]), "value": move["win"], "margin": move["margin"]} for move in moves]


async def branch(
    registry: TableRegistry, live: LiveTable, wish: incoming.Branch, browser: str, address: str
) -> TableMade:
    """Creates a table that starts at a step, with everything hidden from the seat dealt again."""
    game = game_at(live.state, wish.step)
    view = _view_of(game, wish.seat)
    if game.is_over:
        raise Refuse("table/over")
    world = Game.of_world(view.redeal(np.random.default_rng(secrets.randbits(128))))
    seats = [
        {"kind": "me", "name": wish.name} if seat == wish.seat else {"kind": "bot", "level": wish.level}
        for seat in range(game.players)
    ]
    table = incoming.CreateTable.model_validate(
        {"board": _name_of(live.state.board), "seats": seats, "pace": wish.pace}
    )
    return await creation.create_table(registry, table, browser, address=address, position=to_position(world))


def _name_of(board: Board) -> str:
    return board.id if is_built_in(board.id, board.digest) else f"sha256:{board.digest}"


def _view_of(game: Game, seat: int) -> View:
    if not 0 <= seat < game.players:
        raise Refuse("message/not_understood", 422, problem=f"there is no seat {seat}")
    return game.view(seat)
