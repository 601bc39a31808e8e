"""A seat's knowledge as numbers: a function of the view, exact, and described index by index."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from tests.engine.table import OTHER_KEY, Table, positions
from tests.environments.seats import Observer
from tests.kit.walks import BUILT_IN_TABLES, any_kind, many_tickets

from ferrovia.boards import Board, board_names
from ferrovia.engine import bridge
from ferrovia.engine.state import STATE, new_records
from ferrovia.environments.encoding import ENTITIES, FIELDS, Encoding
from ferrovia.environments.kernels import sections as numbers
from ferrovia.views import View

pytestmark = pytest.mark.compiled_only


def test_the_sections_of_the_kernels_are_the_fields_in_order() -> None:
    names = {
        value: name for name, value in vars(numbers).items() if name.isupper() and isinstance(value, int)
    }  # fmt: skip
    special = {"IN_TUNNEL_NOW": "in_tunnel"}
    order = list(vars(numbers))
    sections = [name for name in order[order.index("PHASE") : order.index("SECTIONS")] if name.isupper()]
    assert [getattr(numbers, name) for name in sections] == list(range(numbers.SECTIONS))
    assert [special.get(name, name.lower()) for name in sections] == [field.name for field in FIELDS]
    assert names


@pytest.mark.parametrize("name, players", BUILT_IN_TABLES)
def test_an_observation_and_a_mask_are_the_same_in_the_real_world_in_the_view_and_in_a_redealt_world(
    name: str, players: int
) -> None:
    table = Table(name, players, stream=players)
    observer = Observer(table)
    views, worlds, seen = new_records(STATE), new_records(STATE), bridge.new_seen()
    rng = random.Random(players)
    compared = 0
    for _ in positions(table, players, any_kind):
        if rng.random() > 0.25 and not table.is_over():
            continue
        for seat in range(players):
            real = observer.observe(seat)
            bridge.look(table.boards, table.states, 0, seat, views, 0, seen, table.desk.works)
            assert np.array_equal(real, observer.observe(seat, views))
            assert np.array_equal(observer.mask(seat)[0], observer.mask(seat, views)[0])
            if bridge.imagine(table.boards, views, 0, seat, seen, OTHER_KEY, compared, worlds, 0, table.desk.works):
                assert np.array_equal(real, observer.observe(seat, worlds))
                compared += 1
    assert compared > 20


@pytest.mark.parametrize("name, players", BUILT_IN_TABLES)
def test_graphs_kept_from_step_to_step_give_the_same_as_new_ones(name: str, players: int) -> None:
    for seed, choose in ((1, any_kind), (2, many_tickets)):
        table = Table(name, players, stream=seed)
        observer = Observer(table)
        for actor in positions(table, seed, choose):
            seat = max(actor, 0)
            kept = observer.observe(seat, graphs=observer.kept)
            new = observer.observe(seat)
            assert np.array_equal(kept, new), [observer.encoding.name(int(i)) for i in np.flatnonzero(kept != new)]


def check_against_view(board: Board, view: View, seen: dict[str, Any], seat: int, players: int) -> None:
    """Every field that a view has too."""
    order = [(seat + k) % players for k in range(players)]
    cards = ["wild", *board.card_colors]
    assert seen["hand"].tolist() == [view.hand[card] for card in cards]
    assert seen["unseen"].tolist() == [view.unseen[card] for card in cards]
    assert seen["discards"].tolist() == [view.discards[card] for card in cards]
    assert seen["displayed"].tolist() == [view.display.count(card) for card in cards]
    assert seen["trains"].tolist() == [view.trains[other] for other in order]
    assert seen["score"].tolist() == [view.scores[other] for other in order]
    assert seen["hand_count"].tolist() == [view.hand_counts[other] for other in order]
    assert seen["tickets_held"].tolist() == [view.ticket_counts[other] for other in order]
    known = [[view.known_hand(other)[card] for card in cards] for other in order[1:]]
    assert seen["known"].reshape(players, len(cards))[1:].tolist() == known
    owners = [[view.owners.get(route.id) == other for route in board.routes] for other in order]
    assert seen["owner"].reshape(players, -1).astype(bool).tolist() == owners
    assert [board.tickets[i].id for i in np.flatnonzero(seen["held"])] == list(view.tickets)
    offered = np.argsort(seen["slot"], kind="stable")[len(board.tickets) - len(view.offer) :]
    assert tuple(board.tickets[i].id for i in offered) == view.offer


def check_graph(board: Board, view: View, seen: dict[str, Any]) -> None:
    """Tickets and paths against the library's own, slower answers."""
    wanted: dict[str, int] = {}
    for ticket in (*view.tickets, *view.offer):
        number = board.ticket(ticket).number
        outlook = view.outlook(ticket)
        assert seen["joined"][number] == outlook.joined
        assert seen["hopeless"][number] == (not outlook.possible)
        assert seen["missing"][number] == (outlook.trains or 0)
        if ticket in view.tickets:
            for route in outlook.missing or ():
                wanted[route] = wanted.get(route, 0) + 1
    for route_id, least in wanted.items():  # outlook tells one cheapest path, `wanted` counts all
        assert seen["wanted"][board.route(route_id).number] >= least
    assert (seen["wanted"] > 0).any() == bool(wanted)


