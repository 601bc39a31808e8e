"""Runs a tournament's missing games, until every comparison is decided or Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ferrovia.arena.journal import Journal
from ferrovia.arena.outcome import Outcome
from ferrovia.arena.schedule import GamePlan, Tournament
from ferrovia.arena.sprt import Running, Sprt, Verdict

Player = Callable[[Iterable[GamePlan]], Iterator[Outcome]]  # a pool's `play`, or a cluster's


class Referee:
    """Receives every game and decides which matches need no more.

    Deals are judged in their order, not in the order in which they finish, so the end of a test does not depend on the
    number of workers.
    """

    def __init__(self, tournament: Tournament, test: Sprt | None) -> None:
        self._matches = tournament.matches
        self._tests: dict[int, Running] = {}
        self._deals: dict[tuple[int, int], dict[int, float]] = {}  # match, deal -> rotation -> share
        if test is not None:
            for number, match in enumerate(tournament.matches):
                if len(set(match.lineup)) > 1:
                    self._tests[number] = Running(test)

    def hear(self, outcome: Outcome) -> None:
        test = self._tests.get(outcome.match)
        if test is None:
            return
        match = self._matches[outcome.match]
        seats = [seat for seat, name in enumerate(match.seating(outcome.rotation)) if name == match.lineup[0]]
        share = sum(outcome.shares[seat] for seat in seats) / len(seats)
        self._deals.setdefault((outcome.match, outcome.deal), {})[outcome.rotation] = share
        while test.verdict.accepted is None:
            played = self._deals.get((outcome.match, test.verdict.deals), {})
            if len(played) < match.rotations:
                break
            test.add(sum(played.values()) / len(played))

    def is_decided(self, match: int) -> bool:
        test = self._tests.get(match)
        return test is not None and test.verdict.accepted is not None

    @property
    def verdicts(self) -> dict[int, Verdict]:
        return {number: test.verdict for number, test in self._tests.items()}

    def counts(self, outcome: Outcome) -> bool:
        """Whether a game is part of the result: not if earlier deals decided the comparison."""
        return not self.is_decided(outcome.match) or outcome.deal < self._tests[outcome.match].verdict.deals


@dataclass
class Finish:
    """The result of a run: the games that count, verdicts by match, and whether it was completed."""

    outcomes: list[Outcome]
    complete: bool
    test: Sprt | None = None
    verdicts: dict[int, Verdict] = field(default_factory=dict)


def run(
    journal: Journal,
    play: Player,
    *,
    test: Sprt | None = None,
    tell: Callable[[Outcome, int], None] = lambda outcome, total: None,
) -> Finish:
    """Plays the games that the journal lacks. Calls `tell` with every new game and the expected total.

    Ctrl-C ends the run early; the games played so far count.
    """
    referee = Referee(journal.tournament, test)
    for outcome in journal.outcomes.values():
        referee.hear(outcome)
    complete = True

    def wanted() -> Iterator[GamePlan]:
        return (plan for plan in journal.missing() if not referee.is_decided(plan.match))

    games = play(wanted())
    try:
        for outcome in games:
            if journal.add(outcome):
                referee.hear(outcome)
                tell(outcome, games_in_all(journal.tournament, referee))
    except KeyboardInterrupt:
        complete = False
    missing = next(wanted(), None)
    if complete and missing is not None:
        raise RuntimeError(f"game {'/'.join(map(str, missing))} was never played, although the run was not stopped")
    numbered = [plan for plan in journal.tournament.plans() if plan in journal.outcomes]
    outcomes = [journal.outcomes[plan] for plan in numbered if referee.counts(journal.outcomes[plan])]
    return Finish(outcomes, complete, test, referee.verdicts)


def games_in_all(tournament: Tournament, referee: Referee) -> int:
    """The number of games in the tournament, taking decided matches into account."""
    verdicts = referee.verdicts
    return sum(
        match.rotations * (verdicts[number].deals if referee.is_decided(number) else tournament.deals)
        for number, match in enumerate(tournament.matches)
    )
