"""The games of a tournament as records: one file per game, all of them or only those that one contestant lost."""

from __future__ import annotations

from pathlib import Path

from ferrovia.arena.outcome import Outcome
from ferrovia.arena.schedule import GamePlan, Tournament, TournamentError
from ferrovia.game import Game
from ferrovia.record import write_record


class Records:
    """A folder of records. Files are named after the game: board, match, deal, rotation."""

    def __init__(self, folder: Path, tournament: Tournament, *, lost_by: str | None = None) -> None:
        """With `lost_by`, keeps only the games that this contestant takes part in and does not win or tie."""
        if lost_by is not None and lost_by not in tournament.contestants:
            raise TournamentError(f"--lost-by: {lost_by!r:.40} does not take part")
        self.folder = folder
        self.written = 0
        self._tournament = tournament
        self._lost_by = lost_by

    def make_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TournamentError(f"{self.folder}: the folder cannot be made: {error.strerror}") from error

    def is_wanted(self, outcome: Outcome) -> bool:
        if self._lost_by is None:
            return True
        seating = self._tournament.matches[outcome.match].seating(outcome.rotation)
        shares = [share for name, share in zip(seating, outcome.shares, strict=True) if name == self._lost_by]
        return bool(shares) and not any(shares)

    def file_of(self, plan: GamePlan) -> Path:
        board = self._tournament.boards[self._tournament.matches[plan.match].board]
        return self.folder / f"{board.id}-{plan.match}-{plan.deal}-{plan.rotation}.record"

    def keep(self, outcome: Outcome) -> None:
        """Writes the game if it is wanted."""
        if self.is_wanted(outcome):
            self.file_of(outcome.plan).write_text(record_of(self._tournament, outcome), encoding="utf-8")
            self.written += 1

    def missing(self, outcomes: list[Outcome]) -> int:
        """How many wanted games have no file, because an earlier run kept no records."""
        return sum(self.is_wanted(outcome) and not self.file_of(outcome.plan).exists() for outcome in outcomes)


def record_of(tournament: Tournament, outcome: Outcome) -> str:
    """The record of a game just played; outcomes read from a journal have no moves."""
    match = tournament.matches[outcome.match]
    game = Game(tournament.boards[match.board], players=match.players, key=tournament.key(outcome.plan))
    for code in outcome.codes:
        game.play(code, seat=min(game.actors))
    return write_record(game, names=match.seating(outcome.rotation))
