"""Many games in one call: the same games as one by one, with any number of threads, and rewards that add up."""

from __future__ import annotations

import numpy as np
import pytest
from tests.engine.table import Table
from tests.kit.walks import BUILT_IN_TABLES, board_of, sized

from ferrovia.engine.compilation.jit import COMPILED
from ferrovia.environments.batch import Batch, Buffers
from ferrovia.environments.dlpack import DeviceTensor
from ferrovia.environments.observer import Observer
from ferrovia.game import Game, Key


@pytest.mark.compiled_only
@pytest.mark.parametrize("board, players, steps", [("new_york", 3, 150), ("europe", 2, 300)])
def test_threads_change_nothing(board: str, players: int, steps: int) -> None:
    one = Batch(board, players=players, games=200, seed=4, threads=1)
    four = Batch(board, players=players, games=200, seed=4, threads=3)
    assert four.threads == 3
    one.reset()
    four.reset()
    ended = 0
    for _ in range(steps):
        actions = one.sample()
        assert actions.tolist() == four.sample().tolist()
        one.step(actions)
        four.step(actions)
        for name in Buffers.__slots__:
            assert np.array_equal(getattr(one.buffers, name), getattr(four.buffers, name)), name
        ended += int(one.buffers.dones.sum())
    assert ended > 50
    one.close()
    four.close()


@pytest.mark.compiled_only
@pytest.mark.parametrize("name, players", BUILT_IN_TABLES)
def test_what_a_batch_remembers_from_step_to_step_never_shows(name: str, players: int) -> None:
    """Rows and masks of every step, over many ends and new games, equal those of a fresh look at the position."""
    table = Table(name, players)
    batch = Batch(table.board, players=players, games=40, seed=players, threads=1, reward="margin")
    observer = Observer(batch.encoding, batch.actions)
    batch.reset()
    ended = 0
    for step in range(700):
        batch.step(batch.sample())
        ended += int(batch.buffers.dones.sum())
        for game in (*np.flatnonzero(batch.buffers.dones), step % batch.games, (step * 7 + 3) % batch.games):
            seat, states = int(batch.buffers.seats[game]), batch.states[game : game + 1]
            row, new = batch.buffers.observations[game], observer.observe(states, seat)
            assert np.array_equal(row, new), [batch.encoding.name(int(i)) for i in np.flatnonzero(row != new)]
            assert np.array_equal(batch.buffers.masks[game], observer.mask(states, seat)[0])
    assert ended >= 40


@pytest.mark.compiled_only
def test_a_batch_plays_what_the_library_plays() -> None:
    """Every action of a game in a batch, repeated through the library, gives the same result."""
    batch = Batch("london", games=3, seed=8, again=False, reward="margin")
    batch.reset()
    games = [Game("london", players=2, key=Key.of_seed(8)) for _ in range(3)]
    games[0] = Game("london", players=2, seed=8)
    for _ in range(400):
        if batch.is_over(0):
            break
        seat, action = int(batch.buffers.seats[0]), int(batch.sample()[0])
        games[0].play(int(batch.actions.code_of[action]), seat=seat)
        batch.step_code(0, int(batch.actions.code_of[action]))
    assert games[0].is_over
    totals = games[0].result().totals
    assert batch.buffers.totals[0].tolist() == list(totals)
    assert batch.buffers.rewards[0].tolist() == [totals[0] - totals[1], totals[1] - totals[0]]
    assert not batch.buffers.masks[0].any()


@pytest.mark.compiled_only
def test_rewards_of_every_step_add_up_to_the_margin() -> None:
    batch = Batch("amsterdam", players=4, games=64, seed=2, reward="margin", every_step=True)
    batch.reset()
    got, ended = np.zeros((64, 4)), 0
    for _ in range(300):
        batch.step(batch.sample())
        got += batch.buffers.rewards
        for game in np.flatnonzero(batch.buffers.dones):
            totals = batch.buffers.totals[game].astype(int)
            best_other = [max(np.delete(totals, seat)) for seat in range(4)]
            assert got[game].tolist() == (totals - best_other).tolist()
            got[game] = 0
            ended += 1
    assert ended > 50


@pytest.mark.parametrize("reward, wilds", [("win", "explicit"), ("rank", "fewest")])
def test_rewards_at_the_end_follow_the_ranks(reward: str, wilds: str) -> None:
    games = sized(300, 1)
    batch = Batch("new_york", players=3, games=games, seed=6, reward=reward, wilds=wilds)  # type: ignore[arg-type]
    batch.reset()
    shared = ended = 0
    for _ in range(120):
        batch.step(batch.sample())
        for game in range(games):
            rewards, ranks = batch.buffers.rewards[game], batch.buffers.ranks[game].tolist()
            if not batch.buffers.dones[game]:
                assert not rewards.any()
                continue
            ended += 1
            winners = ranks.count(0)
            shared += winners > 1
            if reward == "win":
                expected = [2 / winners - 1 if rank == 0 else -1 for rank in ranks]
                assert rewards.tolist() == pytest.approx(expected)
            else:
                assert np.argsort(-rewards, kind="stable").tolist() == np.argsort(ranks, kind="stable").tolist()
                assert rewards.sum() == pytest.approx(0)
                assert rewards.max() <= 1
    assert ended >= games
    assert shared > 0 or not COMPILED


