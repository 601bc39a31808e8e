"""Start tickets are chosen by all at once: the order in which the choices arrive changes nothing."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from ferrovia.engine import bridge
from ferrovia.engine.state import (
    CHOOSING_START,
    KEEP_TICKETS,
    OUT_OF_GAME,
    RANDOM_FIRST,
    SPECTATOR,
    STATE,
    TURN,
    new_records,
)

from .table import BOARDS_AND_PLAYERS, Table


def choices(table: Table, seed: int) -> list[int]:
    rng = random.Random(seed)
    return [rng.choice(table.legal(seat)) for seat in range(table.players)]


@pytest.mark.rule("S2")
@pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS)
def test_every_order_of_the_same_choices_gives_the_same_state(board: str, players: int) -> None:
    table = Table(board, players, first=RANDOM_FIRST, stream=players)
    opening = table.states.copy()
    for seed in range(3):
        wanted = choices(table, seed)
        ends = set()
        for order in permutations(range(players)):
            table.states[:] = opening
            for seat in order:
                assert wanted[seat] in table.legal(seat)
                table.act(seat, wanted[seat])
            ends.add(table.states.tobytes())
            assert table.state.phase == TURN
            assert table.state.turn == table.state.first
            assert table.faults() == 0
        assert len(ends) == 1
        table.states[:] = opening


@pytest.mark.rule("S2")
@pytest.mark.parametrize("board, players", [("europe", 5), ("usa", 3), ("london", 4)])
def test_a_choice_can_be_made_once_and_uses_no_chance(board: str, players: int) -> None:
    table = Table(board, players, stream=1)
    chance = [table.state[field].copy() for field in ("key", "block", "block_used", "block_number")]
    for seat in reversed(range(players)):
        assert table.state.phase == CHOOSING_START
        table.act(seat, table.legal(seat)[-1])
        assert table.legal(seat) == [] or table.state.phase == TURN
        assert all(
            (table.state[f] == c).all()
            for f, c in zip(("key", "block", "block_used", "block_number"), chance, strict=True)
        )


@pytest.mark.rule("S2")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_unkept_start_tickets_go_under_the_deck_seat_by_seat_from_the_first(first: int) -> None:
    table = Table("usa", 3, first=first, stream=9)
    offers = [[int(ticket) for ticket in table.state.offer[seat, :3]] for seat in range(3)]
    masks = [0b011, 0b101, 0b111]
    for seat in (2, 0, 1):
        table.act(seat, KEEP_TICKETS + masks[seat])
    seats = [(first + i) % 3 for i in range(3)]
    expected = [offers[seat][i] for seat in seats for i in range(3) if not masks[seat] >> i & 1]
    assert table.state.ticket_deck[: len(expected)].tolist() == expected
    assert table.state.returned_tickets == len(expected)
    assert table.state.tickets_held[:3].tolist() == [2, 2, 3]


@pytest.mark.rule("S2")
@pytest.mark.rule("P8")
def test_unkept_start_tickets_of_europe_leave_the_game() -> None:
    table = Table("europe", 3, stream=2)
    offers = [[int(ticket) for ticket in table.state.offer[seat, :4]] for seat in range(3)]
    for seat in range(3):
        table.act(seat, KEEP_TICKETS + 0b0011)
    state = table.state
    for seat in range(3):
        assert [int(state.ticket_at[ticket]) for ticket in offers[seat]] == [seat, seat, *[OUT_OF_GAME] * 2]
    assert state.returned_tickets == 0
    assert state.unseen_tickets == 40 - 9
    long = [ticket.number for ticket in table.board.tickets if ticket.long]
    assert all(state.ticket_at[ticket] in (0, 1, 2, OUT_OF_GAME) for ticket in long)


@pytest.mark.rule("S2")
def test_nobody_learns_how_many_another_kept_until_all_have_chosen() -> None:
    """Two worlds in which seat 0 chose differently look alike to the others while someone is still choosing."""
    views = []
    for mask in (0b0011, 0b1111):
        table = Table("europe", 3, stream=3)
        table.act(0, KEEP_TICKETS + mask)
        for seat in (1, 2, SPECTATOR):
            view, seen = new_records(STATE), bridge.new_seen()
            bridge.look(table.boards, table.states, 0, seat, view, 0, seen, table.desk.works)
            views.append(view.tobytes() + seen.tobytes())
    assert views[:3] == views[3:]
