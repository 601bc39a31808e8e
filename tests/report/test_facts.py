"""The facts of a game match what happened in it, on one core or on several."""

from __future__ import annotations

import pytest

from ferrovia.arena.match import Table
from ferrovia.arena.outcome import Outcome
from ferrovia.boards import load_board
from ferrovia.report.facts import GameFacts, play, retell
from ferrovia.report.games import gather
from ferrovia.report.schedule import Schedule, make_schedule, usual_bots

pytestmark = pytest.mark.compiled_only


def schedule_of(board: str, *, players: int = 2, games: int = 2) -> Schedule:
    return make_schedule(load_board(board), bots=usual_bots(), players=[players], games=games, seed=4)


@pytest.mark.parametrize("board", ["london", "amsterdam", "new_york"])
def test_the_facts_of_a_game_agree_with_each_other(board: str) -> None:
    schedule = schedule_of(board, players=3, games=6)
    facts = gather(schedule, jobs=1)
    assert len(facts) == schedule.games == 6
    for game in facts:
        assert [sum(parts.values()) for parts in game.parts] == game.totals
        assert sum(game.shares) == pytest.approx(1)
        assert len({route for route, _, _ in game.claims}) == len(game.claims)
        moments = [when for _, _, when in game.claims]
        assert moments == sorted(moments)
        assert 0 <= moments[0] <= moments[-1] <= 1
        for seat in range(game.players):
            own = [done for _, owner, done in game.kept if owner == seat]
            assert (len(own), sum(own)) == (game.tickets_kept[seat], game.tickets_completed[seat])
        assert set(game.offered) >= {ticket for ticket, _, _ in game.kept}
        assert game.fallbacks == 0


def test_two_cores_tell_the_same_as_one() -> None:
    planned = schedule_of("new_york", games=16)
    long = tuple(plan for block in planned.blocks[:6] for plan in block)  # it ends after those that follow it
    schedule = Schedule(planned.tournament, (long, *planned.blocks[6:]))
    told: list[int] = []
    assert gather(schedule, jobs=2, tell=told.append) == gather(schedule, jobs=1)
    assert sum(told) == schedule.games


def test_a_game_with_different_facts_is_detected() -> None:
    schedule = schedule_of("new_york")
    table, plan = Table(schedule.tournament), schedule.blocks[0][0]
    outcome = table.play(plan)
    codes = table.notes.codes[: int(table.notes.moves[0])].tolist()
    assert isinstance(retell(schedule.tournament, plan, outcome, codes), GameFacts)
    wrong = Outcome(**{name: getattr(outcome, name) for name in Outcome.__slots__} | {"digest": "0" * 16})
    with pytest.raises(AssertionError, match="replayed differently"):
        retell(schedule.tournament, plan, wrong, codes)


def test_moves_of_a_stand_in_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ZeroDivisionError("of its own making")

    monkeypatch.setattr("ferrovia.bots.styles.hungry.Hungry.choose", refuse)
    schedule = make_schedule(load_board("new_york"), bots=["hungry"], players=[2], games=2, seed=4)
    facts = play(Table(schedule.tournament), schedule.tournament, schedule.blocks[0][0])
    assert facts.fallbacks > 20
    assert "of its own making" in facts.first_fault