@pytest.mark.compiled_only
def test_a_reset_starts_new_games_and_a_seed_repeats_them() -> None:
    batch = Batch("new_york", games=5, seed=1)
    first = batch.reset().observations.copy()
    assert not np.array_equal(batch.reset().observations, first)
    batch.seed(1)
    assert np.array_equal(batch.reset().observations, first)


@pytest.mark.compiled_only
def test_what_is_not_allowed_is_refused_and_changes_nothing() -> None:
    batch = Batch("new_york", games=4, seed=1)
    with pytest.raises(RuntimeError, match="reset the batch"):
        batch.step(np.zeros(4))
    batch.reset()
    before, actions = batch.states.copy(), batch.sample()
    for bad in (-1, batch.actions.size, int(np.flatnonzero(batch.buffers.masks[2] == 0)[0])):
        wrong = actions.copy()
        wrong[2] = bad
        with pytest.raises(ValueError, match=f"game 2: action {bad} "):
            batch.step(wrong)
        assert batch.states.tobytes() == before.tobytes()
    with pytest.raises(ValueError, match="takes 4 actions"):
        batch.step(actions[:3])
    with pytest.raises(ValueError, match="code 5 is not allowed"):
        batch.step_code(0, 5)
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        batch.observe(2)


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    "options, complaint",
    [
        ({"games": 0}, "at least one game"),
        ({"reward": "fame"}, "a reward is one of win, rank, margin"),
        ({"every_step": True}, "only a margin"),
        ({"players": 6}, "2 to 4 players"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Batch("new_york", **options)  # type: ignore[arg-type]


@pytest.mark.compiled_only
def test_buffers_may_be_the_callers_and_are_checked_by_name() -> None:
    model = Batch("new_york", games=6)
    mine = Buffers.new(6, model.encoding.size, model.actions.size, 2)
    batch = Batch("new_york", games=6, seed=3, buffers=mine)
    batch.reset()
    assert mine.masks.any()
    assert batch.buffers.observations is mine.observations
    mine.masks = mine.masks[:, ::2]
    with pytest.raises(ValueError, match="the buffer masks must be int8"):
        Batch("new_york", games=6, buffers=mine)


@pytest.mark.compiled_only
def test_with_fewest_wilds_games_still_end_and_stay_sound() -> None:
    batch = Batch("europe", games=6, seed=5, wilds="fewest", again=False)
    batch.reset()
    for _ in range(900):
        for game in range(6):
            if not batch.is_over(game):
                number = int(np.flatnonzero(batch.buffers.masks[game])[-1 if game % 2 else 0])
                batch.step_code(game, int(batch.codes[game, number]))
        if all(batch.is_over(game) for game in range(6)):
            break
    from ferrovia.engine import bridge

    assert all(bridge.faults(batch.boards, batch.states, game) == 0 for game in range(6))


@pytest.mark.parametrize("board", ["tiny", "europe"])
def test_the_kernels_run_without_the_compiler_too(board: str) -> None:
    """The plain lane: an index out of bounds or a number too large for its field would be an error."""
    batch = Batch(board_of(board), players=2, games=sized(8, 1), seed=3, reward="margin", every_step=True, threads=1)
    batch.reset()
    ended = 0
    for step in range(sized(600, 120)):
        batch.step(batch.sample())
        batch.observe(step % 2)
        ended += int(batch.buffers.dones.sum())
        assert (batch.buffers.observations <= batch.encoding.high).all()
    assert ended > 0 or not COMPILED


def test_memory_goes_to_other_libraries_without_a_copy() -> None:
    array = np.arange(12, dtype=np.int16).reshape(3, 4)
    taken = np.from_dlpack(DeviceTensor(array.T))
    assert taken.tolist() == array.T.tolist()
    array[1, 2] = 77
    assert taken[2, 1] == 77
    assert np.from_dlpack(DeviceTensor(array.T).transposed()).tolist() == array.tolist()
    del array
    assert taken[2, 1] == 77  # the memory lives as long as it is used
    assert DeviceTensor(taken).numpy().tolist() == taken.tolist()
    assert not hasattr(DeviceTensor(taken), "__cuda_array_interface__")


def test_an_unconsumed_capsule_frees_its_memory() -> None:
    from ferrovia.environments import dlpack

    before = len(dlpack._alive)
    capsule = DeviceTensor(np.zeros(3)).__dlpack__()
    assert len(dlpack._alive) == before + 1
    del capsule
    assert len(dlpack._alive) == before
