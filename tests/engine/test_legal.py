"""The list of legal actions against a second, slow one written from the text of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.kit.walks import BUILT_IN_TABLES, any_code, any_kind, many_tickets, sized

from ferrovia.boards import Board, Route
from ferrovia.engine import bridge, legal, sampling
from ferrovia.engine.compilation.jit import COMPILED
from ferrovia.engine.state import (
    ACTION_CODES,
    CHOOSING_START,
    CITY_STRIDE,
    CLAIM,
    COLOR_STRIDE,
    COUNT_ONLY,
    DRAW_TICKETS,
    DRAW_UNSEEN,
    ENDED_BY_PASSES,
    IN_DECK,
    IN_TUNNEL,
    KEEP_TICKETS,
    MAX_LEGAL,
    MAX_LENGTH,
    MAX_PLAYERS,
    NO_CARD,
    NOBODY,
    OVER,
    PASS,
    PAY_EXTRA,
    PHASES,
    ROUTE_STRIDE,
    SECOND_CARD,
    STATION,
    STATION_COLOR_STRIDE,
    TAKE_BACK,
    TAKE_CARD,
    TURN,
    WILD,
)

from .table import Table, positions

DERIVED = ("free_end", "free_routes", "free_up_to", "open_to", "half_count", "halves")
WAYS_TO_PLAY = [any_code, any_kind, many_tickets]


class SecondOpinion:
    """What a seat may do, straight from the board file and what lies on the table."""

    def __init__(self, board: Board, state: Any, seat: int) -> None:
        self.board = board
        self.state = state
        self.seat = seat
        self.kinds = ["wild", *board.card_colors]
        self.hand = {kind: int(state.hands[seat, number]) for number, kind in enumerate(self.kinds)}
        self.display = [self.kinds[card] for card in state.display]
        self.wilds_paid = range(0, MAX_LENGTH + 1)

    def actions(self) -> set[int]:
        state, seat = self.state, self.seat
        if not 0 <= seat < state.players or state.phase == OVER:
            return set()
        if state.phase == CHOOSING_START:
            chosen = state.chosen >> seat & 1
            return set() if chosen else set(self.keeps(self.board.starting_tickets.keep))
        if seat != state.turn:
            return set()
        if state.phase == TURN:
            found = {*self.draws(), *self.claims(), *self.ticket_draws(), *self.stations()}
            return found or {PASS}  # E2
        if state.phase == SECOND_CARD:
            return set(self.draws())
        if state.phase == IN_TUNNEL:
            return {TAKE_BACK, *self.extras()}  # R10
        return set(self.keeps(self.board.drawn_tickets.keep))

    def draws(self) -> Iterator[int]:
        if sum(self.state.deck) + sum(self.state.discards) == 0:
            return  # D9
        yield DRAW_UNSEEN
        for kind in self.display:
            if kind != "wild" or self.state.phase == TURN:  # D3
                yield TAKE_CARD + self.kinds.index(kind)

    def ticket_draws(self) -> Iterator[int]:
        if any(self.state.ticket_at[ticket.number] == IN_DECK for ticket in self.board.tickets):
            yield DRAW_TICKETS  # T2

    def keeps(self, least: int) -> Iterator[int]:
        offered = int(self.state.offer_count[self.seat])
        for mask in range(1 << offered):
            if mask.bit_count() >= min(least, offered) and mask:
                yield KEEP_TICKETS + mask

    def may_claim(self, route: Route) -> bool:
        if self.state.owner[route.number] != NOBODY or self.state.trains[self.seat] < route.length:
            return False  # R1
        if route.twin is None:
            return True
        owner_of_twin = self.state.owner[route.twin]
        few_players = self.state.players <= self.board.double_routes_close_up_to
        return owner_of_twin == NOBODY or not (few_players or owner_of_twin == self.seat)  # R6

    def payments(self, cards: int) -> Iterator[tuple[str, int]]:
        """Every colour (`wild` if no other card is needed) and number of wilds that pays so many cards (R2, R3)."""
        for color in self.kinds:
            for wilds in self.wilds_paid:
                if color == "wild" and wilds == cards <= self.hand["wild"]:
                    yield color, wilds
                if (
                    color != "wild"
                    and wilds < cards
                    and wilds <= self.hand["wild"]
                    and cards - wilds <= self.hand[color]
                ):
                    yield color, wilds

    def claims(self) -> Iterator[int]:
        for route in self.board.routes:
            if not self.may_claim(route):
                continue
            for color, wilds in self.payments(route.length):
                right_color = route.color is None or color in (route.color, "wild")
                if right_color and wilds >= route.ferry:  # R8
                    number = self.kinds.index(color)
                    yield CLAIM + route.number * ROUTE_STRIDE + number * COLOR_STRIDE + wilds

    def stations(self) -> Iterator[int]:
        built = sum(1 for owner in self.state.station_owner if owner == self.seat)
        if built == self.board.stations.each:
            return  # B1
        for city in self.board.cities:
            if self.state.station_owner[city.number] != NOBODY:
                continue
            for color, wilds in self.payments(built + 1):  # B2
                number = self.kinds.index(color)
                yield STATION + city.number * CITY_STRIDE + number * STATION_COLOR_STRIDE + wilds

    def extras(self) -> Iterator[int]:
        """R9: the turned-up cards of the colour laid down, and wilds, cost one more card each."""
        route = self.board.routes[int(self.state.tunnel_route)]
        only_wilds = self.state.tunnel_wilds == route.length
        color = self.kinds[int(self.state.tunnel_color)]
        shown = [self.kinds[card] for card in self.state.tunnel_shown if card != NO_CARD]
        extra = sum(1 for kind in shown if kind == "wild" or (kind == color and not only_wilds))
        for wilds in range(extra + 1):
            colored = 0 if only_wilds else self.hand[color]
            if wilds <= self.hand["wild"] and extra - wilds <= colored:
                yield PAY_EXTRA + wilds


def check(table: Table) -> int:
    """Every seat's list, and those who are none; how many actions there are."""
    found = 0
    for seat in range(-1, MAX_PLAYERS + 1):
        listed = table.legal(seat)
        assert len(set(listed)) == len(listed), "listed twice"
        assert all(0 <= action < ACTION_CODES for action in listed)
        on_table = 0 <= seat < table.players
        expected = SecondOpinion(table.board, table.state, seat).actions() if on_table else set()
        assert set(listed) == expected, f"seat {seat} in {PHASES[table.state.phase]}"
        found += len(listed)
    return found


