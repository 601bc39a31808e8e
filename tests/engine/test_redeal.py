"""A redealt world looks the same to the seat it was dealt for, and comes as often as it should.

What should: every first order of the tickets and every choice that others may have made, as far as they fit what the
seat saw, is equally likely; unseen cards lie in the unseen places at random. Here that is counted out world by world.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest
from tests.kit.walks import BUILT_IN_TABLES, TINY, any_kind, many_tickets, sized

from ferrovia.boards import Board, parse_board
from ferrovia.engine import bridge
from ferrovia.engine.compilation.jit import COMPILED
from ferrovia.engine.state import (
    DRAW_TICKETS,
    IN_DECK,
    KEEP_TICKETS,
    ON_OFFER,
    OUT_OF_GAME,
    RANDOM_FIRST,
    SPECTATOR,
    STATE,
    UNKNOWN,
)

from .seat_views import WORLDS, SeatView, is_likely
from .table import KEY, OTHER_KEY, Table, positions
from .test_conservation import check_ticket_places


def check_world(table: Table, seat: int, stream: int) -> Any:
    eyes = SeatView(table, table.states, seat)
    before = eyes.sight()
    world = eyes.world(stream)
    assert eyes.sight() == before, "imagining changes nothing"
    assert SeatView(table, eyes.worlds, seat).sight() == before
    assert bridge.faults(table.boards, eyes.worlds, 0) == 0
    check_ticket_places(table.board, world)
    assert world.key.tolist() == OTHER_KEY.tolist() != KEY.tolist() == table.state.key.tolist()
    listed = bridge.list_actions(table.boards, eyes.worlds, 0, seat, table.desk.legal)
    assert table.desk.legal[:listed].tolist() == table.legal(seat)
    return eyes.worlds


def few_draws(table: Table) -> bool:
    """The more often tickets were drawn, the more choices are tried until one fits: too slow without the compiler."""
    return int(table.state.ledger_count) <= table.players + 8


@pytest.mark.rule("H1")
@pytest.mark.rule("H2")
@pytest.mark.rule("H3")
@pytest.mark.parametrize("board, players", [*BUILT_IN_TABLES, ("tiny", 2), ("tiny", 3)])
def test_a_view_shows_nothing_that_a_redeal_changes(board: str, players: int) -> None:
    table = Table(board, players)
    for number in range(sized(6, 1)):
        table.open(players, first=RANDOM_FIRST, stream=number)
        choose = any_kind if number % 3 == 2 else many_tickets
        for step, _ in enumerate(positions(table, seed=number, choose=choose)):
            if (COMPILED and step % 3 == number % 3) or (step % 12 == players and few_draws(table)) or table.is_over():
                for seat in (*range(players), SPECTATOR):
                    check_world(table, seat, step)


@pytest.mark.parametrize("board, players", [("europe", 3), ("usa", 4), ("new_york", 2), ("tiny", 3)])
def test_a_redealt_world_can_be_played_to_its_end(board: str, players: int) -> None:
    table = Table(board, players)
    for number in range(sized(12, 1)):
        table.open(players, stream=number)
        for step, _ in enumerate(positions(table, seed=number, choose=many_tickets)):
            if step == 9 * number % 30 + players:
                table.states[:] = check_world(table, number % (players + 1) - 1, number)
                continue
            if COMPILED or step % 10 == 0:
                assert table.faults() == 0
        assert table.is_over()


def test_another_seats_view_of_a_redealt_world_can_be_redealt_again() -> None:
    table = Table("usa", 3)
    for step, _ in enumerate(positions(table, seed=2, choose=many_tickets)):
        if (COMPILED and step % 3 == 0) or (step % 25 == 0 and few_draws(table)):
            kept = table.states.copy()
            table.states[:] = check_world(table, 0, step)
            for seat in (1, 2, SPECTATOR):
                eyes = SeatView(table, table.states, seat)
                eyes.world(step)
                assert SeatView(table, eyes.worlds, seat).sight() == eyes.sight()
                assert bridge.faults(table.boards, eyes.worlds, 0) == 0
            table.states[:] = kept


@pytest.mark.rule("H4")
def test_after_the_end_all_is_seen_but_the_key() -> None:
    table = Table("london", 2)
    for _ in positions(table, seed=1):
        pass
    for seat in (0, 1, SPECTATOR):
        view = SeatView(table, table.states, seat).views[0]
        assert not view.key.any()
        assert not view.block.any()
        hidden = ("key", "block", "block_number", "block_used", "stream")
        for name in set(STATE.names) - set(hidden):
            assert (view[name] == table.state[name]).all(), name


@pytest.mark.rule("H3")
def test_a_view_holds_neither_key_nor_deck() -> None:
    table = Table("europe", 3, stream=77)
    table.choose_start()
    for seat in (0, 1, 2, SPECTATOR):
        view = SeatView(table, table.states, seat).views[0]
        for name in ("key", "block", "block_number", "block_used", "stream", "deck"):
            assert not view[name].any(), name
        assert set(view.ticket_deck) == {UNKNOWN}
        assert set(view.drawn_order) == {UNKNOWN}
        for other in range(3):
            if other != seat:
                assert view.hands[other].tolist() == view.known[other].tolist()
                assert other not in view.ticket_at


# --- a position without its history ----------------------------------------------------------------------------------


def forget(table: Table) -> None:
    table.state.has_history = 0
    table.state.ledger_count = 0


@pytest.mark.parametrize("board, players", [("usa", 3), ("new_york", 4), ("london", 2), ("amsterdam", 3), ("tiny", 3)])
def test_a_position_without_history_is_redealt_too(board: str, players: int) -> None:
    table = Table(board, players, stream=1)
    table.choose_start()
    forget(table)
    for step, _ in enumerate(positions(table, seed=5, choose=many_tickets)):
        if COMPILED or step % 10 == 0:
            for seat in (*range(players), SPECTATOR):
                check_world(table, seat, step)


@pytest.mark.parametrize("masks", [[0b1111] * 3, [0b1100] * 3, [0b0011, 0b1110, 0b0101]])
def test_a_position_of_europe_without_history_is_redealt_too(masks: list[int]) -> None:
    table = Table("europe", 3, stream=1)
    table.choose_start(masks)
    forget(table)
    for step, _ in enumerate(positions(table, seed=5, choose=many_tickets)):
        if step % (2 if COMPILED else 25) == 0:
            for seat in (*range(3), SPECTATOR):
                check_world(table, seat, step)


# --- how often each world comes: tickets -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Partial:
    """A way the tickets may have gone so far."""

    unseen: frozenset[int]
    under: tuple[int, ...] = ()  # put back, the next to come first
    drawn: tuple[int, ...] = ()  # in the order they first came
    offers: tuple[tuple[int, ...], ...] = ()
    kept: tuple[int, ...] = ()

    def draws(self, wanted: int | None) -> Iterator[tuple[int, Partial]]:
        if self.unseen:
            for ticket in sorted(self.unseen if wanted is None else self.unseen & {wanted}):
                rest = self.unseen - {ticket}
                yield ticket, Partial(rest, self.under, (*self.drawn, ticket), self.offers, self.kept)
        elif wanted in (None, self.under[0]):
            yield self.under[0], Partial(self.unseen, self.under[1:], self.drawn, self.offers, self.kept)

    def with_offer(self, entry: int, ticket: int) -> Partial:
        offers = list(self.offers) + [()] * (entry + 1 - len(self.offers))
        offers[entry] = (*offers[entry], ticket)
        return Partial(self.unseen, self.under, self.drawn, tuple(offers), self.kept)

    def choosing(self, entry: int, mask: int, removed: bool) -> Partial:
        back = tuple(ticket for i, ticket in enumerate(self.offers[entry]) if not mask >> i & 1)
        under = self.under if removed else self.under + back
        return Partial(self.unseen, under, self.drawn, self.offers, (*self.kept, mask))


@dataclass
class History:
    """Who was offered which tickets and kept which, noted while the game was played."""

    table: Table
    entries: list[tuple[int, tuple[int, ...], int | None]] = field(default_factory=list)

    def start(self, masks: list[int]) -> None:
        state, players = self.table.state, self.table.players
        for i in range(players):
            seat = (int(state.first) + i) % players
            offer = tuple(state.offer[seat, : int(state.offer_count[seat])].tolist())
            self.entries.append((seat, offer, masks[seat]))
        self.table.choose_start(masks)

    def draw(self, seat: int) -> None:
        assert self.table.state.turn == seat
        self.table.act(seat, DRAW_TICKETS)
        count = int(self.table.state.offer_count[seat])
        self.entries.append((seat, tuple(self.table.state.offer[seat, :count].tolist()), None))

    def keep(self, mask: int) -> None:
        seat, offer, _ = self.entries.pop()
        self.entries.append((seat, offer, mask))
        self.table.act(seat, KEEP_TICKETS + mask)

    def partials(self, viewer: int) -> list[Partial]:
        """All ways that fit what `viewer` saw; each is as likely as any other."""
        board, players = self.table.board, self.table.players
        start = board.starting_tickets
        pile = {kind: frozenset(t.number for t in board.tickets if t.long == kind) for kind in (True, False)}
        ways = [Partial(pile[True])]
        for entry in range(players):
            for slot in range(start.long):
                ways = self.drawn(ways, entry, slot, viewer)
        ways = [Partial(pile[False], (), way.drawn, way.offers) for way in ways]
        for entry in range(players):
            for slot in range(start.long, start.long + start.regular):
                ways = self.drawn(ways, entry, slot, viewer)
        for entry in range(players):
            ways = self.chosen(ways, entry, viewer, start.unkept == "removed")
        for entry in range(players, len(self.entries)):
            for slot in range(len(self.entries[entry][1])):
                ways = self.drawn(ways, entry, slot, viewer)
            ways = self.chosen(ways, entry, viewer, False)
        return ways

    def drawn(self, ways: list[Partial], entry: int, slot: int, viewer: int) -> list[Partial]:
        seat, offer, _ = self.entries[entry]
        wanted = offer[slot] if seat == viewer else None
        return [after.with_offer(entry, ticket) for way in ways for ticket, after in way.draws(wanted)]

    def chosen(self, ways: list[Partial], entry: int, viewer: int, removed: bool) -> list[Partial]:
        seat, offer, mask = self.entries[entry]
        if mask is None:
            return ways
        masks = [mask] if seat == viewer else masks_of(len(offer), mask.bit_count())
        return [way.choosing(entry, each, removed) for way in ways for each in masks]


def masks_of(size: int, bits: int) -> list[int]:
    return [sum(1 << i for i in chosen) for chosen in combinations(range(size), bits)]


def check_ticket_worlds(history: History, viewer: int, draws: int) -> int:
    """Deal worlds and count them against all that can be; how many those are."""
    ways = {(way.drawn, way.kept): way for way in history.partials(viewer)}
    eyes = SeatView(history.table, history.table.states, viewer)
    counts: Counter[Any] = Counter()
    done = sum(1 for _, _, mask in history.entries if mask is not None)
    for worlds in eyes.batches(draws):
        sizes, orders, masks = worlds.drawn_tickets.tolist(), worlds.drawn_order.tolist(), worlds.ledger_kept.tolist()
        found = [
            (tuple(order[:size]), tuple(mask[:done])) for size, order, mask in zip(sizes, orders, masks, strict=True)
        ]
        if not counts:
            for way, world in zip(found[:500], worlds, strict=False):
                check_places(history, ways[way], world)
        counts.update(found)
    assert set(counts) <= set(ways)
    is_likely(counts, dict.fromkeys(ways, 1 / len(ways)))
    return len(ways)


def check_places(history: History, way: Partial, world: Any) -> None:
    """The world's tickets lie where this way puts them."""
    start_removed = history.table.board.starting_tickets.unkept == "removed"
    at = [OUT_OF_GAME] * len(history.table.board.tickets)
    for ticket in (*way.unseen, *way.under):
        at[ticket] = IN_DECK
    for entry, (seat, _, _) in enumerate(history.entries):
        for i, ticket in enumerate(way.offers[entry]):
            if entry >= len(way.kept):
                at[ticket] = ON_OFFER
            elif way.kept[entry] >> i & 1:
                at[ticket] = seat
    assert world.ticket_at[: len(at)].tolist() == at
    assert tuple(world.ticket_deck[: int(world.returned_tickets)].tolist()) == way.under
    assert start_removed or OUT_OF_GAME not in at


