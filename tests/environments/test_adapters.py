"""The standard interfaces, tested with their makers' own checks: PettingZoo, Gymnasium, OpenSpiel."""

from __future__ import annotations

import itertools
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import ismcts, mcts
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.performance_benchmark import performance_benchmark
from tests.kit.walks import BUILT_IN_TABLES

from ferrovia.bots import new_bot
from ferrovia.environments import openspiel_game, pettingzoo_env
from ferrovia.environments.gymnasium_env import FerroviaEnv
from ferrovia.environments.gymnasium_vector import FerroviaVectorEnv

pytestmark = pytest.mark.compiled_only
ON_DICTIONARIES = "ignore:(Observation is not a NumPy array|Observation space for each agent probably):UserWarning"


@pytest.mark.filterwarnings(ON_DICTIONARIES)
@pytest.mark.parametrize("board, players", [("new_york", 2), ("amsterdam", 4), ("europe", 3)])
def test_pettingzoo_is_content(board: str, players: int, capsys: Any) -> None:
    api_test(pettingzoo_env.env(board, players=players), num_cycles=250, verbose_progress=False)
    assert "Passed API test" in capsys.readouterr().out


def test_pettingzoo_finds_the_same_game_for_the_same_seed() -> None:
    seed_test(lambda: pettingzoo_env.env("new_york"), num_cycles=40)


