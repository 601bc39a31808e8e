"""Studies and the search bot: the same answer on any number of threads, legal candidates, a budget that is kept."""

from __future__ import annotations

import numpy as np
import pytest
from tests.kit.walks import BOARDS, TINY

from ferrovia import Board, load_board
from ferrovia.bots.api import Budget
from ferrovia.bots.buffers import Workbench
from ferrovia.bots.planner.learned import LEARNED_BOARDS, learned_for, nearest
from ferrovia.bots.search.bot import SearchBot, allowed_threads
from ferrovia.bots.search.halving import Finding, Study
from ferrovia.bots.search.rollouts import MARGIN, WIN
from ferrovia.views import View

from .watching import position_after, positions

pytestmark = pytest.mark.compiled_only


def study_of(view: View, *, seed: int = 1, threads: int = 1, simulations: int = 60) -> Study:
    study = Study(view, np.random.default_rng(seed), [Workbench(view.board) for _ in range(threads)])
    study.run(Budget(simulations=simulations), even_if_one=True)
    return study


def to_move(board: str, decisions: int = 14, *, players: int = 2, seed: int = 1) -> View:
    game = position_after(load_board(board), players, seed, decisions)
    return game.view(min(game.actors))


@pytest.mark.parametrize("board", ["new_york", "europe"])
def test_threads_do_not_change_the_answer(board: str) -> None:
    view = to_move(board)
    alone = study_of(view, simulations=400)
    assert alone.worlds > 20
    for threads in (2, 3):
        assert study_of(view, threads=threads, simulations=400).findings() == alone.findings()


def test_the_seed_decides_the_answer() -> None:
    view = to_move("london")
    first, again, other = (study_of(view, seed=seed).findings() for seed in (1, 1, 2))
    assert first == again != other


def test_more_simulations_try_the_same_candidates() -> None:
    view = to_move("amsterdam", players=3)
    assert study_of(view, simulations=20).actions.tolist() == study_of(view, simulations=300).actions.tolist()


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_every_candidate_is_legal_in_every_phase(board: Board) -> None:
    bench, rng = Workbench(board), np.random.default_rng(1)
    phases = set()
    for seed in range(3):
        for game in positions(board, 3, seed):
            view = game.view(min(game.actors))
            actions = Study(view, rng, [bench]).actions.tolist()
            assert set(actions) <= set(view.legal_codes())
            assert len(set(actions)) == len(actions) >= 1
            phases.add(view.phase)
    assert phases >= {"choosing_start", "turn", "second_card"}


def check_findings(findings: list[Finding], study: Study) -> None:
    assert findings[0].code == study.best()
    tried = [finding.simulations for finding in findings]
    assert tried == sorted(tried, reverse=True)
    assert tried[0] == study.worlds
    policys = next(finding for finding in findings if finding.code == study.actions[0])
    assert policys.simulations == study.worlds, "the policy's choice is never dropped: all are held against it"
    assert {finding.code for finding in findings} == set(study.actions.tolist())
    assert all(0.0 <= finding.win <= 1.0 and abs(finding.margin) < 300 for finding in findings)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.id)
def test_findings_are_sorted_chances(board: Board) -> None:
    for game in positions(board, 2, seed=5):
        if len(game.moves) % 17 == 3:
            study = study_of(game.view(min(game.actors)), simulations=24)
            check_findings(study.findings(), study)


def test_a_budget_in_simulations_is_about_kept_to() -> None:
    """At most the requested number, except that every round tries each remaining candidate once."""
    study = study_of(to_move("new_york"), simulations=500)
    spent = sum(finding.simulations for finding in study.findings())
    assert 250 <= spent <= 500


@pytest.mark.parametrize("worlds_a_second", [200, 2_000])
@pytest.mark.parametrize("seconds", [0.2, 1.0])
def test_a_budget_in_seconds_is_kept(seconds: float, worlds_a_second: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On machines of any speed: the clock goes on by a fixed time per world."""
    study = Study(to_move("new_york"), np.random.default_rng(1), [Workbench(load_board("new_york"))])
    monkeypatch.setattr("ferrovia.bots.search.halving.time.perf_counter", lambda: study.worlds / worlds_a_second)
    study.run(Budget(seconds=seconds))
    assert 0.9 * seconds < study.worlds / worlds_a_second <= seconds


def test_one_legal_action_is_answered_without_a_study(monkeypatch: pytest.MonkeyPatch) -> None:
    view = to_move("europe")
    only = view.legal_actions()[:1]
    monkeypatch.setattr("ferrovia.bots.search.bot.Study", None)
    assert SearchBot().choose(view, only, np.random.default_rng(1), Budget(seconds=60)) == only[0]


@pytest.mark.parametrize("told, threads", [("3", 3), ("0", 1), ("", None), ("many", None)])
def test_the_caller_of_several_bots_sets_the_number_of_threads(
    told: str, threads: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FERROVIA_THREADS", told)
    assert allowed_threads() == threads if threads else allowed_threads() >= 1


@pytest.mark.parametrize("board", ["europe", "london"])
def test_imagined_games_are_played_to_their_end(board: str) -> None:
    """So every win is whole or shared, and margins are differences of whole points."""
    study = Study(view := to_move(board), np.random.default_rng(1), [Workbench(view.board)])
    study.try_worlds(8)
    values = study._values[:8]
    assert set(np.unique(values[:, :, WIN])) <= {0.0, 0.5, 1.0}
    assert (values[:, :, MARGIN] == values[:, :, MARGIN].round()).all()
    assert ((values[:, :, MARGIN] > 0) <= (values[:, :, WIN] == 1.0)).all()


@pytest.mark.parametrize("worlds, chosen", [(2, 0), (100, 1)])
def test_a_lead_that_may_be_luck_does_not_overrule_the_policy(worlds: int, chosen: int) -> None:
    """A candidate that wins every other game that the policy's own choice loses, seen twice or a hundred times."""
    study = Study(view := to_move("london"), np.random.default_rng(1), [Workbench(view.board)])
    study._room_for(worlds)
    study.worlds = worlds
    study._values[:worlds] = 0.0
    study._values[:worlds:2, 1, WIN] = 0.6
    assert study.best() == study.actions[chosen]


# --- the numbers ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", LEARNED_BOARDS)
def test_the_learned_numbers_can_be_used(name: str) -> None:
    learned = learned_for(load_board(name))
    for style in (learned.planner, learned.rollouts):
        assert all(np.isfinite(style[field]).all() for field in style.dtype.names)


@pytest.mark.parametrize("name", LEARNED_BOARDS)
def test_a_built_in_board_has_numbers_of_its_own(name: str) -> None:
    assert nearest(load_board(name)) == name


def test_your_own_board_uses_the_numbers_of_a_similar_one() -> None:
    assert nearest(load_board(TINY)) in ("new_york", "london", "amsterdam")
