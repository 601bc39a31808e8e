"""The flat actions of a board: dense, named, and without payments only where no claim is lost."""

from __future__ import annotations

import numpy as np
import pytest
from tests.engine.table import Table, positions
from tests.environments.seats import Observer
from tests.kit.walks import BUILT_IN_TABLES, any_kind

from ferrovia.actions import decode, encode, from_text
from ferrovia.boards import board_names, load_board
from ferrovia.engine import state
from ferrovia.environments.action_space import ActionSpace

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


@pytest.mark.parametrize("name, players", BUILT_IN_TABLES)
def test_the_mask_is_the_list_of_the_engine(name: str, players: int) -> None:
    table = Table(name, players, stream=5)
    observer, fewest = Observer(table), Observer(table, "fewest")
    for seat in positions(table, 3, any_kind):
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
        with pytest.raises(ValueError, match="not an action on the board new_york"):
            space.number(code)
    with pytest.raises(ValueError, match="'explicit' or 'fewest'"):
        ActionSpace(load_board("new_york"), "some")  # type: ignore[arg-type]
