"""The memory that a view keeps: neither the key nor the game, and nothing writable."""

from __future__ import annotations

import copy
import gc
import pickle
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

import numpy as np
import pytest
from tests.kit.walks import BOARDS, BOARDS_AND_PLAYERS, TABLE_NAMES, any_kind, board_of, played, sized

from ferrovia import Game, Refused
from ferrovia.engine.state import OVER

from .watchers import answers, everybody, view_of

every_table = pytest.mark.parametrize("board, players", BOARDS_AND_PLAYERS, ids=TABLE_NAMES)


BORING = (ModuleType, type, FunctionType, BuiltinFunctionType, MethodType)


def reachable(start: object) -> list[object]:
    """All objects reachable from one, except code."""
    found: dict[int, object] = {}
    waiting = [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) not in found and not isinstance(thing, BORING):
            found[id(thing)] = thing
            waiting.extend(gc.get_referents(thing))
            if isinstance(thing, np.ndarray) and thing.base is not None:
                waiting.append(thing.base)
    return list(found.values())


def secret_strings(game: Game) -> list[bytes]:
    """Every piece of the key and of the words made from it that is long enough not to turn up by accident."""
    state = game.states[0]
    words = [*state.key.tolist(), *state.block.tolist()]
    pieces = [np.int32(word).tobytes() for word in words if abs(word) > 2**20]
    secret = game.key.secret
    return [*pieces, *(secret[i : i + 6] for i in range(0, 32, 4)), secret.hex().encode(), secret[::-1][:8]]


@pytest.mark.rule("H3")
@pytest.mark.parametrize("over", [False, True], ids=["in play", "over"])
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_no_piece_of_the_key_is_in_a_view(board, over):
    game = Game(board, players=2, seed=11)
    played(game, 1, any_kind, steps=sized(100_000, 14) if over else 12)
    for viewer in everybody(game):
        view = view_of(game, viewer)
        dict(answers(view))  # fills whatever it keeps
        shown = [
            view._bytes(),
            repr(view).encode(),
            repr(vars(view)).encode(),
            pickle.dumps(view),
            view.digest().encode(),
        ]
        for secret in secret_strings(game):
            assert all(secret not in what for what in shown)


@pytest.mark.rule("H3")
def test_a_view_leads_neither_to_the_game_nor_to_its_state():
    game = Game("europe", players=3, seed=11)
    played(game, 1, any_kind, steps=20)
    for viewer in everybody(game):
        view = view_of(game, viewer)
        dict(answers(view))
        for world in (None, view.redeal(np.random.default_rng(1))):
            for thing in reachable(view if world is None else world):
                assert not isinstance(thing, Game)
                assert thing is not game.key
                if isinstance(thing, np.ndarray | np.void):
                    assert not np.shares_memory(thing, game.states)


def test_a_view_stays_as_it_was_when_the_game_goes_on():
    game = Game("europe", players=3, seed=11)
    views = [view_of(game, viewer) for viewer in everybody(game)]
    before = [view._bytes() for view in views]
    played(game, 1, any_kind, steps=20)
    assert [view._bytes() for view in views] == before


def test_writing_into_a_view_changes_no_game():
    game = played(Game(board_of("tiny"), players=2, seed=3), 1, steps=9)
    before = game.states.tobytes()
    view = game.view(0)
    view.states[0].hands[:] = 3
    view.states[0].phase = OVER
    assert game.states.tobytes() == before
    world = game.view(0).redeal(np.random.default_rng(1))
    other = Game.of_world(world)
    world.states[0].players = 1
    assert other.players == game.players == 2


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_a_view_can_be_pickled_and_copied(board):
    game = played(Game(board, players=2, seed=3), 1, any_kind, steps=9)
    for viewer in everybody(game):
        view = view_of(game, viewer)
        for other in (pickle.loads(pickle.dumps(view)), copy.deepcopy(view), copy.copy(view)):
            assert other == view
            assert dict(answers(other)) == dict(answers(view))


@pytest.mark.rule("H3")
def test_games_keys_and_refusals_do_not_spell_the_key_out():
    game = Game("europe", players=2, seed=11)
    with pytest.raises(Refused) as refused:
        game.play("draw", seat=0)
    shown = [repr(game), str(game), repr(game.key), str(game.key), str(refused.value), repr(refused.value)]
    for secret in (game.key.secret.hex(), repr(game.key.secret), str(game.key.words.tolist()[0])):
        assert all(secret not in what for what in shown)
