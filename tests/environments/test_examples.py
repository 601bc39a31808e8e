"""Every example runs, in a short form; and the trained agent that comes with them still plays as well as told."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

from ferrovia.boards import load_board
from ferrovia.bots import new_bot
from ferrovia.environments.agent import Network, NetworkBot
from ferrovia.environments.duel import duel
from ferrovia.environments.observer import Looker
from ferrovia.game import Game

EXAMPLES = Path(__file__).parents[2] / "examples"
AGENT = EXAMPLES / "new_york_ppo.npz"

pytestmark = pytest.mark.compiled_only


def run(example: str, *options: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [example, *options])
    monkeypatch.syspath_prepend(str(EXAMPLES))
    runpy.run_path(str(EXAMPLES / example), run_name="__main__")


def test_the_random_loop(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run("random_loop.py", "--steps", "600", monkeypatch=monkeypatch)
    told = capsys.readouterr().out
    assert "seat_2:" in told
    assert "games ended" in told


def test_open_spiels_search(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    run("open_spiel_search.py", "--simulations", "2", "--moves", "6", monkeypatch=monkeypatch)
    assert capsys.readouterr().out.count("\n") == 6


def test_learning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    saved, history = tmp_path / "agent.npz", tmp_path / "history.json"
    short = ("--minutes", "0.02", "--hidden", "32", "--games", "4", "--save", str(saved), "--history", str(history))
    run("ppo_new_york.py", *short, monkeypatch=monkeypatch)
    assert "games won" in capsys.readouterr().out
    steps = [entry["steps"] for entry in json.loads(history.read_text(encoding="utf-8"))]
    assert steps[0] == 0
    assert steps[-1] > 0
    assert Network.load(saved).weights[0].shape[1] == 32


def test_the_arena(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    run("evaluate_in_arena.py", "--deals", "1", "--bots", "greedy", "--processes", "1", monkeypatch=monkeypatch)
    assert "2 games of 1 deals" in capfd.readouterr().out


def test_the_trained_agent_beats_greedy() -> None:
    result = duel(NetworkBot(Network.load(AGENT)), new_bot("greedy"), "new_york", games=30, seed=41)
    assert result.share_won > 0.8


def test_the_trained_agent_is_small() -> None:
    assert AGENT.stat().st_size < 300_000


def test_an_agent_of_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network.load(AGENT)
    monkeypatch.setattr(type(network.encoding), "version", 99)
    with pytest.raises(ValueError, match="another version of new_york"):
        Network.load(AGENT)
    monkeypatch.undo()
    with pytest.raises(ValueError, match="another version of new_york"):
        Network.load(AGENT, load_board("london"))
    network.weights[0] = network.weights[0][:-1]
    network.save(tmp_path / "cut.npz")
    with pytest.raises(ValueError, match="another size"):
        Network.load(tmp_path / "cut.npz")


def test_a_bot_with_a_network_sees_only_its_view() -> None:
    """The network gets the same numbers from a view as a batch gets from the state, and refuses another table's."""
    network = Network.load(AGENT)
    looker = Looker(network.encoding, network.actions)
    game = Game("new_york", players=2, seed=3)
    observation, mask, codes = looker.look(game.view(1))
    assert np.array_equal(observation, looker.observe(game.states, 1))
    assert sorted(int(code) for code in codes[mask == 1]) == game.legal_codes(1)
    with pytest.raises(ValueError, match="of new_york for 2 players"):
        looker.look(Game("new_york", players=3, seed=3).view(1))


def test_chances_are_drawn_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    chances = np.tile(np.array([[0.0, 0.5, 0.0, 0.3, 0.2]], dtype=np.float32), (20_000, 1))
    drawn = np.bincount(Network.draw(chances, rng), minlength=5) / 20_000
    assert drawn.tolist() == pytest.approx([0, 0.5, 0, 0.3, 0.2], abs=0.02)
    assert drawn[0] == drawn[2] == 0