def check_modes(table: Table, seat: int, places: list[int]) -> None:
    """Counting, and picking one by its place, say the same as the whole list."""
    listed = table.legal(seat)
    out = np.full(1, -7, dtype=np.int16)
    assert legal.legal_actions(table.record, table.state, seat, out, COUNT_ONLY) == len(listed)
    assert out[0] == -7
    for place in places:
        out[0] = -7
        count = legal.legal_actions(table.record, table.state, seat, out, place % len(listed))
        assert (int(count), int(out[0])) == (len(listed), listed[place % len(listed)])
    marks = np.full(sampling.MARKS, -7, dtype=np.int16)
    for place in places:
        assert sampling.count_actions(table.record, table.state, seat, marks) == len(listed)
        picked = sampling.pick_action(table.record, table.state, seat, marks, place % len(listed))
        assert int(picked) == listed[place % len(listed)]


@pytest.mark.rule("R1")
@pytest.mark.rule("R2")
@pytest.mark.rule("R3")
@pytest.mark.rule("R4")
@pytest.mark.rule("R6")
@pytest.mark.rule("R8")
@pytest.mark.rule("B1")
@pytest.mark.rule("B2")
@pytest.mark.parametrize("board, players", BUILT_IN_TABLES)
def test_the_list_is_exactly_what_the_rules_allow(board: str, players: int) -> None:
    seen: Counter[int] = Counter()
    table = Table(board, players)
    for number in range(sized(len(WAYS_TO_PLAY), 1)):
        way = WAYS_TO_PLAY[(number + players) % len(WAYS_TO_PLAY)]
        table.open(players, first=number % players, stream=number)
        for step, _ in enumerate(positions(table, seed=number, choose=way)):
            if COMPILED or step < 6 or step % 9 == 0 or table.state.phase == IN_TUNNEL:
                check(table)
                seen[int(table.state.phase)] += 1
    if COMPILED:
        expected = set(range(len(PHASES)))
        assert set(seen) == expected - (set() if board == "europe" else {IN_TUNNEL})


@pytest.mark.rule("R6")
@pytest.mark.parametrize("board, players", BUILT_IN_TABLES)
def test_free_routes_found_from_the_owners_are_those_kept_up_move_by_move(board: str, players: int) -> None:
    table, opening, every = Table(board, players), Table(board, players), sized(1, 15)
    for number, _ in enumerate(positions(table, seed=players, choose=any_kind)):
        if number % every:
            continue
        kept_up = table.states.tobytes()
        for name in DERIVED:
            table.states[name] = opening.states[name]
        bridge.find_free_routes(table.boards, table.states, 0)
        assert table.states.tobytes() == kept_up


@pytest.mark.parametrize("board", ["europe", "tiny"])
def test_counting_and_picking_agree_with_the_list(board: str) -> None:
    table = Table(board, 3)
    for number in range(sized(3, 1)):
        table.open(3, stream=100 + number)
        for step, seat in enumerate(positions(table, seed=number, choose=any_kind)):
            if seat != NOBODY and (COMPILED or step % 5 == 0):
                check_modes(table, seat, [0, step, 7 * step, len(table.legal(seat)) - 1])


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.parametrize("players", [2, 3])
def test_the_tiny_board_lists_what_the_rules_allow_in_many_games(players: int) -> None:
    """Decks run empty here: displays of wilds that stay, tunnels without cards, turns that must be passed."""
    seen: Counter[str] = Counter()
    table = Table("tiny", players)
    for number in range(150):
        table.open(players, first=number % players, stream=number)
        for _ in positions(table, seed=number, choose=WAYS_TO_PLAY[number % 3]):
            check(table)
            state = table.state
            seen["no card to draw"] += state.deck_count + state.discard_count == 0
            seen["no ticket to draw"] += state.unseen_tickets + state.returned_tickets == 0
            seen["three wilds stay"] += list(state.display).count(WILD) >= 3
            seen["tunnel short of cards"] += state.phase == IN_TUNNEL and NO_CARD in state.tunnel_shown
            seen["pass"] += not table.is_over() and PASS in table.legal(int(state.turn))
            seen["passed out"] += table.is_over() and state.ended_by == ENDED_BY_PASSES
    assert all(seen.values()), seen


def test_the_longest_list_fits_its_buffer() -> None:
    """A hand of everything on the largest built-in boards."""
    for board in ("europe", "usa"):
        table = Table(board, 2)
        table.choose_start()
        table.state.hands[0, : len(table.board.card_colors) + 1] = 12
        table.state.stations_left[0] = 1 if board == "europe" else 0
        if board == "europe":
            table.state.station_owner[[0, 1]] = 0
        assert check(table) <= MAX_LEGAL
