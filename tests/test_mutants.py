"""The tool that breaks the rules: what it changes, and that its list of equivalent changes is true to the code."""

from __future__ import annotations

import subprocess
import sys

from tools.mutate import MODULES, ROOT, chosen, equivalent, mutants_of

SOURCE = '''
def claim(state, seat):
    """Leaves 3 alone."""
    if state.trains[seat] < 2 and not state.over:
        state.trains[seat] -= 1
        note(state, CLAIMED, seat, 0)
'''


def test_a_mutant_changes_one_place_of_the_code() -> None:
    names = {mutant.name for mutant in mutants_of("claims", SOURCE)}
    assert names == {
        "claims.claim: state.trains[seat] < 2 and not state.over -> (state.trains[seat] < 2 or not state.over)",
        "claims.claim: state.trains[seat] < 2 -> state.trains[seat] <= 2",
        "claims.claim: 2 -> 3",
        "claims.claim: not state.over -> state.over",
        "claims.claim: state.trains[seat] -= 1 -> pass",
        "claims.claim: 1 -> 2",
        "claims.claim: note(state, CLAIMED, seat, 0) -> pass",
    }


def test_every_mutant_is_still_python() -> None:
    for mutant in mutants_of("claims", SOURCE):
        compile(SOURCE[: mutant.begin] + mutant.after + SOURCE[mutant.end :], "claims.py", "exec")


def test_a_run_breaks_the_rules_in_at_least_150_ways_in_every_module() -> None:
    mutants = chosen(list(MODULES), 180)
    assert len(mutants) >= 150
    assert {mutant.module for mutant in mutants} == set(MODULES)


def test_a_run_may_leave_out_the_first_mutants() -> None:
    order = [sys.executable, ROOT / "tools" / "mutate.py", "--list", "--skip", "177"]
    listed = subprocess.run(order, capture_output=True, text=True, check=True).stdout
    assert listed.splitlines() == [mutant.name for mutant in chosen(list(MODULES), 180)][177:]


def test_equivalent_mutants_exist_and_have_a_reason() -> None:
    known = {(mutant.name, mutant.where) for mutant in chosen(list(MODULES), 100_000)}
    for entry, reason in equivalent().items():
        assert entry in known
        assert len(reason) > 20