def changed_tiny(*changes: tuple[str, str]) -> Board:
    text = TINY.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return parse_board(text)


FIRST, SECOND, BOTH = 0b01, 0b10, 0b11


@pytest.mark.parametrize("stream", [0, 1, 2, 3])
@pytest.mark.parametrize("viewer", [0, 1])
def test_tickets_that_went_round_under_the_deck_come_as_often_as_they_should(viewer: int, stream: int) -> None:
    """Two players, eight tickets, pairs drawn: from the third draw on, everything comes back from below."""
    if not COMPILED and stream:
        pytest.skip("one is enough without the compiler")
    rng = random.Random(stream)
    history = History(Table("tiny", 2, stream=stream))
    history.start([rng.choice([FIRST, SECOND]) for _ in range(2)])
    for turn in range(6):
        if history.table.state.unseen_tickets + history.table.state.returned_tickets == 0:
            break
        history.draw(turn % 2)
        if turn > 1:
            check_ticket_worlds(history, viewer, WORLDS // 4)
        offered = len(history.entries[-1][1])
        history.keep(rng.choice([FIRST, SECOND]) if offered == 2 else FIRST)
        if turn > 1:
            check_ticket_worlds(history, viewer, WORLDS // 4)


@pytest.mark.compiled_only
@pytest.mark.parametrize("viewer", [0, 1])
def test_the_order_of_tickets_still_to_come_is_redealt_evenly(viewer: int) -> None:
    """Early in a game there are many worlds, and all are dealt."""
    history = History(Table("tiny", 2, first=1, stream=8))
    history.start([FIRST, SECOND])
    assert check_ticket_worlds(history, viewer, WORLDS) == 6 * 5 * 2
    history.draw(1)
    many = check_ticket_worlds(history, viewer, 3 * WORLDS)
    assert many == (6 * 5 * 2 * 4 * 3 if viewer == 0 else 4 * 3 * 2)


@pytest.mark.compiled_only
@pytest.mark.parametrize("viewer", [0, 1, 2])
@pytest.mark.parametrize("stream", [0, 1])
def test_three_kept_and_returned_in_turn_come_as_often_as_they_should(viewer: int, stream: int) -> None:
    """Threes drawn, so that a choice has three or more forms, among three players."""
    board = changed_tiny(("count = 2, keep = 1 }\ndouble", "count = 3, keep = 1 }\ndouble"))
    rng = random.Random(stream)
    history = History(Table(board, 3, stream=stream))
    history.start([rng.choice([FIRST, SECOND]) for _ in range(3)])
    for turn in range(5):
        left = history.table.state.unseen_tickets + history.table.state.returned_tickets
        if left == 0:
            break
        history.draw(turn % 3)
        offered = len(history.entries[-1][1])
        history.keep(rng.choice([mask for mask in range(1, 1 << offered) if mask.bit_count() == 1 or turn == 1]))
        ways = len(history.partials(viewer))
        if ways <= 3_000:
            check_ticket_worlds(history, viewer, WORLDS)


@pytest.mark.compiled_only
@pytest.mark.rule("P8")
@pytest.mark.parametrize("viewer", [0, 1])
def test_start_tickets_that_left_the_game_are_redealt_evenly(viewer: int) -> None:
    """Long tickets, and unkept ones removed, as on Europe."""
    board = changed_tiny(
        ("players = [2, 3]", "players = [2, 2]"),
        ('regular = 2, keep = 1, unkept = "under_deck"', 'long = 1, regular = 2, keep = 1, unkept = "removed"'),
        ('["ash", "dogwood"], points = 5', '["ash", "dogwood"], points = 5, long = true'),
        ('["ash", "cedar"], points = 3', '["ash", "cedar"], points = 3, long = true'),
        ('["ash", "elm"], points = 3', '["ash", "elm"], points = 3, long = true'),
    )
    history = History(Table(board, 2, stream=5))
    history.start([0b011, 0b101])
    check_ticket_worlds(history, viewer, 2 * WORLDS)
    history.draw(0)
    history.keep(FIRST)
    check_ticket_worlds(history, viewer, 2 * WORLDS)


@pytest.mark.compiled_only
@pytest.mark.rule("S2")
def test_choices_of_others_at_the_start_are_imagined_evenly_and_legally() -> None:
    table = Table("europe", 3, stream=4)
    table.act(1, KEEP_TICKETS + 0b0110)
    eyes = SeatView(table, table.states, 0)
    counts = Counter(int(eyes.world(stream).start_kept[1]) for stream in range(WORLDS))
    legal = [mask for mask in range(16) if mask.bit_count() >= 2]
    is_likely(counts, dict.fromkeys(legal, 1 / len(legal)))
    assert not eyes.world(0).start_kept[[0, 2]].any()
