"""The flat actions of a board: dense, named, and with payments left out only where nobody can do less by it."""

from __future__ import annotations

import random
import tomllib

import numpy as np
import pytest
from tests.engine.table import BOARDS_AND_PLAYERS, Table, often_by_kind, positions
from tests.environments.seats import Observer

from ferrovia.actions import decode, encode, from_text
from ferrovia.boards import board_names, load_board, parse_board
from ferrovia.engine import state
from ferrovia.environments.action_space import ActionSpace
from ferrovia.environments.encoding import Encoding
from ferrovia.environments.symmetry import ColorChange

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize("name", board_names())
def test_every_action_has_a_name_that_the_library_understands(name: str) -> None:
    space = ActionSpace(load_board(name))
    assert len(set(space.names)) == space.size
    for number, text in enumerate(space.names):
        code = encode(space.board, from_text(space.board, text))
        assert space.number(code) == number
        assert int(space.code_of[number]) == code


@pytest.mark.parametrize("name", board_names())
def test_with_fewest_wilds_there_is_one_action_a_colour(name: str) -> None:
    explicit, fewest = ActionSpace(load_board(name)), ActionSpace(load_board(name), "fewest")
    assert fewest.size < explicit.size
    assert len(set(fewest.names)) == fewest.size
    assert sorted(code for group in fewest.groups for code in group) == sorted(explicit.code_of.tolist())


@pytest.mark.parametrize("name, players", BOARDS_AND_PLAYERS)
def test_the_mask_is_the_list_of_the_engine(name: str, players: int) -> None:
    table = Table(name, players, stream=5)
    observer, fewest = Observer(table), Observer(table, "fewest")
    for seat in positions(table, 3, often_by_kind):
        if seat < 0:
            break
        legal = sorted(table.legal(seat))
        mask, _ = observer.mask(seat)
        assert sorted(observer.actions.code_of[np.flatnonzero(mask)].tolist()) == legal
        other = next(other for other in range(players) if other != seat)
        if table.state.phase != state.CHOOSING_START:
            assert not observer.mask(other)[0].any()
        check_fewest(fewest, seat, legal)


def check_fewest(observer: Observer, seat: int, legal: list[int]) -> None:
    """Each action stands for the payment with fewest wilds of its colour, and no colour is left out."""
    mask, codes = observer.mask(seat)
    groups: dict[int, list[int]] = {}
    for code in legal:
        groups.setdefault(observer.actions.number(code), []).append(code)
    assert np.flatnonzero(mask).tolist() == sorted(groups)
    for number, members in groups.items():
        wilds = {code: getattr(decode(observer.table.board, code), "wilds", 0) for code in members}
        assert codes[number] == min(members, key=wilds.__getitem__)


def test_what_is_no_action_of_the_board_is_refused() -> None:
    space = ActionSpace(load_board("new_york"))
    for code in (-1, state.ACTION_CODES, state.PAY_EXTRA, state.STATION):
        with pytest.raises(ValueError, match="no action on the board new_york"):
            space.number(code)
    with pytest.raises(ValueError, match="'explicit' or 'fewest'"):
        ActionSpace(load_board("new_york"), "some")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["new_york", "europe"])
def test_exchanged_colours_give_the_observation_and_actions_of_the_board_with_exchanged_colours(name: str) -> None:
    board = load_board(name)
    order = list(range(len(board.card_colors)))
    random.Random(2).shuffle(order)
    new_name = {old: board.card_colors[order[i]] for i, old in enumerate(board.card_colors)}
    changed = parse_board(with_colors(board.text, new_name))
    table, twin = Table(board, 2, stream=4), Table(changed, 2)
    observer, other = Observer(table), Observer(twin)
    change = ColorChange(observer.encoding, order)
    assert change.facts(Encoding(board, 2).board_entities)["routes"].tolist() == (
        Encoding(changed, 2).board_entities["routes"].tolist()
    )
    old_kind = np.argsort(change.new_kind)
    for seat in positions(table, 7, often_by_kind):
        if seat < 0:
            break
        twin.states[0] = table.states[0]
        for field in ("hands", "known", "deck", "discards", "fresh", "drawn_since"):
            kinds = len(old_kind)
            twin.states[0][field][..., :kinds] = table.states[0][field][..., old_kind]
        for field in ("display", "tunnel_shown"):
            cards = table.states[0][field]
            twin.states[0][field][:] = np.where(cards >= 0, change.new_kind[np.maximum(cards, 0)], cards)
        twin.states[0].tunnel_color = change.new_kind[int(table.state.tunnel_color)]
        from ferrovia.engine import bridge

        bridge.find_free_routes(twin.boards, twin.states, 0)
        assert observer.observe(seat)[change.indices].tolist() == other.observe(seat).tolist()
        turned = [change.action(observer.actions, code, other.actions) for code in table.legal(seat)]
        assert sorted(turned) == np.flatnonzero(other.mask(seat)[0]).tolist()


def with_colors(text: str, new_name: dict[str, str]) -> str:
    """A board's text with the colours of its routes exchanged."""
    data = tomllib.loads(text)
    assert "routes" in data
    lines = []
    for line in text.splitlines():
        if "length" in line and "{" in line:
            for old, new in new_name.items():
                line = line.replace(f'"{old}"', f'"@{new}"')
            line = line.replace('"@', '"')
        lines.append(line)
    return "\n".join(lines)