@pytest.mark.parametrize("name", board_names())
def test_every_field_equals_the_view(name: str) -> None:
    table = Table(name, 2, stream=9)
    observer = Observer(table)
    encoding, board = observer.encoding, table.board
    rng = random.Random(4)
    for _ in positions(table, 5, any_kind):
        if table.is_over() or rng.random() > 0.3:
            continue
        for seat in range(2):
            view = View(board, table.states, seat)
            observation = observer.observe(seat)
            seen = {field.name: encoding.part(observation, field.name) for field in encoding.fields()}
            check_against_view(board, view, seen, seat, 2)
            check_graph(board, view, seen)
            if view.phase == "turn" and seat in view.actors:
                mask = observer.mask(seat)[0]
                names = [observer.actions.names[i] for i in np.flatnonzero(mask)]
                claims = {name.split()[1] for name in names if name.startswith("claim")}
                affordable = {board.routes[i].id for i in np.flatnonzero(seen["affordable"])}
                assert affordable == claims


@pytest.mark.parametrize("name, players", BUILT_IN_TABLES)
def test_no_number_is_above_its_bound(name: str, players: int) -> None:
    table = Table(name, players, stream=3)
    observer = Observer(table)
    for seat in positions(table, 6, many_tickets):
        above = observer.observe(max(seat, 0)) > observer.encoding.high
        assert not above.any(), [observer.encoding.name(int(i)) for i in np.flatnonzero(above)]


@pytest.mark.parametrize("name", board_names())
def test_exactly_the_wanted_routes_are_on_a_cheapest_path(name: str) -> None:
    """By definition: shutting a wanted route for one ticket or counting it twice is found by brute force."""
    table = Table(name, 2, stream=11)
    observer = Observer(table)
    board = table.board
    rng = random.Random(7)
    for seat in positions(table, 8, any_kind):
        if seat < 0 or rng.random() > 0.08:
            continue
        view = View(board, table.states, seat)
        counts = np.zeros(len(board.routes), dtype=int)
        for ticket in view.tickets:
            counts += brute_force_paths(table, seat, board.ticket(ticket).cities)
        wanted = observer.encoding.part(observer.observe(seat), "wanted")
        assert wanted.tolist() == counts.tolist()


def brute_force_paths(table: Table, seat: int, ends: tuple[int, int]) -> Any:
    """1 for each route not owned on any cheapest path, by distances from both ends (Bellman and Ford)."""
    board, state = table.board, table.state
    cost = [
        0 if state.owner[r.number] == seat else r.length if int(state.open_to[r.number]) >> seat & 1 else None
        for r in board.routes
    ]
    far = []
    for end in ends:
        distance = {end: 0}
        for _ in board.cities:
            for route in board.routes:
                price = cost[route.number]
                if price is None:
                    continue
                for a, b in (route.cities, route.cities[::-1]):
                    if a in distance and distance[a] + price < distance.get(b, 10**6):
                        distance[b] = distance[a] + price
        far.append(distance)
    best = far[0].get(ends[1])
    found = np.zeros(len(board.routes), dtype=int)
    for route in board.routes:
        price = cost[route.number]
        if best and price:
            for a, b in (route.cities, route.cities[::-1]):
                if a in far[0] and b in far[1] and far[0][a] + price + far[1][b] == best:
                    found[route.number] = 1
    return found


@pytest.mark.parametrize("name", board_names())
def test_entities_hold_every_number_once(name: str) -> None:
    table = Table(name, 2)
    encoding = Encoding(table.board, 2)
    indices = np.concatenate([table.ravel() for table in encoding.entity_indices.values()])
    assert sorted(indices.tolist()) == list(range(encoding.size))
    observation = Observer(table).observe(0)
    entities = encoding.entities(observation)
    for entity in ENTITIES:
        assert entities[entity].shape[1] == len(encoding.columns(entity))
    column = encoding.columns("routes").index("open")
    assert entities["routes"][:, column].tolist() == encoding.part(observation, "open").tolist()
    known = [encoding.columns("players").index(f"known {card}") for card in range(encoding.sizes.cards)]
    assert entities["players"][:, known].ravel().tolist() == encoding.part(observation, "known").tolist()
    assert encoding.entities(np.stack([observation] * 3))["cards"].shape[0] == 3


def test_every_index_has_a_name_of_its_own() -> None:
    encoding = Encoding(Table("europe", 3).board, 3)
    names = [encoding.name(i) for i in range(encoding.size)]
    assert len(set(names)) == encoding.size
    assert encoding.name(encoding.start["known"] + encoding.sizes.cards + 1) == "known of player 1: purple"
    assert encoding.name(encoding.start["owner"]) == f"owner of {encoding.board.routes[0].id}: player 0"


def test_features_that_a_board_lacks_take_no_space() -> None:
    encoding = Encoding(Table("new_york", 2).board, 2)
    assert "station" not in {field.name for field in encoding.fields()}
    with pytest.raises(KeyError, match="no field 'tunnel_extra'"):
        encoding.part(np.zeros(encoding.size), "tunnel_extra")
    with pytest.raises(ValueError, match="2 to 4 players, not 5"):
        Encoding(encoding.board, 5)
