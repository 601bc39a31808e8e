"""Results in a file: they survive a truncated line and a killed program, and never mix two tournaments."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import filelock
import pytest
from tests.arena.sample_outcomes import timeless

from ferrovia.arena import Journal, JournalError, Table, Tournament, plan_tournament, read_tournament
from ferrovia.arena import journal as journal_module
from ferrovia.arena.code_version import _of_files, source_of
from ferrovia.arena.journal import forget
from ferrovia.boards import load_board

pytestmark = pytest.mark.compiled_only


def tournament(*, deals: int = 2, seed: int = 1, bots: tuple[str, ...] = ("random", "greedy")) -> Tournament:
    return plan_tournament(boards=[load_board("london")], contestants=bots, deals=deals, seed=seed)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def fill(file: Path, planned: Tournament, games: int) -> None:
    table = Table(planned)
    with Journal(file, planned) as journal:
        for plan in list(journal.missing())[:games]:
            assert journal.add(table.play(plan))


def test_a_reopened_journal_holds_all_games(file: Path) -> None:
    fill(file, tournament(), 3)
    with Journal(file, tournament()) as journal:
        assert len(journal.outcomes) == 3
        assert [tuple(plan) for plan in journal.missing()] == [(0, 1, 1)]
        table = Table(tournament())
        for plan, outcome in journal.outcomes.items():
            assert timeless(table.play(plan)) == timeless(outcome), "and it is what would be played again"


def test_a_game_is_never_written_twice(file: Path) -> None:
    fill(file, tournament(), 1)
    before = file.read_bytes()
    with Journal(file, tournament()) as journal:
        (outcome,) = journal.outcomes.values()
        assert not journal.add(outcome)
    assert file.read_bytes() == before


def test_a_duplicate_game_counts_once(file: Path) -> None:
    fill(file, tournament(), 2)
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines, lines[-1]]) + "\n")
    with Journal(file, tournament()) as journal:
        assert len(journal.outcomes) == 2


@pytest.mark.parametrize("left", [1, 10, 200])
def test_a_game_with_a_truncated_line_is_played_again(file: Path, left: int) -> None:
    fill(file, tournament(), 3)
    whole = file.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    file.write_bytes(whole[: last + left])
    fill(file, tournament(), 1)
    with Journal(file, tournament()) as journal:
        assert len(journal.outcomes) == 3
    lines = file.read_bytes().splitlines()
    assert [json.loads(line).get("deal") for line in lines[1:]] == [0, 0, 1]


def test_a_truncated_first_line_is_written_again(file: Path) -> None:
    fill(file, tournament(), 0)
    file.write_bytes(file.read_bytes()[:25])
    fill(file, tournament(), 1)
    with Journal(file, tournament()) as journal:
        assert len(journal.outcomes) == 1


def test_more_deals_can_be_added(file: Path) -> None:
    fill(file, tournament(deals=1), 2)
    fill(file, tournament(deals=3), 1)
    with Journal(file, tournament(deals=3)) as journal:
        assert len(journal.outcomes) == 3


@pytest.mark.parametrize(
    "other, reason",
    [
        (tournament(seed=2), "seed differ: 1 there, 2 here"),
        (tournament(bots=("random", "simple")), "matches differ"),
        (tournament(bots=("random", "greedy@9")), "matches differ"),
        (plan_tournament(boards=[load_board("new_york")], contestants=["random", "greedy"], deals=2), "boards differ"),
    ],
)
def test_a_file_of_another_tournament_is_refused_and_left_alone(file: Path, other: Tournament, reason: str) -> None:
    fill(file, tournament(), 1)
    file.write_bytes(file.read_bytes() + b'{"cut')
    before = file.read_bytes()
    with pytest.raises(JournalError, match=reason), Journal(file, other):
        pass
    assert file.read_bytes() == before


def test_results_of_other_code_are_not_mixed_in(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(file, tournament(), 1)
    monkeypatch.setattr(journal_module, "sources", lambda contestants: {"random": "0", "greedy": "1"})
    with pytest.raises(JournalError, match="the code of random, greedy has changed"), Journal(file, tournament()):
        pass
    with Journal(file, tournament(), any_code=True) as journal:
        assert len(journal.outcomes) == 1


@pytest.mark.parametrize(
    "text", ["hello", "hello\n", "{}\n", '{"ferrovia tournament": 99}\n', '{"ferrovia tournament": 3}\n']
)
def test_a_file_without_results_is_refused_and_left_alone(file: Path, text: str) -> None:
    file.write_text(text)
    with pytest.raises(JournalError), Journal(file, tournament()):
        pass
    assert file.read_text() == text
    with pytest.raises(JournalError):
        read_tournament(file)


FAULT = {"seat": 0, "counts": {"hung": 1}, "reason": "hung", "move": 9}


def test_faults_come_back_from_a_file(file: Path) -> None:
    fill(file, tournament(), 1)
    lines = file.read_text().splitlines()
    lines[1] = json.dumps(json.loads(lines[1]) | {"faults": [FAULT]})
    file.write_text("\n".join(lines) + "\n")
    with Journal(file, tournament()) as journal:
        (outcome,) = journal.outcomes.values()
    assert [dataclasses.asdict(fault) for fault in outcome.faults] == [FAULT]


@pytest.mark.parametrize("text", ["[]", "{", "[" * 100_000])
def test_a_line_that_is_no_table_is_named(file: Path, text: str) -> None:
    fill(file, tournament(), 1)
    file.write_text(file.read_text().splitlines()[0] + f"\n{text}\n")
    with pytest.raises(JournalError, match="line 2"), Journal(file, tournament()):
        pass


def test_a_place_without_files_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a file").touch()
    for open_it in (lambda file: Journal(file, tournament()).__enter__(), read_tournament, forget):
        with pytest.raises(JournalError, match=r"cannot be (opened|read|removed): (Not a directory|File exists)"):
            open_it(tmp_path / "a file" / "results.jsonl")


@pytest.mark.parametrize(
    "change",
    [
        {"match": 7},
        {"rotation": 2},
        {"scores": [1]},
        {"scores": [1, "2"]},
        {"ranks": [2, 2]},
        {"ended_by": "boredom"},
        {"faults": [{"seat": 0}]},
        {"faults": [FAULT | {"seat": 2}]},
        {"faults": [FAULT | {"move": None}]},
        {"faults": [FAULT | {"reason": 3}]},
        {"faults": [FAULT | {"counts": {"sulked": 1}}]},
        {"faults": [FAULT | {"counts": {"hung": "once"}}]},
        {"deal": True},
    ],
)
def test_a_line_without_a_game_is_named(file: Path, change: dict[str, object]) -> None:
    fill(file, tournament(), 2)
    lines = file.read_text().splitlines()
    lines[1] = json.dumps(json.loads(lines[1]) | change)
    file.write_text("\n".join(lines) + "\n")
    with pytest.raises(JournalError, match="line 2"), Journal(file, tournament()):
        pass


def test_only_one_program_writes_to_a_file(file: Path) -> None:
    with (
        Journal(file, tournament()),
        pytest.raises(JournalError, match="another tournament is writing"),
        Journal(file, tournament()),
    ):
        pass


def test_a_file_system_without_locks_keeps_results_too(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_here(*_: object, **__: object) -> None:
        raise NotImplementedError("no locks available")

    monkeypatch.setattr(filelock.FileLock, "acquire", none_here)
    fill(file, tournament(), 3)
    with Journal(file, tournament()) as journal:
        assert len(journal.outcomes) == 3


def test_forgetting_results_that_are_not_there_changes_nothing(file: Path) -> None:
    forget(file)
    assert list(file.parent.iterdir()) == []


def test_results_under_other_rules_are_named_and_not_read(file: Path) -> None:
    fill(file, tournament(), 1)
    header, game = file.read_text().splitlines()
    described = json.loads(header)
    described["tournament"]["rules_version"] -= 1
    file.write_text(f"{json.dumps(described)}\n{game}\n")
    with pytest.raises(JournalError, match=r"results\.jsonl: it was written for other rules, boards or budgets"):
        read_tournament(file)


def test_the_tournament_can_be_read_from_its_results(file: Path) -> None:
    planned = tournament(deals=5)
    fill(file, planned, 1)
    assert read_tournament(file) == planned
    assert read_tournament(file, deals=9).deals == 9


def test_a_bot_in_a_single_file_is_known_by_that_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    seen = []
    for bot, neighbour in (("a", "x"), ("a", "y"), ("b", "y")):
        (tmp_path / "lonely_bot.py").write_text(f"class One: name = {bot!r}")
        (tmp_path / "neighbour.py").write_text(neighbour)
        source_of.cache_clear()
        _of_files.cache_clear()
        seen.append(source_of("lonely_bot:One"))
    assert seen[0] == seen[1] != seen[2]
    assert "unknown" not in seen


def test_learned_numbers_are_part_of_a_bots_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "clever_bots"
    (package / "learned").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "one.py").write_text("class One: ...")
    monkeypatch.syspath_prepend(str(tmp_path))
    seen = []
    for weights in (b"1", b"2"):
        (package / "learned" / "weights.bin").write_bytes(weights)
        source_of.cache_clear()
        _of_files.cache_clear()
        seen.append(source_of("clever_bots.one:One"))
    assert len(set(seen)) == 2
    assert "unknown" not in seen