def test_pettingzoos_benchmark_runs(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()
    monkeypatch.setattr("time.time", lambda: next(clock) / 100)  # its five seconds, in five hundred looks at the clock
    performance_benchmark(pettingzoo_env.env("new_york"))
    assert "cycles per second" in capsys.readouterr().out


@pytest.mark.parametrize("board, players", BUILT_IN_TABLES)
def test_a_game_by_agents_ends_with_rewards_for_all(board: str, players: int) -> None:
    table = pettingzoo_env.FerroviaAEC(board, players=players, wilds="fewest", render_mode="ansi")
    table.reset(seed=3)
    rng, got = np.random.default_rng(1), dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter(max_iter=5000):
        observation, reward, ended, cut_off, info = table.last()
        got[agent] += reward
        assert not cut_off
        allowed = observation["action_mask"].nonzero()[0]
        assert bool(len(allowed)) != ended
        if ended:
            assert "total" in info
        table.step(None if ended else int(rng.choice(allowed)))
    assert not table.agents
    assert max(got.values()) > 0 > min(got.values())
    assert board in (table.render() or "")


def test_another_seats_mask_allows_nothing_and_its_view_is_its_own() -> None:
    table = pettingzoo_env.FerroviaAEC("new_york")
    table.reset(seed=2)
    mine, other = table.observe("seat_0"), table.observe("seat_1")
    assert mine["action_mask"].any()
    assert not other["action_mask"].any()
    hand = table.batch.encoding.part
    assert hand(mine["observation"], "hand").sum() == hand(other["observation"], "hand").sum() == 2
    with pytest.raises(ValueError, match="None is not an action"):
        table.step(None)
    with pytest.raises(ValueError, match="is not allowed now"):
        table.step(0)


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_gymnasium_is_content(reward: str) -> None:
    table = gymnasium.make("Ferrovia-v1", opponents=["greedy", "random"], reward=reward, disable_env_checker=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(table.unwrapped, skip_render_check=True)


def test_a_game_against_bots_is_played_to_its_end() -> None:
    table = FerroviaEnv("london", opponents=["greedy", new_bot("random")], seat=1, illegal="raise", render_mode="ansi")
    rng = np.random.default_rng(5)
    for seed in range(3):
        observation, info = table.reset(seed=seed)
        ended, total = False, 0.0
        while not ended:
            assert table.observation_space.contains(observation)
            assert np.array_equal(table.action_masks(), info["action_mask"] == 1)
            observation, reward, ended, cut_off, info = table.step(int(rng.choice(table.action_masks().nonzero()[0])))
            total += reward
            assert not cut_off
        winners = [seat for seat, rank in enumerate(info["ranks"]) if rank == 0]
        assert total == (2 / len(winners) - 1 if 1 in winners else -1)
    assert "seat 2" in table.render()


def test_an_illegal_action_loses_or_is_refused() -> None:
    losing = FerroviaEnv("new_york", seat=0)
    _, info = losing.reset(seed=1)
    bad = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, ended, _, info = losing.step(bad)
    assert (reward, ended, info["illegal"]) == (-1.0, True, bad)
    strict = FerroviaEnv("new_york", seat=0, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="is not allowed now"):
        strict.step(bad)
    with pytest.raises(ValueError, match="there is no seat 2"):
        FerroviaEnv("new_york", seat=2)


def test_the_vector_environment_keeps_gymnasiums_promises() -> None:
    tables = FerroviaVectorEnv("new_york", num_envs=50, players=3)
    observations, infos = tables.reset(seed=9)
    assert tables.observation_space.contains(observations)
    ended_ever = 0
    for _ in range(120):
        actors = infos["seat"]
        actions = tables.sample()
        assert infos["action_mask"][np.arange(50), actions].all()
        before = observations.copy()
        new, rewards, ended, cut_off, infos = tables.step(actions)
        assert np.array_equal(before, observations)  # a copy: what was given stays as it was
        observations = new
        assert rewards.tolist() == infos["rewards"][np.arange(50), actors].tolist()
        assert not cut_off.any()
        assert (infos["ranks"][ended].min(axis=1) == 0).all()
        ended_ever += int(ended.sum())
    assert ended_ever > 20
    again, _ = tables.reset(seed=9)
    assert np.array_equal(again, FerroviaVectorEnv("new_york", num_envs=50, players=3).reset(seed=9)[0])
    tables.close()


# --- OpenSpiel --------------------------------------------------------------------------------------------------------
def load(**options: Any) -> Any:
    return pyspiel.load_game(openspiel_game.NAME, {"board": "new_york", "seed": 5} | options)


@pytest.mark.parametrize("options", [{}, {"players": 3, "wilds": "fewest", "reward": "margin"}])
def test_openspiels_random_playthroughs_find_nothing(options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(**options), num_sims=1, serialize=True, verbose=False)


def test_a_resampled_state_is_the_same_to_its_player_and_another_to_the_rest() -> None:
    game = load()
    state, differs = game.new_initial_state(), 0
    rng = np.random.default_rng(2)
    while not state.is_terminal():
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert other.current_player() == player
        assert other.legal_actions() == state.legal_actions()
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        differs += other.information_state_string(1 - player) != state.information_state_string(1 - player)
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert differs > 10
    assert sorted(state.returns()) in ([-1.0, 1.0], [0.0, 0.0])


def test_a_clone_has_the_same_future_and_goes_its_own_way() -> None:
    state = load().new_initial_state()
    clone = state.clone()
    action = state.legal_actions()[0]
    state.apply_action(action)
    assert clone.information_state_string(0) != state.information_state_string(0)
    clone.apply_action(action)
    assert str(clone) == str(state)
    assert clone.states.tobytes() == state.states.tobytes()


def test_two_histories_with_the_same_table_have_different_information_states() -> None:
    first = load().new_initial_state()
    second = first.clone()
    for state, keep in ((first, "keep 1"), (second, "keep 1 2")):
        names = {state.action_to_string(0, action): action for action in state.legal_actions()}
        state.apply_action(names[keep])
    assert first.observation_string(1) == second.observation_string(1)  # choices at the start are secret
    assert first.information_state_string(1) == second.information_state_string(1)
    assert first.information_state_string(0) != second.information_state_string(0)


def test_openspiels_information_set_search_plays() -> None:
    state = load(wilds="fewest").new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=state.get_game(), uct_c=2.0, evaluator=evaluator, max_simulations=4, random_state=np.random.RandomState(2)
    )
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_openspiel_rejects_illegal_actions() -> None:
    state = load().new_initial_state()
    with pytest.raises(ValueError, match="is not allowed now"):
        state._apply_action(0)
    with pytest.raises(ValueError, match="a reward is one of"):
        load(reward="fame")


def test_a_state_is_pickled_with_its_future():
    state = load(board="london", wilds="fewest").new_initial_state()
    for _ in range(30):
        state.apply_action(state.legal_actions()[-1])
    again = pickle.loads(pickle.dumps(state))
    while not state.is_terminal():
        action = state.legal_actions()[-1]
        assert again.legal_actions()[-1] == action
        state.apply_action(action)
        again.apply_action(action)
    assert again.returns() == state.returns()


def test_a_step_after_the_end_is_an_error():
    table = FerroviaEnv("london", opponents=["random"])
    table.reset(seed=1)
    table.step(table.action_space.n)  # not an action: the game is lost at once
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        table.step(0)
    table.reset()
    table.close()


def test_masks_are_a_method_of_what_make_returns():
    table = gymnasium.make("Ferrovia-v1", board="london", opponents=["random"])
    _, info = table.reset(seed=1)
    assert table.action_masks().tolist() == info["action_mask"].astype(bool).tolist()
    table.close()


def test_observations_can_be_scaled_everywhere():
    bytes_, scaled = (FerroviaEnv("london", opponents=["random"], scaled=scaled) for scaled in (False, True))
    plain, _ = bytes_.reset(seed=1)
    found, _ = scaled.reset(seed=1)
    assert found.dtype == np.float32
    assert found in scaled.observation_space
    np.testing.assert_allclose(found, plain * scaled.batch.encoding.scale)
    table = pettingzoo_env.env("london", scaled=True)
    table.reset(seed=1)
    assert table.observe("seat_0") in table.observation_space("seat_0")
    many = FerroviaVectorEnv("london", num_envs=3, scaled=True)
    observations, _ = many.reset(seed=1)
    assert observations in many.observation_space
    for one in (bytes_, scaled, table, many):
        one.close()


def test_pettingzoo_renders_as_its_own_test_asks():
    render_test(lambda **options: pettingzoo_env.env("london", **options))


def test_gymnasium_renders_pixels():
    table = FerroviaEnv("london", opponents=["random"], render_mode="rgb_array")
    table.reset(seed=1)
    assert table.render().shape[1:] == (900, 3)
    table.close()
